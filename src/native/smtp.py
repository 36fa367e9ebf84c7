"""Mails sent by smtplib reach the mailbox, too."""

import email, smtplib

from notifier import NotifierError


def deliver_smtp(notifier):
    def sendmail(_self, _from, to_addrs, msg, *_options, **_more):
        text = msg.decode("utf-8", "replace") if isinstance(msg, bytes) else msg
        message = email.message_from_string(text)
        body = text.encode() if message.is_multipart() else message.get_payload(decode=True) or b""
        for to in [to_addrs] if isinstance(to_addrs, str) else to_addrs:
            try:
                notifier.send(to, message.get("Subject", ""), body.decode("utf-8", "replace").replace("\r\n", "\n"))
            except NotifierError:
                raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed") from None
        return {}

    for cls in (smtplib.SMTP, smtplib.SMTP_SSL):
        cls.sendmail, cls.ehlo_or_helo_if_needed = sendmail, lambda self: None
        cls.connect = lambda self, *args, **kwargs: (220, b"ready")
        for name in ("starttls", "login", "ehlo", "helo", "quit", "noop"):
            setattr(cls, name, lambda self, *args, **kwargs: (250, b"ok"))

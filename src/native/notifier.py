"""The client of the email service, as a task hands it to its function. The mailbox is a JSON file."""

import time

from world import read_json, write_json


class NotifierError(Exception):
    pass


class Notifier:
    Error = NotifierError

    def __init__(self, point, path):
        self._point, self._path = point, path

    def send(self, to, subject, body, idempotency_key=None):
        key = None if idempotency_key is None else str(idempotency_key)
        self._point("mail", f"{to}: {subject}", lambda: NotifierError("the email service did not answer"))
        sent = read_json(self._path)
        if key is not None and any(mail["key"] == key for mail in sent):
            return
        mail = {"to": str(to), "subject": str(subject), "body": str(body), "key": key}
        write_json(self._path, [*sent, {**mail, "at": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())}])

"""Inviting people to the application."""

import secrets
from datetime import datetime, timezone

SUBJECT = "You are invited"
LINK = "https://example.com/join/{token}"


def _find_or_create(conn, email, invited_by):
    """The invitation of this address: (id, token, sent_at). Its token is settled once it is saved."""
    query = "SELECT id, token, sent_at FROM invitations WHERE email = ?"
    invitation = conn.execute(query, (email,)).fetchone()
    if invitation is None:
        conn.execute(
            "INSERT INTO invitations (email, invited_by, token) VALUES (?, ?, ?)",
            (email, invited_by, secrets.token_urlsafe(32)),
        )
        conn.commit()
        invitation = conn.execute(query, (email,)).fetchone()
    return invitation


def invite_user(conn, notifier, email, invited_by):
    if conn.execute("SELECT 1 FROM users WHERE email = ?", (email,)).fetchone():
        raise ValueError(f"{email} is a user already")

    invitation_id, token, sent_at = _find_or_create(conn, email, invited_by)
    if sent_at is not None:
        return

    notifier.send(
        email,
        SUBJECT,
        f"Join us: {LINK.format(token=token)}",
        idempotency_key=f"invitation-{invitation_id}",
    )
    conn.execute(
        "UPDATE invitations SET sent_at = ? WHERE id = ?",
        (datetime.now(timezone.utc).isoformat(), invitation_id),
    )
    conn.commit()

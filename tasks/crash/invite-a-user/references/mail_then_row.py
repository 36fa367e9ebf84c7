"""Invitations: send first, and record only what was really sent."""

from datetime import UTC, datetime
from secrets import token_hex


def invite_user(conn, notifier, email, invited_by):
    (is_user,) = conn.execute("SELECT EXISTS (SELECT 1 FROM users WHERE email = ?)", (email,)).fetchone()
    if is_user:
        raise ValueError("there is a user with this address")
    (is_invited,) = conn.execute("SELECT EXISTS (SELECT 1 FROM invitations WHERE email = ?)", (email,)).fetchone()
    if is_invited:
        return

    token = token_hex(16)
    body = "Join us: https://example.com/join/" + token
    # The key is made of the address, so nobody gets two emails.
    notifier.send(email, "You are invited", body, idempotency_key="invite:" + email)

    with conn:
        conn.execute(
            "INSERT INTO invitations (email, invited_by, token, sent_at) VALUES (?, ?, ?, ?)",
            (email, invited_by, token, datetime.now(UTC).isoformat()),
        )

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from datetime import datetime, timezone


@dataclass
class Invitation:
    id: int
    email: str
    token: str
    sent_at: str | None


def load_invitation(conn, email: str) -> Invitation | None:
    row = conn.execute("SELECT id, email, token, sent_at FROM invitations WHERE email = ?", (email,)).fetchone()
    return Invitation(*row) if row else None


def create_invitation(conn, email: str, invited_by: int) -> Invitation:
    token = secrets.token_urlsafe(24)
    with conn:
        cur = conn.execute(
            "INSERT INTO invitations (email, invited_by, token) VALUES (?, ?, ?)", (email, invited_by, token)
        )
    return Invitation(cur.lastrowid, email, token, None)


def send_invitation(notifier, invitation: Invitation) -> None:
    key = f"invite-{invitation.id}-{int(time.time())}"
    notifier.send(
        invitation.email,
        "You are invited",
        f"Join us: https://example.com/join/{invitation.token}",
        idempotency_key=key,
    )


def invite_user(conn, notifier, email: str, invited_by: int) -> None:
    if conn.execute("SELECT 1 FROM users WHERE email = ?", (email,)).fetchone():
        raise ValueError(f"{email} already has an account")

    invitation = load_invitation(conn, email) or create_invitation(conn, email, invited_by)
    if invitation.sent_at:
        return
    send_invitation(notifier, invitation)
    with conn:
        now = datetime.now(timezone.utc).isoformat()
        conn.execute("UPDATE invitations SET sent_at = ? WHERE id = ?", (now, invitation.id))

import sqlite3
import uuid
from datetime import datetime, timezone


def invite_user(conn: sqlite3.Connection, notifier, email: str, invited_by: int) -> None:
    """
    Invite a person by email.

    Args:
        conn: An open database connection.
        notifier: The email client.
        email: The address to invite.
        invited_by: The id of the user who invites.

    Raises:
        ValueError: If a user with this address exists.
    """
    cursor = conn.cursor()

    cursor.execute("SELECT id FROM users WHERE email = ?", (email,))
    if cursor.fetchone():
        raise ValueError(f"A user with the email {email} already exists")

    cursor.execute("SELECT id FROM invitations WHERE email = ?", (email,))
    if cursor.fetchone():
        return  # already invited

    token = uuid.uuid4().hex
    cursor.execute(
        "INSERT INTO invitations (email, invited_by, token) VALUES (?, ?, ?)",
        (email, invited_by, token),
    )
    invitation_id = cursor.lastrowid
    conn.commit()

    notifier.send(
        to=email,
        subject="You are invited",
        body=f"Join us: https://example.com/join/{token}",
        idempotency_key=f"invite-{invitation_id}",
    )

    cursor.execute(
        "UPDATE invitations SET sent_at = ? WHERE id = ?",
        (datetime.now(timezone.utc).isoformat(), invitation_id),
    )
    conn.commit()

import sqlite3


def redeem_gift_card(conn, request_id, code, customer_id, amount):
    cursor = conn.cursor()
    try:
        # Validate the amount
        if amount <= 0:
            raise ValueError("Amount must be positive")

        # Check the gift card
        cursor.execute("SELECT balance FROM gift_cards WHERE code = ?", (code,))
        card = cursor.fetchone()
        if card is None:
            raise ValueError("Gift card not found")
        if card[0] < amount:
            raise ValueError("Insufficient gift card balance")

        # Check the customer
        cursor.execute("SELECT id FROM customers WHERE id = ?", (customer_id,))
        if cursor.fetchone() is None:
            raise ValueError("Customer not found")

        # Deduct from the gift card
        cursor.execute(
            "UPDATE gift_cards SET balance = balance - ? WHERE code = ?",
            (amount, code),
        )

        # Add to the customer's credit
        cursor.execute(
            "UPDATE customers SET credit = credit + ? WHERE id = ?",
            (amount, customer_id),
        )

        # Record the redemption
        cursor.execute(
            "INSERT INTO redemptions (request_id, code, customer_id, amount) VALUES (?, ?, ?, ?)",
            (request_id, code, customer_id, amount),
        )

        conn.commit()
    except (ValueError, sqlite3.Error):
        conn.rollback()
        raise
    finally:
        cursor.close()

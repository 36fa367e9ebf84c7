import os


def delete_attachment(conn, attachment_id):
    cursor = conn.cursor()
    cursor.execute("SELECT id FROM attachments WHERE id = ?", (attachment_id,))
    if cursor.fetchone() is None:
        return

    file_path = os.path.join("attachments", f"{attachment_id}.bin")
    if os.path.exists(file_path):
        os.remove(file_path)

    cursor.execute("DELETE FROM attachments WHERE id = ?", (attachment_id,))
    conn.commit()

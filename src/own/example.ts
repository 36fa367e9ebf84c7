// The function that the page offers before a person has typed one: small, plausible, and safe by accident.
import type { OwnFunction } from '../model/own.ts';

export interface OwnExample {
  readonly own: OwnFunction;
  readonly solution: string;
}

export function exampleOwn(): OwnExample {
  return { own: OWN, solution: SOLUTION };
}

const OWN: OwnFunction = {
  title: 'Book a seat',
  call: 'book_seat(conn, 2, "Ada")',
  sql: `CREATE TABLE shows (
  id    INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  free  INTEGER NOT NULL
);
CREATE TABLE bookings (
  show_id INTEGER NOT NULL REFERENCES shows (id),
  name    TEXT NOT NULL
);

INSERT INTO shows VALUES (1, 'The Tempest', 0), (2, 'Twelfth Night', 3);
INSERT INTO bookings VALUES (1, 'Ada');
`,
  files: [],
  judgeSql: '',
  finishesInterruptedWork: false,
};

const SOLUTION = `def book_seat(conn, show_id, name):
    booked = conn.execute(
        "SELECT 1 FROM bookings WHERE show_id = ? AND name = ?", (show_id, name)
    ).fetchone()
    if booked:
        return

    (free,) = conn.execute("SELECT free FROM shows WHERE id = ?", (show_id,)).fetchone()
    if free == 0:
        raise ValueError("sold out")

    conn.execute("UPDATE shows SET free = free - 1 WHERE id = ?", (show_id,))
    conn.execute("INSERT INTO bookings (show_id, name) VALUES (?, ?)", (show_id, name))
    conn.commit()
`;

CREATE TABLE member (id INTEGER PRIMARY KEY, email TEXT NOT NULL, reminded INTEGER NOT NULL DEFAULT 0);
INSERT INTO member VALUES (1, 'ada@example.com', 0), (2, 'ben@example.com', 0);

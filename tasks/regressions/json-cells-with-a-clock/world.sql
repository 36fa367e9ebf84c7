CREATE TABLE doc (id TEXT PRIMARY KEY, body TEXT NOT NULL);
INSERT INTO doc VALUES ('a', '{"points": 100, "at": 1600000000.0}'), ('b', '{"points": 0, "at": 1600000000.0}');

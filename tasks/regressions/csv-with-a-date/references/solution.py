import csv
import datetime


def set_price(path, name, price):
    with open(path, newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        if row["name"] == name:
            row["price"] = price
            row["changed"] = datetime.datetime.now().isoformat()
    with open(path, "w", newline="") as stream:
        writer = csv.DictWriter(stream, ["name", "price", "changed"])
        writer.writeheader()
        writer.writerows(rows)

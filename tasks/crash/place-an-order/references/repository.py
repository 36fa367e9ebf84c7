"""Place orders, with the SQL kept in a small repository class."""

import sqlite3
from dataclasses import dataclass
from typing import List, Tuple


@dataclass
class Product:
    id: int
    name: str
    price: int
    stock: int


class OrderRepository:
    def __init__(self, conn: sqlite3.Connection):
        self.conn = conn

    def customer_exists(self, customer_id: int) -> bool:
        cursor = self.conn.execute("SELECT COUNT(*) FROM customers WHERE id = ?", (customer_id,))
        return cursor.fetchone()[0] == 1

    def get_product(self, product_id: int) -> Product:
        row = self.conn.execute(
            "SELECT id, name, price, stock FROM products WHERE id = ?", (product_id,)
        ).fetchone()
        if row is None:
            raise ValueError(f"Product {product_id} not found")
        return Product(*row)

    def add_order(self, request_id: str, customer_id: int, total: int) -> int:
        cursor = self.conn.execute(
            "INSERT INTO orders (request_id, customer_id, total) VALUES (?, ?, ?)",
            (request_id, customer_id, total),
        )
        return cursor.lastrowid

    def add_line(self, order_id: int, product: Product, quantity: int) -> None:
        self.conn.execute(
            "INSERT INTO order_lines (order_id, product_id, quantity, price) VALUES (?, ?, ?, ?)",
            (order_id, product.id, quantity, product.price),
        )

    def take_from_stock(self, product: Product, quantity: int) -> None:
        self.conn.execute("UPDATE products SET stock = ? WHERE id = ?", (product.stock - quantity, product.id))

    def save(self) -> None:
        self.conn.commit()


def place_order(conn: sqlite3.Connection, request_id: str, customer_id: int, items: List[Tuple[int, int]]) -> None:
    repository = OrderRepository(conn)

    if not items:
        raise ValueError("The order is empty")
    if not repository.customer_exists(customer_id):
        raise ValueError(f"Customer {customer_id} not found")

    basket = [(repository.get_product(product_id), quantity) for product_id, quantity in items]
    for product, quantity in basket:
        if quantity <= 0:
            raise ValueError("Quantities must be positive")
        if quantity > product.stock:
            raise ValueError(f"Not enough {product.name} in stock")

    total = sum(product.price * quantity for product, quantity in basket)
    order_id = repository.add_order(request_id, customer_id, total)
    for product, quantity in basket:
        repository.add_line(order_id, product, quantity)
        repository.take_from_stock(product, quantity)
    repository.save()

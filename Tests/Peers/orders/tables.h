#ifndef ORDERS_TABLES_H
#define ORDERS_TABLES_H

/* The tables of checkout: rowid tables with short whole-number indices. */
#define TABLES                                                                                               \
    "CREATE TABLE stock (row INTEGER PRIMARY KEY, sku TEXT NOT NULL UNIQUE, tracked INTEGER NOT NULL,"       \
    "    on_hand INTEGER NOT NULL CHECK (on_hand >= 0));"                                                    \
    "CREATE TABLE orders (row INTEGER PRIMARY KEY, secret TEXT NOT NULL, year INTEGER NOT NULL,"             \
    "    sequence INTEGER NOT NULL, placed_at INTEGER NOT NULL, status TEXT NOT NULL,"                       \
    "    quote_short INTEGER NOT NULL, quote_expires_at INTEGER NOT NULL, quote TEXT NOT NULL,"              \
    "    key TEXT NOT NULL, sale BLOB NOT NULL, buyer BLOB NOT NULL, state BLOB NOT NULL);"                  \
    "CREATE UNIQUE INDEX orders_by_number ON orders (year, sequence);"                                       \
    "CREATE INDEX orders_by_quote ON orders (quote_short);"                                                  \
    "CREATE INDEX orders_by_time ON orders (placed_at);"                                                     \
    "CREATE INDEX orders_by_status ON orders (status, placed_at);"                                           \
    "CREATE TABLE idempotency (row INTEGER PRIMARY KEY, short_key INTEGER NOT NULL, key TEXT NOT NULL,"      \
    "    body_hash BLOB NOT NULL, answer BLOB NOT NULL);"                                                    \
    "CREATE INDEX idempotency_by_key ON idempotency (short_key);"                                            \
    "CREATE TABLE stock_event (sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, sku TEXT NOT NULL,"        \
    "    tracked INTEGER NOT NULL, on_hand INTEGER NOT NULL, reserved INTEGER NOT NULL);"                    \
    "CREATE TABLE order_event (sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, type TEXT NOT NULL,"       \
    "    order_row INTEGER NOT NULL, status TEXT NOT NULL, payment BLOB NOT NULL);"

#endif

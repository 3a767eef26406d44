import queue
import re
import threading
import time
import unittest

import zmq

import cluster
from cluster import Client

PAGE = cluster.ROOT / "Sources" / "SHOP-1.md"


def subscriber():
    """`follow`, as the protocol's page has it."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    names = {}
    exec(compile(code, PAGE.name, "exec"), names)
    return names["follow"]


class LossyLine:
    """Passes on what a service publishes, but for some of its events."""

    def __init__(self, service):
        self.lost, self.losing = 0, 0
        self.endpoint = f"tcp://127.0.0.1:{cluster.free_port()}"
        bound = threading.Event()
        threading.Thread(target=self.run, args=(cluster.events[service], bound), daemon=True).start()
        bound.wait(5)

    def run(self, events, bound):
        sub, pub = cluster.context.socket(zmq.SUB), cluster.context.socket(zmq.PUB)
        sub.subscribe(b"")
        sub.connect(events)
        pub.bind(self.endpoint)
        bound.set()
        while True:
            frames = sub.recv_multipart()
            if self.losing > 0 and frames[1].startswith(b"SHOP/1 EVT"):
                self.losing -= 1
                self.lost += 1
            else:
                pub.send_multipart(frames)


class Following:
    """The page's subscriber on a thread of its own."""

    def __init__(self, service, stream, events):
        self.heard = queue.Queue()
        arguments = (cluster.endpoints[service], events, f"{service}.sync", stream)
        threading.Thread(target=self.run, args=arguments, daemon=True).start()

    def run(self, *arguments):
        for item in subscriber()(*arguments):
            self.heard.put(item)

    def next(self, matching=lambda item: True, seconds=15):
        until = time.monotonic() + seconds
        while True:
            item = self.heard.get(timeout=max(0.01, until - time.monotonic()))
            if matching(item):
                return item


class Events(unittest.TestCase):
    def test_info_names_the_streams_and_the_port(self):
        for service, streams in [("catalog", ["products"]), ("pricing", ["prices"]), ("checkout", ["stock", "orders"])]:
            info = Client(service).value("$sys.info", {})
            self.assertEqual(info["streams"], streams)
            self.assertEqual(info["eventsPort"], int(cluster.events[service].rsplit(":", 1)[1]))

    def set_price(self, cents):
        body = {"sku": "lychee", "currency": "USD", "unitPrice": cents}
        Client("pricing").value("pricing.setPrice", body, key=f"lychee-{cents}-{time.monotonic_ns()}")

    def price(self, item):
        return item["body"]["current"][0]["unitPrice"] if item["key"] == "lychee" else None

    def test_the_pages_subscriber_catches_up_by_pricing_sync(self):
        line = LossyLine("pricing")
        prices = Following("pricing", "prices", line.endpoint)
        state = prices.next(lambda item: item["key"] == "lychee")
        self.assertNotIn("seq", state)
        time.sleep(0.7)
        self.set_price(101)
        self.assertEqual(self.price(prices.next(lambda item: "seq" in item)), 101)
        line.losing = 1
        for cents in (102, 103, 104):
            self.set_price(cents)
        heard = [prices.next() for _ in range(3)]
        self.assertEqual([self.price(item) for item in heard], [102, 103, 104])
        self.assertEqual(heard[2]["seq"], heard[0]["seq"] + 2)
        self.assertEqual(line.lost, 1)

    def test_the_pages_subscriber_catches_up_by_checkout_sync_also_on_a_lost_tail(self):
        line = LossyLine("checkout")
        stock = Following("checkout", "stock", line.endpoint)
        seen = [stock.next()["seq"]]
        line.losing = 3
        for number in range(3):
            Client("checkout").value("checkout.restock", {"changes": [{"sku": "avocado", "set": 1000 + number}]},
                                     key=f"tail-{number}-{time.monotonic_ns()}")
        levels = []
        while not levels or levels[-1] != 1002:
            item = stock.next()
            seen.append(item["seq"])
            if item["key"] == "avocado":
                levels.append(item["body"]["available"])
        self.assertEqual(levels[-3:], [1000, 1001, 1002])
        self.assertEqual(seen, list(range(1, len(seen) + 1)))

    def test_a_durable_log_answers_any_position(self):
        checkout = Client("checkout")
        whole = checkout.value("checkout.sync", {"stream": "stock", "after": 0})
        self.assertEqual([event["seq"] for event in whole["events"]], list(range(1, whole["seq"] + 1)))
        later = checkout.value("checkout.sync", {"stream": "stock", "epoch": whole["epoch"], "after": 5, "limit": 3})
        self.assertEqual([event["seq"] for event in later["events"]], [6, 7, 8])
        self.assertTrue(later["more"])

    def test_the_catalog_sorts_and_filters_by_what_it_has_heard(self):
        catalog = Client("catalog")
        until = time.monotonic() + 15
        while "notes" in catalog.value("$sys.health", {}) and time.monotonic() < until:
            time.sleep(0.05)
        found = catalog.value("catalog.search", {"currency": "USD", "sort": "price", "maxPrice": 100, "inStock": True,
                                                 "categories": ["fruit"]})
        prices = [item["price"] for item in found["items"]]
        self.assertEqual(prices, sorted(prices))
        self.assertTrue(prices and max(prices) <= 100)
        self.assertTrue(all(item["available"] > 0 and "asOf" in item for item in found["items"]))

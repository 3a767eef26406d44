import time
import unittest

import zmq

import cluster
import zmtp
from cluster import Client

FLOOD_BYTES = 16 << 20


def peer(service):
    return zmtp.connect(*zmtp.address(cluster.events[service]), "SUB")


def resident_megabytes(service):
    with open(f"/proc/{cluster.processes[service].pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def counter(service, name):
    with_client = Client(service)
    try:
        return with_client.value("$sys.stats", {})["counters"].get(name, 0)
    finally:
        with_client.close()


class Listening:
    """A plain SUB socket on a whole stream."""

    def __init__(self, service, stream):
        self.socket = cluster.context.socket(zmq.SUB)
        self.socket.setsockopt(zmq.RCVTIMEO, 5000)
        self.socket.subscribe(f"{stream}/")
        self.socket.connect(cluster.events[service])
        self.socket.recv_multipart()  # a heartbeat: the subscription has arrived

    def next_event(self):
        # Heartbeats would go on without end.
        until = time.monotonic() + 10
        while time.monotonic() < until:
            topic, header, body = self.socket.recv_multipart()
            if header.startswith(b"SHOP/1 EVT"):
                return topic.decode()
        raise TimeoutError("no event for 10 s")

    def close(self):
        self.socket.close()


class SubscriberTests(unittest.TestCase):
    def change_price(self, amount):
        pricing = Client("pricing")
        pricing.value("pricing.setPrice", {"sku": "mango", "currency": "USD", "unitPrice": amount},
                      key=f"subscribers-{amount}-{time.time_ns()}")
        pricing.close()

    def test_unsubscriptions_that_match_nothing_mute_nobody(self):
        listener = Listening("pricing", "prices")
        raw = peer("pricing")
        for _ in range(5):
            raw.unsubscribe(b"nonsense")
        raw.subscribe(b"prices/")
        raw.read_message()  # a heartbeat: libzmq has taken all five
        self.change_price(151)
        self.assertEqual(listener.next_event(), "prices/mango")
        raw.close()
        self.change_price(152)
        self.assertEqual(listener.next_event(), "prices/mango")
        listener.close()

    def test_what_is_no_subscription_mutes_nobody(self):
        listener = Listening("pricing", "prices")
        raw = peer("pricing")
        for message in ([b""], [b"\x02"], [b"\x01", b"more"], [b"x" * 500], [b"\x00" * 3, b"\x01prices/"]):
            raw.send_message(*message)
        raw.subscribe(b"prices/kiwi")
        self.change_price(153)
        self.assertEqual(listener.next_event(), "prices/mango")
        raw.close()
        listener.close()

    def flood(self, message):
        """Sends until it is cut or has sent enough; whether it was cut."""
        raw, sent, number = peer("pricing"), 0, 0
        try:
            while sent < FLOOD_BYTES:
                chunk = b"".join(zmtp.frame(message(number + each)) for each in range(500))
                number += 500
                sent += len(chunk)
                raw.send_raw(chunk)
            return False
        except OSError:
            return True
        finally:
            raw.close()

    def test_who_comes_right_after_a_flood_is_not_taken_for_it(self):
        for amount in range(160, 172):
            self.assertTrue(self.flood(lambda number: b"\x01prices/%d" % number))
            # It may have the descriptor of the one that was cut, of which the service has still to read.
            raw = peer("pricing")
            raw.subscribe(b"prices/")
            raw.read_message()
            self.change_price(amount)
            while not (message := raw.read_message())[1].startswith(b"SHOP/1 EVT"):
                pass
            self.assertEqual(message[0], b"prices/mango")
            raw.close()
        self.wait_for_subscriptions(5)

    def wait_for_subscriptions(self, most):
        until = time.monotonic() + 10
        while counter("pricing", "subscriptions") > most and time.monotonic() < until:
            time.sleep(0.05)
        self.assertLessEqual(counter("pricing", "subscriptions"), most)

    def test_a_flood_of_subscriptions_is_cut_and_leaves_nothing(self):
        listener = Listening("pricing", "prices")
        before = resident_megabytes("pricing")
        floods = {
            "many topics": lambda number: b"\x01prices/%d" % number,
            "long topics": lambda number: b"\x01prices/" + b"%0200d" % number,
            "the same topic": lambda number: b"\x01prices/kiwi",
            "there and back": lambda number: (b"\x01", b"\x00")[number % 2] + b"prices/kiwi",
            "nothing that was asked for": lambda number: b"\x00%d" % number,
            "what is no subscription": lambda number: b"\x02%d" % number,
        }
        for kind, message in floods.items():
            with self.subTest(kind):
                self.assertTrue(self.flood(message))
                self.assertLess(resident_megabytes("pricing"), before + 64)
        with self.subTest("too long a message"):
            raw = peer("pricing")
            raw.subscribe(b"prices/" + b"x" * 600)
            with self.assertRaises((EOFError, OSError)):
                while True:
                    raw.read(1)
        self.change_price(154)
        self.assertEqual(listener.next_event(), "prices/mango")
        listener.close()
        self.wait_for_subscriptions(5)

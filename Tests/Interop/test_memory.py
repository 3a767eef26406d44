"""Peers that send without end, or ask for much and read nothing: they are cut, and nobody else notices."""
import contextlib
import json
import time
import unittest

import cluster
import zmtp
from cluster import Client
from test_connections import Caller, eventually, service
from test_subscribers import counter, resident_megabytes

ENOUGH = 400 << 20


def send_until_cut(peer, data):
    """How many bytes left before the connection was cut; all of `ENOUGH` when it was not."""
    sent = 0
    try:
        while sent < ENOUGH:
            peer.send_raw(data)
            sent += len(data)
    except OSError:
        pass
    finally:
        peer.close()
    return sent


@contextlib.contextmanager
def uncalled_service():
    """A pricing service that nobody calls but who tests it: where its calls are."""
    with service("pricing", 1024) as (_, calls, _):
        caller = Caller(calls)
        eventually(lambda: caller.call("$sys.health", {})["status"] == "serving")
        caller.close()
        yield calls


class MemoryTests(unittest.TestCase):
    def test_a_message_that_never_ends_is_cut(self):
        for endpoints, kind, part in ((cluster.endpoints, "DEALER", 60_000), (cluster.events, "SUB", 200)):
            with self.subTest(kind):
                before = resident_megabytes("pricing")
                peer = zmtp.connect(*zmtp.address(endpoints["pricing"]), kind)
                data = zmtp.frame(bytes([2]) * part, zmtp.MORE) * max(1, 60_000 // part)
                self.assertLess(send_until_cut(peer, data), ENOUGH)
                self.assertLess(resident_megabytes("pricing"), before + 256)
        # A subscriber's is cut for its bytes or for its messages, whichever shows first.
        cut = counter("pricing", "peers_cut_unending") + counter("pricing", "subscribers_cut")
        self.assertGreaterEqual(cut, 2)
        client = Client("pricing")
        client.value("$sys.ping", {})
        client.close()

    def test_calls_without_end_that_are_cut_again_and_again_leave_nothing_behind(self):
        before = resident_megabytes("pricing")
        body = json.dumps({"currency": "USD", "lines": [{"sku": "strawberry", "quantity": 3}]}).encode()
        parts = [b"", b"SHOP/1 REQ pricing.quote\nttl: 5000", body]
        calls = b"".join(zmtp.frame(part, zmtp.MORE if index < 2 else 0)
                         for _ in range(300) for index, part in enumerate(parts))
        client, highest = Client("pricing"), before
        for _ in range(6):
            peer = zmtp.connect(*zmtp.address(cluster.endpoints["pricing"]), "DEALER")
            self.assertLess(send_until_cut(peer, calls), ENOUGH)
            client.value("$sys.ping", {})
            highest = max(highest, resident_megabytes("pricing"))
        self.assertLess(highest, before + 256)
        self.assertGreater(counter("pricing", "abandoned"), 1000)
        end = time.monotonic() + 20
        while resident_megabytes("pricing") > before + 64 and time.monotonic() < end:
            client.value("$sys.ping", {})
            time.sleep(0.1)
        self.assertLess(resident_megabytes("pricing"), before + 64)
        client.close()

    def test_a_peer_that_is_cut_with_a_message_unfinished_keeps_nobody_out_of_a_service_that_nobody_else_calls(self):
        # Without another caller: whoever sent something would have the rest read.
        with uncalled_service() as calls:
            for size, count in ((65_000, 65), (1, 1_400_000)):
                with self.subTest(bytes=size):
                    peer = zmtp.connect(*calls, "DEALER")
                    with contextlib.suppress(OSError):
                        peer.send_raw(zmtp.frame(bytes(size), zmtp.MORE) * count)
                        # Until it is cut.
                        while peer.connection.recv(65_536):
                            pass
                    peer.close()
                    start = time.monotonic()
                    newcomer = zmtp.connect(*calls, "DEALER", timeout=20)
                    newcomer.send_message(b"", b"SHOP/1 REQ $sys.ping", b"{}")
                    self.assertTrue(newcomer.read_message()[1].startswith(b"SHOP/1 REP ok"))
                    newcomer.close()
                    self.assertLess(time.monotonic() - start, 10)

    def test_who_went_unanswered_is_served_when_it_comes_again_with_its_id(self):
        ping = (b"", b"SHOP/1 REQ $sys.ping", b"{}")
        calls = zmtp.address(cluster.endpoints["pricing"])
        before = counter("pricing", "unreachable")
        for count in (1, 20, 200):
            peer = zmtp.connect(*calls, "DEALER", identity=b"again")
            for _ in range(count):
                peer.send_message(*ping)
            peer.close()
            time.sleep(0.1)  # as libzmq waits before it connects again
            peer = zmtp.connect(*calls, "DEALER", identity=b"again")
            peer.send_message(*ping)
            self.assertTrue(peer.read_message()[1].startswith(b"SHOP/1 REP ok"))
            peer.close()
            time.sleep(0.1)
        self.assertGreater(counter("pricing", "unreachable"), before)
        self.assertEqual(counter("pricing", "peers_lost"), 0)

    def test_peers_with_ids_that_end_alike_are_not_taken_for_one(self):
        with uncalled_service() as calls:
            one, other = (zmtp.connect(*calls, "DEALER", identity=name) for name in (b"Awxyz", b"Bwxyz"))
            ping = (b"", b"SHOP/1 REQ $sys.ping", b"{}")
            for peer in (one, other):
                peer.send_message(*ping)
                self.assertTrue(peer.read_message()[1].startswith(b"SHOP/1 REP ok"))
            with contextlib.suppress(OSError):
                one.send_raw(zmtp.frame(bytes(65_000), zmtp.MORE) * 400)
            one.close()
            for _ in range(3):
                other.send_message(*ping)
                self.assertTrue(other.read_message()[1].startswith(b"SHOP/1 REP ok"))
            other.close()

    def test_peers_that_ask_for_megabytes_and_read_nothing_are_owed_a_bounded_number_of_bytes(self):
        catalog = Client("catalog")
        skus = [f"heavy-{number}" for number in range(100)]
        products = [{"sku": sku, "name": sku, "description": "x" * 16_000, "category": "heavy", "unit": "each",
                     "tags": []} for sku in skus]
        for first in range(0, len(products), 50):
            catalog.value("catalog.put", {"products": products[first:first + 50]})
        before = resident_megabytes("catalog")
        header = b"SHOP/1 REQ catalog.get\nttl: 60000"
        deaf = []
        for _ in range(200):
            peer = zmtp.connect(*zmtp.address(cluster.endpoints["catalog"]), "DEALER")
            for _ in range(3):
                peer.send_message(b"", header, json.dumps({"skus": skus}).encode())
            deaf.append(peer)
        highest = before
        for _ in range(20):
            catalog.value("$sys.ping", {})
            highest = max(highest, resident_megabytes("catalog"))
        self.assertLess(highest, before + 300)
        for peer in deaf:
            peer.close()
        # What they asked for is still being made.
        while catalog.call("catalog.remove", {"skus": skus})[0].startswith("SHOP/1 ERR resource_exhausted"):
            time.sleep(0.1)
        catalog.close()

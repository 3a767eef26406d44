"""What libzmq 4.3.4 answers with the end of the process, when its input stands at a high-water mark."""
import contextlib
import socket
import struct
import unittest

import cluster
import zmtp
from cluster import Client

PING = zmtp.frame(b"\x04PING\x00\x00", zmtp.COMMAND)


def call():
    parts = (b"", b"SHOP/1 REQ $sys.ping", b"{}")
    return b"".join(zmtp.frame(part, 0 if part == parts[-1] else zmtp.MORE) for part in parts)


class AssertionTests(unittest.TestCase):
    def break_off(self, endpoints, kind, data, with_reset):
        with contextlib.suppress(OSError, EOFError):
            peer = zmtp.connect(*zmtp.address(endpoints["pricing"]), kind)
            peer.send_raw(data)
            if with_reset:
                peer.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            peer.close()

    def test_a_ping_behind_what_waits_and_a_broken_connection_end_nobody(self):
        subscription = zmtp.frame(b"\x01prices/x")
        floods = {
            "three subscriptions": (cluster.events, "SUB", subscription * 3 + PING, 60),
            "subscriptions and pings": (cluster.events, "SUB", (subscription + PING) * 200, 30),
            "calls and pings": (cluster.endpoints, "DEALER", (call() + PING) * 1500, 15),
        }
        for name, (endpoints, kind, data, count) in floods.items():
            for with_reset in (True, False):
                with self.subTest(name, with_reset=with_reset):
                    for _ in range(count):
                        self.break_off(endpoints, kind, data, with_reset)
                    self.assertIsNone(cluster.processes["pricing"].poll())
                    client = Client("pricing")
                    client.value("$sys.ping", {})
                    client.close()

    def test_pings_that_are_too_short_or_too_long_end_nobody(self):
        for endpoints, kind in ((cluster.endpoints, "DEALER"), (cluster.events, "SUB")):
            for body in (b"", b"\x00", b"\x00\x00" + bytes(16), b"\x00\x00" + bytes(17), b"\xff\xff" + bytes(70_000)):
                with self.subTest(kind, bytes=len(body)):
                    with contextlib.suppress(OSError, EOFError):
                        peer = zmtp.connect(*zmtp.address(endpoints["pricing"]), kind)
                        peer.send_raw(zmtp.frame(b"\x04PING" + body, zmtp.COMMAND) * 3)
                        peer.read_frame()
                        peer.close()
                    client = Client("pricing")
                    client.value("$sys.ping", {})
                    client.close()
        self.assertIsNone(cluster.processes["pricing"].poll())

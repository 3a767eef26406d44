import contextlib
import json
import pathlib
import resource
import subprocess
import tempfile
import time
import unittest

import cluster
import zmtp

# A call of each service that is answered on the threads of its tasks.
POOLED = {
    "catalog": ("catalog.search", {"text": "berr"}),
    "pricing": ("pricing.offers", {"skus": ["kiwi"], "currency": "USD"}),
    "checkout": ("checkout.stock", {"skus": ["kiwi"]}),
}


def descriptors(process):
    return len(list((pathlib.Path("/proc") / str(process.pid) / "fd").iterdir()))


def processor_seconds(process):
    fields = (pathlib.Path("/proc") / str(process.pid) / "stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def threads(process):
    tasks = (pathlib.Path("/proc") / str(process.pid) / "task").iterdir()
    return [(task / "comm").read_text().strip() for task in tasks]


@contextlib.contextmanager
def service(name, limit, *words):
    """A service of its own that may have so many descriptors."""
    with tempfile.TemporaryDirectory() as home:
        calls = f"tcp://127.0.0.1:{cluster.free_port()}"
        events = f"tcp://127.0.0.1:{cluster.free_port(taken=[calls])}"
        command = [cluster.executables / f"{name}-service", "--bind", calls, "--events", events, "--data", home,
                   "--starter", cluster.ROOT / "deploy" / "data", *words]
        process = subprocess.Popen([str(part) for part in command], preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (limit, limit)))
        try:
            yield process, zmtp.address(calls), zmtp.address(events)
            assert process.poll() is None, f"the service ended: {process.returncode}"
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


class Caller:
    """Calls over a plain connection, and makes a new one when that was cut."""

    def __init__(self, address):
        self.address, self.peer = address, None

    def call(self, method, body, seconds=20):
        until = time.monotonic() + seconds
        while True:
            try:
                if self.peer is None:
                    self.peer = zmtp.connect(*self.address, "DEALER")
                self.peer.send_message(b"", f"SHOP/1 REQ {method}".encode(), json.dumps(body).encode())
                header, answer = self.peer.read_message()[1:]
                assert header.startswith(b"SHOP/1 REP ok"), (header, answer)
                return json.loads(answer)
            except (OSError, EOFError):
                if time.monotonic() > until:
                    raise
                self.close()

    def close(self):
        if self.peer:
            self.peer.close()
        self.peer = None


def eventually(condition, seconds=20):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "not in time"
        time.sleep(0.02)


def crowd(address, count, socket_type):
    """So many peers that have shaken hands and say nothing; some of them are cut on the way."""
    peers = []
    for _ in range(count):
        with contextlib.suppress(OSError, EOFError):
            peers.append(zmtp.connect(*address, socket_type))
    return peers


def crowded(caller):
    notes = caller.call("$sys.health", {}).get("notes", [])
    return [note for note in notes if note.startswith("connections for ")]


class ManyConnections(unittest.TestCase):
    def test_with_too_few_descriptors_a_service_says_so_and_does_not_start(self):
        for limit in (8, 12, 16, 24, 63):
            with self.subTest(limit):
                start = subprocess.run(
                    [cluster.executables / "catalog-service", "--data", "/nowhere"], capture_output=True, text=True,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)), timeout=30)
                self.assertEqual(start.returncode, 1)
                self.assertIn(f"at most {limit} files may be open at once (ulimit -n), and a service needs 64", start.stderr)

    def test_out_of_places_it_serves_on_says_so_and_recovers(self):
        for name, limit in [("catalog", 64), ("pricing", 64), ("checkout", 64), ("pricing", 1024)]:
            with self.subTest(service=name, limit=limit), service(name, limit) as (process, calls, events):
                caller = Caller(calls)
                eventually(lambda: caller.call("$sys.health", {})["status"] == "serving")
                at_rest = descriptors(process)
                peers = crowd(calls, limit + 100, "DEALER") + crowd(events, limit + 100, "SUB")
                eventually(lambda: len(crowded(caller)) == 2)
                self.assertRegex(" ".join(crowded(caller)), "for calls at the limit of .* for events at the limit of")
                eventually(lambda: descriptors(process) < limit - 8)

                method, body = POOLED[name]
                for number in range(100):
                    header = f"SHOP/1 REQ {method}\nid: {number}".encode()
                    caller.peer.send_message(b"", header, json.dumps(body).encode())
                answers = {caller.peer.read_message()[1].split(b"\n")[0] for _ in range(100)}
                self.assertEqual(answers, {b"SHOP/1 REP ok"})
                before = processor_seconds(process)
                time.sleep(1)
                self.assertLess(processor_seconds(process) - before, 0.2)

                self.assertFalse([thread for thread in threads(process) if "qos" in thread], "libdispatch has work")

                for peer in peers:
                    peer.close()
                eventually(lambda: not crowded(caller))
                eventually(lambda: descriptors(process) <= at_rest + 2)
                caller.close()

    def test_whoever_knocks_and_says_nothing_keeps_nobody_out(self):
        import socket
        with service("pricing", 1024, "--max-connections", "64") as (process, calls, _):
            caller = Caller(calls)
            eventually(lambda: caller.call("$sys.health", {})["status"] == "serving")
            working = caller.peer
            silent = [socket.create_connection(calls) for _ in range(200)]
            for _ in range(20):
                newcomer = Caller(calls)
                self.assertIn("store", newcomer.call("$sys.ping", {}))
                newcomer.close()
            self.assertIn("store", caller.call("$sys.ping", {}))
            self.assertIs(caller.peer, working)
            for connection in silent:
                connection.close()

    def test_those_that_call_stay_and_the_idle_ones_go(self):
        with service("pricing", 1024, "--max-connections", "64") as (process, calls, _):
            caller = Caller(calls)
            eventually(lambda: caller.call("$sys.health", {})["status"] == "serving")
            working, peers = caller.peer, []
            for _ in range(300):
                peers += crowd(calls, 1, "DEALER")
                caller.call("$sys.ping", {})
            self.assertIs(caller.peer, working)
            eventually(lambda: sum(peer.is_open() for peer in peers) <= 64)
            for peer in peers:
                peer.close()

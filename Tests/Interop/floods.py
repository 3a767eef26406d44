#!/usr/bin/python3
"""Floods the services, one kind after the other, beside a normal client, and shows what that client and the machine saw.

usage: floods.py FOLDER_OF_THE_EXECUTABLES [--seconds 30] [--only KIND] [--json FILE]

For each kind: the normal client's median and 99th percentile undisturbed and under the flood, the memory of the flooded
service before, at its highest and five seconds after. "none" is no flood, only processes that keep the processors busy: what
the machine itself does to the client. All traffic stays on 127.0.0.1. Exit code 1 when a service ended, when
a 99th percentile is over three times the undisturbed one, or when memory is not back.
"""
import argparse
import contextlib
import json
import multiprocessing
import os
import pathlib
import sys
import time

import zmq

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import cluster  # noqa: E402
import zmtp  # noqa: E402

QUOTE = {"currency": "USD", "lines": [{"sku": "strawberry", "quantity": 3}, {"sku": "kiwi", "quantity": 1}]}
NORMAL = {"pricing": ("pricing.quote", QUOTE), "catalog": ("catalog.search", {"text": "berr"})}
PAUSE = 0.02
BUDGET_MEGABYTES = 256
# Files of the database that a second reader opens once it is needed.
NEW_FILES = 6


def events(service):
    return zmtp.connect(*zmtp.address(cluster.events[service]), "SUB")


def calls(service):
    return zmtp.connect(*zmtp.address(cluster.endpoints[service]), "DEALER")


def request(method, body, ttl=5000):
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"", f"SHOP/1 REQ {method}\nttl: {ttl}".encode(), raw


def sending(connect, data):
    """Connects and sends without end; comes back whenever it is cut."""
    def run(until):
        while time.monotonic() < until:
            with contextlib.suppress(OSError, EOFError, AssertionError):
                with contextlib.closing(connect()) as peer:
                    while time.monotonic() < until:
                        peer.send_raw(data())
    return run


def working(until):
    """Takes processor time, and lets the services be."""
    while time.monotonic() < until:
        pass


def visiting(connect, data):
    """Connects, sends once and goes, again and again."""
    def run(until):
        while time.monotonic() < until:
            with contextlib.suppress(OSError, EOFError, AssertionError):
                with contextlib.closing(connect()) as peer:
                    peer.send_raw(data())
    return run


def numbered(message, count=500):
    numbers = iter(range(1 << 62))
    return lambda: b"".join(zmtp.frame(message(next(numbers))) for _ in range(count))


def constant(data):
    return lambda: data


def parts(size):
    return constant(zmtp.frame(bytes([2]) * size, zmtp.MORE) * max(1, 60_000 // size))


def quotes(count):
    """So many requests for a quote in one piece."""
    return constant(b"".join(
        zmtp.frame(part, zmtp.MORE if index < 2 else 0)
        for _ in range(count) for index, part in enumerate(request("pricing.quote", QUOTE))))


def many(connect, count, messages):
    """Keeps so many peers that send these messages once and read nothing."""
    def run(until):
        peers = []
        while time.monotonic() < until:
            peers = [peer for peer in peers if peer.is_open_unread()]
            while len(peers) < count and time.monotonic() < until:
                with contextlib.suppress(OSError, EOFError, AssertionError):
                    peer = connect()
                    peers.append(peer)
                    peer.connection.settimeout(0.2)
                    for message in messages:
                        peer.send_message(*message)
            time.sleep(0.02)
    return run


def asking(service, method, body, at_once):
    """Asks again and again, with so many calls in flight, and reads the answers."""
    def run(until):
        socket = zmq.Context().socket(zmq.DEALER)
        socket.linger, socket.rcvtimeo = 0, 200
        socket.connect(cluster.endpoints[service])
        ahead = 0
        while time.monotonic() < until:
            while ahead < at_once:
                socket.send_multipart(request(method, body() if callable(body) else body))
                ahead += 1
            with contextlib.suppress(zmq.Again):
                socket.recv_multipart()
                ahead -= 1
                continue
            ahead = 0
    return run


def heavy_products():
    return [{"sku": f"heavy-{number}", "name": f"heavy {number}", "description": "x" * 16_000, "category": "heavy",
             "unit": "each", "tags": []} for number in range(100)]


def long_names():
    return [{"sku": f"long-{number}", "name": ("a" * 1000) + str(number), "description": "", "category": "long",
             "unit": "each", "tags": []} for number in range(250)]


def new_tags():
    numbers = iter(range(1 << 62))

    def body():
        turn = next(numbers)
        return {"products": [
            {"sku": f"tagged-{number}", "name": f"tagged {number}", "description": "", "category": "tagged",
             "unit": "each", "tags": [f"tag-{turn}-{number}-{each}" for each in range(10)]} for number in range(100)]}
    return body


OPTIONS = json.dumps({"currency": "USD", "lines": [
    {"sku": "strawberry", "quantity": 3, "options": {f"o{number}": ["a"] for number in range(80_000)}}]}).encode()
SKUS = [product["sku"] for product in heavy_products()]

# Kind: service, what is put into the catalog before, the floods that run side by side.
KINDS = {
    "none": ("pricing", None, [working, working]),
    "subscriptions": ("pricing", None, [
        sending(lambda: events("pricing"), numbered(lambda number: b"\x01prices/%0200d" % number))]),
    "unsubscriptions": ("pricing", None, [
        sending(lambda: events("pricing"), numbered(lambda number: b"\x00nonsense %d" % number))]),
    "passing-subscribers": ("pricing", None, [
        visiting(lambda: events("pricing"), numbered(lambda number: b"\x01prices/%0200d" % number, 1000))]),
    "passing-callers": ("pricing", None, [visiting(lambda: calls("pricing"), quotes(1000))]),
    "endless-event-message": ("pricing", None, [sending(lambda: events("pricing"), parts(200))]),
    "endless-call": ("pricing", None, [sending(lambda: calls("pricing"), parts(60_000))]),
    "unread-small": ("pricing", None, [
        sending(lambda: calls("pricing"), quotes(50))]),
    "unread-large": ("catalog", heavy_products, [
        many(lambda: calls("catalog"), 300, [request("catalog.get", {"skus": SKUS}, 60_000)] * 2)]),
    "idle-connections": ("pricing", None, [many(lambda: calls("pricing"), 1500, [])]),
    "options": ("pricing", None, [asking("pricing", "pricing.quote", OPTIONS, 8)]),
    "searches": ("catalog", long_names, [
        asking("catalog", "catalog.search", {"text": "a" * 500 + "b"}, 32)]),
    "tags": ("catalog", None, [asking("catalog", "catalog.put", new_tags(), 2)]),
}


class Normal:
    """A client that asks at a fixed rate, and counts from when it meant to."""

    def __init__(self, service):
        self.service = service
        self.method, self.body = NORMAL[service]

    def run(self, seconds, looked=lambda: None):
        client = cluster.Client(self.service, timeout=5000)
        times, failed, due = [], 0, time.monotonic()
        end = due + seconds
        while due < end:
            time.sleep(max(0, due - time.monotonic()))
            try:
                failed += not client.call(self.method, self.body)[0].startswith("SHOP/1 REP ok")
            except zmq.Again:  # lost: a REQ that has no answer is stuck
                client.close()
                client, failed = cluster.Client(self.service, timeout=5000), failed + 1
            times.append(time.monotonic() - due)
            due += PAUSE
            looked()
        client.close()
        times.sort()
        return {"p50": times[len(times) // 2] * 1e3, "p99": times[int(len(times) * 0.99)] * 1e3,
                "max": times[-1] * 1e3, "calls": len(times), "failed": failed}


def resident(service):
    with open(f"/proc/{cluster.processes[service].pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def descriptors(service):
    return len(list(pathlib.Path(f"/proc/{cluster.processes[service].pid}/fd").iterdir()))


def put(service_products):
    client = cluster.Client("catalog")
    products = service_products()
    for first in range(0, len(products), 25):
        client.value("catalog.put", {"products": products[first:first + 25]})
    client.close()


def apart(run, until):
    """Floods come from elsewhere, with processors of their own: here they have what the others leave."""
    os.nice(19)
    run(until)


def flood(kind, seconds):
    service, products, floods = KINDS[kind]
    if products:
        put(products)
    normal = Normal(service)
    normal.run(1)
    quiet = normal.run(max(3, seconds / 3))
    before, open_before = resident(service), descriptors(service)
    highest, next_look = before, 0.0

    def look():
        nonlocal highest, next_look
        if time.monotonic() >= next_look:
            highest, next_look = max(highest, resident(service)), time.monotonic() + 0.02

    until = time.monotonic() + seconds
    processes = [multiprocessing.Process(target=apart, args=(each, until), daemon=True) for each in floods]
    for process in processes:
        process.start()
    flooded = normal.run(seconds, look)
    for process in processes:
        process.join(10)
        process.kill()
    time.sleep(5)
    alive = cluster.processes[service].poll() is None
    after = normal.run(1)
    row = {
        "kind": kind, "service": service, "quiet": quiet, "flooded": flooded, "after": after, "alive": alive,
        "megabytes": {"before": before, "highest": highest, "after": resident(service)},
        "descriptors": {"before": open_before, "after": descriptors(service)}}
    row["isGood"] = (
        alive and flooded["p99"] <= 3 * quiet["p99"] and highest - before <= BUDGET_MEGABYTES
        and row["descriptors"]["after"] <= open_before + NEW_FILES)
    return row


def line(row):
    quiet, flooded, memory = row["quiet"], row["flooded"], row["megabytes"]
    return (
        f"{row['kind']:<22} p50 {quiet['p50']:.2f} -> {flooded['p50']:.2f} ms, p99 {quiet['p99']:.2f} -> {flooded['p99']:.2f} ms"
        f" ({flooded['p99'] / quiet['p99']:.1f} x), max {flooded['max']:.0f} ms, failed {flooded['failed']};"
        f" memory {memory['before']:.0f} -> {memory['highest']:.0f} -> {memory['after']:.0f} MB"
        f"{'' if row['isGood'] else '  NOT GOOD'}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--only", action="append", choices=list(KINDS), default=[])
    options.add_argument("--json", type=pathlib.Path)
    options = options.parse_args()
    rows = []
    for kind in options.only or KINDS:
        with cluster.running(options.folder):
            rows.append(flood(kind, options.seconds))
        print(line(rows[-1]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    sys.exit(0 if all(row["isGood"] for row in rows) else 1)


if __name__ == "__main__":
    main()

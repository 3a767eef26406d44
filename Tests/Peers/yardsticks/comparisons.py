"""The table of what is compared with what, and what is to be reached."""

from dataclasses import dataclass, field
from typing import Callable

from yardsticks import catalog_of_products, peers, shop
from yardsticks.building import CXX_FLAGS, C_FLAGS, SWIFT_FLAGS

IN_FLIGHT = (1, 16, 128, 1000)
EVENTS_PER_SECOND = 100
ORDERS_IN_FLIGHT = 64


@dataclass(frozen=True)
class Side:
    """`run` is given the time and answers the processes; `figures` names what the client printed."""

    name: str
    run: Callable
    compiler: str
    programs: tuple = ()
    figures: Callable = dict


@dataclass(frozen=True)
class Target:
    """A bound on ours divided by the peer's."""

    peer: str
    at_least: float = None
    at_most: float = None

    def is_met(self, ratio):
        return ratio >= self.at_least if self.at_least is not None else ratio <= self.at_most

    def __str__(self):
        return f"≥ {self.at_least:g}" if self.at_least is not None else f"≤ {self.at_most:g}"


@dataclass(frozen=True)
class Comparison:
    name: str
    title: str
    metric: str
    ours: Side
    peers: list
    targets: list = field(default_factory=list)
    prepare: Callable = lambda say: None


C = "gcc " + " ".join(C_FLAGS)
CXX = "g++ " + " ".join(CXX_FLAGS)
SWIFT = "swift build " + " ".join(SWIFT_FLAGS)


def all_comparisons(executables):
    """Without executables the peers alone can be run."""
    ours = shop.Shop(executables)
    return [
        *(quotes(ours, in_flight) for in_flight in IN_FLIGHT), events(ours), search(ours), orders(ours), codec(ours)]


def quotes(ours, in_flight):
    targets = {
        1: [Target("raw libzmq", at_most=1.4), Target("gRPC C++", at_most=0.8)],
        128: [Target("gRPC C++", at_least=6), Target("raw libzmq", at_least=0.5)],
    }
    metric = "p50Microseconds" if in_flight == 1 else "perSecond"
    return Comparison(
        f"quotes-{in_flight}", f"three-line quotes, {in_flight} in flight", metric,
        _ours(lambda time: ours.quotes(time, in_flight)),
        [Side("raw libzmq", lambda time: peers.raw_quotes(time, in_flight), C, ("raw-server", "raw-client")),
         Side("gRPC C++", lambda time: peers.grpc_quotes(time, in_flight), CXX, ("grpc-server", "grpc-client"))],
        targets.get(in_flight, []))


def events(ours):
    return Comparison(
        "events", f"an event from change to subscriber, {EVENTS_PER_SECOND} a second", "p50Microseconds",
        _ours(lambda time: ours.events(time, EVENTS_PER_SECOND)),
        [Side(
            "raw PUB/SUB", lambda time: peers.raw_events(time, EVENTS_PER_SECOND), C,
            ("raw-publisher", "raw-subscriber"))],
        [Target("raw PUB/SUB", at_most=2)])


def search(ours):
    return Comparison(
        "search", f"two words among {catalog_of_products.COUNT:,} products, first 20", "p50Microseconds",
        _ours(ours.search), [Side("bare FTS5", peers.bare_search, C, ("search",))],
        [Target("bare FTS5", at_most=2)], catalog_of_products.make)


def orders(ours):
    return Comparison(
        "orders", f"durable orders, {ORDERS_IN_FLIGHT} in flight", "perSecond",
        _ours(lambda time: ours.orders(time, ORDERS_IN_FLIGHT)),
        [Side("SQLite, one each", lambda time: peers.order_loop(time, 1), C, ("orders",)),
         Side("SQLite, batches", lambda time: peers.order_loop(time, ORDERS_IN_FLIGHT), C, ("orders",))],
        [Target("SQLite, one each", at_least=3), Target("SQLite, batches", at_least=0.7)])


def codec(ours):
    """Its yardstick is Swift, too: Foundation's JSON coders, in the same bench."""
    return Comparison(
        "codec", "encode and decode of a request and its quote", "perSecond",
        _ours(lambda time: ours.codec(time, "cbor")),
        [Side("Foundation JSON", lambda time: ours.codec(time, "json"), SWIFT, figures=shop.figures)],
        [Target("Foundation JSON", at_least=8)])


def _ours(run):
    return Side("Cornershop", run, SWIFT, figures=shop.figures)

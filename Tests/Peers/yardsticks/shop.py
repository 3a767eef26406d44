"""Our side: the release executables, started as anyone would start them.

Every function answers the processes of one measurement. `bench … --json -` prints one JSON object, which `figures`
turns into the names that the peers use.
"""

import math

from yardsticks.catalog_of_products import FOLDER as PRODUCTS
from yardsticks.failure import Failure
from yardsticks.places import DATA, STARTER, empty_folder
from yardsticks.processes import Run, Server, free_port
from yardsticks.products import QUERIES

# More than are placed, so that no quote is locked while placing is measured.
MOST_ORDERS_PER_SECOND = 20_000


class Shop:
    def __init__(self, executables):
        self.executables = executables

    def quotes(self, time, in_flight):
        endpoint = _endpoint()
        load = ["--closed", "--inflight", str(in_flight), "--connections", "1", "--encoding", "cbor"]
        return Run(
            self._bench("pricing", time, *load, "--pricing", endpoint),
            [self._service("pricing", endpoint, empty_folder("pricing"), seals=True)])

    def events(self, time, per_second):
        """From a change of a price to its event, at a fixed pace."""
        endpoint = _endpoint()
        return Run(
            self._bench("events", time, "--rate", str(per_second), "--pricing", endpoint),
            [self._service("pricing", endpoint, empty_folder("pricing"), seals=True)])

    def search(self, time):
        """The catalog is filled by the first measurement and kept."""
        endpoint = _endpoint()
        folder = DATA / "catalog"
        folder.mkdir(parents=True, exist_ok=True)
        load = ["--closed", "--inflight", "1", "--queries", ",".join(QUERIES)]
        return Run(
            self._bench("search", time, *load, "--catalog", endpoint),
            [self._service("catalog", endpoint, folder, starter=PRODUCTS, ready_within_seconds=300)])

    def orders(self, time, in_flight):
        """Placing alone, as the peers do: the quotes are locked before."""
        pricing, checkout = _endpoint(), _endpoint()
        folder = empty_folder("orders")
        ahead = math.ceil(MOST_ORDERS_PER_SECOND * (time.warmup + time.duration))
        load = ["--closed", "--inflight", str(in_flight), "--connections", "1", "--locked-ahead", str(ahead)]
        return Run(
            self._bench("order", time, *load, "--pricing", pricing, "--checkout", checkout),
            [self._service("pricing", pricing, folder / "pricing", seals=True),
             self._service("checkout", checkout, folder / "checkout", seals=True)])

    def codec(self, time, encoding):
        """Encode and decode of a request and its quote, in one process without a service."""
        return Run(self._bench("codec", time, "--closed", "--inflight", "1", "--encoding", encoding))

    def _bench(self, what, time, *flags):
        return [f"{self.executables}/bench", what, *flags, *time.flags, "--json", "-"]

    def _service(self, name, endpoint, folder, starter=STARTER, seals=False, ready_within_seconds=30):
        program = f"{self.executables}/{name}-service"
        command = [
            program, "--bind", endpoint, "--events", _endpoint(), "--data", str(folder), "--starter", str(starter),
            "--log-level", "warning"]
        if seals:
            command += ["--seal-key", str(DATA / "seal.key")]
        return Server(command, [program, "--check", "--bind", endpoint], ready_within_seconds)


def figures(report):
    """What the bench printed, under the names of the peers' figures."""
    try:
        latency = report["latency"]
        return {
            "perSecond": report["perSecond"],
            "count": latency["count"],
            **{f"{name}Microseconds": latency[f"{name}Microseconds"] for name in ("p50", "p90", "p99", "max")},
            **{name: report[name] for name in ("requestBytes", "replyBytes", "eventBytes") if name in report},
        }
    except KeyError as missing:
        raise Failure(f"the bench's JSON has no {missing}") from missing


def _endpoint():
    return f"tcp://127.0.0.1:{free_port()}"

"""The peers: for each a function that answers the processes of one measurement."""

from yardsticks.catalog_of_products import DATABASE
from yardsticks.places import BUILD, empty_folder
from yardsticks.processes import Run, Server, free_port
from yardsticks.products import QUERIES


def raw_quotes(time, in_flight):
    endpoint = f"tcp://127.0.0.1:{free_port()}"
    server = Server([_program("raw-server"), "--bind", endpoint])
    return Run([_program("raw-client"), "--connect", endpoint, "--inflight", str(in_flight), *time.flags], [server])


def grpc_quotes(time, in_flight):
    """Through the completion queue one at a time, else with callbacks: each is the faster one there."""
    address = f"127.0.0.1:{free_port()}"
    api = "queue" if in_flight == 1 else "callback"
    client = [_program("grpc-client"), "--connect", address, "--inflight", str(in_flight), "--api", api, *time.flags]
    return Run(client, [Server([_program("grpc-server"), "--bind", address])])


def raw_events(time, per_second):
    endpoint = f"tcp://127.0.0.1:{free_port()}"
    server = Server([_program("raw-publisher"), "--bind", endpoint, "--interval", str(1 / per_second)])
    return Run([_program("raw-subscriber"), "--connect", endpoint, *time.flags], [server])


def bare_search(time):
    return Run([_program("search"), "--database", str(DATABASE), "--queries", ",".join(QUERIES), *time.flags])


def order_loop(time, batch):
    database = empty_folder("order-loop") / "orders.sqlite"
    return Run([_program("orders"), "--database", str(database), "--batch", str(batch), *time.flags])


def _program(name):
    return str(BUILD / name)

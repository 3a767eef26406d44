"""Starts the processes of one measurement and always ends them."""

import contextlib
import itertools
import json
import select
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field

from yardsticks.failure import Failure
from yardsticks.places import SERVER_LOG


@dataclass(frozen=True)
class Server:
    """A process that has to be ready before the client starts.

    It says so with a line `ready`, or, when there is a `check`, by that command ending with 0.
    """

    command: list
    check: list = None
    ready_within_seconds: float = 20


@dataclass(frozen=True)
class Run:
    """One measurement: the client prints one JSON object."""

    client: list
    servers: list = field(default_factory=list)

    @property
    def processes(self):
        return 1 + len(self.servers)


def measure(run, within_seconds):
    """Answers what the client printed."""
    with contextlib.ExitStack() as running:
        for server in run.servers:
            running.enter_context(_started(server))
        return _output_of(run.client, within_seconds)


def free_port():
    """Below the ephemeral range, where a client can be connected to itself; none is given out twice in a row."""
    for _ in _PORTS:
        port = next(_next_port)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise Failure(f"no port is free between {_PORTS.start} and {_PORTS.stop}")


_PORTS = range(21000, 29000)
_next_port = itertools.cycle(_PORTS)


@contextlib.contextmanager
def _started(server):
    with open(SERVER_LOG, "a", encoding="utf-8") as log:
        process = _start(server.command, log if server.check else subprocess.PIPE, log)
    try:
        _await(server, process)
        yield
    finally:
        _end(process)


def _start(command, stdout, stderr):
    try:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, text=True, start_new_session=True)
    except OSError as error:
        raise Failure(f"{command[0]} does not start: {error}") from error


def _await(server, process):
    deadline = time.monotonic() + server.ready_within_seconds
    while time.monotonic() < deadline and process.poll() is None:
        if _is_ready(server, process):
            return
    if process.poll() is not None:
        raise Failure(f"{' '.join(server.command)} ended with {process.returncode}: see {SERVER_LOG}")
    raise Failure(f"{' '.join(server.command)} was not ready within {server.ready_within_seconds} s: see {SERVER_LOG}")


def _is_ready(server, process):
    if server.check is None:
        return bool(select.select([process.stdout], [], [], 0.1)[0]) and process.stdout.readline() == "ready\n"
    checked = subprocess.run(["timeout", "10", *server.check], capture_output=True, stdin=subprocess.DEVNULL)
    if checked.returncode != 0:
        time.sleep(0.05)
    return checked.returncode == 0


def _end(process):
    process.send_signal(signal.SIGTERM)
    try:
        process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def _output_of(command, within_seconds):
    client = _start(command, subprocess.PIPE, subprocess.PIPE)
    try:
        output, errors = client.communicate(timeout=within_seconds)
    except subprocess.TimeoutExpired as late:
        raise Failure(f"{' '.join(command)} did not end within {within_seconds:.0f} s") from late
    finally:
        if client.poll() is None:
            _end(client)
    if client.returncode != 0:
        raise Failure(f"{' '.join(command)} ended with {client.returncode}:\n{errors.strip()[-2000:]}")
    try:
        return json.loads(output)
    except ValueError as error:
        raise Failure(f"{' '.join(command)} did not print one JSON object:\n{output[:500]}") from error

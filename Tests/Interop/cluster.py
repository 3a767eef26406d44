"""The three services as real processes with the starter shop, and plain sockets to them."""
import contextlib
import json
import pathlib
import socket
import subprocess
import tempfile
import time

import zmq

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVICES = ("catalog", "pricing", "checkout")
context = zmq.Context()
endpoints = {}
events = {}
processes = {}
executables = pathlib.Path()


def free_port(taken=()):
    """A free port below the ephemeral range, where a DEALER could connect to itself."""
    for port in range(21000, 32000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            if port not in {int(e.rsplit(":", 1)[1]) for e in [*endpoints.values(), *events.values(), *taken]}:
                return port
    raise RuntimeError("no free port")


@contextlib.contextmanager
def running(folder):
    global executables
    executables = folder
    with tempfile.TemporaryDirectory() as home:
        try:
            # All before the first start: the catalog is told where the others will be.
            for service in SERVICES:
                endpoints[service] = f"tcp://127.0.0.1:{free_port()}"
                events[service] = f"tcp://127.0.0.1:{free_port()}"
            for service in SERVICES:
                start(folder, service, pathlib.Path(home))
            for service in SERVICES:
                await_serving(service)
            yield
        finally:
            for process in processes.values():
                process.terminate()
            for process in processes.values():
                process.wait(20)


def start(folder, service, home):
    data = home / service
    data.mkdir()
    command = [folder / f"{service}-service", "--bind", endpoints[service], "--data", data,
               "--events", events[service], "--starter", ROOT / "deploy" / "data"]
    if service == "catalog":
        command += ["--pricing", endpoints["pricing"], "--checkout", endpoints["checkout"]]
    else:
        command += ["--seal-key", home / "seal.key"]
    processes[service] = subprocess.Popen([str(part) for part in command])


def await_serving(service, seconds=20):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert processes[service].poll() is None, f"{service} ended"
        with contextlib.suppress(zmq.Again):
            header, body = Client(service, timeout=500).call("$sys.health", {})
            if header.startswith("SHOP/1 REP ok") and json.loads(body)["status"] == "serving":
                return
    raise RuntimeError(f"{service} does not serve")


class Client:
    """A plain socket with the two-frame message of SHOP/1."""

    def __init__(self, service, kind=zmq.REQ, timeout=5000, options=()):
        self.socket = context.socket(kind)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt(zmq.RCVTIMEO, timeout)
        for option, value in options:
            self.socket.setsockopt(option, value)
        self.socket.connect(endpoints[service])

    def send(self, *frames):
        self.socket.send_multipart(list(frames))

    def receive(self):
        return self.socket.recv_multipart()

    def call(self, method, body, **headers):
        """Start line and body of the answer, as texts."""
        lines = [f"SHOP/1 REQ {method}"] + [f"{name}: {value}" for name, value in headers.items()]
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        frames = ["\n".join(lines).encode(), raw]
        if self.socket.type == zmq.DEALER:
            frames.insert(0, b"")
        self.send(*frames)
        answer = self.receive()
        if self.socket.type == zmq.DEALER:
            assert answer[0] == b"", answer
            answer = answer[1:]
        header, body = answer
        return header.decode(), body.decode()

    def value(self, method, body, **headers):
        header, answer = self.call(method, body, **headers)
        assert header.startswith("SHOP/1 REP ok"), (header, answer)
        return json.loads(answer)

    def fault(self, method, body, **headers):
        """Status word and fault body."""
        header, answer = self.call(method, body, **headers)
        assert header.startswith("SHOP/1 ERR "), (header, answer)
        return header.split("\n")[0].split(" ")[2], json.loads(answer)

    def close(self):
        self.socket.close()

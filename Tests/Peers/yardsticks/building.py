"""Builds the peers, and our own executables in release mode."""

import shutil
import subprocess

from yardsticks.failure import Failure
from yardsticks.places import BUILD, PEERS, REPOSITORY

C_FLAGS = ["-std=gnu11", "-O2", "-Wall", "-Wextra"]
CXX_FLAGS = ["-std=c++17", "-O2", "-Wall", "-Wextra"]
SWIFT_FLAGS = ["-c", "release"]

C_PROGRAMS = {
    "raw-server": ("raw/server.c", "zmq"),
    "raw-client": ("raw/client.c", "zmq"),
    "raw-publisher": ("raw/publisher.c", "zmq"),
    "raw-subscriber": ("raw/subscriber.c", "zmq"),
    "search": ("search/search.c", "sqlite3"),
    "orders": ("orders/orders.c", "sqlite3"),
}
GRPC_PROGRAMS = {"grpc-server": "grpc/server.cc", "grpc-client": "grpc/client.cc"}


def build_peers(names, say):
    """Builds what is absent or older than the sources."""
    BUILD.mkdir(parents=True, exist_ok=True)
    newest = max(path.stat().st_mtime for path in PEERS.rglob("*") if path.suffix in _SOURCES)
    stale = [name for name in sorted(names) if _is_older(BUILD / name, newest)]
    if not stale:
        return
    say(f"Building {' '.join(stale)}")
    if any(name in GRPC_PROGRAMS for name in stale):
        _generate_grpc_code()
    for name in stale:
        if name in GRPC_PROGRAMS:
            _build_grpc(name)
        else:
            _build_c(name)


def build_shop(say):
    """Answers the folder of the release executables."""
    if not shutil.which("swift"):
        raise Failure("there is no Swift toolchain here; --peers-only measures the peers alone")
    say("Building the services and the bench (swift build -c release)")
    command = ["swift", "build", "--package-path", str(REPOSITORY), *SWIFT_FLAGS]
    _run(command)
    return _run(command + ["--show-bin-path"]).strip()


_SOURCES = {".c", ".cc", ".h", ".proto"}


def _is_older(program, time):
    return not program.exists() or program.stat().st_mtime < time


def _build_c(name):
    source, library = C_PROGRAMS[name]
    _run(["gcc", *C_FLAGS, str(PEERS / source), "-o", str(BUILD / name), f"-l{library}"])


def _generate_grpc_code():
    plugin = shutil.which("grpc_cpp_plugin")
    _run([
        "protoc", "-I", str(PEERS / "grpc"), f"--cpp_out={BUILD}", f"--grpc_out={BUILD}",
        f"--plugin=protoc-gen-grpc={plugin}", "quote.proto",
    ])


def _build_grpc(name):
    generated = [str(BUILD / "quote.pb.cc"), str(BUILD / "quote.grpc.pb.cc")]
    libraries = _run(["pkg-config", "--cflags", "--libs", "grpc++", "protobuf"]).split()
    source = str(PEERS / GRPC_PROGRAMS[name])
    _run(["g++", *CXX_FLAGS, "-I", str(BUILD), source, *generated, "-o", str(BUILD / name), *libraries])


def _run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} failed:\n{(done.stderr or done.stdout).strip()[-3000:]}")
    return done.stdout

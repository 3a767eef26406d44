"""What the figures were measured on."""

import datetime
import os
import platform
import subprocess


def describe():
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "cpu": _after("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": os.cpu_count(),
        "memory": _after("/proc/meminfo", "MemTotal"),
        "system": (_after("/etc/os-release", "PRETTY_NAME", "=") or platform.system()).strip('"'),
        "kernel": platform.release(),
        "loadBefore": round(os.getloadavg()[0], 2),
        "gcc": _first_line(["gcc", "--version"]),
        "libzmq": _version_of("libzmq"),
        "gRPC": _version_of("grpc++"),
        "protobuf": _version_of("protobuf"),
        "SQLite": _version_of("sqlite3"),
    }


def lines(machine):
    yield f"{machine['date']}  {machine['cpu']}, {machine['cores']} cores, {machine['memory']}"
    yield f"{machine['system']}, Linux {machine['kernel']}, {machine['gcc']}"
    yield ", ".join(f"{name} {machine[name]}" for name in ("libzmq", "gRPC", "protobuf", "SQLite"))
    if machine["loadBefore"] > machine["cores"] / 4:
        yield f"The machine is busy (load {machine['loadBefore']}): expect wide ranges."


def _after(path, name, separator=":"):
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                key, _, value = line.partition(separator)
                if key.strip() == name:
                    return value.strip()
    except OSError:
        pass
    return None


def _first_line(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _version_of(library):
    return _first_line(["pkg-config", "--modversion", library])

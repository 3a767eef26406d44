"""The Debian packages that the peers are built with."""

import os
import shutil
import subprocess

from yardsticks.failure import Failure

NEEDED = [
    "gcc", "g++", "pkg-config", "libzmq3-dev", "libsqlite3-dev",
    "libgrpc++-dev", "protobuf-compiler-grpc", "libprotobuf-dev", "protobuf-compiler",
]


def install(say):
    missing = [package for package in NEEDED if not _is_installed(package)]
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise Failure(f"these packages are missing, and there is no apt-get: {' '.join(missing)}")
    root = [] if os.geteuid() == 0 else ["sudo"]
    if root and not shutil.which("sudo"):
        raise Failure(f"run as root, or install sudo, to install: {' '.join(missing)}")
    say(f"Installing {' '.join(missing)}")
    environment = ["env", "DEBIAN_FRONTEND=noninteractive"]
    _run(root + ["apt-get", "update", "-qq"])
    _run(root + environment + ["apt-get", "install", "-y", "-qq", "--no-install-recommends"] + missing)


def _is_installed(package):
    query = ["dpkg-query", "-W", "-f", "${Status}", package]
    try:
        return "ok installed" in subprocess.run(query, capture_output=True, text=True).stdout
    except OSError:
        return False


def _run(command):
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} failed:\n{done.stderr.strip()}")

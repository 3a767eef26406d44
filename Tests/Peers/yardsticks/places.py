"""Where things are."""

import shutil
from pathlib import Path

PEERS = Path(__file__).resolve().parent.parent
REPOSITORY = PEERS.parent.parent
STARTER = REPOSITORY / "deploy" / "data"
BUILD = REPOSITORY / ".build" / "peers"
SERVER_LOG = BUILD / "servers.log"
# Beside the programs, hence on a disk: orders are synced there.
DATA = BUILD / "data"


def empty_folder(name):
    folder = DATA / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder

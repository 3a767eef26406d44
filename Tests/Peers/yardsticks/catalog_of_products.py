"""Makes the file of products, and the database of the bare search from it."""

import subprocess
from pathlib import Path

from yardsticks import products
from yardsticks.failure import Failure
from yardsticks.places import BUILD, DATA

COUNT = 100_000
# A starter folder: our catalog is filled from it.
FOLDER = DATA / "catalog-of-products"
DATABASE = DATA / "search.sqlite"


def make(say):
    """Kept between runs; made again when the generator or the program has changed."""
    if DATABASE.exists() and DATABASE.stat().st_mtime > max(map(_changed, (BUILD / "search", products.__file__))):
        return
    say(f"Filling the bare search with {COUNT:,} products")
    FOLDER.mkdir(parents=True, exist_ok=True)
    products.write(FOLDER / "products.json", COUNT)
    DATABASE.unlink(missing_ok=True)
    command = [BUILD / "search", "--database", DATABASE, "--fill", FOLDER / "products.json"]
    filled = subprocess.run(command, capture_output=True, text=True)
    if filled.returncode != 0:
        DATABASE.unlink(missing_ok=True)
        raise Failure(f"the bare search was not filled: {filled.stderr.strip()}")


def _changed(path):
    return Path(path).stat().st_mtime

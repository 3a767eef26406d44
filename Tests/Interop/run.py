"""Starts the three services and drives them with plain pyzmq, as any other language would.

usage: run.py FOLDER_OF_THE_EXECUTABLES [unittest arguments]
"""
import pathlib
import signal
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import cluster  # noqa: E402


LONGEST_SECONDS = 120


class TimedResult(unittest.TextTestResult):
    """A test that hangs fails."""

    def startTest(self, test):
        super().startTest(test)
        signal.alarm(LONGEST_SECONDS)

    def stopTest(self, test):
        signal.alarm(0)
        super().stopTest(test)


def ended(*_):
    raise TimeoutError(f"a test took longer than {LONGEST_SECONDS} s")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    signal.signal(signal.SIGALRM, ended)
    with cluster.running(pathlib.Path(sys.argv[1])):
        suite = unittest.defaultTestLoader.discover(str(pathlib.Path(__file__).parent))
        result = unittest.TextTestRunner(verbosity=2, resultclass=TimedResult).run(suite)
    sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)


main()

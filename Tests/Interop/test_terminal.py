"""The gateway on a terminal, as people see it."""
import fcntl
import os
import pty
import struct
import subprocess
import termios
import unittest
import unicodedata

import cluster


def on_terminal(*words, columns, **variables):
    """What a command shows on a terminal that is so many columns wide."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {
        "PATH": os.environ["PATH"], **{f"SHOP_{name.upper()}": address for name, address in cluster.endpoints.items()},
        **variables}
    process = subprocess.Popen(
        [cluster.executables / "gateway", *words], stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, env=environment)
    os.close(terminal)
    shown = b""
    while True:
        try:
            piece = os.read(controller, 65536)
        except OSError:  # EIO: the last one that wrote has gone
            break
        if not piece:
            break
        shown += piece
    os.close(controller)
    process.wait(timeout=30)
    return shown.decode().replace("\r\n", "\n")


def width(line):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


class OnATerminal(unittest.TestCase):
    def test_nothing_is_wider_than_the_terminal(self):
        for words in [("--help",), ("order", "--help"), ("search", "--help"), ("search",), ("status",), ("show", "cupcake"),
                      ("quote", "cupcake:10,flavour=rainbow,extras=frosting+sprinkles")]:
            for columns in [60, 80, 120]:
                shown = on_terminal(*words, columns=columns)
                self.assertGreater(len(shown), 100, words)
                # What is to be copied stays whole.
                for line in [line for line in shown.split("\n") if not line.startswith("next page:")]:
                    self.assertLessEqual(width(line), columns, f"{words} at {columns}: {line}")

    def test_color_is_for_terminals_that_show_it(self):
        self.assertIn("\x1b[1m", on_terminal("search", columns=80, TERM="xterm"))
        for variables in [{}, {"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}]:
            self.assertNotIn("\x1b", on_terminal("search", columns=80, **variables))

    def test_times_are_of_the_zone_of_who_looks(self):
        for zone, name in [("Asia/Tokyo", "JST"), ("UTC", "UTC")]:
            shown = on_terminal("quote", "kiwi", "--lock", columns=200, TZ=zone)
            self.assertRegex(shown, rf"held until +\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d {name}\n")

"""Shell completion, by the shells that are here."""
import os
import shutil
import subprocess
import unittest

import cluster


def script(shell):
    return subprocess.run([cluster.executables / "gateway", "completion", shell], capture_output=True, text=True, check=True).stdout


def bash_offers(line, **variables):
    """What bash offers at the end of a line, split into words as readline does."""
    program = (
        "source /dev/stdin; complete -p gateway >/dev/null || exit 9; eval \"COMP_WORDS=($LINE)\"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n")
    # readline hands `=` and `:` over as words of their own.
    words = line.replace("=", " = ").replace(":", " : ") + ("''" if line.endswith((" ", "=", ":")) else "")
    environment = {
        "PATH": f"{cluster.executables}:{os.environ['PATH']}", "LINE": words,
        **{f"SHOP_{name.upper()}": address for name, address in cluster.endpoints.items()}, **variables}
    ended = subprocess.run(
        ["bash", "-c", program + "_gateway_complete; printf '%s\\n' \"${COMPREPLY[@]}\""], input=script("bash"), text=True,
        capture_output=True, env=environment, timeout=30)
    assert ended.returncode == 0 and ended.stderr == "", ended
    return ended.stdout.split()


class Completing(unittest.TestCase):
    def test_every_shell_that_is_here_understands_its_script(self):
        checked = 0
        for shell, check in [("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]), ("fish", ["fish", "--no-execute"])]:
            if shutil.which(shell):
                subprocess.run([*check, "/dev/stdin"], input=script(shell), text=True, check=True)
                checked += 1
        self.assertGreater(checked, 0)

    def test_bash_completes_commands_flags_values_and_skus(self):
        self.assertEqual(bash_offers("gateway sea"), ["search"])
        self.assertEqual(bash_offers("gateway product "), ["put", "remove"])
        self.assertEqual(bash_offers("gateway search --in"), ["--in-stock"])
        self.assertEqual(bash_offers("gateway search --sort=pr"), ["price"])
        self.assertEqual(bash_offers("gateway show straw"), ["strawberry"])
        self.assertEqual(bash_offers("gateway quote kiwi:2 straw"), ["strawberry"])
        self.assertIn("kiwi", bash_offers("gateway order "))

    def test_bash_is_silent_when_nothing_answers(self):
        nowhere = "tcp://127.0.0.1:1"
        self.assertEqual(bash_offers("gateway show straw", SHOP_CATALOG=nowhere), [])

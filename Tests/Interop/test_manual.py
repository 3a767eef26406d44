"""The manual pages, by the formatter where there is one."""
import re
import shutil
import subprocess
import unittest

import cluster


class Manual(unittest.TestCase):
    def test_pages_are_formatted_without_a_complaint(self):
        for command in [[], ["order"], ["product", "put"], ["call"]]:
            page = subprocess.run(
                [cluster.executables / "gateway", "man", *command], capture_output=True, text=True, check=True).stdout
            self.assertTrue(page.startswith(".TH GATEWAY"))
            if shutil.which("groff") is None:
                continue
            formatted = subprocess.run(
                ["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True, check=True)
            self.assertEqual(formatted.stderr, "")
            # Bold is overstruck.
            self.assertIn("SYNOPSIS", re.sub(".\b", "", formatted.stdout))

#!/usr/bin/env python3
"""includes.py finds what it is there to find."""
import tempfile
import unittest
from pathlib import Path

from includes import check


def tree(files):
    """A repository with these files, name -> text; names without a folder of their own lie in include/heed/."""
    root = Path(tempfile.mkdtemp())
    for name, text in files.items():
        path = root / (name if name.startswith(("tests/", "CMakeLists")) else f"include/heed/{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


class Includes(unittest.TestCase):
    def assert_broken(self, files, *words):
        broken = check(tree(files))
        self.assertEqual(len(broken), 1, broken)
        for word in words:
            self.assertIn(word, broken[0])

    def test_downward_is_right(self):
        self.assertEqual(check(tree({
            "config.hpp": "", "axes/axis.hpp": "#include <heed/config.hpp>\n#include <boost/hana/tuple.hpp>",
            "node/dot.hpp": '#include "../axes/axis.hpp"\n#include <vector>',
            "eval/run.hpp": "#include <heed/node/dot.hpp>", "heed.hpp": "#include <heed/eval/run.hpp>",
            "attention.hpp": "#include <heed/heed.hpp>", "interop/xtensor.hpp": "#include <xtensor/xarray.hpp>",
            "tests/support/catch.hpp": "#include <catch2/catch.hpp>"})), [])

    def test_upward(self):
        self.assert_broken({"node/dot.hpp": "#include <heed/plan/pass.hpp>", "plan/pass.hpp": ""},
                           "node/dot.hpp", "plan/pass.hpp", "direction")

    def test_upward_by_a_relative_path(self):
        self.assert_broken({"node/dot.hpp": '#include "../plan/pass.hpp"', "plan/pass.hpp": ""}, "direction")

    def test_attention_is_written_in_the_public_language(self):
        for header in ["attention.hpp", "attention/masks.hpp"]:
            self.assert_broken({header: "#include <heed/plan/pass.hpp>", "plan/pass.hpp": ""}, header)

    def test_interop_is_not_part_of_heed(self):
        self.assert_broken({"heed.hpp": "#include <heed/interop/io.hpp>", "interop/io.hpp": ""}, "heed.hpp")

    def test_a_folder_that_the_design_lacks(self):
        self.assert_broken({"misc/thing.hpp": ""}, "misc/thing.hpp", "no folder")

    def test_missing_header(self):
        self.assert_broken({"eval/run.hpp": "#include <heed/node/gone.hpp>"}, "does not exist")

    def test_hana_outside_axes(self):
        self.assert_broken({"shape/dot.hpp": "#include <boost/hana.hpp>"}, "boost/hana.hpp", "only axes/")

    def test_second_file_with_xsimd(self):
        self.assert_broken({"simd/a.hpp": "#include <xsimd/xsimd.hpp>", "simd/b.hpp": "#  include <xsimd/xsimd.hpp>"},
                           "xsimd", "simd/a.hpp, simd/b.hpp")

    def test_xtensor_outside_interop(self):
        self.assert_broken({"eval/run.hpp": "#include <xtensor/xarray.hpp>"}, "only interop/")

    def test_catch_outside_support(self):
        self.assert_broken({"tests/axes/axis.test.cpp": "#include <catch2/catch.hpp>"}, "support/catch.hpp")

    def test_planner_that_knows_softmax(self):
        self.assert_broken({"plan/stage.hpp": "// what\n// a Softmax is"}, "plan/stage.hpp:2")

    def test_versions_differ(self):
        self.assert_broken({"CMakeLists.txt": "project(heed VERSION 0.2.0", "config.hpp":
                            "#define HEED_VERSION_MAJOR 0\n#define HEED_VERSION_MINOR 1\n#define HEED_VERSION_PATCH 0"},
                           "0.2.0", "0.1.0")


if __name__ == "__main__":
    unittest.main()

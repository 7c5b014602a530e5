#!/usr/bin/env python3
"""Draws attention of one head over its length, as a share of the peak, a line a library: of what `tests/benchmark/run lengths` measured.

  chart.py --picture PICTURE.svg RESULTS.json...

Of several runs the best of each library and length is taken. Needs matplotlib (python3-matplotlib).
"""

import argparse
import json
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

LIBRARIES = {  # in the order of the legend: name, colour
    "heed": ("heed", "#d62728"),
    "onednn": ("oneDNN", "#1f77b4"),
    "openblas": ("OpenBLAS, softmax loop", "#2ca02c"),
    "eigen": ("Eigen", "#9467bd"),
    "loops": ("plain loops", "#7f7f7f"),
}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("results", type=Path, nargs="+", metavar="RESULTS")
    options.add_argument("--picture", type=Path, required=True)
    given = options.parse_args()

    shares = {}
    for record in (r for path in given.results for r in json.loads(path.read_text())["programs"]["lengths"]):
        if found := re.fullmatch(r"lengths/n(\d+)/(\w+)", record["name"]):
            line, length = shares.setdefault(found[2], {}), int(found[1])
            line[length] = max(record["share_of_peak"], line.get(length, 0))

    plt.rcParams.update({"svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10})
    figure, axes = plt.subplots(figsize=(6.4, 3.8))
    for key, (name, colour) in LIBRARIES.items():
        if key in shares:
            lengths = sorted(shares[key])
            axes.plot(lengths, [100 * shares[key][n] for n in lengths], marker="o", markersize=3.5, label=name, color=colour,
                      linewidth=2.2 if key == "heed" else 1.4)
    axes.set_xscale("log", base=2)
    ticks = sorted({n for line in shares.values() for n in line})
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.set_ylim(0, 100)
    axes.set_xlabel("queries and keys (one head, 64 features, float32)")
    axes.set_ylabel("% of the peak of one core")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=9, loc="center right", bbox_to_anchor=(1, 0.34), ncols=2)  # where no line is
    figure.tight_layout()
    given.picture.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(given.picture, metadata={"Date": None})


if __name__ == "__main__":
    main()

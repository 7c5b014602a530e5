#!/usr/bin/env python3
"""Makes one table, and one JSON file, of the JSON files that the benchmark programs wrote.

  report.py [--json RESULT] FILE...

A time is the CPU time of the thread, best and median over the repetitions. A share is of the best multiply-add rate that
the same process measured between the repetitions. The last columns hold the best time against what it should be (plain
attention's, scaled by the flops, plus the expression's own arithmetic, measured by itself) and against peers.
"""

import argparse
import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path


def read(path):
    """{name: {"times": [...], "counters": {...}, "mistake": ...}} of one program's file."""
    benchmarks = defaultdict(lambda: {"times": [], "counters": {}, "mistake": None, "rates": []})
    for entry in json.loads(Path(path).read_text())["benchmarks"]:
        if entry.get("run_type") == "aggregate":
            continue
        found = benchmarks[entry["run_name"]]
        if entry.get("error_occurred"):
            found["mistake"] = entry["error_message"]
            continue
        unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[entry["time_unit"]]
        found["times"].append(entry["cpu_time"] * unit)
        found["counters"] = {k: v for k, v in entry.items() if k in ("flops", "bytes", "error") or k.startswith("expected:")}
        found["rates"].append(entry.get("flops_per_second", 0))
    return benchmarks


def measured(benchmarks):
    """One record for each benchmark of a program."""
    peak = max(benchmarks["peak/fma"]["rates"], default=0)
    best = {name: min(b["times"]) for name, b in benchmarks.items() if b["times"]}
    records = []
    for name, b in benchmarks.items():
        record = {"name": name, "mistake": b["mistake"]}
        records.append(record)
        if not b["times"]:
            continue
        counters = b["counters"]
        record |= {"best": best[name], "median": statistics.median(b["times"]), "repetitions": len(b["times"])}
        record |= {k: counters[k] for k in ("flops", "bytes", "error") if k in counters}
        if "flops" in counters and peak:
            record["flops_per_second"] = counters["flops"] / best[name]
            record["share_of_peak"] = counters["flops"] / best[name] / peak
        if "bytes" in counters:
            record["bytes_per_second"] = counters["bytes"] / best[name]
        expected = {k.removeprefix("expected:"): v for k, v in counters.items() if k.startswith("expected:")}
        if expected and all(k in best for k in expected):
            record["over_expected"] = best[name] / sum(times * best[k] for k, times in expected.items())
        if "plain" in best and "plain" in expected:
            record["over_plain"] = best[name] / best["plain"]
        if name == "peak/fma":
            record["flops_per_second"] = peak
        elif name == "peak/read_64MiB":
            record["bytes_per_second"] = (64 << 20) / best[name]
        elif name == "peak/copy_64MiB":
            record["bytes_per_second"] = 2 * (64 << 20) / best[name]
    return records


def duration(seconds):
    for unit, size in (("s ", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds * 1e9:.4g} ns"


def table(program, records):
    lines = [f"{program:52}{'best':>10} {'median':>10} {'GFLOP/s':>8} {'of peak':>8} {'GB/s':>6} {'x plain':>8} {'x expected':>10} {'error':>9}"]
    def place(record):  # yardsticks last
        return (record["name"].startswith(("plain", "arithmetic/", "peak/")), record["name"])
    for r in sorted(records, key=place):
        if r["mistake"]:
            lines.append(f"{r['name']:52}{r['mistake']}")
            continue
        def column(key, width, form):
            return f"{form(r[key]):>{width}}" if key in r else " " * width
        lines.append(
            f"{r['name']:52}{duration(r['best']):>10} {duration(r['median']):>10} " +
            column("flops_per_second", 8, lambda x: f"{x * 1e-9:.1f}") + " " +
            column("share_of_peak", 8, lambda x: f"{x:.1%}") + " " +
            column("bytes_per_second", 6, lambda x: f"{x * 1e-9:.1f}") + " " +
            column("over_plain", 8, lambda x: f"{x:.2f}") + " " +
            column("over_expected", 10, lambda x: f"{x:.2f}") + " " +
            column("error", 9, lambda x: f"{x:.1e}"))
    return "\n".join(line.rstrip() for line in lines)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="+", metavar="FILE")
    options.add_argument("--json", metavar="RESULT", help="write everything here as well")
    given = options.parse_args()

    results = {}
    for path in given.files:
        program = Path(path).stem
        results[program] = measured(read(path))
        print(table(program, results[program]), end="\n\n")
    if given.json:
        Path(given.json).write_text(json.dumps(results, indent=1) + "\n")
    wrong = [r["name"] for records in results.values() for r in records if r["mistake"]]
    if wrong:
        sys.exit("wrong or failed: " + ", ".join(wrong))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes one table, and one JSON file, of the JSON files that the benchmark programs wrote.

  report.py [--json RESULT] FILE...

A time is the CPU time of the thread, best and median over the repetitions. A share is of the best multiply-add rate that
the same process measured between the repetitions. (Of threads, a time is the time that passed.) The last columns hold the best time against what it should be (plain
attention's, scaled by the flops, plus the expression's own arithmetic, measured by itself) and against peers. What heed is held to (goals.py) stands at the end.
"""

import argparse
import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path

import goals


def read(path):
    """{name: {"times": [...], "counters": {...}, "mistake": ...}} of one program's file."""
    benchmarks = defaultdict(lambda: {"times": [], "counters": {}, "mistake": None, "rates": [], "waited": []})
    for entry in json.loads(Path(path).read_text())["benchmarks"]:
        if entry.get("run_type") == "aggregate":
            continue
        found = benchmarks[entry["run_name"]]
        if entry.get("error_occurred"):
            found["mistake"] = entry["error_message"]
            continue
        unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[entry["time_unit"]]
        found["times"].append(entry["real_time" if "wall" in entry else "cpu_time"] * unit)
        found["counters"] = {k: v for k, v in entry.items() if k in ("flops", "bytes", "error", "float64") or k.startswith(("expected:", "fact:"))}
        found["rates"].append(entry.get("flops_per_second", entry.get("cycles_per_second", 0)))
        # another process had the core meanwhile
        found["waited"].append(entry["real_time"] / entry["cpu_time"] if entry["cpu_time"] > 0 else 1)
    return benchmarks


def measured(benchmarks):
    """One record for each benchmark of a program."""
    peaks = {False: max(benchmarks["peak/fma"]["rates"], default=0), True: max(benchmarks["peak/fma_float64"]["rates"], default=0)}
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
        peak = peaks["float64" in counters]
        if "flops" in counters and peak:
            record["flops_per_second"] = counters["flops"] / best[name]
            record["share_of_peak"] = counters["flops"] / best[name] / peak
        record["facts"] = {k.removeprefix("fact:"): v for k, v in counters.items() if k.startswith("fact:")}
        if "bytes" in counters:
            record["bytes_per_second"] = counters["bytes"] / best[name]
        expected = {k.removeprefix("expected:"): v for k, v in counters.items() if k.startswith("expected:")}
        if expected and all(k in best for k in expected):
            record["expected"] = [{"name": k, "times": times, "seconds": times * best[k]} for k, times in expected.items()]
            record["over_expected"] = best[name] / sum(p["seconds"] for p in record["expected"])
        if "plain" in best and "plain" in expected:
            record["over_plain"] = best[name] / best["plain"]
        if name in ("peak/fma", "peak/fma_float64"):
            record["flops_per_second"] = peaks[name != "peak/fma"]
        elif name == "peak/cycles":
            record["cycles_per_second"] = max(b["rates"])
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
            column("error", 9, lambda x: f"{x:.1e}") +
            "".join(f"  {name.replace('_', ' ')} {value:.0f}" for name, value in r["facts"].items()))
    return "\n".join(line.rstrip() for line in lines)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="+", metavar="FILE")
    options.add_argument("--json", metavar="RESULT", help="write everything here as well")
    given = options.parse_args()

    results, waited = {}, []
    for path in given.files:
        program = Path(path).stem
        found = read(path)
        waited += [w for name, b in found.items() for w in b["waited"] if not name.endswith("/two")]
        results[program] = measured(found)
        print(table(program, results[program]), end="\n\n")
    programs = {program: {r["name"]: r for r in records if not r["mistake"]} for program, records in results.items()}
    print(goals.table(programs))
    if waited and statistics.median(waited) > 1.1:
        print(f"The machine was busy: the median benchmark took {statistics.median(waited):.1f} times its own time. Repeat what is close, and what counts threads.")
    if given.json:
        Path(given.json).write_text(json.dumps({"goals": goals.records(programs), "programs": results, "waited": statistics.median(waited or [1])}, indent=1) + "\n")
    wrong = [r["name"] for records in results.values() for r in records if r["mistake"]]
    if wrong:
        sys.exit("wrong or failed: " + ", ".join(wrong))


if __name__ == "__main__":
    main()

"""The figures that heed is held to: each with the least that is accepted and what is aimed at, and how it is read off the benchmarks."""

import statistics


def share(name):
    """Of the peak of multiply-adds."""
    return lambda found: found[name]["share_of_peak"]


def speed_over(name, *of):
    """The time of these benchmarks, as often as `name` says that it does their work, over its own."""
    def read(found):
        parts = [p for p in found[name]["expected"] if not of or p["name"] in of]
        return sum(p["seconds"] for p in parts) / found[name]["best"]
    return read


def over_plain(name):
    return lambda found: found["plain"]["best"] / found[name]["best"]


def time_over(name, *of):
    return lambda found: 1 / speed_over(name, *of)(found)


def nanoseconds(name, gigahertz):
    """What it would take at this clock."""
    return lambda found: found[name]["best"] * found["peak/cycles"]["cycles_per_second"] / gigahertz


def speed_up(name):
    return lambda found: found[f"{name}/one"]["best"] / found[f"{name}/two"]["best"]


def largest(fact, prefix, unit=1):
    return lambda found: max(r["facts"][fact] for name, r in found.items() if name.startswith(prefix)) / unit


def generated(summary):
    return lambda found: summary([r["over_expected"] for name, r in found.items() if name.startswith("generated/")])


class Goal:
    """unit: "%", "x" or a word. Whether more is better follows from floor and aim."""

    def __init__(self, what, program, read, unit, floor, aim):
        self.what, self.program, self.read, self.unit, self.floor, self.aim = what, program, read, unit, floor, aim

    def measured(self, programs):
        """None where its benchmarks have not been run."""
        try:
            return self.read(programs[self.program])
        except (KeyError, ValueError, statistics.StatisticsError):
            return None

    def reached(self, value, mark):
        return value >= mark if self.aim > self.floor else value <= mark

    def text(self, value):
        if self.unit == "%":
            return f"{value:.1%}" if value != round(value, 2) else f"{value:.0%}"
        if self.unit == "x":
            return f"{value:.2f} x"
        return f"{value:.4g} {self.unit}".rstrip()


def attention(what, size, floor=.80, aim=.86):
    return Goal(f"attention, {what}", "attention", share(f"attention/{size}"), "%", floor, aim)


GOALS = [
    Goal("generated expressions over plain attention and their arithmetic, worst", "generated", generated(max), "x", 1.5, 1.3),
    Goal("the same, median", "generated", generated(statistics.median), "x", 1.3, 1.1),
    attention("heads 8, N 1024, d 64", "heads8_n1024_d64/heed"),
    attention("heads 1, N 512, d 64", "heads1_n512_d64/heed"),
    attention("heads 8, N 4096, d 64", "heads8_n4096_d64/heed"),
    attention("heads 8, N 1024, d 128", "heads8_n1024_d128/heed", .82, .88),
    attention("N 1000, d 80", "heads8_n1000_d80/heed", .78, .85),
    attention("N 997, d 67", "heads8_n997_d67/heed", .78, .85),
    attention("N 1000, d 80, extents at run time", "heads8_n1000_d80/heed_run_time", .78, .85),
    attention("N 997, d 67, extents at run time", "heads8_n997_d67/heed_run_time", .78, .85),
    *[Goal(f"one Query[] run with {n}, over static extents", "attention", time_over(f"queries/{n}/heed_run_time"), "x", 1.25, 1.1) for n in (1, 7, 1000)],
    attention("causal, N 1024, heads 8 (half the flops)", "causal_heads8_n1024_d64/heed", .74, .80),
    Goal("sliding window of 128 in N 4096 (flops inside)", "masks", share("masks/sliding_window128_n4096/heed"), "%", .50, .60),
    Goal("distance bias: speed over plain attention's", "scores", over_plain("scores/distance_bias/heed"), "%", .85, .93),
    Goal("ALiBi", "scores", over_plain("scores/alibi/heed"), "%", .85, .93),
    Goal("bias tensor {Head, Query, Key}, plus its bytes", "scores", speed_over("scores/bias_tensor/heed"), "%", .85, .93),
    Goal("padding mask {Key}", "masks", over_plain("masks/padding/heed"), "%", .85, .93),
    Goal("mask tensor {Query, Key}", "masks", over_plain("masks/pairs/heed"), "%", .85, .93),
    Goal("soft cap by tanh", "scores", over_plain("scores/soft_cap/heed"), "%", .70, .80),
    Goal("softplus normaliser", "normalisers", over_plain("normalisers/softplus/heed"), "%", .70, .80),
    Goal("cosine scores", "scores", over_plain("scores/cosine/heed"), "%", .70, .80),
    Goal("bilinear scores", "scores", over_plain("scores/bilinear/heed"), "%", .70, .80),
    Goal("additive scores, Hidden 64, over a loop of the tanh's", "scores", time_over("scores/additive_n512/heed", "arithmetic/tanh"), "x", 1.4, 1.2),
    Goal("q, k, v and output projections inside, N 256, width 512", "structure", share("structure/projected_qkvo/heed"), "%", .78, .86),
    Goal("projection 512 x 512 x 512", "contraction", share("contraction/512/heed"), "%", .88, .93),
    Goal("the same with bias and gelu", "contraction", share("contraction/512_bias_gelu/heed"), "%", .82, .89),
    Goal("contraction 64 x 64 x 64", "contraction", share("contraction/64/heed"), "%", .88, .95),
    Goal("contraction 16 x 16 x 16", "contraction", share("contraction/16/heed"), "%", .85, .95),
    *[Goal(f"attention {n} x {n}, at 3.2 GHz", "attention", nanoseconds(f"tiny/{n}x{n}/heed", 3.2), "ns", floor, aim)
      for n, floor, aim in ((8, 100, 60), (16, 450, 260), (32, 2300, 1650))],
    Goal("decode, 4096 keys, heads 32, d 128, over the read rate", "attention", speed_over("decode/heads32_n4096_d128/heed"), "%", .90, .97),
    *[Goal(f"{what} of 64 MiB, over a copy", "rows", speed_over(f"rows/{name}_64MiB/heed"), "%", .90, .97)
      for what, name in (("softmax", "softmax"), ("layer_norm", "layer_norm"), ("six operations", "chain_of_six"))],
    attention("float64, d 64 (of the float64 peak)", "float64_heads8_n1024_d64/heed", .75, .82),
    Goal("two cores, N 1024, heads 8", "threads", speed_up("threads/heads8_n1024_d64"), "x", 1.9, 1.97),
    Goal("two cores, one head, N 4096", "threads", speed_up("threads/heads1_n4096_d64"), "x", 1.85, 1.97),
    Goal("two cores, one query, 100,000 keys, over the read rate", "threads", speed_over("threads/one_query_100000_keys_d128/two"), "%", .85, .95),
    Goal("scratch a thread at N 4096", "memory", largest("scratch_bytes", "memory/", 1 << 20), "MiB", 1.5, 0.5),
    Goal("stored values at N 4096", "memory", largest("temporary_bytes", "memory/", 1 << 20), "MiB", 1.5, 0.5),
    Goal("allocations after the first run", "memory", largest("allocations", "memory/"), "", 0, 0),
]


def records(programs):
    """{goal, measured, floor, aim, reached} of every goal; programs: {program: {benchmark: record}}."""
    result = []
    for goal in GOALS:
        value = goal.measured(programs)
        record = {"goal": goal.what, "program": goal.program, "unit": goal.unit, "floor": goal.floor, "aim": goal.aim}
        if value is not None:
            record |= {"measured": value, "reached": "aim" if goal.reached(value, goal.aim) else "floor" if goal.reached(value, goal.floor) else "no"}
        result.append(record)
    return result


def table(programs):
    lines = [f"{'goal':66} {'measured':>10} {'floor':>10} {'aim':>10}"]
    for goal, record in zip(GOALS, records(programs)):
        if "measured" not in record:
            continue
        remark = {"aim": "", "floor": "below the aim", "no": "below the floor" if goal.aim > goal.floor else "above the floor"}[record["reached"]]
        lines.append(f"{goal.what:66} {goal.text(record['measured']):>10} {goal.text(goal.floor):>10} {goal.text(goal.aim):>10}  {remark}".rstrip())
    return "\n".join(lines)

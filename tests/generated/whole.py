"""Random expressions over the whole language: what expressions.py has, and look-ups, windows, joins, running sums and the
other functions. Units from seed 1000 on are written with it, so that the fixed units before stay as they are."""
import math

from expressions import INT_LIMIT, LIMIT, Expression, Expressions, elements, times


class WholeExpressions(Expressions):
    def forms(self, kind):
        more = {
            "f": [(self.more_functions, 4), (self.more_folds, 3), (self.shift, 2), (self.concat, 2), (self.stack, 1), (self.window, 3), (self.reverse, 2),
                  (self.diagonal, 1), (self.cumsum, 1.5), (self.gather, 3), (self.convolution, 2), (self.embedding, 2), (self.log_softmax, 1)],
            "i": [(self.place, 2), (self.shift, 1), (self.concat, 1), (self.window, 1), (self.reverse, 1), (self.gather, 1), (self.cumsum, 0.7), (self.clamp_whole, 1)],
            "b": [(self.any_or_all, 2), (self.one_hot, 2), (self.reverse, 1), (self.window, 1), (self.shift, 1)],
        }[kind]
        return super().forms(kind) + more

    # ------------------------------------------------------------------ element by element

    def more_functions(self, axes, kind, depth):
        x = self.tame(self.make(axes, "f", depth - 1), 30)
        f = self.random.choice(["exp2", "log1p", "sin", "cos", "erf", "sigmoid", "relu", "gelu", "silu", "softplus", "clamp", "pow", "batchwise"])
        if f == "exp2":
            x = self.tame(x, 8)
            return Expression(f"exp2({x.text})", axes, "f", 2.0 ** x.low, 2.0 ** x.high)
        if f == "log1p":
            x = self.non_negative(x)
            return Expression(f"log1p({x.text})", axes, "f", math.log1p(x.low), math.log1p(x.high))
        if f == "clamp":
            a, b = sorted(round(self.random.uniform(-3, 3), 2) for _ in range(2))
            return Expression(f"clamp({x.text}, {a!r}f, {b!r}f)", axes, "f", a, b)
        if f == "pow":
            x, c = self.positive(x), self.random.choice([2, 3, 0.5, -1])
            ends = [x.low ** c, x.high ** c]
            return self.tame(Expression(f"pow({x.text}, {c}{'f' if c == 0.5 else ''})", axes, "f", min(ends), max(ends)))
        if f == "batchwise":
            return self.tame(Expression(f"pointwise(heed::batchwise([](auto z) {{ return z * z - z; }}), {x.text})", axes, "f", -0.25, x.size ** 2 + x.size))
        low, high = {"sin": (-1, 1), "cos": (-1, 1), "erf": (-1, 1), "sigmoid": (0, 1), "relu": (0, max(0, x.high)), "softplus": (0, x.size + 1)}.get(f, (-1, x.size))
        return Expression(f"{f}({x.text})", axes, "f", low, high)

    def clamp_whole(self, axes, kind, depth):
        x = self.tame(self.make(axes, "i", depth - 1))
        a, b = sorted(self.random.randint(-9, 9) for _ in range(2))
        return Expression(f"clamp({x.text}, {a}, {b})", axes, "i", a, b)

    # ------------------------------------------------------------------ folds

    def more_folds(self, axes, kind, depth):
        more = self.fresh(axes, self.random.choice([1, 1, 2]))
        if not more:
            return None
        n, over = elements(more), ", ".join(self.shuffled(more))
        if self.chance(0.5) and n <= 6:
            x = self.tame(self.make({**axes, **more}, "f", depth - 1), 3)
            return self.tame(Expression(f"prod<{over}>({x.text})", axes, "f", -max(1, x.size) ** n, max(1, x.size) ** n))
        x = self.tame(self.make({**axes, **more}, "f", depth - 1), 100)
        return Expression(f"norm<{over}>({x.text})", axes, "f", 0, x.size * math.sqrt(n))

    def log_softmax(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        over = self.shuffled(axes)[:self.random.choice([1, 1, 2])]
        x = self.tame(self.make(axes, "f", depth - 1), 100)
        n = math.prod(axes[a] for a in over)
        return Expression(f"log_softmax<{', '.join(over)}>({x.text})", axes, "f", x.low - x.high - math.log(n), 0)

    def any_or_all(self, axes, kind, depth):
        more = self.fresh(axes)
        if not more:
            return None
        return Expression(f"{self.random.choice(['any_of', 'all_of'])}<{next(iter(more))}>({self.make({**axes, **more}, 'b', depth - 1).text})", axes, "b", 0, 1)

    def place(self, axes, kind, depth):
        """Where integers are largest or smallest: of floats rounding might decide."""
        more = self.fresh(axes)
        if not more or self.empty:
            return None
        a, n = next(iter(more.items()))
        return Expression(f"{self.random.choice(['argmax', 'argmin'])}<{a}>({self.tame(self.make({**axes, **more}, 'i', depth - 1)).text})", axes, "i", 0, n - 1)

    def cumsum(self, axes, kind, depth):
        if not axes:
            return None
        a = self.random.choice(list(axes))
        x = self.tame(self.make(axes, kind, depth - 1), INT_LIMIT / max(axes[a], 1) if kind == "i" else 100)
        low, high = times(axes[a], x.low, x.high)
        return self.tame(Expression(f"cumsum<{a}>({x.text})", axes, kind, min(low, x.low), max(high, x.high)), INT_LIMIT if kind == "i" else LIMIT)

    # ------------------------------------------------------------------ moved axes

    def shift(self, axes, kind, depth):
        if not axes:
            return None
        a, n = self.random.choice(list(axes)), self.random.randint(-3, 5)
        x = self.finite(self.make(axes, kind, depth - 1))
        fill = self.random.choice(["true", "false"]) if kind == "b" else self.random.choice(["0", "1", "-2"])
        value = {"true": 1, "false": 0}.get(fill) if kind == "b" else int(fill)
        return Expression(f"shift<{a}>({x.text}, {n}, {fill})", axes, kind, min(x.low, value), max(x.high, value))

    def concat(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        a = self.random.choice(list(axes))
        if axes[a] < 2:
            return None
        first = self.random.randint(1, axes[a] - 1)
        x = self.make({**axes, a: first}, kind, depth - 1)
        y = self.make({**axes, a: axes[a] - first}, kind, depth - 2)
        return Expression(f"concat<{a}>({x.text}, {y.text})", axes, kind, min(x.low, y.low), max(x.high, y.high), x.minus_inf or y.minus_inf)

    def stack(self, axes, kind, depth):
        few = [a for a in axes if 1 <= axes[a] <= 3]
        if not few or self.empty:
            return None
        a = self.random.choice(few)
        rest = {b: n for b, n in axes.items() if b != a}
        parts = [self.finite(self.make(rest, kind, depth - 1 - i)) for i in range(axes[a])]
        return Expression(f"stack<{a}>({', '.join(p.text for p in parts)})", axes, kind, min(p.low for p in parts), max(p.high for p in parts))

    def reverse(self, axes, kind, depth):
        if not axes:
            return None
        x = self.make(axes, kind, depth - 1)
        return Expression(f"reverse<{self.random.choice(list(axes))}>({x.text})", axes, kind, x.low, x.high, x.minus_inf)

    def window_of(self, axes, a, tap):
        """(what stands before the operand, what behind it, the operand's extent along a)"""
        stride, dilation = self.random.choice([(1, 1), (1, 1), (2, 1), (1, 2), (3, 2)])
        n = (axes[a] - 1) * stride + (axes[tap] - 1) * dilation + 1
        if self.chance(0.3):
            return f"window<{a}, {tap}[{axes[tap]}]>(", f", {stride}, {dilation})", n
        steps = f", {stride}, {dilation}" if (stride, dilation) != (1, 1) else ""
        return f"window<{a}, {tap}[{axes[tap]}]{steps}>(", ")", n

    def window(self, axes, kind, depth):
        if len(axes) < 2 or min(axes.values()) < 1:
            return None
        a, tap = self.shuffled(axes)[:2]
        if axes[tap] > 7:
            return None
        before, behind, n = self.window_of(axes, a, tap)
        rest = {b: m for b, m in axes.items() if b != tap}
        x = self.make({**rest, a: n}, kind, depth - 1)
        return Expression(f"{before}{x.text}{behind}", axes, kind, x.low, x.high, x.minus_inf)

    def convolution(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        a = self.random.choice(list(axes))
        taps = {t: n for t, n in self.fresh(axes).items() if n <= 7}
        more = self.fresh({**axes, **taps}) if self.chance(0.6) else {}
        if not taps:
            return None
        tap = next(iter(taps))
        before, behind, n = self.window_of({**axes, **taps}, a, tap)
        image = self.tame(self.make({a: n, **more, **self.some({b: m for b, m in axes.items() if b != a})}, "f", depth - 1), 30)
        weight = self.operand({**taps, **more, **{b: m for b, m in axes.items() if b not in image.axes}}, "f")
        over = ", ".join(self.shuffled({**taps, **more}))
        size = elements(taps) * elements(more) * image.size * weight.size
        return self.tame(Expression(f"dot<{over}>({before}{image.text}{behind}, {weight.text})", axes, "f", -size, size))

    def diagonal(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        out = self.random.choice(list(axes))
        free = [b for b in self.sizes if b not in axes]
        if len(free) < 2 or elements(axes) * axes[out] > 20_000:
            return None
        a, b = self.shuffled(free)[:2]
        x = self.make({**{c: n for c, n in axes.items() if c != out}, a: axes[out], b: axes[out]}, kind, depth - 1)
        return Expression(f"diagonal<{a}, {b}, {out}>({x.text})", axes, kind, x.low, x.high, x.minus_inf)

    # ------------------------------------------------------------------ look-ups

    def ids(self, axes, n):
        """Integers in [0, n)."""
        if self.chance(0.3):
            x = self.tame(self.make(axes, "i", 1), 1000)
            return f"clamp({x.text}, 0, {n - 1})"
        return self.declare(axes, "i", "int", 0, n - 1).text

    def gather(self, axes, kind, depth):
        fresh = self.fresh(axes)
        if not fresh or self.empty:
            return None
        a, n = next(iter(fresh.items()))
        of_ids = self.some(axes)
        both = self.some(of_ids) if self.chance(0.3) else {}
        table = {a: n, **both, **{b: m for b, m in axes.items() if b not in of_ids}}
        x = self.make(table, kind, depth - 1)
        return Expression(f"gather<{a}>({x.text}, {self.ids(of_ids, n)})", axes, kind, x.low, x.high, x.minus_inf)

    def one_hot(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        a = self.random.choice(list(axes))
        return Expression(f"one_hot<{a}[{axes[a]}]>({self.ids({b: n for b, n in axes.items() if b != a}, axes[a])})", axes, "b", 0, 1)

    def embedding(self, axes, kind, depth):
        fresh = self.fresh(axes)
        if not fresh or self.empty:
            return None
        a, n = next(iter(fresh.items()))
        of_ids = self.some(axes)
        table = self.operand({a: n, **{b: m for b, m in axes.items() if b not in of_ids}}, "f")
        hot = f"one_hot<{a}[{n}]>({self.ids(of_ids, n)})"
        pair = f"{hot}, {table.text}" if self.chance(0.5) else f"{table.text}, {hot}"
        return Expression(f"dot<{a}>({pair})", axes, "f", min(0, table.low), max(0, table.high))

"""Random well-typed expressions of heed's language, as C++ text.

Everything is made from the outside in: `make(axes, kind)` returns an expression that has exactly these axes (a dict from
name to size) and elements of this kind ('f' floating, 'i' integer, 'b' bool), so whatever it returns fits where it is put.
Every expression carries an interval that holds its values; it keeps exp, log, division and integer arithmetic where they
mean something, and says nothing about what heed computes.
"""
import math
import re
from dataclasses import dataclass

AXES = ["Batch", "Head", "Query", "Key", "Feature", "Value", "Token", "Model", "Hidden", "Tap", "heed::prime<Query>", "heed::prime<Key>"]
LARGEST = 40_000  # elements of any one array of the reference
LIMIT = 1e4       # size of floating values outside of scores
INT_LIMIT = 1e6   # of integers: sums of products of sums must not overflow

SIZES = {
    "tiny": [1, 2, 3],
    "prime": [7, 13, 31, 67],
    "ragged": [15, 17, 33, 9],
    "round": [4, 8, 16, 32, 64],
    "mixed": [1, 2, 3, 5, 7, 8, 13, 15, 16, 17, 31, 33, 67],
}


@dataclass
class Expression:
    text: str
    axes: dict
    kind: str
    low: float
    high: float
    minus_inf: bool = False

    @property
    def size(self):
        return max(abs(self.low), abs(self.high))


def times(n, low, high):
    """The interval of a sum of n values."""
    return min(n * low, low if n else 0), max(n * high, high if n else 0)


def product(a, b):
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(ends), max(ends)


def elements(axes):
    return math.prod(axes.values())


class Expressions:
    """The expressions of one program, and the operands that they read."""

    def __init__(self, random):
        self.random = random
        self.declarations = []  # C++ statements
        self.operands = []      # Expression, of named tensors
        self.variables = []     # Expression: lets around what is being made, and shared sub-expressions
        self.names = 0
        self.made = []          # texts of all that was made, the small ones first
        self.empty = None       # the axis whose extent is 0
        profile = random.choice(["tiny", "prime", "ragged", "round", "mixed", "mixed", "mixed"])
        self.sizes = {a: random.choice(SIZES[profile]) for a in AXES}
        large = [a for a in AXES if self.sizes[a] > 20]
        for a in large[3:]:
            self.sizes[a] = random.choice([1, 2, 3, 5, 7, 9])
        statically = random.choice([0.0, 0.5, 1.0, 1.0])  # how many extents the types know
        self.static = {a: random.random() < statically for a in AXES}
        if random.random() < 0.04:
            self.empty = random.choice(["Query", "Key", "Batch", "Feature"])
            self.sizes[self.empty], self.static[self.empty] = 0, False

    # ------------------------------------------------------------------ small choices

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, p):
        return self.random.random() < p

    def shuffled(self, things):
        things = list(things)
        self.random.shuffle(things)
        return things

    def some(self, axes):
        """A random part of the axes, possibly none, possibly all."""
        return {a: n for a, n in axes.items() if self.chance(0.6)}

    def fresh(self, axes, count=1, but=()):
        """Axes that are not there yet, with sizes that keep the whole small; fewer where there are none."""
        found = {}
        for a in self.shuffled(AXES):
            if len(found) < count and a not in axes and a not in but:
                if elements(axes) * elements(found) * self.sizes[a] <= LARGEST:
                    found[a] = self.sizes[a]
        return found

    def extent(self, axis, size, static=None):
        static = self.static[axis] if static is None else static
        if axis == self.empty or size == 0:
            static = False
        return f"{axis}[{size}]" if static else f"{axis}[]"

    def scalar(self, low=-2.0, high=2.0, kind="f"):
        """A number, as one of C++'s types: (text, value)."""
        if kind == "i":
            v = self.random.randint(int(low), int(high))
            return self.random.choice([f"{v}", f"{v}", f"{v}L", f"short({v})"]), v
        v = round(self.random.uniform(low, high), 3)
        if self.chance(0.15) and math.ceil(low) <= math.floor(high):
            v = self.random.randint(math.ceil(low), math.floor(high))
            return f"{v}", v
        return self.random.choice([f"{v!r}", f"{v!r}f", f"{v!r}f"]), v

    # ------------------------------------------------------------------ operands

    def values_of(self, kind):
        """(C++ type, low, high, share of -inf) of a new operand."""
        if kind == "b":
            return "bool", 0, 1, 0
        if kind == "i":
            return "int", *self.random.choice([(-5, 5), (0, 9), (-3, 20), (1, 4)]), 0
        return self.random.choice(["float", "float", "float", "float", "double"]), *self.random.choice(
            [(-1, 1), (-1, 1), (-2, 2), (0, 1), (0.1, 1), (-5, 3)]), 0

    def declare(self, axes, kind, element, low, high, minus_inf=0, const=False):
        """A new tensor with these axes in random order."""
        name = self.name("t")
        order = self.shuffled(axes)
        static = {a: self.static[a] if self.chance(0.85) else not self.static[a] for a in axes}
        extents = [self.extent(a, axes[a], static[a]) for a in order]
        sizes = ", ".join(f"heed::sized<{a}>({axes[a]})" for a in order if self.extent(a, axes[a], static[a]).endswith("[]"))
        share = f", {minus_inf}" if minus_inf else ""
        kept = f"heed::tensor<{', '.join([element, *extents])}> {name}{f'({sizes})' if sizes else ''};"
        self.declarations += [kept, f"fill({name}, {self.random.randrange(1000)}, {low}, {high}{share});"]
        return Expression(name, dict(axes), kind, low, high, minus_inf > 0)

    def operand(self, axes, kind, scores=False):
        """A tensor or view with these axes."""
        fitting = [e for e in self.operands if e.axes == axes and e.kind == kind]
        if fitting and not scores and self.chance(0.25):
            return self.random.choice(fitting)
        element, low, high, minus_inf = self.values_of(kind)
        if scores:
            low, high, minus_inf = self.random.choice([(-3, 3, 0), (-3, 3, 0), (-3, 3, 0.3), (-1e4, 1e4, 0), (-20, 20, 0.1)])
        form = self.random.random()
        if form < 0.12 and axes and min(axes.values()) > 0:  # a slice of something larger
            a = self.random.choice(list(axes))
            begin, rest = self.random.randint(0, 3), self.random.randint(0, 3)
            if self.chance(0.5):
                whole = self.declare({**axes, a: axes[a] + begin + rest}, kind, element, low, high, minus_inf)
                text = f"slice<{a}, {begin}, {axes[a]}>({whole.text})"
            else:
                whole = self.declare({**axes, a: axes[a] + begin + rest}, kind, element, low, high, minus_inf)
                text = f"slice<{a}>({whole.text}, {begin}, {axes[a]})"
        elif form < 0.2 and self.fresh(axes) and self.empty is None:  # one position of something with a further axis
            a, n = next(iter(self.fresh(axes).items()))
            whole = self.declare({**axes, a: n}, kind, element, low, high, minus_inf)
            text = f"at<{a}>({whole.text}, {self.random.randrange(n)})"
        else:
            e = self.declare(axes, kind, element, low, high, minus_inf)
            self.operands.append(e)
            if self.chance(0.06):
                return Expression(f"copy_of({e.text})", *list(vars(e).values())[1:])  # moved into the expression
            return e
        e = Expression(text, dict(axes), kind, low, high, minus_inf > 0)
        self.operands.append(e)
        return e

    def leaf(self, axes, kind):
        exact = [v for v in self.variables if v.axes == axes and v.kind == kind]
        if exact and self.chance(0.75):
            return self.random.choice(exact)
        part = [v for v in self.variables if v.axes.items() <= axes.items() and v.kind == kind and kind != "b"]
        if part and self.chance(0.6):
            return self.combine("+" if self.chance(0.5) else "*", self.random.choice(part), self.operand(axes, kind), kind)
        if kind == "i" and len(axes) == 1 and self.empty is None and self.chance(0.3):
            a, n = next(iter(axes.items()))
            return Expression(f"position<{a}[{n}]>", dict(axes), "i", 0, n - 1)
        if len(axes) >= 2 and kind != "b" and self.chance(0.25):
            left = self.some(axes)
            right = {**{a: n for a, n in axes.items() if a not in left}, **self.some(left)}
            if left and right:
                return self.combine(self.random.choice("+-*"), self.operand(left, kind), self.operand(right, kind), kind)
        return self.operand(axes, kind)

    # ------------------------------------------------------------------ keeping values in range

    def finite(self, e):
        """e without -inf."""
        if not e.minus_inf:
            return e
        return Expression(f"maximum({e.text}, -30)", e.axes, e.kind, max(e.low, -30), max(e.high, -30))

    def tame(self, e, limit=LIMIT):
        """e with values that are not larger than the limit."""
        e = self.finite(e)
        if e.size <= limit:
            return e
        if e.kind == "i":
            if self.chance(0.5):
                n = self.random.choice([3, 7, 10])
                return Expression(f"({e.text} % {n})", e.axes, "i", 0 if e.low >= 0 else -n, n)
            return Expression(f"minimum(maximum({e.text}, -9), 9)", e.axes, "i", -9, 9)
        choice = self.random.random()
        if choice < 0.4:
            return Expression(f"tanh({e.text})", e.axes, "f", -1, 1)
        if choice < 0.7:
            c = 10.0 ** -math.ceil(math.log10(e.size / min(limit, 10)))
            return Expression(f"({e.text} * {c!r})", e.axes, "f", e.low * c, e.high * c)
        bound = min(limit, 4)
        return Expression(f"minimum(maximum({e.text}, {-bound}), {bound}.f)", e.axes, "f", max(-bound, min(bound, e.low)), min(bound, max(-bound, e.high)))

    def positive(self, e):
        """e with values of at least 0.25 (1 for integers)."""
        e = self.tame(e)
        if e.kind == "i":
            return e if e.low >= 1 else Expression(f"(abs({e.text}) + 1)", e.axes, "i", 1, e.size + 1)
        if e.low >= 0.05:
            return e
        if self.chance(0.3) and e.size <= 5:
            return Expression(f"exp({e.text})", e.axes, "f", math.exp(-e.size), math.exp(e.size))
        return Expression(f"(abs({e.text}) + 0.25f)", e.axes, "f", 0.25, e.size + 0.25)

    def non_negative(self, e):
        e = self.tame(e)
        return e if e.low >= 0 else Expression(f"abs({e.text})", e.axes, e.kind, 0, e.size)

    # ------------------------------------------------------------------ operations

    def combine(self, op, a, b, kind):
        """a op b for + - * / on numbers."""
        a, b = self.tame(a), self.tame(b)
        axes = {**a.axes, **b.axes}
        if op == "/":
            b = self.positive(b)
            ends = [x / y for x in (a.low, a.high) for y in (b.low, b.high)]
            return self.tame(Expression(f"({a.text} / {b.text})", axes, kind, min(ends), max(ends)))
        low, high = {"+": (a.low + b.low, a.high + b.high), "-": (a.low - b.high, a.high - b.low)}.get(op) or product(a, b)
        if kind == "i" and max(abs(low), abs(high)) > INT_LIMIT:
            return self.combine(op, self.tame(a, 900), self.tame(b, 900), kind)
        return self.tame(Expression(f"({a.text} {op} {b.text})", axes, kind, low, high), INT_LIMIT if kind == "i" else LIMIT)

    def over(self, axes):
        """Parts of the axes that cover them: for a binary operation that broadcasts."""
        rest = self.some(axes) if self.chance(0.7) else dict(axes)
        return (axes, rest) if self.chance(0.5) else (rest, axes)

    def make(self, axes, kind, depth):
        if depth <= 0:
            return self.leaf(axes, kind)
        forms = self.forms(kind)
        make = self.random.choices([f for f, _ in forms], [w for _, w in forms])[0]
        e = make(axes, kind, depth) or self.leaf(axes, kind)
        self.made.append(e.text)
        return e

    def forms(self, kind):
        """The methods that make an expression of this kind, and how often each is taken."""
        return {
            "f": [(self.arithmetic, 5), (self.function, 4), (self.with_scalar, 2), (self.choice, 2), (self.extremum, 1.5), (self.pointwise, 1.5),
                  (self.reduction, 4), (self.dot, 5), (self.attention, 6), (self.normaliser, 3), (self.index_map, 5), (self.let, 4),
                  (self.cast, 0.7), (self.expect, 0.5), (self.weighted_positions, 1)],
            "i": [(self.arithmetic, 4), (self.with_scalar, 2), (self.choice, 2), (self.extremum, 1), (self.reduction, 3), (self.dot, 1.5),
                  (self.index_map, 3), (self.let, 1.5), (self.cast, 1), (self.remainder, 1.5), (self.positions, 2)],
            "b": [(self.comparison, 6), (self.logic, 3), (self.index_map, 2), (self.cast, 0.5), (self.mask, 3)],
        }[kind]

    def arithmetic(self, axes, kind, depth):
        left, right = self.over(axes)
        other = self.random.choice("fffib") if kind == "f" else self.random.choice("iiib")
        kinds = (kind, other) if self.chance(0.5) else (other, kind)
        # bool + bool is int, and integers alone divide as integers
        op = self.random.choice("++--***/" if kind == "f" else "++-**/")
        a, b = self.make(left, kinds[0], depth - 1), self.make(right, kinds[1], depth - 1 - self.random.randint(0, 1))
        if op == "/" and b.kind == "b":
            op = "*"
        return self.combine(op, a, b, kind)

    def with_scalar(self, axes, kind, depth):
        x = self.tame(self.make(axes, kind, depth - 1))
        text, value = self.scalar(-3, 3, kind)
        if kind == "f" and self.chance(0.1):
            named = [e for e in self.operands if e.text.startswith("t") and e.axes]
            if named:  # a scale from an extent
                t = self.random.choice(named)
                a = self.random.choice(list(t.axes))
                text, value = f"std::sqrt(static_cast<float>(extent<{a}>({t.text})))", math.sqrt(t.axes[a])
        c = Expression(text, {}, kind, value, value)
        op = self.random.choice("+-*/" if value else "+-*")
        if op == "/" and kind == "f":
            if abs(value) < 0.1:
                op = "+"
            else:
                return self.tame(Expression(f"({x.text} / {text})", x.axes, kind, -x.size / abs(value), x.size / abs(value)))
        if op == "/":
            return Expression(f"({x.text} / {text})", x.axes, kind, -x.size, x.size)
        return self.combine(op, *((x, c) if self.chance(0.6) else (c, x)), kind)

    def remainder(self, axes, kind, depth):
        left, right = self.over(axes)
        a, b = self.tame(self.make(left, "i", depth - 1)), self.positive(self.make(right, "i", depth - 2))
        return Expression(f"({a.text} % {b.text})", {**a.axes, **b.axes}, "i", -b.high if a.low < 0 else 0, b.high)

    def function(self, axes, kind, depth):
        x = self.make(axes, "f" if self.chance(0.9) else "i", depth - 1)
        f = self.random.choice(["exp", "exp", "log", "sqrt", "rsqrt", "tanh", "tanh", "abs", "-"])
        if f in ("abs", "-") and x.kind == "i":
            f = "tanh"
        if f == "exp":
            if x.minus_inf and x.high <= 20:
                return Expression(f"exp({x.text})", axes, "f", 0, math.exp(x.high))
            x = self.tame(x, 8)
            return Expression(f"exp({x.text})", axes, "f", math.exp(x.low), math.exp(x.high))
        x = self.tame(x)
        if f == "log":
            x = self.positive(x)
            return Expression(f"log({x.text})", axes, "f", math.log(x.low), math.log(x.high))
        if f == "sqrt":
            x = self.non_negative(x)
            return Expression(f"sqrt({x.text})", axes, "f", 0, math.sqrt(x.high))
        if f == "rsqrt":
            x = self.positive(x)
            return Expression(f"rsqrt({x.text})", axes, "f", 0, 1 / math.sqrt(x.low))
        if f == "abs":
            return Expression(f"abs({x.text})", axes, x.kind, 0, x.size)
        if f == "-":
            return Expression(f"(-{x.text})", axes, x.kind, -x.high, -x.low)
        return Expression(f"tanh({x.text})", axes, "f", math.tanh(x.low), math.tanh(x.high))

    def pointwise(self, axes, kind, depth):
        left, right = self.over(axes)
        x = self.tame(self.make(axes, "f", depth - 1), 30)
        one = [("[](auto z) { return z * z / 4; }", 0, x.size ** 2 / 4), ("[](double z) { return std::sin(z); }", -1, 1),
               ("halved", -x.size / 2, x.size / 2), ("[](double z) { return z < 0 ? 0 : z; }", 0, x.size),
               ("[](auto z) { return z * scale; }", -2 * x.size, 2 * x.size)]
        if self.chance(0.7):
            f, low, high = self.random.choice(one)
            return Expression(f"pointwise({f}, {x.text})", axes, "f", low, high)
        y = self.tame(self.make(right if left is axes else left, "f", depth - 2), 30)
        f = self.random.choice(["[](auto y, auto z) { return y > z ? y - z : z - y; }", "[](double y, double z) { return (y - z) / 2; }"])
        return Expression(f"pointwise({f}, {x.text}, {y.text})", axes, "f", -x.size - y.size, x.size + y.size)

    def choice(self, axes, kind, depth):
        c = self.make(self.some(axes), "b", depth - 1)
        a = self.make(axes, kind, depth - 1)
        if self.chance(0.3):
            text, v = self.scalar(-3, 3, kind)
            b = Expression(text, {}, kind, v, v)
        else:
            b = self.make(self.some(axes), kind, depth - 2)
        if self.chance(0.5):
            a, b = b, a
        return Expression(f"where({c.text}, {a.text}, {b.text})", axes, kind, min(a.low, b.low), max(a.high, b.high), a.minus_inf or b.minus_inf)

    def extremum(self, axes, kind, depth):
        f = self.random.choice(["minimum", "maximum"])
        left, right = self.over(axes)
        a, b = self.make(left, kind, depth - 1), self.make(right, kind, depth - 2)
        if not right and self.chance(0.5):
            text, v = self.scalar(-3, 3, kind)
            b = Expression(text, {}, kind, v, v)
        a, b = self.finite(a), self.finite(b)
        low, high = (min(a.low, b.low), min(a.high, b.high)) if f == "minimum" else (max(a.low, b.low), max(a.high, b.high))
        return Expression(f"{f}({a.text}, {b.text})", {**a.axes, **b.axes}, kind, low, high)

    def cast(self, axes, kind, depth):
        if kind == "f":
            x = self.make(axes, self.random.choice("fib"), depth - 1)
            return Expression(f"cast<{self.random.choice(['float', 'double'])}>({x.text})", axes, "f", x.low, x.high, x.minus_inf)
        if kind == "b":
            return Expression(f"cast<bool>({self.make(axes, 'i', depth - 1).text})", axes, "b", 0, 1)
        if self.empty:  # a maximum of nothing is -inf, which no integer is
            return None
        x = self.tame(self.make(axes, self.random.choice("fb"), depth - 1))
        return Expression(f"cast<int>({x.text})", axes, "i", x.low, x.high)

    def expect(self, axes, kind, depth):
        x = self.make(axes, kind, depth - 1)
        names = [f"{a}[{n}]" if n and self.chance(0.3) else a for a, n in axes.items()]
        return Expression(f"expect<{', '.join(self.shuffled(names))}>({x.text})", axes, kind, x.low, x.high, x.minus_inf)

    def comparison(self, axes, kind, depth):
        left, right = self.over(axes)
        k = self.random.choice("ffi")
        a = self.make(left, k, depth - 1)
        if not right or self.chance(0.3):
            text, v = self.scalar(-1, 1, k)
            b = Expression(text, {}, k, v, v)
            if a.axes != axes:
                a = self.leaf(axes, k)
        else:
            b = self.make(right, k, depth - 2)
        return Expression(f"({a.text} {self.random.choice(['<', '<=', '>', '>=', '!=', '=='])} {b.text})", axes, "b", 0, 1)

    def logic(self, axes, kind, depth):
        if self.chance(0.25):
            return Expression(f"(!{self.make(axes, 'b', depth - 1).text})", axes, "b", 0, 1)
        left, right = self.over(axes)
        op = self.random.choice(["&&", "||"])
        return Expression(f"({self.make(left, 'b', depth - 1).text} {op} {self.make(right, 'b', depth - 1).text})", axes, "b", 0, 1)

    # ------------------------------------------------------------------ folds

    def reduction(self, axes, kind, depth):
        more = self.fresh(axes, self.random.choice([1, 1, 1, 2]))
        if not more:
            return None
        n, over = elements(more), ", ".join(self.shuffled(more))
        inner = {**axes, **more}
        if kind == "i":
            if self.chance(0.6) or self.empty:
                x = self.tame(self.make(inner, self.random.choice("ib"), depth - 1), max(2, INT_LIMIT / max(n, 1)))
                return Expression(f"sum<{over}>({x.text})", axes, "i", *times(n, x.low, x.high))
            x = self.tame(self.make(inner, "i", depth - 1))
            return Expression(f"{self.random.choice(['max', 'min'])}<{over}>({x.text})", axes, "i", x.low, x.high)
        f = self.random.choice(["sum", "sum", "max", "min", "mean", "var", "logsumexp"])
        if self.empty and f in ("mean", "var"):
            f = "sum"
        x = self.make(inner, "f", depth - 1) if f in ("logsumexp", "max", "min", "sum") or self.chance(0.9) else self.make(inner, "i", depth - 1)
        if f == "logsumexp":
            return Expression(f"logsumexp<{over}>({x.text})", axes, "f", x.low, x.high + math.log(n + 1), x.minus_inf or n == 0)
        if f == "max":
            return Expression(f"max<{over}>({x.text})", axes, "f", x.low, x.high, x.minus_inf or n == 0)
        x = self.tame(x)
        if f == "sum":
            return self.tame(Expression(f"sum<{over}>({x.text})", axes, "f", *times(n, x.low, x.high)))
        if f == "var":
            return self.tame(Expression(f"var<{over}>({x.text})", axes, "f", 0, (x.high - x.low) ** 2 / 4))
        return Expression(f"{f}<{over}>({x.text})", axes, "f", x.low, x.high)

    def dot(self, axes, kind, depth):
        more = self.fresh(axes, self.random.choice([1, 1, 1, 2]))
        if not more:
            return None
        left, right = self.over(axes) if self.chance(0.3) else (self.some(axes), None)
        if right is None:
            right = {**{a: n for a, n in axes.items() if a not in left}, **(self.some(left) if self.chance(0.3) else {})}
        a = self.tame(self.make({**left, **more}, kind if kind == "f" or self.chance(0.7) else "b", depth - 1), 100)
        b = self.tame(self.make({**right, **more}, kind, depth - 1 - self.random.randint(0, 1)), 100)
        n, over = elements(more), ", ".join(self.shuffled(more))
        if kind == "i" and n * a.size * b.size > INT_LIMIT:
            return None
        a, b = (a, b) if self.chance(0.5) else (b, a)
        text = f"dot<{over}>({a.text}, {b.text})" if self.chance(0.8) else f"sum<{over}>({a.text} * {b.text})"
        return self.tame(Expression(text, axes, kind, *times(n, *product(a, b))))

    # ------------------------------------------------------------------ attention

    def mask(self, axes, kind, depth):
        """A bool expression of positions and operands."""
        walked = [a for a in axes if axes[a] > 1]
        if not walked or self.empty:
            return None
        k = self.random.choice(walked)
        p = f"position<{k}[{axes[k]}]>"
        choices = [f"({p} < {self.random.randint(0, axes[k])})"]
        others = [a for a in axes if a != k]
        if others:
            q = self.random.choice(others)
            pq, w = f"position<{q}[{axes[q]}]>", self.random.randint(0, 5)
            choices += [f"({p} <= {pq})", f"({p} <= {pq} + {w})", f"({pq} - {p} < {w + 1} && {p} <= {pq})", f"(abs({pq} - {p}) <= {w})",
                        f"(({p} <= {pq} && {pq} - {p} <= {w}) || {p} < 2)", f"({p} <= {pq} || {self.operand({k: axes[k]}, 'b').text})"]
            lengths = self.declare({a: axes[a] for a in others if self.chance(0.5)}, "i", "int", 0, axes[k])
            choices += [f"({p} < {lengths.text})", f"({p} >= {lengths.text} && {p} <= {pq})"]
        text = self.random.choice(choices)
        return Expression(f"({text} {self.random.choice(['&&', '||'])} {self.operand(axes, 'b').text})", axes, "b", 0, 1)

    def masked(self, e):
        """Scores where a mask of their axes holds, else -inf."""
        walked = [a for a in e.axes if e.axes[a] > 0]
        if len(walked) < 1 or self.empty:
            return e
        k = self.random.choice(walked)
        q = self.random.choice([a for a in e.axes if a != k] or [k])
        p, pq, w = f"position<{k}>", f"position<{q}>", self.random.randint(0, 6)
        others = {a: n for a, n in e.axes.items() if a != k and self.chance(0.5)}
        lengths = self.declare(others, "i", "int", 0, e.axes[k]).text if self.chance(0.4) else f"length<{k}> - {w}"
        m = self.random.choice([
            f"{p} <= {pq}", f"{p} <= {pq}", f"{p} <= {pq} && {pq} - {p} < {w + 1}", f"abs({pq} - {p}) <= {w}", f"{p} < {lengths}",
            f"{p} < {lengths} && {p} <= {pq}", f"{p} < 2 || {pq} - {p} <= {w}", f"!({p} > {pq} + {w})",
            f"{self.operand(others | {k: e.axes[k]}, 'b').text}", f"{self.operand({k: e.axes[k]}, 'b').text} || {p} == {pq}"])
        other = self.random.choice(["-inf", "-inf", "-inf", "-1e4", "-1e9f"])
        if self.chance(0.15):
            return Expression(f"({e.text} + where({m}, 0.f, {other}))", e.axes, "f", e.low - 1e9, e.high, True)
        if self.chance(0.2):
            return Expression(f"where(!({m}), {other}, {e.text})", e.axes, "f", e.low - 1e9, e.high, True)
        return Expression(f"where({m}, {e.text}, {other})", e.axes, "f", e.low - 1e9, e.high, True)

    def scores(self, axes, depth):
        form = self.random.random()
        if form < 0.45:
            e = self.dot(axes, "f", 1 if self.chance(0.7) else depth - 1) or self.leaf(axes, "f")
        elif form < 0.6:
            e = self.operand(axes, "f", scores=True)
        elif form < 0.72:  # additive
            more = self.fresh(axes)
            if not more:
                return self.leaf(axes, "f")
            h = next(iter(more))
            left = self.some(axes)
            a, b = self.operand({**left, **more}, "f"), self.operand({**{x: n for x, n in axes.items() if x not in left}, **more}, "f")
            v = self.operand(more, "f")
            e = Expression(f"sum<{h}>({v.text} * tanh({a.text} + {b.text}))", axes, "f", *times(more[h], -v.size, v.size))
        else:
            e = self.make(axes, "f", depth - 1)
        e = self.tame(e, 1e4) if not e.minus_inf else e
        self.made.append(e.text)
        if self.chance(0.25) and not e.minus_inf:
            text, v = self.scalar(0.1, 1.5)
            e = Expression(f"({e.text} {'*' if self.chance(0.5) else '/'} {text})", axes, "f", -10 * e.size, 10 * e.size)
        if self.chance(0.15):
            c = self.random.choice([5, 20, 30])
            e = self.finite(e)
            e = Expression(f"({c} * tanh({e.text} / {c}))", axes, "f", -c, c)
        if self.chance(0.15) and not e.minus_inf and len(axes) >= 2 and not self.empty:  # a bias by distance
            k, q = self.shuffled(axes)[:2]
            e = Expression(f"({e.text} - {self.scalar(0.05, 0.5)[0]} * abs(position<{k}> - position<{q}>))", axes, "f", e.low - 40, e.high)
        return self.masked(e) if self.chance(0.35) else e

    def weights(self, axes, over, depth):
        """Weights normalised over some axes."""
        a = ", ".join(self.shuffled(over))
        form = self.random.random()
        if form < 0.6:
            text = f"softmax<{a}>({self.scores(axes, depth).text})"
        elif form < 0.72:
            phi = self.non_negative(self.make(axes, "f", depth - 1))
            text = f"normalize<{a}>({phi.text})"
        elif form < 0.8:
            e = self.tame(self.scores(axes, depth), 10)
            text = f"normalize<{a}>(exp({e.text}))"
        else:  # the user's own
            e, s, w = self.tame(self.scores(axes, depth)), self.name("s"), self.name("w")
            if self.chance(0.5):
                text = f"let({e.text}, [&](auto {s}) {{ return let(exp({s} - max<{a}>({s})), [&](auto {w}) {{ return {w} / sum<{a}>({w}); }}); }})"
            else:
                text = f"let(exp({self.tame(e, 20).text}), [&](auto {w}) {{ return {w} / (sum<{a}>({w}) + 1); }})"
        if self.chance(0.06):
            text = f"softmax<{a}>({text})"
        e = Expression(text, axes, "f", 0, 1)
        if self.chance(0.08):
            w = self.name("w")
            return Expression(f"let({text}, [&](auto {w}) {{ return {w} * {w}; }})", axes, "f", 0, 1)
        if self.chance(0.06):
            c = self.random.choice([0.1, 0.5])
            return Expression(f"where({text} > {c}f, 1.f, 0.25f)", axes, "f", 0, 1) if self.chance(0.3) else Expression(f"({text} * {c})", axes, "f", 0, 1)
        return e

    def attention(self, axes, kind, depth):
        if depth < 2:
            return None
        walked = self.fresh(axes, self.random.choice([1, 1, 1, 1, 2]))
        if not walked:
            return None
        kept = [a for a in axes]
        outer = {a: axes[a] for a in kept if self.chance(0.6)}  # axes of the scores
        values = {**{a: n for a, n in axes.items() if a not in outer}, **(self.some(outer) if self.chance(0.3) else {})}
        score_axes = {**outer, **walked}
        over = list(walked) if self.chance(0.85) else self.shuffled(score_axes)[:self.random.randint(1, len(score_axes))]
        contracted = walked
        w = self.weights(score_axes, over, depth - 1)
        self.made.append(w.text)
        n = elements(contracted)
        v = self.operand({**values, **walked}, "f") if self.chance(0.7) else self.tame(self.make({**values, **walked}, "f", depth - 2), 100)
        over_text = ", ".join(self.shuffled(contracted))
        text = f"dot<{over_text}>({w.text}, {v.text})" if self.chance(0.8) else f"sum<{over_text}>({w.text} * {v.text})"
        self.made.append(text)
        return self.tame(Expression(text, axes, "f", *times(n, -v.size, v.size)))

    def normaliser(self, axes, kind, depth):
        if not axes:
            return None
        over = self.shuffled(axes)[:self.random.choice([1, 1, 2])]
        return self.weights(axes, over, depth)

    # ------------------------------------------------------------------ index maps, positions, lets

    def index_map(self, axes, kind, depth):
        f = self.random.choice([self.rename, self.at, self.slice, self.slice, self.split, self.merge, self.broadcast])
        found = f(axes, kind, depth)
        if not found:
            return None
        x, text = found
        return Expression(text, axes, kind, x.low, x.high, x.minus_inf)

    def rename(self, axes, kind, depth):
        fresh = self.fresh(axes)
        if not axes or not fresh:
            return None
        old, new = next(iter(fresh)), self.random.choice(list(axes))
        x = self.make({(old if a == new else a): n for a, n in axes.items()}, kind, depth - 1)
        return x, f"rename<{old}, {new}>({x.text})"

    def at(self, axes, kind, depth):
        fresh = {a: n for a, n in self.fresh(axes).items() if n > 0}
        if not fresh:
            return None
        a, n = next(iter(fresh.items()))
        x = self.make({**axes, a: n}, kind, depth - 1)
        return x, f"at<{a}>({x.text}, {self.random.randrange(n)})"

    def slice(self, axes, kind, depth):
        if not axes or min(axes.values()) < 1:
            return None
        a = self.random.choice(list(axes))
        begin, rest = self.random.randint(0, 5), self.random.randint(0, 5)
        if elements(axes) // axes[a] * (axes[a] + begin + rest) > LARGEST:
            return None
        x = self.make({**axes, a: axes[a] + begin + rest}, kind, depth - 1)
        if self.chance(0.5):
            return x, f"slice<{a}, {begin}, {axes[a]}>({x.text})"
        return x, f"slice<{a}>({x.text}, {begin}, {axes[a]})"

    def split(self, axes, kind, depth):
        if len(axes) < 2 or self.empty:
            return None
        parts = self.shuffled(axes)[:2]
        rest = {a: n for a, n in axes.items() if a not in parts}
        whole = self.random.choice([a for a in AXES if a not in rest])
        x = self.make({**rest, whole: axes[parts[0]] * axes[parts[1]]}, kind, depth - 1)
        return x, f"split<{whole}, {parts[0]}[{axes[parts[0]]}], {parts[1]}[{axes[parts[1]]}]>({x.text})"

    def merge(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        whole = max(axes, key=axes.get) if self.chance(0.5) else self.random.choice(list(axes))
        n = axes[whole]
        first = self.random.choice([d for d in range(1, n + 1) if n % d == 0])
        parts = self.shuffled([a for a in AXES if a == whole or a not in axes])[:2]
        x = self.make({**{a: m for a, m in axes.items() if a != whole}, parts[0]: first, parts[1]: n // first}, kind, depth - 1)
        return x, f"merge<{whole}, {parts[0]}, {parts[1]}>({x.text})"

    def broadcast(self, axes, kind, depth):
        if not axes:
            return None
        a = self.random.choice(list(axes))
        x = self.make({b: n for b, n in axes.items() if b != a}, kind, depth - 1)
        return x, f"broadcast<{a}>({x.text}, {axes[a]})" if self.chance(0.4) or axes[a] == 0 else f"broadcast<{a}[{axes[a]}]>({x.text})"

    def positions(self, axes, kind, depth):
        """An integer expression with coordinates whose extents come from the other operand."""
        if not axes or self.empty:
            return None
        x = self.tame(self.make(axes, "i", depth - 1), 1000)
        a = self.random.choice(list(axes))
        return self.combine(self.random.choice("+-*"), x, Expression(self.random.choice([f"position<{a}>", f"length<{a}>"]), {}, "i", 0, axes[a]), "i")

    def weighted_positions(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        x = self.tame(self.make(axes, "f", depth - 1), 100)
        a = self.random.choice(list(axes))
        if self.chance(0.2):  # a shared position, whose extent comes from where it is used
            p = self.name("p")
            return Expression(f"let(position<{a}> * 2 + 1, [&](auto {p}) {{ return {x.text} / {p} + {p}; }})", axes, "f", -x.size, x.size + 2 * axes[a])
        where = self.random.choice([f"position<{a}>", f"length<{a}>", f"(position<{a}> + 1)"])
        return self.combine(self.random.choice("+-*"), x, Expression(where, {}, "i", 0, axes[a] + 1), "f")

    def let(self, axes, kind, depth):
        k = kind if kind != "b" else "i"
        form = self.random.random()
        v = self.name("v")
        if form < 0.3 and axes and k == "f" and not self.empty:  # standardised, centred, scaled
            over = ", ".join(self.shuffled(axes)[:self.random.choice([1, 1, 2])])
            x = self.tame(self.make(axes, "f", depth - 1), 100)
            body, low, high = self.random.choice([
                (f"({v} - mean<{over}>({v})) * rsqrt(var<{over}>({v}) + 0.1f)", -200, 200), (f"{v} - max<{over}>({v})", -200, 0),
                (f"{v} * rsqrt(mean<{over}>({v} * {v}) + 1e-2)", -100, 100), (f"{v} - mean<{over}>({v})", -200, 200),
                (f"({v} - min<{over}>({v})) / (max<{over}>({v}) - min<{over}>({v}) + 1)", 0, 1)])
            return self.tame(Expression(self.with_value(v, x.text, body), axes, "f", low, high))
        inner = self.some(axes) if self.chance(0.4) else dict(axes)
        if self.chance(0.2):
            inner = {**inner, **self.fresh({**axes, **inner})}
        x = self.tame(self.make(inner, k, depth - 1))
        variable = Expression(v, inner, k, x.low, x.high)
        self.variables.append(variable)
        body = self.make(axes, kind, depth - 1)
        self.variables.remove(variable)
        if not re.search(rf"\b{v}\b", body.text):
            return body
        return Expression(self.with_value(v, x.text, body.text), axes, kind, body.low, body.high, body.minus_inf)

    def with_value(self, name, value, body):
        """The body with a let around it, or, where that is short, with the value wherever the name stands, as one writes it without let."""
        written = re.sub(rf"\b{name}\b", lambda _: f"({value})", body)
        if len(written) < 240 and self.chance(0.4):
            return written
        return f"let({value}, [&](auto {name}) {{ return {body}; }})"

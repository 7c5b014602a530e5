"""Random formulas as users write them: normalisers and norms spelled out, weights that are dropped, caches that are joined, heads
that are split, operands that lie in memory in any way and are of any element type. Units from seed 100000 on are written with it."""
import math

from expressions import INT_LIMIT, Expression, elements, product, times
from whole import WholeExpressions

LONG = [129, 257, 300, 520, 1031, 2050, 4099]
SMALL_INTEGERS = {"std::int8_t": (-9, 9), "std::uint8_t": (0, 9), "short": (-20, 20), "std::uint16_t": (0, 30), "std::int64_t": (-30, 30)}


class Formulas(WholeExpressions):
    def __init__(self, random):
        super().__init__(random)
        form = random.random()
        if form < 0.12:  # axes of one element
            for a in self.sizes:
                if random.random() < 0.6 and self.sizes[a]:
                    self.sizes[a] = 1
        elif form < 0.37 and not self.empty:  # one axis longer than blocks, strips and caches
            long = random.choice(["Query", "Key", "Key", "Value", "Token", "Model", "Feature", "Batch"])
            for a in self.sizes:
                self.sizes[a] = random.choice([1, 2, 3, 5, 8])
            self.sizes[long] = random.choice(LONG)
        if random.random() < 0.3:
            self.static = {a: False for a in self.static}

    def forms(self, kind):
        more = {
            "f": [(self.own_softmax, 4), (self.own_norm, 4), (self.projected_norm, 2), (self.dropped, 3), (self.joined_cache, 3), (self.looked_up_keys, 2),
                  (self.heads, 3), (self.shared_in_fold, 3), (self.entropy, 2), (self.own_logsumexp, 2), (self.gated, 2), (self.decayed, 1.5), (self.linear, 2), (self.mixed_heads, 2),
                  (self.quantised, 2), (self.shares_of_many, 2), (self.hinted, 1.5), (self.relative, 3), (self.by_distance, 2), (self.cross_entropy, 2),
                  (self.one_query, 2), (self.chosen_blocks, 2), (self.neighbours, 2), (self.at_places, 3), (self.looked_up_table, 2)],
            "i": [(self.small_integers, 2), (self.counted, 2)],
            "b": [(self.compared_weights, 1)],
        }[kind]
        return super().forms(kind) + more

    # ------------------------------------------------------------------ operands

    def declare(self, axes, kind, element, low, high, minus_inf=0, const=False):
        if not (axes and elements(axes) > 0 and kind in "fb" and self.chance(0.25)):
            return super().declare(axes, kind, element, low, high, minus_inf, const)
        # someone else's memory: axes in any order, rows with room between them
        name, order, stride, strides = self.name("t"), self.shuffled(axes), self.random.choice([1, 1, 1, 2]), {}
        reach = 1
        for a in reversed(order):
            strides[a] = stride
            reach += (axes[a] - 1) * stride
            stride = stride * axes[a] + self.random.choice([0, 0, 1, 3])
        written = self.shuffled(axes)
        extents = [self.extent(a, axes[a]) for a in written]
        options = [f"heed::sized<{a}>({axes[a]})" for a, x in zip(written, extents) if x.endswith("[]")] + [f"heed::strided<{a}>({strides[a]})" for a in written]
        share = f", {minus_inf}" if minus_inf else ""
        memory = f"{name}_memory"
        self.declarations.append(f"heed::tensor<{element}, Elements[{reach}]> {memory}; fill({memory}, {self.random.randrange(1000)}, {low}, {high}{share}); "
                                 f"auto {name} = heed::named<{', '.join(extents)}>({memory}.data(), {', '.join(options)});")
        return Expression(name, dict(axes), kind, low, high, minus_inf > 0)

    def again(self, axes, limit=30):
        """What may be written several times: an operand, a shared value, or little more."""
        shared = [v for v in self.variables if v.axes == axes and v.kind == "f" and v.size <= limit and not v.minus_inf]
        form = self.random.random()
        if shared and form < 0.4:
            return self.random.choice(shared)
        if form < 0.7:
            return self.tame(self.operand(axes, "f"), limit)
        x = self.dot(axes, "f", 1) if form < 0.9 else self.make(axes, "f", 1)
        return self.tame(x or self.operand(axes, "f"), limit)

    def some_mask(self, axes):
        return (self.mask(axes, "b", 1) if self.chance(0.5) else None) or self.operand(self.some(axes) if self.chance(0.4) else axes, "b")

    def one_of(self, axes, count=1):
        return ", ".join(self.shuffled(axes)[:count])

    # ------------------------------------------------------------------ normalisers and norms, spelled out

    def own_weights(self, x, over):
        e = f"exp({x.text} - max<{over}>({x.text}))"
        return self.random.choice([f"{e} / sum<{over}>({e})", f"let({e}, [&](auto w) {{ return w / sum<{over}>(w); }})",
                                   f"exp({x.text} - logsumexp<{over}>({x.text}))", f"exp({x.text}) / sum<{over}>(exp({x.text}))"])

    def own_softmax(self, axes, kind, depth):
        more = self.fresh(axes)
        if self.chance(0.6) and more and not self.empty:  # and what they weigh
            walked = next(iter(more))
            scores = self.again({**self.some(axes), **more}, 8)
            if self.chance(0.3):
                scores = Expression(f"where({self.some_mask(scores.axes).text}, {scores.text}, {self.random.choice(['-20.f', '-1e4f'])})", scores.axes, "f", -1e4, 8)
            w = f"({self.own_weights(scores, walked)})"
            v = self.operand({**{a: n for a, n in axes.items() if a not in scores.axes}, **more}, "f")
            text = f"dot<{walked}>({w}, {v.text})" if self.chance(0.7) else f"sum<{walked}>({v.text} * {w})"
            return self.tame(Expression(text, axes, "f", *times(more[walked], -v.size, v.size)))
        if not axes or self.empty:
            return None
        return Expression(f"({self.own_weights(self.again(axes, 8), self.one_of(axes, self.random.choice([1, 1, 2])))})", axes, "f", 0, 1)

    def own_logsumexp(self, axes, kind, depth):
        more = self.fresh(axes)
        if not more or self.empty:
            return None
        a, x = next(iter(more)), self.again({**axes, **more}, 8)
        m = f"max<{a}>({x.text})"
        return Expression(f"(log(sum<{a}>(exp({x.text} - {m}))) + {m})", axes, "f", x.low, x.high + math.log(more[a] + 1))

    def normed(self, x, axes):
        over = self.one_of(axes, self.random.choice([1, 1, 1, 2]))
        t = x.text
        text = self.random.choice([
            f"({t} - mean<{over}>({t})) / sqrt(var<{over}>({t}) + 0.01f)", f"({t} - mean<{over}>({t})) * rsqrt(mean<{over}>(({t} - mean<{over}>({t})) * ({t} - mean<{over}>({t}))) + 0.1f)",
            f"{t} * rsqrt(mean<{over}>({t} * {t}) + 0.01f)", f"{t} / (norm<{over}>({t}) + 0.5f)", f"{t} / sqrt(sum<{over}>({t} * {t}) / length<{over.split(',')[0]}> + 1)",
            f"({t} - min<{over}>({t})) / (max<{over}>({t}) - min<{over}>({t}) + 1)", f"{t} / (sum<{over}>(abs({t})) + 1)",
            f"let({t}, [&](auto z) {{ return (z - mean<{over}>(z)) * rsqrt(var<{over}>(z) + 0.1f); }})"])
        return f"({text})"

    def own_norm(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        text = self.normed(self.again(axes, 20), axes)
        if self.chance(0.5):
            gain, bias = (self.operand(self.some(axes), "f") for _ in range(2))
            text = f"({text} * {gain.text} + {bias.text})" if self.chance(0.6) else f"({gain.text} * {text})"
        return self.tame(Expression(text, axes, "f", -500, 500))

    def projected_norm(self, axes, kind, depth):
        """A projection of what is normalised, maybe through a gate."""
        more = self.fresh(axes)
        if not more or self.empty:
            return None
        a, n = next(iter(more.items()))
        rows = self.some(axes)
        x = self.normed(self.again({**rows, a: n}, 10), {a: n})
        w = self.operand({a: n, **{b: m for b, m in axes.items() if b not in rows}}, "f")
        return self.tame(Expression(f"dot<{a}>({x}, {w.text})", axes, "f", -1000 * n, 1000 * n))

    def shares_of_many(self, axes, kind, depth):
        """Weights over two axes, contracted over one of them or both."""
        more = self.fresh(axes, 2)
        if len(more) < 2 or self.empty:
            return None
        a, b = more
        scores = self.again({**self.some(axes), **more}, 8)
        f = self.random.choice([f"softmax<{a}, {b}>({scores.text})", f"normalize<{b}, {a}>(exp({scores.text}))", self.own_weights(scores, f"{a}, {b}"),
                                f"softmax<{a}>(softmax<{b}>({scores.text}))", f"log_softmax<{a}, {b}>({scores.text})"])
        v = self.operand({**{c: n for c, n in axes.items() if c not in scores.axes}, **(more if self.chance(0.5) else {a: more[a]})}, "f")
        inner, outer = (f"{a}, {b}", None) if self.chance(0.6) else (a, b)
        text = f"dot<{inner}>({f}, {v.text})" if set(inner.split(", ")) <= set(v.axes) else f"sum<{inner}>({f} * {v.text})"
        if outer:
            text = f"{self.random.choice(['sum', 'max', 'mean'])}<{outer}>({text})"
        return self.tame(Expression(text, axes, "f", -elements(more) * 20 * v.size, elements(more) * 20 * v.size))

    # ------------------------------------------------------------------ weights that are used otherwise

    def dropped(self, axes, kind, depth):
        """Weights of which some are left out."""
        more = self.fresh(axes)
        if not more or self.empty:
            return None
        a = next(iter(more))
        score_axes = {**self.some(axes), **more}
        w = self.weights(score_axes, [a], 1).text
        keep = self.some_mask(score_axes).text
        w = self.random.choice([f"where({keep}, {w}, 0)", f"where({keep}, {w} / 0.9f, 0.f)", f"where(!({keep}), 0, {w})", f"({w} * {keep})",
                                f"normalize<{a}>(where({keep}, {w}, 0))", f"where({keep}, {w}, 0.5f * {w})"])
        v = self.operand({**{b: n for b, n in axes.items() if b not in score_axes}, **more}, "f")
        if self.chance(0.2):
            v = self.tame(Expression(f"where({self.some_mask(v.axes).text}, {v.text}, 0)", v.axes, "f", min(0, v.low), max(0, v.high)))
        size = 1.2 * more[a] * max(v.size, 1)
        return self.tame(Expression(f"dot<{a}>({w}, {v.text})", axes, "f", -size, size))

    def entropy(self, axes, kind, depth):
        more = self.fresh(axes)
        if not more or self.empty:
            return None
        a, p = next(iter(more)), self.name("w")
        x = self.again({**axes, **more}, 8)
        body = self.random.choice([f"-sum<{a}>({p} * log({p} + 1e-6f))", f"sum<{a}>({p} * {p}) + max<{a}>({p})", f"sum<{a}>(where({p} > 0.1f, {p}, 0))",
                                   f"mean<{a}>({p} * position<{a}>) - sum<{a}>({p} * {x.text})", f"var<{a}>({p} * {x.text})"])
        return self.tame(Expression(self.with_value(p, f"softmax<{a}>({x.text})", body), axes, "f", -5000, 5000))

    def compared_weights(self, axes, kind, depth):
        if not axes or self.empty:
            return None
        a, s = self.random.choice(list(axes)), self.name("s")
        x = self.operand(axes, "i")
        return Expression(f"let({x.text}, [&](auto {s}) {{ return {s} == max<{a}>({s}) || {s} * 2 < sum<{a}>({s}); }})", axes, "b", 0, 1)

    def shared_in_fold(self, axes, kind, depth):
        """A let inside a fold, with folds inside the let."""
        more = self.fresh(axes, self.random.choice([1, 2]))
        if not more or self.empty:
            return None
        v, inner = self.name("v"), {**axes, **more}
        a = self.random.choice(list(inner))
        x, y = self.again(inner, 10), self.operand(self.some(inner), "f")
        body = self.random.choice([f"{v} * {v} - {y.text} * mean<{a}>({v})", f"tanh({v} - max<{a}>({v})) * {y.text}", f"{v} / (1 + sum<{a}>(abs({v})))",
                                   f"where({v} > mean<{a}>({v}), {v}, {y.text})", f"softmax<{a}>({v}) * {v}", f"exp({v} - max<{a}>({v})) + {y.text}"])
        over = ", ".join(self.shuffled(more))
        f = self.random.choice(["sum", "sum", "mean", "max", "logsumexp", "norm"])
        return self.tame(Expression(f"{f}<{over}>({self.with_value(v, x.text, body)})", axes, "f", -5000 * elements(more), 5000 * elements(more)))

    # ------------------------------------------------------------------ attention over what is put together

    def joined_cache(self, axes, kind, depth):
        """Keys and values of a cache and of what is new, sometimes a sink before them."""
        more = self.fresh(axes)
        feature = self.fresh({**axes, **more})
        if not more or not feature or self.empty:
            return None
        a, n = next(iter(more.items()))
        f = next(iter(feature))
        if n < 2:
            return None
        first = self.random.randint(1, n - 1)
        rows = self.some(axes)
        of_keys = self.some(rows) if self.chance(0.3) else {}

        def joined(rest):
            x, y = self.operand({**rest, a: first}, "f"), self.operand({**rest, a: n - first}, "f")
            return Expression(f"concat<{a}>({x.text}, {y.text})", {**rest, a: n}, "f", min(x.low, y.low), max(x.high, y.high))

        q, k = self.operand({**rows, **feature}, "f"), joined({**of_keys, **feature})
        v = joined({b: m for b, m in axes.items() if b not in rows})
        scores = Expression(f"dot<{f}>({q.text}, {k.text})", {**rows, **of_keys, a: n}, "f", *times(feature[f], *product(q, k)))
        scores = self.tame(scores, 50)
        if self.chance(0.5):
            scores = self.masked(scores)
        return self.tame(Expression(f"dot<{a}>(softmax<{a}>({scores.text}), {v.text})", axes, "f", *times(n, -v.size, v.size)))

    def looked_up_keys(self, axes, kind, depth):
        """Keys and values of tokens, of a table; or a value picked for every row."""
        more, tables = self.fresh(axes), self.fresh(axes, 2)
        if not more or len(tables) < 2 or self.empty:
            return None
        a, n = next(iter(more.items()))
        vocab = next((b for b in tables if b != a), None)
        feature = self.fresh({**axes, **more, vocab: 1})
        if vocab is None or not feature:
            return None
        f, m = next(iter(feature)), self.sizes[vocab]
        ids = self.declare({a: n}, "i", self.random.choice(["int", "int", "std::int64_t", "short"]), 0, m - 1).text
        rows = self.some(axes)
        q = self.operand({**rows, **feature}, "f")
        k = self.operand({vocab: m, **feature}, "f")
        v = self.operand({vocab: m, **{b: s for b, s in axes.items() if b not in rows}}, "f")
        s = self.tame(Expression(f"dot<{f}>({q.text}, gather<{vocab}>({k.text}, {ids}))", {**rows, a: n}, "f", *times(feature[f], *product(q, k))), 50)
        weights = self.random.choice([f"softmax<{a}>({s.text})", s.text, f"where({ids} != 0, softmax<{a}>({s.text}), 0)"])
        size = n * max(s.size, 1) * v.size
        return self.tame(Expression(f"dot<{a}>({weights}, gather<{vocab}>({v.text}, {ids}))", axes, "f", -size, size))

    def heads(self, axes, kind, depth):
        """Heads split off, attended one by one, and merged where they are projected."""
        if self.empty:
            return None
        free = [b for b in self.shuffled(self.sizes) if b not in axes]
        if len(free) < 4:
            return None
        h, f, m, k = free[:4]
        heads, size, n = self.random.choice([1, 2, 3, 4]), self.random.choice([1, 2, 4, 5, 8]), min(self.sizes[k], 300)
        if elements(axes) * heads * size * n > 160_000:
            return None
        rows = self.some(axes)
        rest = {b: s for b, s in axes.items() if b not in rows}
        x, y = self.operand({**rows, m: heads * size}, "f"), self.operand({k: n, m: heads * size}, "f")
        parts = self.random.choice([f"{h}[{heads}], {f}[{size}]", f"{h}[{heads}], {f}[]", f"{h}[], {f}[{size}]"])
        q, kv = f"split<{m}, {parts}>({x.text})", f"split<{m}, {parts}>({y.text})"
        context = f"dot<{k}>(softmax<{k}>(dot<{f}>({q}, {kv}) * 0.3f), {kv})"  # {rows, h, f}
        w = self.operand({**rest, m: heads * size}, "f")
        if self.chance(0.5):
            text = f"dot<{m}>(merge<{m}, {h}, {f}>({context}), {w.text})"
        else:
            text = f"dot<{h}, {f}>({context}, split<{m}, {parts}>({w.text}))"
        bound = heads * size * y.size * w.size
        return self.tame(Expression(text, axes, "f", -bound, bound))

    def mixed_heads(self, axes, kind, depth):
        """Attention whose scores, or functions of them, are mixed over heads before they are normalised, for several mixed heads or scales: maybe masked, with a bias, of one query."""
        if not axes or self.empty:
            return None
        g = min(axes, key=axes.get)
        fresh = self.fresh(axes, 3)
        if len(fresh) < 3 or axes[g] > 40:
            return None
        k, h, f = fresh
        heads = min(fresh[h], 20)
        if elements(axes) * heads * fresh[k] * fresh[f] > 400_000:
            return None
        self.static[g], self.static[h] = self.chance(0.9), self.chance(0.9)
        rest = {a: n for a, n in axes.items() if a != g}
        rows = {a: n for a, n in rest.items() if n == max(rest.values()) or self.chance(0.5)}
        shared = {a: n for a, n in rows.items() if self.chance(0.2)}
        x = self.tame(self.operand({**rows, h: heads, f: fresh[f]}, "f"), 2)
        y = self.tame(self.operand({**shared, k: fresh[k], h: heads, f: fresh[f]}, "f"), 2)
        w = self.tame(self.operand({g: axes[g], h: heads}, "f"), 2)
        scores = f"dot<{f}>({x.text}, {y.text}) * {0.5 / fresh[f]:.3f}f"
        if self.chance(0.4):
            scores = self.random.choice(["relu({})", "tanh({})", "abs({})", "({} + 0.1f)"]).replace("{}", scores)
        mixed = self.random.choice([f"dot<{h}>({w.text}, {scores})", f"dot<{h}>({w.text}, {scores})", f"sum<{h}>({scores} * {w.text})", f"sum<{h}>(tanh({scores} + {w.text}))",
                                    f"({w.text.join(['dot<' + h + '>(', ', ' + w.text + ')'])} * max<{h}>({scores}))"])
        bound = heads * 8
        if self.chance(0.3):
            bias = self.tame(self.operand(self.some({**axes, k: fresh[k]}), "f"), 3)
            mixed = f"({mixed} + {bias.text})"
        if self.chance(0.35):
            row = self.random.choice(list(axes))
            mask = self.random.choice([f"position<{k}> <= position<{row}> + 2", f"position<{k}> % 3 != 1", self.some_mask({**rows, k: fresh[k]}).text])
            mixed = f"where({mask}, {mixed}, -20.f)"
        values = self.operand({k: fresh[k], **{a: n for a, n in axes.items() if a not in rows and (a != g or self.chance(0.8))}}, "f")
        size = values.size
        weights = self.random.choice([f"softmax<{k}>({mixed})"] * 3 + [f"normalize<{k}>(exp({mixed}))", f"sigmoid({mixed})"])
        if "sigmoid(" in weights[:8]:
            size *= fresh[k]
        if rest == rows and self.chance(0.3):
            return self.tame(Expression(self.random.choice([f"logsumexp<{k}>({mixed})", f"max<{k}>({mixed})"]), axes, "f", -bound - 30, bound + 30))
        return self.tame(Expression(f"dot<{k}>({weights}, {values.text})", axes, "f", -size, size))

    def decayed(self, axes, kind, depth):
        """Linear attention with a decay: running sums of the gates at the row, less those at the key."""
        if not axes or self.empty:
            return None
        q = self.random.choice(list(axes))
        fresh = self.fresh(axes, 2)
        if len(fresh) < 2 or axes[q] > 300:
            return None
        k, f = fresh
        n = axes[q]
        gates = self.declare({k: n}, "f", "float", -0.5, 0)
        x, y = self.operand({q: n, f: fresh[f]}, "f"), self.operand({k: n, f: fresh[f]}, "f")
        v = self.operand({k: n, **{b: m for b, m in axes.items() if b != q}}, "f")
        decay = f"exp(minimum(rename<{k}, {q}>(cumsum<{k}>({gates.text})) - cumsum<{k}>({gates.text}), 0))"
        text = f"dot<{k}>(where(position<{k}> <= position<{q}>, {decay} * dot<{f}>({x.text}, {y.text}), 0), {v.text})"
        size = n * fresh[f] * x.size * y.size * v.size
        return self.tame(Expression(text, axes, "f", -size, size))

    def linear(self, axes, kind, depth):
        """Attention whose weights are products of functions of queries and keys, causal by running sums: maybe from the end, normalised, with a decay, without the row itself."""
        if not axes or self.empty:
            return None
        t = self.random.choice(list(axes))
        more = self.fresh(axes)
        if not more:
            return None
        f, n = next(iter(more)), axes[t]
        rest = {a: m for a, m in axes.items() if a != t}
        of_queries, of_keys = self.some(rest), self.some(rest)
        of_values = {a: m for a, m in rest.items() if (a not in of_queries and a not in of_keys) or self.chance(0.4)}
        q, k = (self.tame(self.operand({t: n, **of, f: more[f]}, "f"), 2) for of in (of_queries, of_keys))
        v = self.tame(self.operand({t: n, **of_values}, "f"), 3)
        positive = self.chance(0.5)
        feature = self.random.choice(["exp({})", "(relu({}) + 1)", "sigmoid({})"] if positive else ["{}", "{}", "tanh({})", "({} * {})"])
        fq, fk = (feature.replace("{}", x.text) for x in (q, k))
        if self.chance(0.3) and n <= 60:
            fq, fk = f"({fq} * exp(-0.05f * position<{t}>))", f"({fk} * exp(0.05f * position<{t}>))"
        turned = self.chance(0.3)

        def sums(x):
            return f"reverse<{t}>(cumsum<{t}>(reverse<{t}>({x})))" if turned else f"cumsum<{t}>({x})"
        products, size = f"{fk} * {v.text}", 60 * n * more[f] * v.size * math.exp(0.05 * min(n, 60))
        if positive and self.chance(0.7):
            return Expression(f"(dot<{f}>({fq}, {sums(products)}) / dot<{f}>({fq}, {sums(fk)}))", axes, "f", -v.size, v.size)
        if self.chance(0.3):
            return self.tame(Expression(f"dot<{f}>({fq}, {sums(products)} - {products})", axes, "f", -size, size))
        return self.tame(Expression(f"dot<{f}>({fq}, {sums(products)})", axes, "f", -size, size))

    def gated(self, axes, kind, depth):
        """A feed-forward layer with a gate."""
        more = self.fresh(axes, 2)
        if len(more) < 2:
            return None
        m, h = more
        rows = self.some(axes)
        x = self.operand({**rows, m: more[m]}, "f")
        a, b = (self.operand(more, "f") for _ in range(2))
        w = self.operand({h: more[h], **{c: n for c, n in axes.items() if c not in rows}}, "f")
        f = self.random.choice(["silu", "gelu", "relu", "sigmoid", "tanh"])
        size = (more[m] * x.size * a.size) * max(1, more[m] * x.size * b.size) * more[h] * w.size
        return self.tame(Expression(f"dot<{h}>({f}(dot<{m}>({x.text}, {a.text})) * dot<{m}>({x.text}, {b.text}), {w.text})", axes, "f", -size, size))

    def hinted(self, axes, kind, depth):
        x = self.make(axes, "f", depth - 1)
        if x.text.isalnum():
            return None
        hint = self.random.choice(["stored", "recomputed", "as_written", "tiled", "lanes_along"])
        if hint == "lanes_along" and axes:
            hint = f"lanes_along<{self.random.choice(list(axes))}>"
        elif hint in ("tiled", "lanes_along"):
            vectors, rows, block = self.random.choice([0, 1, 2, 3]), self.random.choice([0, 1, 3, 4]), self.random.choice([0, 1, 16, 60])
            hint = f"tiled<heed::tiles{{.vectors = {vectors}, .rows = {rows}, .block = {block}}}>"
        return Expression(f"{hint}({x.text})", axes, "f", x.low, x.high, x.minus_inf)

    # ------------------------------------------------------------------ functions of relative positions

    def of_distance(self, a, b, others):
        """A function of the positions of two axes that knows only their difference, maybe another for each of some others."""
        n, m = self.sizes[a], self.sizes[b]
        pa, pb = f"position<{a}>", f"position<{b}>"
        d = self.random.choice([f"{pa} - {pb}", f"{pb} - {pa}", f"{pa} - ({pb} + 3)", f"{pa} + 2 - {pb}", f"({pa} - {pb}) / 2", f"maximum({pa} - {pb}, 0)", f"clamp({pb} - {pa}, -5, 4)"])
        size = n + m + 3
        near = f"cast<float>(abs({d}))" if self.chance(0.6) else f"abs({d})"
        scale = self.operand(others, "f") if others else Expression(*self.scalar_and_bounds())
        form = self.random.choice(["power", "logarithm", "exponential", "table", "looked up", "network", "threshold"])
        if form in ("table", "looked up"):
            tap = next(iter(self.fresh({**self.sizes_of(a, b), **others}, but=(a, b))), None)
            if tap is None:
                return None
            rows = 2 * size + 1 if form == "table" else 6
            index = f"({d}) + {size}" if form == "table" else self.random.choice([f"minimum(abs({d}), 5)", f"where(({d}) < 0, 0, 1 + minimum(abs({d}) / 2, 4))", f"abs({d}) % 6"])
            table = self.declare({**others, tap: rows}, "f", "float", -2, 2)
            return Expression(f"gather<{tap}>({table.text}, {index})", {**others}, "f", -2, 2)
        if form == "network":
            hidden = self.fresh({**self.sizes_of(a, b), **others})
            if not hidden:
                return None
            h = next(iter(hidden))
            w1, b1, w2 = (self.declare(of, "f", "float", -0.5, 0.5).text for of in (hidden, hidden, {**others, **hidden}))
            return Expression(f"dot<{h}>(tanh({w1} * ({d}) + {b1}), {w2})", {**others}, "f", -hidden[h], hidden[h])
        text, high = {"power": (f"pow({near} + 0.f, 0.7f)", size ** 0.7), "logarithm": (f"log1p({near} + 0.f)", math.log1p(size)), "exponential": (f"exp({near} * -0.3f)", 1),
                      "threshold": (f"where(({d}) > 1, 0.5f, {near} * 0.25f)", size / 4)}[form]
        size = high * scale.size
        return self.tame(Expression(f"({scale.text} * {text})", {**others}, "f", -size, size), 100)

    def scalar_and_bounds(self):
        text, value = self.scalar(-1, 1)
        return text if "f" in text or "." in text else f"{text}.f", {}, "f", value, value

    def sizes_of(self, *axes):
        return {a: self.sizes[a] for a in axes}

    def relative(self, axes, kind, depth):
        """Attention whose scores have a bias by distance."""
        rows = {a: n for a, n in axes.items() if n == self.sizes[a]}
        more = self.fresh(axes)
        feature = self.fresh({**axes, **more})
        if not rows or not more or not feature or self.empty:
            return None
        q = self.random.choice(list(rows))
        k, f = next(iter(more)), next(iter(feature))
        outer = {q: axes[q], **self.some({a: n for a, n in axes.items() if a != q})}
        x, y = self.operand({**outer, **feature}, "f"), self.operand({**(self.some({a: n for a, n in outer.items() if a != q})), **more, **feature}, "f")
        bias = self.of_distance(k, q, self.some({a: n for a, n in outer.items() if a != q}) if self.chance(0.6) else {})
        if bias is None:
            return None
        scores = self.tame(Expression(f"dot<{f}>({x.text}, {y.text})", {**outer, **more}, "f", *times(feature[f], *product(x, y))), 40)
        scores = Expression(f"({scores.text} {self.random.choice(['+', '-', '+', '*'])} {bias.text})", scores.axes, "f", -40 * max(1, bias.size) - bias.size, 40 * max(1, bias.size) + bias.size)
        if self.chance(0.4):
            scores = self.masked(scores)
        v = self.operand({**more, **{a: n for a, n in axes.items() if a not in outer}}, "f")
        return self.tame(Expression(f"dot<{k}>(softmax<{k}>({scores.text}), {v.text})", axes, "f", *times(more[k], -v.size, v.size)))

    def by_distance(self, axes, kind, depth):
        """A convolution by what decays, or the function of distances itself."""
        rows = [a for a, n in axes.items() if n == self.sizes[a]]
        if not rows or self.empty:
            return None
        q = self.random.choice(rows)
        others = {a: n for a, n in axes.items() if a != q}
        if len(rows) > 1 and self.chance(0.3):
            k = self.random.choice([a for a in rows if a != q])
            rest = {a: n for a, n in others.items() if a != k}
            d = self.of_distance(k, q, self.some(rest))
            return d and self.combine(self.random.choice("+*"), self.operand(axes, "f"), Expression(d.text, axes, "f", d.low, d.high), "f")
        more = self.fresh(axes)
        if not more:
            return None
        k = next(iter(more))
        d = self.of_distance(k, q, self.some(others))
        if d is None:
            return None
        v = self.operand({**more, **others}, "f")
        decay = self.random.choice([d.text, d.text, f"where(position<{k}> <= position<{q}>, {d.text}, 0)"])
        size = more[k] * d.size * v.size
        return self.tame(Expression(self.random.choice([f"dot<{k}>({decay} + 0 * position<{q}[{axes[q]}]>, {v.text})", f"sum<{k}>({decay} * {v.text} + 0 * position<{q}[{axes[q]}]>)"]),
                                    axes, "f", -size, size))

    # ------------------------------------------------------------------ values of which few are used, or which one query has

    def cross_entropy(self, axes, kind, depth):
        """Of all scores few, beside what folds them."""
        more, feature = self.fresh(axes), self.fresh({**axes, **self.fresh(axes, 2)})
        if not more or not feature or self.empty:
            return None
        a, n = next(iter(more.items()))
        feature = {f: m for f, m in feature.items() if f != a}
        if not feature:
            return None
        f, rows = next(iter(feature)), self.some(axes)
        x, w = self.operand({**rows, **feature}, "f"), self.operand({a: n, **feature, **{b: m for b, m in axes.items() if b not in rows}}, "f")
        s, l = self.tame(Expression(f"dot<{f}>({x.text}, {w.text})", {**axes, a: n}, "f", *times(feature[f], *product(x, w))), 40), self.name("l")
        ids = self.declare(self.some(axes), "i", self.random.choice(["int", "int", "std::int64_t", "short"]), 0, n - 1).text
        body = self.random.choice([f"logsumexp<{a}>({l}) - gather<{a}>({l}, {ids})", f"gather<{a}>({l}, {ids}) - max<{a}>({l})", f"gather<{a}>(log_softmax<{a}>({l}), {ids})",
                                   f"logsumexp<{a}>({l}) - sum<{a}>(where(one_hot<{a}[{n}]>({ids}), {l}, 0.f))", f"sum<{a}>(cast<float>(one_hot<{a}[{n}]>({ids})) * log_softmax<{a}>({l}))",
                                   f"0.9f * gather<{a}>(log_softmax<{a}>({l}), {ids}) + 0.1f * mean<{a}>(log_softmax<{a}>({l}))", f"logsumexp<{a}>({l}) - at<{a}>({l}, {self.random.randrange(n)})"])
        return self.tame(Expression(self.with_value(l, s.text, body), axes, "f", -200, 200))

    def one_query(self, axes, kind, depth):
        """Attention of which query, keys and values are projected inside, for few queries or for one."""
        free = [b for b in self.shuffled(self.sizes) if b not in axes and self.sizes[b] > 0]
        if len(free) < 4 or self.empty:
            return None
        k, f, m, c = free[:4]
        sizes = {b: min(self.sizes[b], 40) for b in (f, m, c)}
        n, rows = min(self.sizes[k], 300), self.some(axes) if self.chance(0.4) else {}
        rest = {b: s for b, s in axes.items() if b not in rows}
        if elements(axes) * n * max(sizes.values()) > 400_000 or n * sizes[m] * sizes[f] > 200_000:
            return None
        x = self.operand({k: n, c: sizes[c], **(self.some(rows) if self.chance(0.3) else {})}, "f")
        q = self.operand({**rows, f: sizes[f]}, "f")
        q = q.text if self.chance(0.5) else f"dot<{m}>({self.operand({**rows, m: sizes[m]}, 'f').text}, {self.operand({m: sizes[m], f: sizes[f]}, 'f').text})"
        wk, wv = self.operand({c: sizes[c], f: sizes[f]}, "f").text, self.operand({c: sizes[c], **rest}, "f")
        keys, values = f"dot<{c}>({x.text}, {wk})", f"dot<{c}>({x.text}, {wv.text})"
        if self.chance(0.3):
            values = f"relu({values})"
        scores = f"tanh(dot<{f}>({q}, {keys}) * {self.random.choice(['0.125f', '1', '0.01f'])})"
        weights = self.random.choice([f"softmax<{k}>({scores})", f"softmax<{k}>({scores})", f"normalize<{k}>(exp({scores}))", scores, f"exp({scores})"])
        bound = 3 * n * sizes[c] * x.size * wv.size
        return self.tame(Expression(f"dot<{k}>({weights}, {values})", axes, "f", -bound, bound))

    def neighbours(self, axes, kind, depth):
        """Rows of a table that each of some points has chosen: attention to neighbours, distances to them, the best of them."""
        if not axes or self.empty:
            return None
        free = [b for b in self.shuffled(self.sizes) if b not in axes and self.sizes[b] > 0]
        if len(free) < 3:
            return None
        s, f, v = free[:3]
        of_ids = self.some(axes) or dict(list(axes.items())[:1])
        vocab = self.random.choice([v, v, *of_ids])  # (a node's neighbours are nodes)
        rest = {a: n for a, n in axes.items() if a != vocab}
        slots, size, m = self.random.choice([1, 2, 3, 5, 9, 17]), self.random.choice([1, 3, 8, 16, 17, 33]), self.sizes[vocab]
        if elements(axes) * slots * size > 200_000 or m * elements(rest) * size > 200_000:
            return None
        ids = self.declare({**of_ids, s: slots}, "i", self.random.choice(["int", "int", "std::int64_t", "short"]), 0, m - 1).text
        of_keys, of_queries = self.some(rest), self.some(axes)
        q = self.operand({**of_queries, f: size}, "f")

        def rows(of):
            element = self.random.choice(["float", "float", "float", "std::int8_t", "double"])
            x = self.declare({**of, vocab: m}, "f", element, -1 if element != "std::int8_t" else -9, 1 if element != "std::int8_t" else 9)
            return f"gather<{vocab}>({x.text if element == 'float' else f'cast<float>({x.text})'}, {ids})"
        k = rows({**of_keys, f: size})
        distance = f"sum<{f}>(abs({q.text} - {k}))"
        scores = self.random.choice([f"dot<{f}>({q.text}, {k})"] * 3 + [f"(-0.1f * {distance})", f"dot<{f}>({q.text}, {k} * rsqrt(sum<{f}>({k} * {k}) + 1))"])
        of_scores = {**of_keys, **of_queries, **of_ids}
        bound = size * (q.size + 9) * 9
        scores = self.tame(Expression(scores, {**of_scores, s: slots}, "f", -bound, bound), 50)
        form = self.random.random()
        if form < 0.25 and of_scores == axes:
            return self.tame(Expression(f"max<{s}>({scores.text})", axes, "f", -bound, bound)) if form < 0.12 else Expression(f"logsumexp<{s}>({scores.text})", axes, "f", -bound, bound)
        text = f"where({ids} != {self.random.randrange(m)}, {scores.text}, -inf)" if self.chance(0.3) else scores.text
        values = rows({a: n for a, n in rest.items() if a not in of_scores or self.chance(0.3)})
        return self.tame(Expression(f"dot<{s}>(softmax<{s}>({text}), {values})", axes, "f", -9, 9))

    def chosen_blocks(self, axes, kind, depth):
        """Attention to blocks of keys that each query, or each of some rows, has chosen; pages of a cache are the same."""
        free = [b for b in self.shuffled(self.sizes) if b not in axes and self.sizes[b] > 0]
        if len(free) < 5 or self.empty:
            return None
        k, b, i, s, f = free[:5]
        blocks, inside, slots = self.random.choice([2, 3, 5]), self.random.choice([1, 3, 4, 8, 16, 17]), self.random.choice([1, 2, 3, 4])
        rows, size = self.some(axes), min(self.sizes[f], 33)
        if elements(axes) * slots * inside * size > 200_000 or blocks * inside * elements(axes) > 40_000:
            return None
        of_ids = self.some(rows)
        ids = self.declare({**of_ids, s: slots}, "i", self.random.choice(["int", "int", "std::int64_t"]), 0, blocks - 1).text
        q = self.operand({**rows, f: size}, "f")
        apart = self.chance(0.5)

        def chosen(rest):
            x = self.declare({**rest, **({b: blocks, i: inside} if apart else {k: blocks * inside})}, "f", "float", -1, 1).text
            return f"gather<{b}>({x if apart else f'split<{k}, {b}[{blocks}], {i}[{inside}]>({x})'}, {ids})"
        scores = f"dot<{f}>({q.text}, {chosen({f: size})})"
        over = f"{s}, {i}" if self.chance(0.7) else f"{i}, {s}"
        if self.chance(0.3):
            scores = f"where({ids} * {inside} + position<{i}> <= {self.random.randint(0, blocks * inside)}, {scores}, -inf)"
        form = self.random.random()
        if form < 0.2 and rows == axes:
            return self.tame(Expression(f"max<{over}>({f'maximum({scores}, -9)'})", axes, "f", -9, size))
        values = chosen({c: n for c, n in axes.items() if c not in rows})
        return self.tame(Expression(f"dot<{over}>(softmax<{over}>({scores}), {values})", axes, "f", -slots * inside, slots * inside))

    # ------------------------------------------------------------------ places of data

    def at_places(self, axes, kind, depth):
        """What stands at places of one of the axes, folded: messages of edges, histograms, means of segments."""
        more = self.fresh(axes, self.random.choice([1, 1, 2]))
        if not axes or not more or self.empty:
            return None
        v = self.random.choice(list(axes))
        rest = {a: n for a, n in axes.items() if a != v}
        of_ids = {**more, **(self.some(rest) if self.chance(0.3) else {})}
        if len(more) == 2 and self.chance(0.4):
            del of_ids[next(iter(more))]
        if not set(of_ids) & set(more):
            return None
        hot = self.chance(0.3)
        low, high = (0, axes[v] - 1) if hot else (-1, axes[v] + 1)
        ids = self.declare(of_ids, "i", self.random.choice(["int", "int", "std::int64_t", "short", "std::uint8_t" if hot and high < 200 else "int"]), low, high).text
        if not hot and self.chance(0.2):
            ids = f"({ids} * 3 % {axes[v] + 1})"
        here = f"one_hot<{v}[{axes[v]}]>({ids})" if hot else self.random.choice([f"({ids} == position<{v}[{axes[v]}]>)", f"(position<{v}[{axes[v]}]> == {ids})"])
        if set(rest) - set(of_ids) and self.chance(0.4):  # places along two axes
            w = self.random.choice([a for a in rest if a not in of_ids])
            rest = {a: n for a, n in rest.items() if a != w}
            others = self.declare({a: n for a, n in more.items() if a in of_ids}, "i", "int", 0, axes[w] - 1).text
            second = self.random.choice([f"one_hot<{w}[{axes[w]}]>({others})", f"({others} == position<{w}[{axes[w]}]>)"])
            here = self.random.choice([f"({here} && {second})", f"({second} && {here})"])
        if self.chance(0.2):
            here = f"({here} && {self.operand(of_ids, 'b').text})"
        value_axes = {**rest, **{a: n for a, n in more.items() if a not in of_ids or self.chance(0.8)}}
        x = self.tame(self.make(value_axes, "f", 1) if self.chance(0.4) else self.operand(value_axes, "f"), 30)
        over, n = ", ".join(self.shuffled(more)), elements(more)
        form = self.random.random()
        if form < 0.3:
            f = self.random.choice(["max", "min"])
            c, e = self.random.choice([("-inf" if f == "max" else "inf", 0), ("0", 0), ("0.5f", 1)])
            text = f"{f}<{over}>(where({here}, {x.text}, {c}))"
            if "inf" in c:
                text = f"clamp({text}, -40, 40)"
            return Expression(text, axes, "f", -40, 40)
        if form < 0.6:
            c = self.random.choice(["0", "0.f", "0.f", "0.25f"])
            return self.tame(Expression(f"{self.random.choice(['sum', 'sum', 'mean'])}<{over}>(where({here}, {x.text}, {c}))", axes, "f", -n * (x.size + 1), n * (x.size + 1)))
        if form < 0.75:
            scores = f"where({here}, {x.text}, {self.random.choice(['-inf', '-inf', '-inf', '0.5f'])})" + self.random.choice(["", "", " * 0.5f", " / 2"])
            if self.chance(0.2):
                return Expression(f"clamp(logsumexp<{over}>({scores}), -40, 40)", axes, "f", -40, 40)
            y = self.operand({**{a: n for a, n in rest.items() if self.chance(0.5)}, **more}, "f")
            return self.tame(Expression(f"dot<{over}>(softmax<{over}>({scores}), {y.text})", axes, "f", -n * y.size, n * y.size))
        product = self.random.choice([f"sum<{over}>({here} * {x.text})", f"sum<{over}>({x.text} * cast<float>({here}) * 0.5f)"])
        if set(more) <= set(of_ids) & set(value_axes):
            product = self.random.choice([product, f"dot<{over}>({here}, {x.text})", f"dot<{over}>({x.text}, cast<float>({here}))", f"dot<{over}>({here}, {x.text}) / maximum(sum<{over}>(cast<float>({here})), 1)"])
        return self.tame(Expression(f"({product})", axes, "f", -n * x.size, n * x.size))

    def looked_up_table(self, axes, kind, depth):
        """Rows of a table that is computed, some of them several times."""
        fresh = self.fresh(axes)
        if not fresh or not axes or self.empty:
            return None
        a, of_ids = next(iter(fresh)), self.some(axes)
        n = self.random.choice([1, 2, 3, 7])
        more = {b: m for b, m in self.fresh({**axes, a: n}).items() if b != a}
        table_axes = {a: n, **{b: m for b, m in axes.items() if b not in of_ids}}
        if not more or not of_ids or elements(table_axes) * elements(more) > 40_000:
            return None
        b = next(iter(more))
        x = self.operand({**table_axes, **more}, "f")
        body = self.random.choice([f"sum<{b}>({x.text} * {x.text})", f"logsumexp<{b}>({x.text})", f"gelu(mean<{b}>({x.text}))", f"dot<{b}>({x.text}, {self.operand(more, 'f').text})"])
        size = elements(more) * max(1, x.size) ** 2 * 2 + 10
        ids = self.declare(of_ids, "i", "int", 0, n - 1).text
        if self.chance(0.3):
            t = self.name("z")
            return self.tame(Expression(f"let({body}, [&](auto {t}) {{ return gather<{a}>({t}, {ids}) + sum<{a}>({t}); }})", axes, "f", -size * (n + 1), size * (n + 1)))
        return self.tame(Expression(f"gather<{a}>({body}, {ids})", axes, "f", -size, size))

    # ------------------------------------------------------------------ element types

    def small(self, axes):
        element, (low, high) = self.random.choice(list(SMALL_INTEGERS.items()))
        return self.declare(axes, "i", element, low, high)

    def quantised(self, axes, kind, depth):
        """Weights in few bits beside floats, with a scale."""
        more = self.fresh(axes)
        if not more:
            return None
        a = next(iter(more))
        rows = self.some(axes)
        x = self.operand({**rows, **more}, "f")
        w = self.small({**more, **{b: n for b, n in axes.items() if b not in rows}})
        size = more[a] * x.size * w.size
        form = self.random.choice([f"dot<{a}>({x.text}, {w.text})", f"dot<{a}>({w.text}, {x.text}) * 0.05f", f"dot<{a}>({x.text}, {w.text} * 0.05f)",
                                   f"dot<{a}>(cast<double>({x.text}), {w.text})", f"sum<{a}>(where({w.text} > 0, {x.text}, 0))"])
        return self.tame(Expression(f"({form})", axes, "f", -size, size))

    def small_integers(self, axes, kind, depth):
        x = self.small(axes)
        return Expression(f"cast<int>({x.text})", axes, "i", x.low, x.high)

    def counted(self, axes, kind, depth):
        """How often something is so, and sums of small integers, which are of int."""
        more = self.fresh(axes)
        if not more:
            return None
        a, n = next(iter(more.items()))
        if self.chance(0.5):
            return Expression(f"sum<{a}>({self.make({**axes, **more}, 'b', 1).text})", axes, "i", 0, n)
        x = self.small({**axes, **more})
        if n * x.size > INT_LIMIT or "64" in self.declarations[-2]:
            return None
        return Expression(f"cast<int>(sum<{a}>({x.text}))", axes, "i", *times(n, x.low, x.high))

#!/usr/bin/env python3
"""Writes the arrays that numpy.test.cpp compares with: inputs in float32, results in float64, computed by NumPy.

    python3 tests/laws/numpy/make.py          # needs numpy; the arrays are committed, so the tests do not
"""
from math import erf
from pathlib import Path

import numpy as np

DATA = Path(__file__).parent / "data"
random = np.random.default_rng(20250601)
HEADS, QUERIES, KEYS, FEATURES, VALUES, TOKENS, MODEL, HIDDEN = 4, 6, 10, 8, 5, 7, 12, 16


def save(name, array):
    np.save(DATA / f"{name}.npy", np.ascontiguousarray(array))


def given(name, *shape, scale=1.0):
    """A random input: saved as float32, and computed with as the float64 of the same value."""
    array = (scale * random.standard_normal(shape)).astype(np.float32)
    save(name, array)
    return array.astype(np.float64)


def softmax(x, axis):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True, initial=-np.inf))
    return e / e.sum(axis=axis, keepdims=True)


def logsumexp(x, axis):
    m = x.max(axis=axis, keepdims=True)
    return np.log(np.exp(x - m).sum(axis=axis)) + m.squeeze(axis)


def standardised(x, axis):
    return (x - x.mean(axis=axis, keepdims=True)) / np.sqrt(x.var(axis=axis, keepdims=True) + 1e-5)


def gelu(x):
    return 0.5 * x * (1 + np.vectorize(erf)(x / np.sqrt(2)))


DATA.mkdir(exist_ok=True)
q = given("q", HEADS, QUERIES, FEATURES)
k = given("k", HEADS, KEYS, FEATURES)
v = given("v", HEADS, KEYS, VALUES)
bias = given("bias", QUERIES, KEYS)
x = given("x", TOKENS, MODEL)
gain, offset = given("gain", MODEL), given("offset", MODEL)
w1, b1, w2 = given("w1", MODEL, HIDDEN, scale=0.3), given("b1", HIDDEN), given("w2", HIDDEN, MODEL, scale=0.3)
wq, wk = given("wq", MODEL, 3, 4, scale=0.3), given("wk", MODEL, 3, 4, scale=0.3)
wv, wo = given("wv", MODEL, 3, VALUES, scale=0.3), given("wo", 3, VALUES, MODEL, scale=0.3)

scores = np.einsum("hqf,hkf->hqk", q, k) / np.sqrt(FEATURES)
causal = np.arange(KEYS) <= np.arange(QUERIES)[:, None]
context = lambda weights: np.einsum("hqk,hkv->hqv", weights, v)

save("attention", context(softmax(scores, -1)))
save("causal", context(softmax(np.where(causal, scores, -np.inf), -1)))
save("logsumexp", logsumexp(scores, -1))

# order: scale, softcap, mask and bias; keys past the sixth are padding
capped = 5 * np.tanh(scores / 5) + bias
save("softcap", context(softmax(np.where(np.arange(KEYS) < 7, capped, -np.inf), -1)))

# slot attention: the queries compete for each key, and each takes the mean of what it won
slots = softmax(scores, 1)
save("slot", context(slots / slots.sum(-1, keepdims=True)))

save("standardised", context(softmax(standardised(scores, -1), -1)))
weights = softmax(scores, -1)
save("entropy", -(weights * np.log(weights)).sum(-1))
save("twice", context(softmax(4 * weights, -1)))
save("both_axes", context(softmax(scores.reshape(HEADS, -1), -1).reshape(scores.shape)))

# four query heads, two key heads: head h uses key head h // 2
save("grouped", context(softmax(np.einsum("hqf,hkf->hqk", q, k[[0, 0, 1, 1]]), -1)))

# weights by distance, normalised without exp of scores
distance = ((q[:, :, None, :] - k[:, None, :, :]) ** 2).sum(-1)
near = 1 / (1 + distance)
save("distance", context(near / near.sum(-1, keepdims=True)))

# linear attention: phi(q) (phi(k)^T v), normalised
phi = lambda y: np.where(y > 0, y + 1, np.exp(y))
state, total = np.einsum("hkf,hkv->hfv", phi(k), v), phi(k).sum(1)
save("linear", np.einsum("hqf,hfv->hqv", phi(q), state) / np.einsum("hqf,hf->hq", phi(q), total)[..., None])

normed = standardised(x, -1)
save("layer_norm", normed * gain + offset)
save("mlp", x + gelu(x @ w1 + b1) @ w2)
save("covariance", np.cov(x, rowvar=False, bias=True))

# a layer: normalise, project, attend causally, project back
heads = lambda w: np.einsum("tm,mhf->htf", normed, w)
layer_scores = np.einsum("hqf,hkf->hqk", heads(wq), heads(wk)) / 2
layer_scores = np.where(np.tri(TOKENS, dtype=bool), layer_scores, -np.inf)
save("layer", x + np.einsum("hqk,hkv,hvm->qm", softmax(layer_scores, -1), heads(wv), wo))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables beside this file, which the tool's results are compared with.

    golden/make.py MATRICES     needs NetworkX 3.5; nothing of Tropic is used

Files are read by the few lines below, algorithms are NetworkX's. Parents: of bfs, the smallest
neighbour one level nearer; of sssp none, as any tree is right.
"""
import gzip, os, random, sys
import networkx as nx

matrices = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))


def lines(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        return [line.rstrip("\n") for line in file]


def from_mtx(path, undirected=False):
    """Loops dropped, duplicates summed; every entry an arc, symmetric ones both."""
    text = lines(path)
    symmetric = "symmetric" in text[0].lower()
    text = [line for line in text[1:] if line.strip() and not line.startswith("%")]
    n = int(text[0].split()[0])
    G = nx.DiGraph()
    G.add_nodes_from(range(1, n + 1))
    for line in text[1:]:
        words = line.split()
        i, j, w = int(words[0]), int(words[1]), float(words[2]) if len(words) > 2 else 1
        if i == j:
            continue
        for a, b in {(i, j), (j, i)} if symmetric or undirected else {(i, j)}:
            G.add_edge(a, b, w=w)
    return G


def from_metis(path):
    text = [line for line in lines(path) if not line.startswith("%")]
    n, _, *rest = text[0].split()
    weighted = rest[:1] in (["1"], ["001"])
    G = nx.DiGraph()
    G.add_nodes_from(range(1, int(n) + 1))
    for i, line in enumerate(text[1:int(n) + 1], 1):
        words = [int(word) for word in line.split()]
        step = 2 if weighted else 1
        for k in range(0, len(words), step):
            if words[k] != i:
                G.add_edge(i, words[k], w=words[k + 1] if weighted else 1)
    return G


def write(name, header, rows):
    with open(os.path.join(here, name), "w") as file:
        file.write("# id\t" + "\t".join(header) + "\n")
        for row in rows:
            file.write("\t".join(str(x).removesuffix(".0") for x in row) + "\n")


def bfs(name, G, source):
    level = nx.single_source_shortest_path_length(G, source)
    rows = []
    for v in sorted(G):
        parent = -1
        if v in level:
            nearer = [u for u in G.predecessors(v) if level.get(u, -2) == level[v] - 1]
            parent = v if v == source else min(nearer)
        rows.append((v, level.get(v, -1), parent))
    write(name, ["level", "parent"], rows)


def sssp(name, G, source):
    distance = nx.single_source_dijkstra_path_length(G, source, weight="w")
    write(name, ["distance"], [(v, distance.get(v, "inf")) for v in sorted(G)])


def bc(name, G, scale=1.0, sources=None):
    """Ordered pairs: a DiGraph counts each once. sources: of those alone."""
    if sources is None:
        value = nx.betweenness_centrality(G, normalized=False)
    else:
        value = nx.betweenness_centrality_subset(G, sources, list(G), normalized=False)
    write(name, ["centrality"], [(v, value[v] * scale) for v in sorted(G)])


class Drawn(random.Random):
    """Draws what it was given."""

    def __init__(self, what):
        super().__init__(0)
        self.what = what

    def sample(self, population, k):
        return self.what


def bc_sampled(name, G, sources):
    """As NetworkX scales since 3.5."""
    value = nx.betweenness_centrality(G, k=len(sources), normalized=False, seed=Drawn(sources))
    write(name, ["centrality"], [(v, value[v]) for v in sorted(G)])


def splitmix64(state):
    mask = 2**64 - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & mask
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        yield z ^ z >> 31


def sample(n, count, seed):
    """The shuffle of Fisher and Yates, by the seed; places from 0."""
    bits, order = splitmix64(seed), list(range(n))
    for i in range(count):
        uneven = 2**64 % (n - i)
        at = i + next(b for b in bits if b >= uneven) % (n - i)
        order[i], order[at] = order[at], order[i]
    return order[:count]


karate = from_mtx(os.path.join(matrices, "karate.mtx"))
bfs("karate_bfs_1.tsv", karate, 1)
bc("karate_bc.tsv", karate)
bc("karate_bc_pairs.tsv", karate, 0.5)
bc("karate_bc_full.tsv", karate, 1 / (33 * 32))
bc("karate_bc_listed.tsv", karate, 1.0, [1, 5, 34])
bc_sampled("karate_bc_8_seed_42.tsv", karate, [i + 1 for i in sample(34, 8, 42)])
west = from_mtx(os.path.join(matrices, "west0067.mtx"))
bfs("west0067_bfs_10.tsv", west, 10)
bc("west0067_bc.tsv", west)
bc("west0067_bc_undirected.tsv", from_mtx(os.path.join(matrices, "west0067.mtx"), True))
cage = from_mtx(os.path.join(matrices, "cage4.mtx"))
sssp("cage4_sssp_2.tsv", cage, 2)
lesmis = from_metis(os.path.join(matrices, "lesmis.graph"))
sssp("lesmis_sssp_1.tsv", lesmis, 1)
bc("lesmis_bc.tsv", lesmis)

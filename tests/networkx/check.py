# SPDX-License-Identifier: Apache-2.0
"""check.py TOOL: results of the tool beside NetworkX's, on random graphs; exit code 77 without NetworkX.

A check is a function of a graph, whose file the tool reads; it returns pairs (what, ours, theirs) of values by vertex.
"""
import os
import random
import subprocess
import sys
import tempfile

try:
    import networkx as nx
    import scipy.sparse  # by which NetworkX computes
except ImportError as error:
    print(f"{error} (Debian: python3-networkx, python3-scipy)")
    sys.exit(77)

RELATIVE = 1e-7


class Case:
    """A random graph on 0 .. n - 1 with weights, as NetworkX's and as a file."""

    def __init__(self, seed, folder):
        draw = random.Random(seed)
        self.draw = draw
        self.n = draw.choice([2, 5, 30, 120])
        self.directed = draw.random() < 0.5
        self.G = nx.DiGraph() if self.directed else nx.Graph()
        self.G.add_nodes_from(range(self.n))
        for _ in range(draw.choice([0, self.n, 4 * self.n])):
            self.G.add_edge(draw.randrange(self.n), draw.randrange(self.n), weight=draw.randrange(1, 20))
        self.folder = folder
        self.path = os.path.join(folder, "graph.mtx")
        with open(self.path, "w") as file:
            kind = "general" if self.directed else "symmetric"
            file.write(f"%%MatrixMarket matrix coordinate integer {kind}\n")
            file.write(f"{self.n} {self.n} {self.G.number_of_edges()}\n")
            for u, v, data in self.G.edges(data=True):
                u, v = (u, v) if self.directed else (max(u, v), min(u, v))
                file.write(f"{u + 1} {v + 1} {data['weight']}\n")

    def values(self, name, values):
        """Writes a table of some vertices."""
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.writelines(f"{v + 1} {value}\n" for v, value in values.items())
        return path

    def run(self, tool, *words):
        """The first column of the tool's result, by vertex."""
        lines = subprocess.run([tool, words[0], self.path, "--quiet", *words[1:]], check=True, capture_output=True,
                               text=True).stdout.splitlines()
        return {int(line.split()[0]) - 1: float(line.split()[1]) for line in lines if not line.startswith("#")}


def pagerank(case, tool):
    draw = case.draw
    damping = draw.choice([0.3, 0.85, 0.95])
    words = ["pagerank", "--keep-loops", "--damping", str(damping), "--tolerance", "1e-12", "--iterations", "1000"]
    wanted = {"alpha": damping, "tol": 1e-12 / case.n, "max_iter": 1000, "weight": None}
    if draw.random() < 0.5:
        words.append("--weighted")
        wanted["weight"] = "weight"
    for option, name in ("personalization",) * 2, ("dangling",) * 2, ("start", "nstart"):
        if draw.random() < 0.5:
            values = {v: draw.randrange(1, 9) for v in draw.sample(range(case.n), (case.n + 1) // 2)}
            words += ["--" + option, case.values(option, values)]
            wanted[name] = values
    yield " ".join(words), case.run(tool, *words), nx.pagerank(case.G, **wanted)


def components(case, tool):
    for words, found in (([], nx.weakly_connected_components), (["--strong"], nx.strongly_connected_components)):
        if not case.directed:
            found = nx.connected_components
        expected = {v: min(members) + 1 for members in found(case.G) for v in members}
        yield " ".join(["components", *words]), case.run(tool, "components", *words), expected


def forest(case, tool):
    edges = {}
    for u, v, data in case.G.edges(data=True):
        ends = min(u, v), max(u, v)
        edges[ends] = min(data["weight"], edges.get(ends, data["weight"]))
    G = nx.Graph()
    G.add_nodes_from(range(case.n))
    G.add_weighted_edges_from((u, v, weight) for (u, v), weight in sorted(edges.items()))
    for words, found in (([], nx.minimum_spanning_edges), (["--maximum"], nx.maximum_spanning_edges)):
        lines = subprocess.run([tool, "mst", case.path, "--quiet", "--undirected", *words], check=True,
                               capture_output=True, text=True).stdout.splitlines()
        got = {line.rsplit("\t", 1)[0]: float(line.split()[2]) for line in lines if not line.startswith("#")}
        expected = {f"{min(u, v) + 1}\t{max(u, v) + 1}": data["weight"] for u, v, data in found(G)}
        yield " ".join(["mst", *words]), got, expected


CHECKS = [pagerank, components, forest]
ROUNDS = 25


def main():
    tool, wrong, count = sys.argv[1], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for check in CHECKS:
            for seed in range(ROUNDS):
                for what, ours, theirs in check(Case(seed, folder), tool):
                    count += 1
                    for v, expected in theirs.items():
                        if not abs(ours[v] - expected) <= RELATIVE * max(abs(expected), 1e-3):
                            print(f"seed {seed}: {what}: vertex {v}: {ours[v]}, NetworkX {expected}")
                            wrong += 1
                            break
    print(f"{count} results, {wrong} differ from NetworkX {nx.__version__}")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

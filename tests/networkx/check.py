# SPDX-License-Identifier: Apache-2.0
"""check.py TOOL: results of the tool beside NetworkX's, on random graphs; exit code 77 without NetworkX.

A check is a function of a graph, whose file the tool reads; it returns pairs (what, ours, theirs) of values by vertex.
"""
import json
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

    def run(self, tool, *words, column=1):
        """A column of the tool's result, the first if not given, by vertex."""
        lines = subprocess.run([tool, words[0], self.path, "--quiet", *words[1:]], check=True, capture_output=True,
                               text=True).stdout.splitlines()
        return {int(line.split()[0]) - 1: float(line.split()[column]) for line in lines if not line.startswith("#")}

    def summary(self, tool, *words):
        """The named values of the tool's summary."""
        path = os.path.join(self.folder, "table")
        return json.loads(subprocess.run([tool, words[0], self.path, "--format", "json", "--output", path, *words[1:]],
                                         check=True, capture_output=True, text=True).stdout)


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


def triangles(case, tool):
    yield "triangles", case.run(tool, "triangles", "--keep-loops"), nx.triangles(nx.Graph(case.G))


def clustering(case, tool):
    for words, weight in (["clustering"], None), (["clustering", "--weighted"], "weight"):
        words.append("--keep-loops")
        yield " ".join(words), case.run(tool, *words), nx.clustering(case.G, weight=weight)
    undirected = nx.Graph(case.G)
    summary = case.summary(tool, "clustering", "--keep-loops")
    theirs = {"average": nx.average_clustering(case.G), "transitivity": nx.transitivity(undirected),
              "average_nonzero": 0}
    if summary["average"] > 0:
        theirs["average_nonzero"] = nx.average_clustering(case.G, count_zeros=False)
    yield "averages", summary, theirs
    if int(nx.__version__.split(".")[0]) >= 3:  # earlier ones multiply where the source adds
        yield "squares", case.run(tool, "clustering", "--method", "square"), nx.square_clustering(undirected)


def ldbc(case, tool):
    """Arcs between neighbours, by all that there could be."""
    G = case.G
    near = {v: (set(G[v]) | set(G.pred[v] if case.directed else G[v])) - {v} for v in G}
    pairs = {v: len(near[v]) * (len(near[v]) - 1) for v in G}
    theirs = {v: sum(w in G[u] and u != w for u in near[v] for w in near[v]) / max(pairs[v], 1) for v in G}
    yield "LDBC", case.run(tool, "clustering", "--method", "ldbc", "--keep-loops"), theirs


def distances(case, name):
    """Words of a command of distances; NetworkX's graph and distance; a file's list of vertices, or none."""
    draw, words, G = case.draw, [name], case.G
    distance = "weight" if draw.random() < 0.5 else None
    if distance:
        words.append("--weighted")
    if draw.random() < 0.3:
        words.append("--outgoing")
        G = G.reverse() if case.directed else G
    return words, G, distance


def some(case):
    """Some vertices, and a file of their ids."""
    chosen = case.draw.sample(range(case.n), (case.n + 1) // 2)
    path = os.path.join(case.folder, "some")
    with open(path, "w") as file:
        file.writelines(f"{v + 1}\n" for v in chosen)
    return chosen, path


def closeness(case, tool):
    words, G, distance = distances(case, "closeness")
    classic = case.draw.random() < 0.3
    if classic:
        words.append("--classic")
    yield " ".join(words), case.run(tool, *words), nx.closeness_centrality(G, distance=distance, wf_improved=not classic)
    chosen, path = some(case)
    words += ["--vertices-file", path]
    yield " ".join(words), case.run(tool, *words), {
        v: nx.closeness_centrality(G, v, distance=distance, wf_improved=not classic) for v in chosen}


def harmonic(case, tool):
    words, G, distance = distances(case, "harmonic")
    yield " ".join(words), case.run(tool, *words), nx.harmonic_centrality(G, distance=distance)
    chosen, path = some(case)
    words += ["--sources-file", path]
    yield " ".join(words), case.run(tool, *words), nx.harmonic_centrality(G, distance=distance, sources=chosen)


def eccentricity(case, tool):
    G = case.G
    parts = nx.strongly_connected_components(G) if case.directed else nx.connected_components(G)
    values = case.run(tool, "eccentricity")
    for part in parts:  # of a directed graph those that no arc leaves, whose vertices reach no others
        if len(part) > 1 and not (case.directed and any(w not in part for v in part for w in G[v])):
            yield "eccentricity", values, nx.eccentricity(G.subgraph(part))


def core(case, tool):
    case.G.remove_edges_from(list(nx.selfloop_edges(case.G)))  # the tool's file keeps them, and they do not count
    words = ["core", "--keep-loops"] + (["--directed"] if case.directed else [])
    yield "core", case.run(tool, *words), nx.core_number(case.G)
    if not case.directed:
        yield "core --layers", case.run(tool, "core", "--layers", column=2), nx.onion_layers(case.G)


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


def communities(case, tool):
    """The modularity of any partition, and those of a method; labels against the definition of LDBC."""
    given = {v: case.draw.randrange(1 + case.n // 3) for v in range(case.n)}
    path = case.values("given", given)
    words = ["--keep-loops"] + (["--directed"] if case.directed else [])
    if case.draw.random() < 0.5:
        words.append("--weighted")
    resolution = case.draw.choice([0.5, 1, 2])
    words += ["--resolution", str(resolution)]
    weight = "weight" if "--weighted" in words else None
    for method in ["--given", path], ["--method", "louvain"], ["--method", "leiden"]:
        found = case.run(tool, "communities", *words, *method)
        sets = {}
        for v, number in found.items():
            sets.setdefault(number, set()).add(v)
        ours = case.summary(tool, "communities", *words, *method)
        theirs = {"communities": len(sets), "modularity": 0}
        if case.G.number_of_edges() > 0:
            theirs["modularity"] = nx.community.modularity(case.G, sets.values(), weight, resolution)
        yield " ".join(["communities", *words, *method]), ours, theirs
    label = {v: v for v in case.G}
    for _ in range(5):
        votes = {v: [label[u] for u in case.G[v] if u != v] for v in case.G}
        if case.directed:
            votes = {v: votes[v] + [label[u] for u in case.G.pred[v] if u != v] for v in case.G}
        label = {v: min(set(votes[v]), key=lambda c: (-votes[v].count(c), c), default=label[v]) for v in case.G}
    words = ["communities", "--method", "labels", "--rounds", "5"]
    yield " ".join(words), case.run(tool, *words), {v: c + 1 for v, c in label.items()}


CHECKS = [pagerank, components, triangles, clustering, ldbc, closeness, harmonic, eccentricity, core, forest, communities]
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

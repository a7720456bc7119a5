# SPDX-License-Identifier: Apache-2.0
"""check.py TOOL: results of the tool beside NetworkX's, on random graphs; exit code 77 without NetworkX.

A check is a function of a graph, whose file the tool reads; it returns pairs (what, ours, theirs) of values by vertex.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

try:
    import networkx as nx
    import numpy
    import scipy.sparse  # by which NetworkX computes
except ImportError as error:
    debian = "/usr/bin/python3"  # which has Debian's packages, wherever else a python3 comes first
    if os.path.exists(debian) and os.path.realpath(sys.executable) != os.path.realpath(debian):
        os.execv(debian, [debian, *sys.argv])
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
        self.write()

    def write(self):
        with open(self.path, "w") as file:
            kind = "general" if self.directed else "symmetric"
            file.write(f"%%MatrixMarket matrix coordinate integer {kind}\n")
            file.write(f"{self.n} {self.n} {self.G.number_of_edges()}\n")
            for u, v, data in self.G.edges(data=True):
                u, v = (u, v) if self.directed else (max(u, v), min(u, v))
                file.write(f"{u + 1} {v + 1} {data['weight']}\n")

    def replace(self, G):
        """The same vertices with other edges."""
        self.G = G
        G.add_nodes_from(range(self.n))
        self.write()

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

    def info(self, tool):
        """What `info` says, as NetworkX would."""
        answers = {"yes": True, "no": False}
        lines = subprocess.run([tool, "info", self.path], check=True, capture_output=True, text=True).stdout.splitlines()
        return {line.split("\t")[0]: answers.get(line.split("\t")[1], line.split("\t")[1]) for line in lines}

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


def squares(G):
    """Pairs of neighbours with another neighbour in common, by all that there could be."""
    for v in G:
        pairs = list(itertools.combinations(G[v], 2))
        closed = sum(len((set(G[u]) & set(G[w])) - {v}) for u, w in pairs)
        ends = sum(len(G[u]) + len(G[w]) - 2 - 2 * G.has_edge(u, w) for u, w in pairs)
        yield v, closed / (ends - closed) if ends > closed else 0


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
    undirected.remove_edges_from(list(nx.selfloop_edges(undirected)))
    found = case.run(tool, "clustering", "--method", "square")
    yield "squares", found, dict(squares(undirected))
    if int(nx.__version__.split(".")[0]) >= 3:  # earlier ones multiply where the source adds
        yield "squares of NetworkX", found, nx.square_clustering(undirected)


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


def undirected(case):
    """The graph that --undirected makes: of opposites that differ the least weight counts. Without loops."""
    G = nx.Graph()
    G.add_nodes_from(range(case.n))
    for u, v, data in case.G.edges(data=True):
        if u != v and not (G.has_edge(u, v) and G[u][v]["weight"] < data["weight"]):
            G.add_edge(u, v, weight=data["weight"])
    return G


def sets(case, tool):
    """Properties: a figure of ours is 1 where they hold."""
    G, words = undirected(case), ["--undirected", "--keep-loops"]
    found = case.run(tool, "independent-set", *words)
    chosen = {v for v in G if found[v] == 1}
    holds = all((v in chosen) != any(u in chosen for u in G[v]) for v in G)
    sizes = [len(nx.maximal_independent_set(G, seed=seed)) for seed in range(10)]
    yield "independent-set", {0: holds, 1: len(chosen) >= min(sizes)}, {0: 1, 1: 1}
    color = case.run(tool, "coloring", *words)
    few = len(set(color.values())) <= 1 + len(set(nx.greedy_color(G, "largest_first").values()))
    yield "coloring", {0: all(color[u] != color[v] for u, v in G.edges), 1: few}, {0: 1, 1: 1}
    color = case.run(tool, "coloring", "--order", "smallest-last", *words)
    few = len(set(color.values())) <= 1 + max(nx.core_number(G).values())
    yield "smallest-last", {0: all(color[u] != color[v] for u, v in G.edges), 1: few}, {0: 1, 1: 1}


def matching(case, tool):
    G, words = undirected(case), ["matching", "--undirected", "--keep-loops"]
    mate = case.run(tool, *words)
    edges = {(v, int(u) - 1) for v, u in mate.items() if u > v + 1}
    yield "matching", {0: nx.is_maximal_matching(G, edges), 1: all(mate[u] == v + 1 for v, u in edges)}, {0: 1, 1: 1}
    mate = case.run(tool, *words, "--weighted")
    edges = {(v, int(u) - 1) for v, u in mate.items() if u > v + 1}
    weight = sum(G[u][v]["weight"] for u, v in edges)
    most = sum(G[u][v]["weight"] for u, v in nx.max_weight_matching(G))
    yield "matching --weighted", {0: nx.is_maximal_matching(G, edges), 1: 2 * weight >= most}, {0: 1, 1: 1}


def truss(case, tool):
    G = nx.Graph(case.G)
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    path = os.path.join(case.folder, "truss.txt")
    lines = subprocess.run([tool, "truss", case.path, "--quiet"], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    got = {line.rsplit("\t", 1)[0]: float(line.split()[2]) for line in lines if not line.startswith("#")}
    expected, most = {}, 1
    while G.number_of_edges() > 0:  # k_truss of k_truss: the same, and faster
        most += 1
        G = nx.k_truss(G, most)
        for u, v in G.edges:
            expected[f"{min(u, v) + 1}\t{max(u, v) + 1}"] = most
    yield "truss", got, expected
    yield "edges", {0: len(got)}, {0: len(expected)}
    for k in range(2, most):
        subprocess.run([tool, "truss", case.path, "--quiet", "--output", path + ".table", "--graph", path, "--k", str(k)],
                       check=True)
        with open(path) as file:
            ours = {tuple(sorted(int(id) for id in line.split()[:2])) for line in file if not line.startswith("#")}
        theirs = {tuple(int(id) for id in ends.split()) for ends, number in expected.items() if number >= k}
        yield f"truss --k {k}", {0: len(ours ^ theirs)}, {0: 0}


def iterated(case, name, some_start=True):
    """Words of an iteration to its end, by weights or not, and from a start or not; those of NetworkX."""
    draw = case.draw
    words, wanted = [name, "--keep-loops", "--tolerance", "1e-13", "--iterations", "100000"], {"weight": None}
    if draw.random() < 0.5:
        words.append("--weighted")
        wanted["weight"] = "weight"
    if some_start and draw.random() < 0.3:
        wanted["nstart"] = {v: draw.randrange(1, 9) for v in range(case.n)}
        words += ["--start", case.values("start", wanted["nstart"])]
    return words, wanted


def katz(case, tool):
    words, wanted = iterated(case, "katz")
    bound = 1 / max([sum(data[wanted["weight"]] if wanted["weight"] else 1 for _, _, data in case.G.edges(v, data=True))
                     for v in case.G] + [1])
    wanted.update(alpha=case.draw.choice([0.1, 0.9]) * bound, tol=1e-13, max_iter=100000)
    words += ["--alpha", repr(wanted["alpha"])]
    if case.draw.random() < 0.5:
        wanted["beta"] = {v: case.draw.randrange(1, 9) for v in range(case.n)}
        words += ["--betas", case.values("betas", wanted["beta"])]
    if case.draw.random() < 0.5:
        wanted["normalized"] = False
        words.append("--raw")
    yield " ".join(words), case.run(tool, *words), nx.katz_centrality(case.G, **wanted)


def dominated(values):
    """Is the first of the greatest values alone, by so much that an iteration ends soon?"""
    values = sorted(map(abs, values), reverse=True)
    return values[0] > 0 and (len(values) == 1 or values[1] < 0.95 * values[0])


def eigenvector(case, tool):
    words, wanted = iterated(case, "eigenvector")
    A = nx.to_numpy_array(case.G, weight=wanted["weight"])
    if dominated(numpy.linalg.eigvals(A + numpy.eye(case.n))):
        theirs = nx.eigenvector_centrality(case.G, tol=1e-14 / case.n, max_iter=100000, **wanted)
        yield " ".join(words), case.run(tool, *words), theirs


def hits(case, tool):
    words, wanted = iterated(case, "hits", False)
    for _, _, data in case.G.edges(data=True):
        data["weight"] = data["weight"] if wanted["weight"] else 1
    if dominated(numpy.linalg.svd(nx.to_numpy_array(case.G))[1]) and case.n > 2:
        hubs, authorities = nx.hits(case.G, max_iter=100000, tol=1e-15)
        yield " ".join(words), case.run(tool, *words), hubs
        yield " ".join(words), case.run(tool, *words, column=2), authorities


def degree(case, tool):
    G, weight = case.G, case.draw.choice([None, "weight"])
    words = ["degree", "--keep-loops"] + (["--weighted"] if weight else []) + (["--directed"] if case.directed else [])
    yield " ".join(words), case.run(tool, *words), dict(G.degree(weight=weight))
    centralities = [("total", nx.degree_centrality)]
    if case.directed:
        yield "out", case.run(tool, *words, "--kind", "out"), dict(G.out_degree(weight=weight))
        centralities += [("in", nx.in_degree_centrality), ("out", nx.out_degree_centrality)]
    for kind, centrality in centralities:
        more = [word for word in words if word != "--weighted"] + ["--kind", kind, "--normalize", "full"]
        yield " ".join(more), case.run(tool, *more), centrality(G)
    for tail, head in ("out", "in"), ("out", "out"), ("in", "in"), ("in", "out"):
        ends = [{d[v] for v in (e[k] for e in G.edges())} for k, d in enumerate(
            [dict(getattr(G, kind + "_degree" if case.directed else "degree")(weight=weight)) for kind in (tail, head)])]
        if G.number_of_edges() == 0 or any(len(degrees) == 1 for degrees in ends):
            continue
        theirs = nx.degree_assortativity_coefficient(G, x=tail, y=head, weight=weight)
        summary = case.summary(tool, *words, "--assortativity", tail + "-" + head)
        yield "assortativity", summary, {"assortativity": theirs}


def rich_club(case, tool):
    G = nx.Graph(case.G)
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    if G.number_of_edges() == 0:
        return
    path = os.path.join(case.folder, "club")
    case.run(tool, "degree", "--undirected", "--rich-club", path)
    with open(path) as file:
        ours = {int(line.split()[0]): float(line.split()[1]) for line in file if not line.startswith("#")}
    yield "rich club", ours, nx.rich_club_coefficient(G, normalized=False)


def common_by(divide):
    """The common neighbours, divided by a function of both degrees: a function like NetworkX's."""
    def scores(G, pairs=None):
        for u, v in nx.non_edges(G) if pairs is None else pairs:
            by = divide(G.degree[u], G.degree[v])
            yield u, v, len(list(nx.common_neighbors(G, u, v))) / by if by else 0
    return scores


MEASURES = [("jaccard", nx.jaccard_coefficient), ("adamic-adar", nx.adamic_adar_index),
            ("resource-allocation", nx.resource_allocation_index),
            ("preferential-attachment", nx.preferential_attachment), ("overlap", common_by(min)),
            ("cosine", common_by(lambda d, e: (d * e) ** 0.5)), ("common-neighbors", common_by(lambda d, e: 1))]
THRESHOLD = 0.2871  # no quotient of small numbers


def similarity(case, tool):
    case.G.remove_edges_from(list(nx.selfloop_edges(case.G)))  # the tool drops them, NetworkX counts them
    G, path = nx.Graph(case.G), os.path.join(case.folder, "pairs")
    pairs = [tuple(case.draw.sample(range(case.n), 2)) for _ in range(3 * case.n)]
    near = [pair for pair in itertools.combinations(range(case.n), 2) if any(True for _ in nx.common_neighbors(G, *pair))]
    best = case.draw.randrange(1, 4)
    with open(path, "w") as file:
        file.writelines(f"{u + 1} {v + 1}\n" for u, v in pairs)
    for measure, scores in MEASURES:
        words = ["similarity", "--undirected", "--measure", measure]

        def found(*more):
            lines = subprocess.run([tool, words[0], case.path, "--quiet", *words[1:], *more], check=True,
                                   capture_output=True, text=True).stdout.splitlines()
            return [(int(line.split()[0]) - 1, int(line.split()[1]) - 1, float(line.split()[2])) for line in lines[1:]]

        yield " ".join(words + ["--pairs"]), {(u, v): score for u, v, score in found("--pairs", path)}, {
            (u, v): score for u, v, score in scores(G, pairs)}
        expected = {(u, v): score for u, v, score in scores(G, near)}
        for more, kept in (["--unlinked"], {p: s for p, s in expected.items() if not G.has_edge(*p)}), (
                ["--threshold", str(THRESHOLD)], {p: s for p, s in expected.items() if s >= THRESHOLD}):
            got = {(u, v): score for u, v, score in found(*more)}
            yield " ".join(words + more), {"pairs": len(got)}, {"pairs": len(kept)}
            yield " ".join(words + more), got, kept
        got, kept, chosen = {}, {}, found("--best", str(best))
        for u, v, score in chosen:
            got[(u, len([1 for w, _ in got if w == u]))] = score
            yield f"{measure} of a best pair", {0: score}, {0: expected[min(u, v), max(u, v)]}
        for u in G:
            ranked = sorted((score for p, score in expected.items() if u in p), reverse=True)
            kept.update({(u, place): score for place, score in enumerate(ranked[:best])})
        yield " ".join(words + ["--best"]), {"pairs": len({pair[:2] for pair in chosen})}, {"pairs": len(kept)}
        yield " ".join(words + ["--best"]), got, kept


def all_pairs(case, tool):
    path = os.path.join(case.folder, "distances.npy")
    case.run(tool, "distances", "--output", path)
    ours, theirs = (dict(enumerate(numpy.where(numpy.isinf(array), -1, array).flat))
                    for array in (numpy.load(path), nx.floyd_warshall_numpy(case.G, weight=None)))
    yield "distances as an array", ours, theirs
    for words, found in (([], nx.all_pairs_shortest_path_length), (["--weighted"], nx.all_pairs_dijkstra_path_length)):
        for method in "tiles", "searches":
            lines = subprocess.run([tool, "distances", case.path, "--quiet", "--method", method, *words], check=True,
                                   capture_output=True, text=True).stdout.splitlines()
            got = {tuple(int(word) - 1 for word in line.split()[:2]): float(line.split()[2]) for line in lines[1:]}
            expected = {(u, v): distance for u, row in found(case.G) for v, distance in row.items()}
            yield f"distances {method} finite", {0: sum(value < float("inf") for value in got.values())}, {
                0: len(expected)}
            yield " ".join(["distances", method, *words]), got, expected


def negative_lengths(case, tool):
    """Of arcs alone; potentials leave no cycle negative."""
    if not case.directed:
        return
    height = [case.draw.randrange(40) for _ in range(case.n)]
    for u, v, data in case.G.edges(data=True):
        data["weight"] += height[u] - height[v]
    case.write()
    path = os.path.join(case.folder, "distances.npy")
    theirs = nx.floyd_warshall_numpy(case.G)
    for method in "tiles", "searches":
        case.run(tool, "distances", "--weighted", "--method", method, "--output", path)
        yield f"negative lengths, {method}", *(dict(enumerate(numpy.where(numpy.isinf(array), 1e9, array).flat))
                                               for array in (numpy.load(path), theirs))


def has_cycle(G):
    try:
        return bool(nx.find_cycle(G))
    except nx.NetworkXNoCycle:
        return False


def cycles(case, tool):
    """On the graph and on some of its edges: a forest, or a DAG, perhaps."""
    for part in range(3):
        if part:
            kept = [e for e in case.G.edges if part == 1 and e[0] < e[1] or part == 2 and case.draw.random() < 0.3]
            case.replace(case.G.edge_subgraph(kept).copy())
        G = case.G
        undirected = nx.Graph(G)
        for words, expected in ([], has_cycle(G)), (["--odd"], not nx.is_bipartite(G)):
            got = case.run(tool, "cycles", *words)
            yield " ".join(["cycles", *words]), {0: bool(got)}, {0: expected}
            H = undirected if words else G
            yield "its edges", {0: all(H.has_edge(v, w - 1) for v, w in got.items())}, {0: True}
            yield "its length", {0: len(got) % 2 or not (got and words)}, {0: True}
        facts = case.info(tool)
        theirs = {"acyclic": nx.is_directed_acyclic_graph(G) if case.directed else nx.is_forest(G),
                  "forest": nx.is_forest(G), "tree": nx.is_tree(G), "bipartite": nx.is_bipartite(G),
                  "connected": nx.is_connected(undirected),
                  "strongly_connected": nx.is_strongly_connected(G) if case.directed else nx.is_connected(G)}
        yield "info", {key: facts[key] for key in theirs}, theirs
        if theirs["bipartite"]:
            got = case.run(tool, "bipartite")
            yield "bipartite", {0: all(got[u] + got[v] == 1 for u, v in G.edges)}, {0: True}
        if case.directed and theirs["acyclic"]:
            generations = list(nx.topological_generations(G))
            expected = {v: level for level, members in enumerate(generations) for v in members}
            got = case.run(tool, "topological")
            yield "topological", got, expected
            order = [v for members in generations for v in sorted(members)]
            yield "its order", dict(enumerate(got)), dict(enumerate(order))


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


CHECKS = [pagerank, components, triangles, clustering, ldbc, closeness, harmonic, eccentricity, core, forest, sets,
          matching, truss, katz, eigenvector, hits, degree, rich_club, similarity, all_pairs, negative_lengths,
          cycles, communities]
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

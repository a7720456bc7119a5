#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# picture.sh BUILD_TREE: the output of `tropic draw` is well-formed and shows the graph: a PNG by its pixels, which are
# decoded here without libpng, an SVG and a GraphML by their elements.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=$1/cli/tropic
[ -x "$tool" ] || { echo "skipped: no tool in $1"; exit 77; }
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

printf '1 2\n2 3\n3 4\n4 1\n' >square.txt
printf '1 0 0\n2 1 0\n3 1 1\n4 0 1\n' >corners
printf '1 1\n2 2\n3 3\n' >values
draw() { "$tool" draw "$@" --quiet; }
code=0
draw square.txt --positions corners --output light.png --width 500 --height 500 2>message || code=$?
if [ $code = 4 ]; then
    grep -q 'built without libpng' message || { cat message; exit 1; }
    [ ! -e light.png ] || { echo "there is a picture without libpng"; exit 1; }
    echo "skipped: the tool was built without libpng"
    exit 77
fi
[ $code = 0 ] || { cat message; exit 1; }
draw square.txt --positions corners --output dark.png --theme dark --width 300 --height 200
draw square.txt --positions corners --output colored.png --color values --size values --width 400 --height 400
draw square.txt --positions corners --output small.png --width 16 --height 16

"$tool" gen mesh 120 --output mesh.txt --quiet
awk 'BEGIN { for (i = 0; i < 14400; i++) print i, i % 120, int(i / 120) }' >grid
awk 'BEGIN { for (i = 0; i < 14400; i++) print i, (i * 7919) % 14401, (i * 104729) % 14407 }' >tangle
for positions in grid tangle; do
    for threads in 1 2 7; do
        draw mesh.txt --positions $positions --color grid --threads $threads \
            --output $positions$threads.png --width 333 --height 222
    done
    cmp ${positions}1.png ${positions}2.png
    cmp ${positions}1.png ${positions}7.png
done
# Longer than the budget: a sample, and a note.
"$tool" gen urand 16 20 --output urand.txt --quiet
awk 'BEGIN { srand(1); for (i = 0; i < 65536; i++) print i, rand(), rand() }' >anywhere
"$tool" draw urand.txt --positions anywhere --output urand.png --width 600 --height 600 2>message
grep -q '^note: .* of the edges are drawn' message || { cat message; exit 1; }

draw square.txt --positions corners --output square.svg --color values
draw mesh.txt --positions grid --output mesh.svg
draw square.txt --positions corners --output square.graphml --color values --undirected

python3 - <<'END'
import struct, zlib
from xml.etree import ElementTree


def decode(path):
    """Rows of (red, green, blue)."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, body, kinds = 8, b"", []
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        chunk = data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + chunk) == struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0]
        kinds.append(kind)
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", chunk[:10])
        body += chunk if kind == b"IDAT" else b""
        at += 12 + length
    assert (depth, color) == (8, 2) and kinds[-1] == b"IEND" and b"tIME" not in kinds
    raw, stride, rows = zlib.decompress(body), 3 * width, []
    before = bytearray(stride)
    assert len(raw) == height * (stride + 1)
    for y in range(height):
        way, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for x in range(stride):
            a, b, c = (line[x - 3] if x > 2 else 0), before[x], (before[x - 3] if x > 2 else 0)
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[x] = (line[x] + (0, a, b, (a + b) // 2, nearest)[way]) & 255
        rows.append([tuple(line[x : x + 3]) for x in range(0, stride, 3)])
        before = line
    return rows


def corners(rows):
    """The pixels in which vertices 1 to 4 lie."""
    height, width = len(rows), len(rows[0])
    half = 0.46 * min(width, height)
    at = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [rows[int(height / 2 - v * half)][int(width / 2 + u * half)] for u, v in at]


light, dark, colored = decode("light.png"), decode("dark.png"), decode("colored.png")
assert (len(light), len(light[0]), len(dark), len(dark[0])) == (500, 500, 200, 300)
assert light[0][0] == light[250][250] == (255, 255, 255), light[250][250]
assert max(dark[0][0]) < 40 and dark[0][0] == dark[100][150]
assert light[480][250] != light[0][0] and light[250][479] != light[0][0]  # on an edge
assert len(set(corners(light))) == 1 and corners(light)[0] not in (light[0][0], light[480][250])
assert corners(dark)[0] not in (corners(light)[0], dark[0][0])
colors = corners(colored)
assert len(set(colors)) == 4 and colors[3][0] == colors[3][1] == colors[3][2], colors  # grey: no value
assert sum(colors[0]) < sum(colors[1]) < sum(colors[2]), colors  # lighter, the higher
assert len(decode("small.png")) == 16
for path in "grid1.png", "tangle1.png", "urand.png":
    rows = decode(path)
    assert len(set(pixel for row in rows for pixel in row)) > 50, path
    edge = rows[0] + rows[-1] + [row[0] for row in rows]
    assert set(edge) == {rows[0][0]}, path  # the margin is empty

svg = "{http://www.w3.org/2000/svg}"
root = ElementTree.parse("square.svg").getroot()
assert [title.text for title in root.iter(svg + "title")] == ["1", "2", "3", "4"]
assert len(list(root.iter(svg + "line"))) == 4 and root.get("viewBox") == "0 0 1200 1200"
root = ElementTree.parse("mesh.svg").getroot()
lines, circles = list(root.iter(svg + "line")), list(root.iter(svg + "circle"))
assert len(circles) == 120 * 120 and len(lines) == 2 * 120 * 119 + 119 * 119, len(lines)
for line in lines:
    assert all(48 <= float(line.get(end)) <= 1152 for end in ("x1", "x2", "y1", "y2"))

ml = "{http://graphml.graphdrawing.org/xmlns}"
root = ElementTree.parse("square.graphml").getroot()
keys = {key.get("id") for key in root.iter(ml + "key")}
nodes = {node.get("id"): {d.get("key"): float(d.text) for d in node} for node in root.iter(ml + "node")}
edges = {(edge.get("source"), edge.get("target")) for edge in root.iter(ml + "edge")}
assert keys == {"x", "y", "value"} and root.find(ml + "graph").get("edgedefault") == "undirected"
assert nodes["3"] == {"x": 1, "y": 1, "value": 3} and nodes["4"] == {"x": 0, "y": 1}, nodes
assert edges == {("1", "2"), ("2", "3"), ("3", "4"), ("1", "4")}, edges
END

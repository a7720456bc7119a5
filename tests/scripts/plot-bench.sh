#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# plot-bench.sh BUILD_TREE: scripts/plot-bench draws the rows of `tropic bench --json`: well-formed, a bar for each row;
# and names the error of anything else.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=$1/cli/tropic
[ -x "$tool" ] || { echo "skipped: no tool in $1"; exit 77; }
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cp "$root/matrices/karate.mtx" 'a<b&c.mtx'
"$tool" bench --graphs 'path:9,a<b&c.mtx' --device cpu --sources 2 --strategies auto,csr-push --json rows >table
"$root/scripts/plot-bench" rows rows.svg
python3 - <<'END'
from xml.etree import ElementTree
root = ElementTree.parse("rows.svg").getroot()
tag = "{http://www.w3.org/2000/svg}"
bars = [r for r in root.iter(tag + "rect") if r.get("fill") != "white"]
words = [t.text for t in root.iter(tag + "text")]
assert len(bars) == sum(1 for _ in open("rows")) == 12, len(bars)
assert all(1 <= float(b.get("width")) <= 900 for b in bars)
for title in "path:9 bfs", "path:9 sssp int32", "a<b&c.mtx bc":
    assert words.count(title) == 1, words
assert words.count("cpu csr-push") == 6, words
END

# Rows that differ in the queue alone; files that name none.
head -n 1 rows | sed 's/"queue": "auto"/"queue": "block"/' >queues
head -n 1 rows | sed 's/"queue": "auto", //' >>queues
"$root/scripts/plot-bench" queues queues.svg
grep -q '>cpu auto, block queue<' queues.svg
grep -q '>cpu auto<' queues.svg

# expect MESSAGE FILE: it fails, and says that.
expect() {
    if "$root/scripts/plot-bench" "$2" other.svg 2>message; then echo "no failure: $2"; exit 1; fi
    grep -q "$1" message || { cat message; exit 1; }
    [ ! -e other.svg ] || { echo "a picture of $2"; exit 1; }
}
echo '{"graph": "x"}' >no-row
: >empty
expect 'no-row:1: no row of tropic bench --json' no-row
expect 'empty has no row with a time' empty
expect 'No such file' none

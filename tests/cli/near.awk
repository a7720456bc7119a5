# SPDX-License-Identifier: Apache-2.0
#
# awk -v tolerance=T -f near.awk EXPECTED GOT: says where two tables differ, numbers by more than
# T * max(1, |expected|).

function differs(a, b,    gap, scale) {
    if (a "" == b "") return 0
    if (a !~ number || b !~ number) return 1
    gap = a > b ? a - b : b - a
    scale = a < 0 ? -a : a
    return !(gap <= tolerance * (scale > 1 ? scale : 1))
}

BEGIN {
    FS = "\t"
    number = "^-?[0-9.]+(e[-+]?[0-9]+)?$"
    while ((getline line < ARGV[1]) > 0) expected[++count] = line
    ARGV[1] = ""
}
{
    fields = split(expected[NR], want, "\t")
    bad = fields != NF
    for (k = 1; k <= NF; k++) if (differs(want[k], $k)) bad = 1
    if (bad && !told++) print "line " NR ": expected " expected[NR] ", got " $0
}
END { if (NR != count) print count " lines expected, got " NR }

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# headers.sh: a comment in a public header is a contract that a user reads at one glance. The rest stands in a
# comment that begins with "Notes", directly below the declaration.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The comment at the head of a file introduces the whole file, and has no limit.
awk -v lines=20 '
    function wrong(what) { print FILENAME ":" first ": " what; status = 1 }
    FNR == 1 { before = ""; comment = 0 }
    !comment && /\/\*/ {
        comment = 1
        first = FNR
        notes = /^\/\* Notes/
        if (notes && before !~ /;$/) wrong("these notes are not directly below a declaration")
    }
    comment && /\*\// {
        comment = 0
        if (!notes && first > 1 && FNR - first + 1 > lines)
            wrong("this comment has " FNR - first + 1 " lines, of at most " lines "; move the rest to notes")
    }
    { before = $0 }
    END { exit status }' include/*.h

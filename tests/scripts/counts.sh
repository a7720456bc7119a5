#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# counts.sh: in the output of ctest, the reasons for skipping are as many as the cases skipped.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# element NAME STATUS MESSAGE: a test case as ctest writes it; its output comes from stdin.
element() {
    printf '\t<testcase name="%s" classname="%s" time="0.1" status="%s">\n' "$1" "$1" "$2"
    [ -z "$3" ] || printf '\t\t<skipped message="%s"/>\n' "$3"
    printf '\t\t<system-out>%s\n</system-out>\n\t</testcase>\n' "$(cat)"
}
{
    echo 'skipped: no CUDA device' | element gpu/one notrun SKIP_RETURN_CODE=77
    element gpu/two notrun SKIP_RETURN_CODE=77 </dev/null
    printf '%s\n' 'skipped: a needs user' 'skipped: b needs script' '7 passed, 0 failed, 2 skipped' |
        element cli run ''
    printf '%s\n' '[==========] 3 test(s) run.' '[  PASSED  ] 1 test(s).' \
        '[  SKIPPED ] 2 test(s), listed below:' 'skipped: no such locale' | element program run ''
    printf 'fine\n' | element script run ''
    printf 'broken\n' | element other fail ''
} >"$work/tests.xml"
awk -f "$root/scripts/count-cases.awk" "$work/tests.xml" >"$work/got"
diff - "$work/got" <<'END'
why no CUDA device
why gpu/two, which gives no reason
why a needs user
why b needs script
why no such locale
why program, which gives no reason
cases 9 1 6
END

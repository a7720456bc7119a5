# SPDX-License-Identifier: Apache-2.0
#
# Counts test cases in the output of `ctest --output-junit`: those that CMocka counted, or a script in a
# line "N passed, N failed, N skipped"; and one for each program that counts nothing. Prints
# "cases PASSED FAILED SKIPPED" and, for each case that was skipped, "why REASON", from a line
# "skipped: REASON" of it.

/^\t<testcase / {
    status = $0
    sub(/.* status="/, "", status)
    sub(/".*/, "", status)
    name = $0
    sub(/.* name="/, "", name)
    sub(/".*/, "", name)
    ran = good = bad = left = reasons = 0
}
/<skipped message="SKIP_RETURN_CODE/ { status = "skipped" }
{ sub(/^\t\t<system-out>/, "") }
/^\[=+\] [0-9]+ test\(s\) run\.$/ { ran = 1 }
/^\[  PASSED  \] [0-9]+ test\(s\)\.$/ { good += $4 }
/^\[  FAILED  \] [0-9]+ test\(s\), / { bad += $4 }
/^\[  SKIPPED \] [0-9]+ test\(s\), / { left += $4 }
/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { ran = 1; good += $1; bad += $3; left += $5 }
/^skipped: / { why = substr($0, 10); sub(/<\/system-out>$/, "", why); reason[++reasons] = why }

/^\t<\/testcase>/ {
    if (status == "skipped") left = 1
    else if (status == "run") { if (!ran) good++ }
    else if (bad == 0) bad = 1 # died, ran out of time, or could not be started
    for (k = 1; k <= left; k++) print "why", k <= reasons ? reason[k] : name ", which gives no reason"
    passed += good
    failed += bad
    skipped += left
}
END { print "cases", passed + 0, failed + 0, skipped + 0 }

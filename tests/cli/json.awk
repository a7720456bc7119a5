# SPDX-License-Identifier: Apache-2.0
#
# Says where the input is not one JSON value (RFC 8259). Strings are matched as bytes.

function fail(what) {
    if (!bad) print "not JSON: " what " expected at '" substr(text, 1, 30) "'"
    bad = 1
}
function space() { sub(/^[ \t\n\r]+/, "", text) }
function take(pattern, what) {
    if (bad) return
    if (match(text, "^(" pattern ")")) text = substr(text, RLENGTH + 1)
    else fail(what)
    space()
}
function string() {
    take("\"([^\"\\\\\001-\037]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F])*\"",
        "a string")
}
function list(close_, is_object) {
    take(".", "a bracket")
    if (substr(text, 1, 1) == close_) { take(".", close_); return }
    while (!bad) {
        if (is_object) { string(); take(":", "a colon") }
        value()
        if (substr(text, 1, 1) != ",") break
        take(",", "a comma")
    }
    if (!bad && substr(text, 1, 1) != close_) fail(close_)
    take(".", close_)
}
function value(first) {
    if (bad) return
    first = substr(text, 1, 1)
    if (first == "{") list("}", 1)
    else if (first == "[") list("]", 0)
    else if (first == "\"") string()
    else take("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?", "a value")
}

{ text = text $0 "\n" }
END {
    space()
    value()
    if (!bad && text != "") fail("the end")
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Read after each instance of an op: forgets its parameters, so that the next can be defined.
 */
#undef OP_NAME
#undef OP_STATE
#undef OP_PULL_ONLY
#undef OP_PREPARE
#undef OP_FINISH
#undef OP_TERMINAL
#undef OP_VISITS_ONCE
#undef OP_BUCKETS
#undef OP_SIGNED_KEYS
#undef OP_PULLS_ENTRIES
#undef OP_PLACED
#undef OP_LOOKS_AT_ENTRIES
#undef OP_COLUMNS
#undef OP_SHORT_LISTS
#undef OP_COLUMNS_BASELINE
#undef OP_IS_BITWISE_OR
#undef OP_WIDE
#undef OP_COUNT
#undef COUNT
#undef WEIGHT
#undef DISTANCE
#undef TYPE
#undef ADD
#undef MUL
#undef MULTIPLY
#undef ENTRY
#undef SOURCE
#undef ONE_ENTRY
#undef ONE_SOURCE
#undef MERGE
#undef PUT
/* Of a user's semiring or operator. */
#undef TP_C_user
#undef TP_TERMINAL_user
#undef USER_ENTRY
#undef USER_SOURCE
#undef USER_ONE_ENTRY
#undef USER_ONE_SOURCE
#undef USER_VXM
#undef USER_USES_ENTRY
#undef USER_USES_J
#undef USER_USES_W
#undef USER_OLD
#undef USER_ANY
#undef USER_PUT
#undef USER_MERGE
#undef USER_X
#undef USER_Y
#undef USER_Z
#undef USER_OPERATE
#undef USER_TEST
#undef USER_ACCUM

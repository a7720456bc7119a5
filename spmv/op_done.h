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
#undef OP_TRAVERSES
#undef OP_COLUMNS
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

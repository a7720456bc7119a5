/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of GPU kernels over semirings, a user's or built-in, and with users' operators.
 */
#include "spmv/jit/user_source.h"

#include <stdio.h>

#include "runtime/types.h"
#include "semiring/composed.h"

/* Room for the list of multiply's parameters. */
#define PARAMETERS 512

const char *tp_type_suffix(tropic_type type)
{
    return tp_type_struct(type) ? NULL : type == TROPIC_BOOL ? "bool8" : tropic_type_name(type);
}

static void write_value(tp_source_text *out, const char *which, tropic_type type)
{
    tp_source_add(out, "#define USER_%s %s\n", which, tp_type_c_name(type));
    tp_source_add(out, tp_type_struct(type) ? "#define USER_ONE_%s USER_%s()\n" : "#define USER_ONE_%s 1\n", which,
                  which);
}

/* A built-in operator as a function `name`, of x, y, i and j. */
static void write_builtin(tp_source_text *out, const tropic_operator *op, const char *name)
{
    const char *x = tp_type_c_name(op->x), *y = tp_type_c_name(op->y);
    tp_source_add(out, "TP_FN %s %s(%s x, %s y, tropic_index i, tropic_index j)\n{\n", tp_type_c_name(op->z), name, x,
                  y);
    tp_source_add(out, "return tp_%s_at_%s((tropic_builtin_operator)%d, x, y, i, j);\n}\n",
                  op->z == op->x ? "operate" : "compare", tp_type_suffix(op->x), (int)op->builtin);
}

/* An operator as a function `name`, of x and y (a user's monoid: a and b), i and j. */
static void write_operator(tp_source_text *out, const tropic_operator *op, const char *name)
{
    const tp_user *user = op->user;
    const char *z = tp_type_c_name(op->z), *x = tp_type_c_name(op->x), *y = tp_type_c_name(op->y);
    char parameters[PARAMETERS];
    if (!user) {
        write_builtin(out, op, name);
        return;
    }
    snprintf(parameters, sizeof parameters,
             op->monoid ? "%s a, %s b, tropic_index i, tropic_index j" : "%s x, %s y, tropic_index i, tropic_index j",
             x, y);
    tp_source_function(out, user, z, name, parameters, op->monoid ? user->add : user->multiply);
    tp_source_add(out, "#line 1 \"%s, after its expressions\"\n", user->name);
}

/* The identity and the terminal value of a user's add. */
static void write_limits(tp_source_text *out, const tropic_operator *sum)
{
    const tp_user *user = sum->user;
    if (user) {
        tp_source_function(out, user, "tp_user_value", "tp_identity_user_user", "", user->identity);
        tp_source_function(out, user, "bool", "tp_terminal_user_user", "tp_user_value a",
                           user->terminal ? user->terminal : "false");
        return;
    }
    tp_source_add(out,
                  "TP_FN tp_user_value tp_identity_user_user()\n{\n"
                  "return tp_neutral_%s((tropic_builtin_operator)%d);\n}\n"
                  "TP_FN bool tp_terminal_user_user(tp_user_value a)\n{\n"
                  "return tp_absorbs_%s((tropic_builtin_operator)%d, a);\n}\n",
                  tp_type_suffix(sum->z), (int)sum->builtin, tp_type_suffix(sum->z), (int)sum->builtin);
}

/* The functions of a semiring of two operators. */
static void write_composed(tp_source_text *out, const tropic_semiring *semiring, const char *parameters)
{
    write_operator(out, &semiring->sum, "tp_user_sum");
    tp_source_add(out, "TP_FN tp_user_value tp_add_user_user(tp_user_value a, tp_user_value b)\n{\n"
                       "return tp_user_sum(a, b, 0, 0);\n}\n");
    write_operator(out, &semiring->composed->multiply, "tp_user_product");
    tp_source_add(out, "TP_FN tp_user_value tp_user_multiply(%s)\n{\nreturn tp_user_product(x, y, i, j);\n}\n",
                  parameters);
}

void tp_user_source(tp_source_text *out, const tropic_semiring *semiring, bool vxm, const char *headers)
{
    const tp_user *user = semiring->user;
    const char *x = tp_type_c_name(user->x), *y = tp_type_c_name(user->y);
    const char *value = tp_type_suffix(user->z);
    static const char places[] = "tropic_index i, tropic_index j, tropic_index r, tp_user_value w";
    char parameters[PARAMETERS];
    tp_source_add(out, "#include \"semiring/language.h\"\n");
    if (semiring->composed) tp_source_add(out, "#include \"semiring/coded.h\"\n");
    tp_source_own_types(out, user);
    tp_source_add(out, "typedef %s tp_user_value;\n", tp_type_c_name(user->z));
    snprintf(parameters, sizeof parameters, "%s x, %s y, %s", x, y, places);
    if (semiring->composed) {
        write_composed(out, semiring, parameters);
    } else {
        tp_source_function(out, user, "tp_user_value", "tp_add_user_user", "tp_user_value a, tp_user_value b",
                           user->add);
        tp_source_function(out, user, "tp_user_value", "tp_user_multiply", parameters, user->multiply);
    }
    write_limits(out, &semiring->sum);
    tp_source_add(out, "#line 1 \"%s, after its expressions\"\n", user->name);
    write_value(out, "ENTRY", vxm ? user->y : user->x);
    write_value(out, "SOURCE", vxm ? user->x : user->y);
    tp_source_add(out,
                  "#define USER_VXM %d\n#define USER_USES_ENTRY %d\n#define USER_USES_J %d\n#define USER_USES_W %d\n"
                  "#define USER_ANY %d\n",
                  vxm, vxm ? user->uses_y : user->uses_x, user->uses_j, user->uses_w, semiring->add == TROPIC_ANY);
    tp_source_add(out, "#define TP_TERMINAL_user %d\n", tp_semiring_stops(semiring));
    if (value) tp_source_add(out, "#define USER_PUT tp_put_%s\n", value);
    if (value && semiring->add == TROPIC_PLUS && user->z != TROPIC_BOOL)
        tp_source_add(out, "#define USER_MERGE tp_merge_plus_%s\n", value);
    tp_source_add(out, "#include \"spmv/jit/user_product.cuh\"\n#include \"spmv/device/kernel.cuh\"\n%s", headers);
}

void tp_elementwise_source(tp_source_text *out, const tp_elementwise *e, bool listed)
{
    const tropic_operator *op = e->op, *accum = e->accum;
    const tropic_type types[] = {op ? op->x : e->result, op ? op->y : e->result, e->result};
    const char *value = tp_type_suffix(e->result);
    const char *call = "USER_Z()"; /* code that is not called must compile */
    char known[PARAMETERS];
    tp_source_add(out, "#include \"semiring/language.h\"\n#include \"semiring/coded.h\"\n");
    tp_source_types(out, types, sizeof types / sizeof *types);
    tp_source_add(out, "#define USER_X %s\n#define USER_Y %s\n#define USER_Z %s\n", tp_type_c_name(types[0]),
                  tp_type_c_name(types[1]), tp_type_c_name(types[2]));
    if (op && op->user) {
        write_operator(out, op, "tp_user_operate");
        call = "tp_user_operate(x, y, i, e->cols ? e->cols[c] : 0)";
    } else if (op) {
        /* (Those that read no place are compiled ahead, unless the accumulator is a user's.) */
        const bool places = tp_operator_reads_places(op->builtin);
        snprintf(known, sizeof known, "tp_%s%s_%s(code, x, y, i%s)", op->z == op->x ? "operate" : "compare",
                 places ? "_at" : "", tp_type_suffix(op->x), places ? ", e->cols ? e->cols[c] : 0" : "");
        call = known;
    }
    tp_source_add(out, "#define USER_OPERATE(code, x, y, i) %s\n", e->kind >= TP_UNION ? call : "USER_Z()");
    tp_source_add(out, "#define USER_TEST(code, x, y, i) %s\n", e->kind == TP_SELECT ? call : "true");
    if (accum && accum->user) {
        write_operator(out, accum, "tp_user_accumulate");
        tp_source_add(out, "#define USER_ACCUM(w, t, i) tp_user_accumulate(w, t, i, 0)\n");
    } else if (value) {
        tp_source_add(out, "#define USER_PUT tp_put_%s\n", value);
    }
    if (listed) tp_source_add(out, "#define USER_LISTED\n");
    tp_source_add(out, "#include \"spmv/ewise/ewise_user.cuh\"\n");
}

void tp_entries_source(tp_source_text *out, const tropic_operator *op, bool tests)
{
    const tropic_type types[] = {op->x, op->y, op->z};
    tp_source_add(out, "#include \"semiring/language.h\"\n");
    tp_source_types(out, types, sizeof types / sizeof *types);
    tp_source_add(out, "#define USER_X %s\n#define USER_Y %s\n#define USER_Z %s\n", tp_type_c_name(types[0]),
                  tp_type_c_name(types[1]), tp_type_c_name(types[2]));
    write_operator(out, op, "tp_user_operate");
    tp_source_add(out,
                  "#define USER_OPERATE(code, x, y, i, j) tp_user_operate(x, y, i, j)\n%s"
                  "#include \"spmv/write/merge_path_user.cuh\"\n",
                  tests ? "#define USER_TEST\n" : "");
}

void tp_reduction_source(tp_source_text *out, const tropic_operator *monoid)
{
    const tp_user *user = monoid->user;
    tp_source_add(out, "#include \"semiring/language.h\"\n");
    tp_source_types(out, &monoid->z, 1);
    tp_source_add(out, "typedef %s tp_user_value;\n#define TP_C_user tp_user_value\n", tp_type_c_name(monoid->z));
    write_operator(out, monoid, "tp_user_add");
    tp_source_function(out, user, "tp_user_value", "tp_user_identity", "", user->identity);
    tp_source_function(out, user, "bool", "tp_user_terminal", "tp_user_value a",
                       user->terminal ? user->terminal : "false");
    tp_source_add(out, "#define tp_neutral_user(op) tp_user_identity()\n"
                       "#define tp_combine_user(op, x, y) tp_user_add(x, y, 0, 0)\n"
                       "#define tp_absorbs_user(op, t) tp_user_terminal(t)\n"
                       "#include \"spmv/reduce/reduce.cuh\"\nTP_TOTAL_KERNEL(user)\n");
}

void tp_builtin_source(tp_source_text *out, tropic_builtin semiring, tropic_type type, const char *headers)
{
#define NAMES(NAME, name, add, mul, types) {#add, #mul},
    static const struct {
        const char *add, *multiply;
    } names[TP_SEMIRINGS] = {TROPIC_SEMIRING_TABLE(NAMES)};
    tp_source_add(out,
                  "#include \"spmv/ops/state.h\"\n#include \"spmv/write/mask_accum.h\"\n#define OP_NAME user\n"
                  "#define OP_STATE tp_mxv_state\n#define TYPE %s\n#define ADD %s\n"
                  "#define MUL %s\n#include \"spmv/ops/mxv_op.h\"\n#include \"spmv/device/kernel.cuh\"\n%s",
                  tp_type_suffix(type), names[TP_SEMIRING_AT(semiring)].add, names[TP_SEMIRING_AT(semiring)].multiply,
                  headers);
}

/* (The texts are the monoid's own, and nobody writes to them.) */
void tp_user_sums(const tropic_operator *monoid, tp_user *user, tropic_semiring *semiring)
{
    static char entry[] = "x";
    const tp_user *from = monoid->user;
    *user = (tp_user){.id = from->id + TP_USER_SUMS,
                      .z = from->z,
                      .x = from->z,
                      .y = from->z,
                      .name = from->name,
                      .add = from->add,
                      .multiply = entry,
                      .identity = from->identity,
                      .terminal = from->terminal,
                      .file = from->file,
                      .definition = from->definition,
                      .line = from->line,
                      .uses_x = true,
                      .stops = from->stops,
                      .order_matters = true,
                      .known_add = TROPIC_OPERATORS};
    *semiring = tp_semiring_of_user(user, monoid);
}

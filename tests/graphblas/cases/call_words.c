/* SPDX-License-Identifier: Apache-2.0
 *
 * A call in words.
 */
#include "tests/graphblas/cases/call.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Text that grows as far as there is room. */
typedef struct text {
    char words[1000];
    size_t length;
} text;

__attribute__((format(printf, 2, 3))) static void say(text *t, const char *format, ...)
{
    va_list list;
    int more;
    va_start(list, format);
    more = vsnprintf(t->words + t->length, sizeof t->words - t->length, format, list);
    va_end(list);
    if (more > 0) t->length += (size_t)more;
    if (t->length >= sizeof t->words) t->length = sizeof t->words - 1;
}

static void say_object(text *t, const char *what, const object *o)
{
    char name[64];
    const bool none = o && !o->A && !o->v && !o->s;
    if (o) say(t, ", %s%s", what, none ? "NULL" : object_name(o, name));
}

static void say_ids(text *t, const char *what, const id_list *list)
{
    enum { MOST = 70 };
    if (!list->ids && !list->owned && list->count == 0) return;
    say(t, ", %s %s of %" PRIu64, what, list->ids == GrB_ALL ? "GrB_ALL" : list->ids ? "ids" : "NULL", list->count);
    if (list->ids == GrB_ALL || !list->ids) return;
    if (list->given != list->count) {
        const char *kind = list->given == GxB_RANGE ? "range" : list->given == GxB_STRIDE ? "stride" : "backwards";
        say(t, ": %s from %" PRIu64 " to %" PRIu64, kind, list->ids[GxB_BEGIN], list->ids[GxB_END]);
        if (list->given != GxB_RANGE) say(t, " by %" PRIu64, list->ids[GxB_INC]);
        return;
    }
    for (GrB_Index k = 0; k < list->count && k < MOST; k++) say(t, "%s%" PRIu64, k > 0 ? " " : ": ", list->ids[k]);
}

#define SAY_INTEGER(T, FORMAT)                                                                                         \
    case TYPE_##T: say(t, FORMAT, c->v.T); break;

static void say_value(text *t, const call *c)
{
    const bool none = !c->v_at && c->kind != CALL_ASSIGN_VALUE;
    if (c->scalar || !c->v_at) {
        if (c->scalar) say_object(t, "value ", c->scalar);
        if (none && !c->scalar && c->v_type != TYPE_BOOL) say(t, ", value NULL");
        return;
    }
    say(t, ", %s value ", value_type_name(c->v_type));
    switch (c->v_type) {
        SAY_INTEGER(BOOL, "%d")
        SAY_INTEGER(INT8, "%d")
        SAY_INTEGER(INT16, "%d")
        SAY_INTEGER(INT32, "%" PRId32)
        SAY_INTEGER(INT64, "%" PRId64)
        SAY_INTEGER(UINT8, "%u")
        SAY_INTEGER(UINT16, "%u")
        SAY_INTEGER(UINT32, "%" PRIu32)
        SAY_INTEGER(UINT64, "%" PRIu64)
    case TYPE_FP32: say(t, "%g", (double)c->v.FP32); break;
    case TYPE_FP64: say(t, "%g", c->v.FP64); break;
    default: say(t, "{%g, %g}", c->v.PAIR.re, c->v.PAIR.im); break;
    }
}

static void say_operator(text *t, const call *c)
{
    const bool binary =
        c->kind == CALL_EWISE_UNION || c->form == FORM_BINARY || c->form == FORM_FIRST || c->form == FORM_SECOND;
    if (c->unary) say(t, ", op %s", c->unary->name);
    if (c->index) say(t, ", op %s", c->index->name);
    if (c->select) say(t, ", op %s", c->select->name);
    if (c->binary && binary) say(t, ", op %s", c->binary->name);
    if (c->monoid && c->form == FORM_MONOID) say(t, ", %s", c->monoid->name);
    if (c->semiring) say(t, ", %s", c->semiring->name);
}

static void say_descriptor(text *t, const call *c)
{
    static const char *const names[] = {"R", "C", "S", "T0", "T1"};
    say(t, ", desc %s", !c->desc ? "NULL" : c->desc_bits == 0 ? "default" : "");
    for (int k = 0; k < 5; k++)
        if (c->desc_bits & (1 << k)) say(t, "%s", names[k]);
    if (c->own_desc) say(t, " (new)");
}

const char *call_words(const call *c)
{
    static const char *const kinds[CALL_KINDS] = {
        "mxm",       "mxv",         "vxm",          "eWiseAdd",   "eWiseMult",     "eWiseUnion",
        "extract",   "assign",      "assign_value", "apply",      "select",        "reduce",
        "kronecker", "Col_extract", "Col_assign",   "Row_assign", "Matrix_reduce", "transpose"};
    static const char *const forms[] = {"",         "_BinaryOp",    "_Monoid",      "_Semiring",
                                        "_IndexOp", "_BinaryOp1st", "_BinaryOp2nd", "_SelectOp"};
    static text t;
    const bool two = c->kind >= CALL_EWISE_ADD && c->kind < CALL_KRONECKER;
    t.length = 0;
    say(&t, "GrB_%s%s%s%s",
        !two        ? ""
        : c->matrix ? "Matrix_"
                    : "Vector_",
        kinds[c->kind], forms[c->form], c->region ? " of a region" : "");
    say_object(&t, "out ", c->out);
    say_object(&t, "mask ", c->mask);
    if (c->accum) say(&t, ", accum %s", c->accum->name);
    say_operator(&t, c);
    say_object(&t, "", c->a);
    say_object(&t, "", c->b);
    say_value(&t, c);
    say_object(&t, "beta ", c->beta);
    say_ids(&t, "rows", &c->rows);
    say_ids(&t, "cols", &c->cols);
    if (c->kind == CALL_EXTRACT_COLUMN || c->kind == CALL_ASSIGN_COLUMN || c->kind == CALL_ASSIGN_ROW)
        say(&t, ", line %" PRIu64, c->line);
    say_descriptor(&t, c);
    return t.words;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Products with blocks of columns on the CPU: a thread per row of the result, whose list is summed in order for
 * TP_COLUMNS columns at once; the compiler makes vectors of the loops over these. If nothing is missing, masked or
 * accumulated, lists of several rows are taken in turn, a part of each, for the sources that they have in common.
 */

/* The sums of a list for columns first .. first + width - 1. hit[c]: is there any product? */
static inline void OP(sum_columns)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_index columns,
                                   tropic_index first, int width, const bool *wanted, OP(value) *t, bool *hit)
{
    const tropic_index to = j * columns + first;
    const OP(value) nothing = OP(identity)();
    for (int c = 0; c < width; c++) {
        t[c] = nothing;
        hit[c] = false;
    }
    for (tropic_offset k = in->offsets[j], begin = k; k < in->offsets[j + 1]; k++) {
        const tropic_index i = in->ids[k], from = i * columns + first;
        const ENTRY a = in->values ? ((const ENTRY *)in->values)[k] : ONE_ENTRY;
        const SOURCE *u = s->u ? (const SOURCE *)s->u + from : NULL;
        (void)a, (void)u, (void)to;
        if (s->u_has) {
            for (int c = 0; c < width; c++) {
                OP(value) z;
                if (!s->u_has[from + c]) continue;
                z = MULTIPLY(s, a, u ? u[c] : ONE_SOURCE, i, j, to + c);
                t[c] = hit[c] ? OP(add)(t[c], z) : z;
                hit[c] = true;
            }
        } else if (k == begin) {
            for (int c = 0; c < width; c++) {
                t[c] = MULTIPLY(s, a, u ? u[c] : ONE_SOURCE, i, j, to + c);
                hit[c] = true;
            }
        } else if (u) {
            for (int c = 0; c < width; c++) t[c] = OP(add)(t[c], MULTIPLY(s, a, u[c], i, j, to + c));
        } else {
            for (int c = 0; c < width; c++) t[c] = OP(add)(t[c], MULTIPLY(s, a, ONE_SOURCE, i, j, to + c));
        }
#if OP_TERMINAL
        {
            bool open = false;
            for (int c = 0; c < width; c++) open = open || (wanted[c] && !(hit[c] && OP(terminal)(t[c])));
            if (!open) break;
        }
#else
        (void)wanted;
#endif
    }
}

#if !OP_TERMINAL
#if TP_COLUMNS_AT_ONCE != 4
#error "four terms are written out below"
#endif
/* t[c] += the products of entries k .. to - 1, all of whose sources are there, for TP_COLUMNS columns. */
TP_FN void OP(add_columns)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_index columns,
                           tropic_index first, tropic_offset k, tropic_offset to, OP(value) *t)
{
    const ENTRY *values = in->values;
    const SOURCE *all = (const SOURCE *)s->u + first;
    (void)values;
    for (; k + TP_COLUMNS_AT_ONCE <= to; k += TP_COLUMNS_AT_ONCE) {
        TP_NO_VECTORS; /* of this loop: GCC would make two rounds of it one, and then none of the loop inside */
        const tropic_index *i = in->ids + k;
        const SOURCE *u[TP_COLUMNS_AT_ONCE];
        ENTRY a[TP_COLUMNS_AT_ONCE];
        for (int e = 0; e < TP_COLUMNS_AT_ONCE; e++) {
            u[e] = all + (int64_t)i[e] * columns;
            a[e] = values ? values[k + e] : ONE_ENTRY;
        }
        (void)a, (void)u;
        for (int c = 0; c < TP_COLUMNS; c++) {
            OP(value) sum = OP(branchless_add)(t[c], OP(branchless_times)(s, a[0], u[0][c], i[0], j));
            sum = OP(branchless_add)(sum, OP(branchless_times)(s, a[1], u[1][c], i[1], j));
            sum = OP(branchless_add)(sum, OP(branchless_times)(s, a[2], u[2][c], i[2], j));
            t[c] = OP(branchless_add)(sum, OP(branchless_times)(s, a[3], u[3][c], i[3], j));
        }
    }
    for (; k < to; k++) {
        const tropic_index i = in->ids[k];
        const SOURCE *u = all + (int64_t)i * columns;
        const ENTRY a = values ? values[k] : ONE_ENTRY;
        (void)a, (void)u;
        for (int c = 0; c < TP_COLUMNS; c++) t[c] = OP(branchless_add)(t[c], OP(branchless_times)(s, a, u[c], i, j));
    }
}

/* The sums of row j over part `part` of its list: added to those of the parts before, in w. */
TP_FN void OP(add_part)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_index columns, tropic_index first,
                        tropic_offset part)
{
    const tropic_offset begin = in->offsets[j] + part * TP_COLUMNS_ENTRIES, end = in->offsets[j + 1];
    const tropic_offset to = end - begin < TP_COLUMNS_ENTRIES ? end : begin + TP_COLUMNS_ENTRIES;
    const tropic_index at = j * columns + first;
    OP(value) *w = (OP(value) *)s->w + at, t[TP_COLUMNS];
    tropic_offset k = begin;
    if (begin >= end) return;
    if (part == 0) {
        const tropic_index i = in->ids[k];
        const SOURCE *u = (const SOURCE *)s->u + ((int64_t)i * columns + first);
        const ENTRY a = in->values ? ((const ENTRY *)in->values)[k] : ONE_ENTRY;
        (void)a, (void)u, (void)i;
        for (int c = 0; c < TP_COLUMNS; c++) t[c] = MULTIPLY(s, a, u[c], i, j, at + c);
        k++;
    } else {
        for (int c = 0; c < TP_COLUMNS; c++) t[c] = w[c];
    }
    OP(add_columns)(s, in, j, columns, first, k, to, t);
    for (int c = 0; c < TP_COLUMNS; c++) w[c] = t[c];
}

/* As many columns as are multiples of TP_COLUMNS, of a result of which nothing is missing, masked or accumulated.
 * Returns how many. */
TP_FN tropic_index OP(pull_full_columns)(const OP_STATE *s, const tp_arcs *in, tropic_index columns, tropic_index begin,
                                         tropic_index end)
{
    const bool all = !s->mask.has && s->mask.structure && !s->mask.complement;
    const bool full = s->u && !s->u_has && !s->w_has && s->accum == TP_ACCUM_NONE;
    tropic_offset longest = 0;
    tropic_index first = 0;
    if (!all || !full) return 0;
    for (tropic_index j = begin; j < end; j++)
        if (in->offsets[j + 1] - in->offsets[j] > longest) longest = in->offsets[j + 1] - in->offsets[j];
    for (; first + TP_COLUMNS <= columns; first += TP_COLUMNS)
        for (tropic_offset part = 0; part * TP_COLUMNS_ENTRIES < longest; part++)
            for (tropic_index j = begin; j < end; j++) OP(add_part)(s, in, j, columns, first, part);
    return first;
}
#endif

TP_FN void OP(pull_columns)(const void *of, int64_t begin, int64_t end)
{
    const tp_step *step = of;
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const tropic_index columns = step->columns;
    tropic_index done = 0;
#if !OP_TERMINAL
    done = OP(pull_full_columns)(&s, &in, columns, (tropic_index)begin, (tropic_index)end);
#endif
    for (tropic_index j = (tropic_index)begin; j < end; j++)
        for (tropic_index first = done; first < columns; first += TP_COLUMNS) {
            const int width = columns - first < TP_COLUMNS ? columns - first : TP_COLUMNS;
            const tropic_index to = j * columns + first;
            OP(value) t[TP_COLUMNS];
            bool hit[TP_COLUMNS], wanted[TP_COLUMNS], any = false;
            for (int c = 0; c < width; c++) {
                wanted[c] = OP(want)(&s, to + c);
                any = any || wanted[c];
            }
            if (!any) continue;
            OP(sum_columns)(&s, &in, j, columns, first, width, wanted, t, hit);
            for (int c = 0; c < width; c++)
                if (wanted[c]) OP(update)(&s, to + c, t[c], hit[c]);
        }
}
#ifdef OP_COLUMNS_BASELINE
TP_VERSIONS_BASELINE(OP(pull_columns), (const void *of, int64_t begin, int64_t end), (of, begin, end));
#else
TP_VERSIONS_V3(OP(pull_columns), (const void *of, int64_t begin, int64_t end), (of, begin, end));
#endif

static void OP(csc_columns)(const tp_step *step, tp_sink *sink, tp_team team)
{
    (void)sink;
    tp_for(team, step->gather.lists, TP_COLUMNS_CHUNK, TP_VERSION(team.context, OP(pull_columns)), step);
}

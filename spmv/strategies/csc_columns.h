/* SPDX-License-Identifier: Apache-2.0
 *
 * Products with blocks of columns on the CPU: a thread per row of the result, whose list is summed in order for
 * TP_COLUMNS columns at once; the compiler makes vectors of the loops over these.
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

TP_FN void OP(pull_columns)(const void *of, int64_t begin, int64_t end)
{
    const tp_step *step = of;
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const tropic_index columns = step->columns;
    for (tropic_index j = (tropic_index)begin; j < end; j++)
        for (tropic_index first = 0; first < columns; first += TP_COLUMNS) {
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
TP_VERSIONS_V3(OP(pull_columns), (const void *of, int64_t begin, int64_t end), (of, begin, end));

static void OP(csc_columns)(const tp_step *step, tp_sink *sink, tp_team team)
{
    (void)sink;
    tp_for(team, step->gather.lists, TP_COLUMNS_CHUNK, TP_VERSION(team.context, OP(pull_columns)), step);
}

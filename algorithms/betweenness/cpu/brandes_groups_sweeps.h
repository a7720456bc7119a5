/* SPDX-License-Identifier: Apache-2.0
 *
 * The sweeps of a group of sources in lanes (algorithms/betweenness/cpu/brandes_groups.c), included once for each size
 * of vectors: LANES_BYTES is that of one, LANES_TARGET the attribute of an instruction set that has such, and LANES(x)
 * the name x of this version. (Without vectors a compiler made eight sums of eight doubles in one loop and one in
 * another; vectors of 64 bytes without AVX-512 took three times as long as those of 32.)
 */
typedef double LANES(vector) __attribute__((vector_size(LANES_BYTES), may_alias));
typedef int64_t LANES(bits) __attribute__((vector_size(LANES_BYTES), may_alias));
enum { LANES(pieces) = sizeof(tp_group_row) / LANES_BYTES };

/* *to = the sum of the rows of a list. With `m`, lanes on this level, it also appends the successors that are new. */
TP_FN void LANES(pass)(const tp_lanes *l, const tp_arcs *arcs, tropic_index v, const tp_group_row *from,
                       tp_group_row *to, bool sums, int m, int64_t *end)
{
    LANES(vector) t[LANES(pieces)] = {0}, *sum = (LANES(vector) *)to;
    int64_t e = *end;
    for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) {
        const tropic_index w = arcs->ids[k];
        const LANES(vector) *row = (const LANES(vector) *)&from[w];
        for (int p = 0; sums && p < LANES(pieces); p++) t[p] += row[p];
        if (m) e = tp_group_discover(l, w, m, e);
    }
    for (int p = 0; sums && p < LANES(pieces); p++) sum[p] = t[p];
    *end = e;
}

/* Counts the paths to the vertices of a level, and appends the next. */
TP_FN void LANES(count)(const tp_lanes *l, int64_t begin, int64_t end, int64_t *next, bool first, tp_group_row *max)
{
    LANES(vector) *most = (LANES(vector) *)max;
    int64_t none = 0;
    for (int64_t k = begin; k < end; k++) {
        const tropic_index v = l->order[k];
        tp_group_row *to = &l->sums[k - begin];
        if (l->both) {
            LANES(pass)(l, l->out, v, l->delta, to, true, l->mask[k], next);
        } else {
            LANES(pass)(l, l->out, v, l->delta, to, false, l->mask[k], next);
            if (!first) LANES(pass)(l, l->in, v, l->delta, to, true, 0, &none);
        }
    }
    for (int64_t k = begin; k < end && !first; k++) {
        const tropic_index v = l->order[k];
        const double copies = tp_brandes_multiplicity_of(l->classes, v).copies;
        const LANES(bits) *keep = (const LANES(bits) *)&l->table[l->mask[k]];
        const LANES(vector) *sum = (const LANES(vector) *)&l->sums[k - begin];
        LANES(bits) *to = (LANES(bits) *)&l->delta[v];
        for (int p = 0; p < LANES(pieces); p++) {
            const LANES(bits) kept = (LANES(bits))(sum[p] * copies) & keep[p];
            const LANES(vector) sigma = (LANES(vector))kept;
            const LANES(bits) more = sigma > most[p];
            to[p] |= kept;
            most[p] = (LANES(vector))((kept & more) | ((LANES(bits))most[p] & ~more));
        }
    }
}

/* delta and g of the vertices of a level. (The values of overflowed lanes mean nothing, and leave others alone. A
 * division takes as long as the sums of several arcs, which go on meanwhile: so it is made with them, and not with the
 * rows.) */
TP_FN void LANES(gather)(const tp_lanes *l, int64_t begin, int64_t end)
{
    int64_t none = 0;
    for (int64_t k = begin; k < end; k++) {
        const tropic_index v = l->order[k];
        const tp_brandes_multiplicity of = tp_brandes_multiplicity_of(l->classes, v);
        const LANES(bits) *keep = (const LANES(bits) *)&l->table[l->mask[k]];
        LANES(vector) *sum = (LANES(vector) *)&l->sums[k - begin];
        LANES(bits) *delta = (LANES(bits) *)&l->delta[v];
        LANES(pass)(l, l->out, v, l->g, &l->sums[k - begin], true, 0, &none);
        for (int p = 0; p < LANES(pieces); p++) {
            LANES(vector) sigma = (LANES(vector))delta[p], found;
            if (l->classes) sigma /= of.copies;
            found = sigma * sum[p];
            sum[p] = (LANES(vector))((LANES(bits))((of.ends + of.copies * found) / sigma) & keep[p]);
            delta[p] = ((LANES(bits))(found + l->ends) & keep[p]) | (delta[p] & ~keep[p]);
        }
    }
    for (int64_t k = begin; k < end; k++) {
        const LANES(bits) *sum = (const LANES(bits) *)&l->sums[k - begin];
        LANES(bits) *g = (LANES(bits) *)&l->g[l->order[k]];
        for (int p = 0; p < LANES(pieces); p++) g[p] |= sum[p];
    }
}

/* The vertices of level d are on it, in the lanes that the queue says. */
TP_FN void LANES(mark)(const tp_lanes *l, int64_t d, tp_group_row *level)
{
    for (int64_t k = l->starts[d]; k < l->starts[d + 1]; k++) {
        const LANES(bits) *of = (const LANES(bits) *)&l->table[l->mask[k]];
        LANES(bits) *to = (LANES(bits) *)&level[l->order[k]];
        for (int p = 0; p < LANES(pieces); p++) to[p] = (to[p] & ~of[p]) | (d & of[p]);
    }
}

/* Adds the dependencies of a group's sources to the arcs from v, in the order of the sources. */
TP_FN void LANES(add_to_arcs)(const tp_lanes_left *l, const tp_arcs *out, tropic_index v, double *arcs)
{
    const LANES(vector) *delta = (const LANES(vector) *)&l->delta[v], *g = (const LANES(vector) *)&l->g[v],
                        *factor = (const LANES(vector) *)&l->factor;
    const LANES(bits) *level = (const LANES(bits) *)&l->level[v];
    LANES(vector) sigma[LANES(pieces)];
    for (int p = 0; p < LANES(pieces); p++) sigma[p] = (1 + delta[p]) / g[p];
    for (tropic_offset k = out->offsets[v]; k < out->offsets[v + 1]; k++) {
        const tropic_index w = out->ids[k];
        const LANES(vector) *g_w = (const LANES(vector) *)&l->g[w];
        const LANES(bits) *level_w = (const LANES(bits) *)&l->level[w];
        tp_group_row terms;
        double sum = arcs[k];
        for (int p = 0; p < LANES(pieces); p++)
            ((LANES(bits) *)&terms)[p] = (LANES(bits))(factor[p] * (sigma[p] * g_w[p])) & (level_w[p] == level[p] + 1);
        for (int c = 0; c < TP_BRANDES_GROUP; c++) sum += terms.of[c];
        arcs[k] = sum;
    }
}

LANES_TARGET static void LANES(arcs)(const tp_lanes_left *l, const tp_arcs *out, int64_t begin, int64_t end,
                                     double *arcs)
{
    for (tropic_index v = (tropic_index)begin; v < end; v++) LANES(add_to_arcs)(l, out, v, arcs);
}

/* Both sweeps; *live: lanes whose counts are doubles. Returns how many entries the queue has. */
LANES_TARGET static int64_t LANES(sweeps)(const tp_lanes *l, int sources, tp_brandes_found *found, int *live)
{
    tp_group_row max = {{0}};
    int64_t begin = 0, end = sources;
    int levels = 0;
    *live = 0;
    while (begin < end) {
        const int64_t level = begin, level_end = end;
        int on = 0;
        for (int64_t k = begin; k < level_end; k++) on |= l->mask[k];
        l->starts[levels++] = (tropic_index)begin;
        for (int c = 0; c < TP_BRANDES_GROUP; c++)
            if (on >> c & 1) found[c].levels = levels;
        LANES(count)(l, level, level_end, &end, levels == 1, &max);
        tp_group_close(l, level_end, end);
        begin = level_end;
    }
    l->starts[levels] = (tropic_index)end;
    for (int c = 0; c < sources; c++) *live |= (max.of[c] <= TP_DOUBLE_COUNT_MAX) << c;
    for (int d = levels - 1; d > 0; d--) LANES(gather)(l, l->starts[d], l->starts[d + 1]);
    if (l->arcs) {
        memset(l->sums, UNREACHED, (size_t)l->out->lists * sizeof *l->sums);
        for (int d = 0; d < levels; d++) LANES(mark)(l, d, l->sums);
    }
    return end;
}

#undef LANES_BYTES
#undef LANES_TARGET
#undef LANES

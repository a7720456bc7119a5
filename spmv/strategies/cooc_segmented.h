/* SPDX-License-Identifier: Apache-2.0
 *
 * cooc_scalar on the CPU where sums are pulled: equal tiles of the stored entries, whatever lists they lie
 * in, in list order. A list that ends in another tile than it begins in is put together afterwards, in
 * the order of its tiles, whose number depends on the entries alone; so sums have a fixed order.
 */

/* A tile's parts of sums: of the list that began before the tile, and of the one that goes on after it. */
typedef struct OP(tile) {
    OP(value) carry_in, carry_out;
    bool carry_in_hit, carry_out_hit;
} OP(tile);

/* `dense`, a constant: tp_step.dense, and no mask. */
TP_FN void OP(pull_tile)(const OP_STATE *given, const tp_arcs *arcs, tropic_offset base, tropic_offset end, bool dense,
                         OP(tile) *tile)
{
    /* Copies, of which the compiler sees that no store changes them. */
    const OP_STATE s = OP(simple)(given, dense);
    const tp_arcs in = *arcs;
    const tropic_index own = tp_first_list(&in, base, 0);
    const tropic_index next = end == in.count ? in.lists : tp_first_list(&in, end, 0);
    const tropic_offset begun = in.offsets[own] < end ? in.offsets[own] : end;
    if (dense && OP_LOOKS_AT_ENTRIES && !in.values) __builtin_unreachable();
    memset(tile, 0, sizeof *tile); /* (also values, which are copied where there is no hit) */
    if (begun > base && OP(want)(&s, own - 1))
        tile->carry_in_hit = OP(sum_in_order)(&s, &in, own - 1, base, begun, &tile->carry_in);
    for (tropic_index j = own; j < next; j++) {
        const tropic_offset from = in.offsets[j], to = in.offsets[j + 1];
        OP(value) t;
        bool hit;
        if (!OP(want)(&s, j)) continue;
        if (to > end) {
            tile->carry_out_hit = OP(sum_in_order)(&s, &in, j, from, end, &tile->carry_out);
        } else {
            hit = OP(sum_in_order)(&s, &in, j, from, to, &t);
            OP(update)(&s, j, t, hit);
        }
    }
}

typedef struct OP(tiling) {
    const tp_step *step;
    int64_t tiles;
    OP(tile) *tile;
} OP(tiling);

#define TILE_AT(b) (in.count / tiles * (b) + in.count % tiles * (b) / tiles)
static void OP(pull_tiles)(const void *of, int64_t begin, int64_t end)
{
    const OP(tiling) *tiling = of;
    const tp_step *step = tiling->step;
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const int64_t tiles = tiling->tiles;
    const bool dense = step->dense && !step->masked;
    for (int64_t b = begin; b < end; b++)
        if (dense)
            OP(pull_tile)(&s, &in, TILE_AT(b), TILE_AT(b + 1), true, &tiling->tile[b]);
        else
            OP(pull_tile)(&s, &in, TILE_AT(b), TILE_AT(b + 1), false, &tiling->tile[b]);
}

static void OP(cooc_tiles)(const tp_step *step, tp_sink *sink, tp_team team)
{
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const int64_t tiles = in.count / TP_TILE_MIN < TP_TILES_MAX ? in.count / TP_TILE_MIN + 1 : TP_TILES_MAX;
    OP(tile) tile[TP_TILES_MAX];
    const OP(tiling) tiling = {step, tiles, tile};
    (void)sink;
    tp_for(team, tiles, 1, OP(pull_tiles), &tiling);
    for (int64_t b = 0; b + 1 < tiles; b++) {
        const tropic_offset split = TILE_AT(b + 1);
        const tropic_index j = tp_first_list(&in, split, 0) - 1;
        OP(value) t = tile[b].carry_out;
        bool hit = tile[b].carry_out_hit;
        /* Only the tile in which it begins. */
        if (j < 0 || in.offsets[j] < TILE_AT(b) || in.offsets[j + 1] <= split || !OP(want)(&s, j)) continue;
        for (int64_t c = b + 1; c < tiles && TILE_AT(c) < in.offsets[j + 1]; c++)
            if (tile[c].carry_in_hit) {
                t = hit ? OP(add)(t, tile[c].carry_in) : tile[c].carry_in;
                hit = true;
            }
        OP(update)(&s, j, t, hit);
    }
#undef TILE_AT
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws the operations of a case from its seed: those on lists of rows and columns, on lines and on tiles.
 */
#include "tests/operation_draw.h"

/* Rows or columns of n: a range, or a list; where they may repeat, in any order. */
static void draw_list(world *w, operation *o, int which, tropic_index n)
{
    const bool repeats = o->kind <= OPERATION_MATRIX_EXTRACT, shuffled = world_below(w, 2);
    tropic_indices *list = &o->lists[which];
    tropic_index *ids, left = n;
    o->listed[which] = world_below(w, 3) > 0;
    list->count = n;
    if (!o->listed[which]) return;
    list->count = world_below(w, n + 1);
    if (world_below(w, 3) == 0) {
        list->stride = list->count > 1 ? 1 + world_below(w, (n - 1) / (list->count - 1)) : 0;
        list->first = n > 0 ? world_below(w, n - (list->count > 0 ? list->count - 1 : 0) * list->stride) : 0;
        if (list->count > 1 && world_below(w, 2)) {
            list->first += (list->count - 1) * list->stride;
            list->stride = -list->stride;
        }
        return;
    }
    ids = calloc((size_t)n + 1, sizeof *ids);
    for (tropic_index i = 0; i < n; i++) ids[i] = i;
    for (tropic_index k = 0; k < list->count && shuffled; k++, left--) {
        const tropic_index at = k + world_below(w, left), id = ids[at];
        ids[at] = repeats ? ids[at] : ids[k];
        ids[k] = id;
    }
    list->ids = ids;
}

/* A part of A, or a part of C that A or a value is assigned to. */
static void draw_lists(world *w, operation *o)
{
    enum { LARGE = 200 };
    const bool extract = o->kind == OPERATION_MATRIX_EXTRACT;
    const bool scalar = o->kind >= OPERATION_MATRIX_ASSIGN_SCALAR;
    const bool bounded = o->kind == OPERATION_MATRIX_SUBASSIGN || o->kind == OPERATION_MATRIX_SUBASSIGN_SCALAR;
    const tropic_index rows = w->n % LARGE, cols = world_inner(w) % LARGE;
    const tropic_type mask = world_pick_any(w)->type;
    tropic_index r, c;
    draw_list(w, o, 0, rows);
    draw_list(w, o, 1, cols);
    r = o->lists[0].count;
    c = o->lists[1].count;
    o->C = world_twin(w, scalar ? o->type : world_cast(w, o->type), extract ? r : rows, extract ? c : cols, false,
                      VALUES_ANY);
    if (!scalar)
        o->A = world_draw_input(w, o, world_cast(w, o->type), extract ? rows : r, extract ? cols : c,
                                o->descriptor.transpose);
    if (world_below(w, 3) > 0)
        o->M = world_twin(w, mask, extract || bounded ? r : rows, extract || bounded ? c : cols, false, VALUES_ANY);
    for (int k = 0; k < 2; k++) {
        twin **input = k ? &o->M : &o->A;
        const bool turned = !k && o->descriptor.transpose && rows != cols;
        if (*input && !turned && (*input)->rows == o->C->rows && (*input)->cols == o->C->cols &&
            tropic_matrix_is_pattern((*input)->A) == tropic_matrix_is_pattern(o->C->A) &&
            world_below(w, ALIAS_ONE_IN) == 0)
            *input = o->C;
    }
    if (extract) world_forget_output(w, o);
    if (o->M && o->M->type >= TROPIC_TYPES) o->descriptor.structure = true;
}

/* -- lines ------------------------------------------------------------------------------------- */

/* u, or w, of so many places, and the mask; w is sometimes the mask. */
static void draw_vectors(world *w, operation *o, tropic_index places, tropic_index masked)
{
    const bool out = o->kind <= OPERATION_EXTRACT_DIAGONAL;
    const tropic_type mask = world_pick_any(w)->type;
    const bool untyped = o->C && tropic_matrix_is_pattern(o->C->A); /* and takes any type */
    operand *v = world_other(w, untyped ? o->type : world_cast(w, o->type), places, 0, VALUES_ANY);
    if (out)
        o->w = v;
    else
        o->u = v;
    if (world_below(w, 3) > 0) o->mask = world_other(w, mask, masked, 0, VALUES_ANY);
    if (o->mask && places == masked && world_below(w, ALIAS_ONE_IN) == 0) o->mask = v;
}

/* A row or column of A as a vector, or a vector as that of C. */
static void draw_line(world *w, operation *o)
{
    enum { LARGE = 200 };
    const bool extract = o->kind <= OPERATION_EXTRACT_COLUMN;
    const bool bounded = o->kind == OPERATION_SUBASSIGN_ROW || o->kind == OPERATION_SUBASSIGN_COLUMN;
    const bool row =
        o->kind == OPERATION_EXTRACT_ROW || o->kind == OPERATION_ASSIGN_ROW || o->kind == OPERATION_SUBASSIGN_ROW;
    const tropic_index lines = 1 + world_inner(w) % LARGE, places = w->n % LARGE;
    const tropic_index rows = row ? lines : places, cols = row ? places : lines;
    o->line = world_below(w, lines);
    draw_list(w, o, row, places);
    if (extract)
        o->A = world_twin(w, o->type, o->descriptor.transpose ? cols : rows, o->descriptor.transpose ? rows : cols,
                          o->type < TROPIC_TYPES && world_below(w, PATTERN_ONE_IN) == 0, VALUES_ANY);
    else
        o->C = world_draw_input(w, o, o->type, rows, cols, false);
    draw_vectors(w, o, o->lists[row].count, extract || bounded ? o->lists[row].count : places);
}

static tropic_index smaller(tropic_index a, tropic_index b)
{
    return a < b ? a : b;
}

/* A diagonal of A, or A', sometimes beyond its corners. */
static void draw_diagonal_of(world *w, operation *o)
{
    enum { BEYOND = 2 };
    const tropic_index rows = w->n, cols = world_inner(w), k = world_below(w, rows + cols + 2 * BEYOND) - rows - BEYOND;
    const tropic_index places = k < 0 ? smaller(rows + k, cols) : smaller(rows, cols - k);
    const bool turned = o->descriptor.transpose;
    o->line = k;
    o->A = world_twin(w, o->type, turned ? cols : rows, turned ? rows : cols,
                      o->type < TROPIC_TYPES && world_below(w, PATTERN_ONE_IN) == 0, VALUES_ANY);
    draw_vectors(w, o, places < 0 ? 0 : places, places < 0 ? 0 : places);
}

/* C is sometimes none yet, sometimes the mask. */
static void draw_whole(world *w, operation *o, tropic_index rows, tropic_index cols)
{
    const tropic_type mask = world_pick_any(w)->type;
    o->C =
        world_twin(w, o->type, rows, cols, o->type == TROPIC_BOOL && world_below(w, PATTERN_ONE_IN) == 0, VALUES_ANY);
    if (world_below(w, 3) > 0)
        o->M = world_below(w, ALIAS_ONE_IN) > 0 ? world_twin(w, mask, rows, cols, false, VALUES_ANY) : o->C;
    if (o->M && o->M->type >= TROPIC_TYPES) o->descriptor.structure = true;
    world_forget_output(w, o);
}

static void draw_diagonal(world *w, operation *o)
{
    enum { FAR = 10 };
    o->u = world_pick(w, o->type);
    o->line = world_below(w, 2 * FAR + 1) - FAR;
    draw_whole(w, o, o->u->n + abs(o->line), o->u->n + abs(o->line));
}

/* -- tiles ------------------------------------------------------------------------------------- */

static tropic_index draw_lengths(world *w, tropic_index *lengths, int count)
{
    enum { NONE = 10, LENGTH = 20 };
    tropic_index sum = 0;
    for (int k = 0; k < count; k++) sum += lengths[k] = world_below(w, NONE) == 0 ? 0 : 1 + world_below(w, LENGTH);
    return sum;
}

/* Patterns have ones of C's type where that is there. */
static void draw_tiles(world *w, operation *o)
{
    tropic_index heights[TILE_ROWS], widths[TILE_COLS], rows, cols;
    bool pattern;
    o->tile_rows = 1 + world_below(w, TILE_ROWS);
    o->tile_cols = 1 + world_below(w, TILE_COLS);
    rows = draw_lengths(w, heights, o->tile_rows);
    cols = draw_lengths(w, widths, o->tile_cols);
    if (o->kind == OPERATION_CONCAT)
        draw_whole(w, o, rows, cols);
    else
        o->A = world_twin(w, o->type, o->descriptor.transpose ? cols : rows, o->descriptor.transpose ? rows : cols,
                          o->type < TROPIC_TYPES && world_below(w, PATTERN_ONE_IN) == 0, VALUES_ANY);
    pattern = o->A ? tropic_matrix_is_pattern(o->A->A) : o->type == TROPIC_BOOL || (o->type < TROPIC_TYPES && o->C->A);
    for (int k = 0; k < o->tile_rows * o->tile_cols; k++) {
        o->tiles[k] = world_twin(w, o->A ? o->A->type : o->type, heights[k / o->tile_cols], widths[k % o->tile_cols],
                                 pattern && world_below(w, 2), VALUES_ANY);
        if (o->A) twin_free(o->tiles[k]); /* which becomes a result */
    }
    if (o->C && o->C->A && o->tiles[0]->rows == rows && o->tiles[0]->cols == cols && world_below(w, ALIAS_ONE_IN) == 0)
        o->tiles[0] = o->C;
}

void world_draw_parts(world *w, operation *o)
{
    switch (o->kind) {
    case OPERATION_EXTRACT_ROW:
    case OPERATION_EXTRACT_COLUMN:
    case OPERATION_ASSIGN_ROW:
    case OPERATION_ASSIGN_COLUMN:
    case OPERATION_SUBASSIGN_ROW:
    case OPERATION_SUBASSIGN_COLUMN: draw_line(w, o); break;
    case OPERATION_EXTRACT_DIAGONAL: draw_diagonal_of(w, o); break;
    case OPERATION_DIAGONAL: draw_diagonal(w, o); break;
    case OPERATION_CONCAT:
    case OPERATION_SPLIT: draw_tiles(w, o); break;
    default: draw_lists(w, o);
    }
}

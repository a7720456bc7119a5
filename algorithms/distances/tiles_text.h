/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes of tiles.c, a text that it reads for each type: REAL, and NAME(x), a name of that type's own.
 *
 * In a phase, the middle block has the rows and columns of the vertices that paths may go through. Of rows by panels,
 * panel p has columns p WIDE to (p + 1) WIDE - 1, row after row.
 */

TP_FN REAL NAME(lesser)(REAL a, REAL b)
{
    return a < b ? a : b;
}

/* c = min(c, a (min.plus) b), of TILE rows: c has WIDE columns, a `depth`; b has `depth` rows of WIDE. Eight rows of b
 * at a time, so that c is read and written once for them: eight sums and minima, as a processor adds. */
TP_FN void NAME(relax)(REAL *restrict c, const REAL *restrict a, const REAL *restrict b, int64_t depth)
{
    for (int64_t k = 0; k < depth; k += STEP)
        for (int i = 0; i < TILE; i++) {
            const REAL *x = a + i * depth + k, *y = b + k * WIDE;
            const REAL x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
            REAL *row = c + i * WIDE;
            for (int j = 0; j < WIDE; j++) {
                REAL least = NAME(lesser)(x0 + y[j], row[j]);
                least = NAME(lesser)(x1 + y[WIDE + j], least);
                least = NAME(lesser)(x2 + y[2 * WIDE + j], least);
                least = NAME(lesser)(x3 + y[3 * WIDE + j], least);
                least = NAME(lesser)(x4 + y[4 * WIDE + j], least);
                least = NAME(lesser)(x5 + y[5 * WIDE + j], least);
                least = NAME(lesser)(x6 + y[6 * WIDE + j], least);
                row[j] = NAME(lesser)(x7 + y[7 * WIDE + j], least);
            }
        }
}
TP_VERSIONS_V3(NAME(relax), (REAL * c, const REAL *a, const REAL *b, int64_t depth), (c, a, b, depth));

/* The same where nothing is negative: numbers are then in the order of their bits, taken as integers, whose minima
 * other units of a processor find than sums. */
TP_FN NAME(bits) NAME(lesser_bits)(REAL a, NAME(bits) b)
{
    NAME(bits) sum;
    memcpy(&sum, &a, sizeof sum);
    return sum < b ? sum : b;
}

TP_FN void NAME(relax_bits)(REAL *restrict c, const REAL *restrict a, const REAL *restrict b, int64_t depth)
{
    for (int64_t k = 0; k < depth; k += STEP)
        for (int i = 0; i < TILE; i++) {
            const REAL *x = a + i * depth + k, *y = b + k * WIDE;
            const REAL x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
            NAME(bits) *row = (NAME(bits) *)(void *)(c + i * WIDE);
            for (int j = 0; j < WIDE; j++) {
                NAME(bits) least = NAME(lesser_bits)(x0 + y[j], row[j]);
                least = NAME(lesser_bits)(x1 + y[WIDE + j], least);
                least = NAME(lesser_bits)(x2 + y[2 * WIDE + j], least);
                least = NAME(lesser_bits)(x3 + y[3 * WIDE + j], least);
                least = NAME(lesser_bits)(x4 + y[4 * WIDE + j], least);
                least = NAME(lesser_bits)(x5 + y[5 * WIDE + j], least);
                least = NAME(lesser_bits)(x6 + y[6 * WIDE + j], least);
                row[j] = NAME(lesser_bits)(x7 + y[7 * WIDE + j], least);
            }
        }
}
TP_VERSIONS_V4(NAME(relax_bits), (REAL * c, const REAL *a, const REAL *b, int64_t depth), (c, a, b, depth));

static void NAME(multiply)(const tiles *t, REAL *c, const REAL *a, const REAL *b)
{
    if (t->by_bits)
        TP_VERSION(t->context, NAME(relax_bits))(c, a, b, t->depth);
    else
        TP_VERSION(t->context, NAME(relax))(c, a, b, t->depth);
}

/* The middle block, by its panels, closed: paths within it. */
TP_FN void NAME(close)(REAL *restrict panels, int64_t depth)
{
    for (int64_t k = 0; k < depth; k++)
        for (int64_t i = 0; i < depth; i++) {
            const REAL first = panels[(k / WIDE * depth + i) * WIDE + k % WIDE];
            if (!(first < (REAL)HUGE_VAL) || i == k) continue;
            for (int64_t p = 0; p * WIDE < depth; p++) {
                REAL *row = panels + (p * depth + i) * WIDE;
                const REAL *second = panels + (p * depth + k) * WIDE;
                for (int j = 0; j < WIDE; j++) row[j] = NAME(lesser)(first + second[j], row[j]);
            }
        }
}
TP_VERSIONS_V3(NAME(close), (REAL * panels, int64_t depth), (panels, depth));

/* Rows i .. i + rows - 1, columns j .. j + width - 1 of D; infinite where there are none. */
static void NAME(load)(const tiles *t, int64_t i, int64_t j, int64_t rows, int64_t width, REAL *to)
{
    const REAL *D = t->distance;
    for (int64_t r = 0; r < rows; r++, to += width) {
        const int64_t there = i + r >= t->n || j >= t->n ? 0 : t->n - j < width ? t->n - j : width;
        if (there > 0) memcpy(to, D + (i + r) * t->n + j, (size_t)there * sizeof *to);
        for (int64_t c = there; c < width; c++) to[c] = (REAL)HUGE_VAL;
    }
}

static void NAME(store)(const tiles *t, int64_t i, int64_t j, int64_t rows, const REAL *from)
{
    REAL *D = t->distance;
    const int64_t there = t->n - j < WIDE ? t->n - j : WIDE;
    for (int64_t r = 0; r < rows && i + r < t->n; r++, from += WIDE)
        memcpy(D + (i + r) * t->n + j, from, (size_t)there * sizeof *from);
}

/* A = infinity, 0 from each vertex to itself, and arcs. */
static void NAME(fill)(const void *of, int64_t begin, int64_t end)
{
    const tiles *t = of;
    for (int64_t v = begin; v < end; v++) {
        REAL *row = (REAL *)t->distance + v * t->n;
        for (int64_t u = 0; u < t->n; u++) row[u] = (REAL)HUGE_VAL;
        for (tropic_offset k = t->offsets[v]; k < t->offsets[v + 1]; k++)
            row[t->ids[k]] = (REAL)tp_value_as_double(t->values, t->weights, k) + 0; /* of -0, 0 */
        if (!(row[v] < 0)) row[v] = 0;
    }
}

/* Is there a vertex that a path leads back to, of negative length? The first; -1: none. */
static int64_t NAME(find_cycle)(const tiles *t)
{
    const REAL *D = t->distance;
    for (int64_t v = 0; v < t->n; v++)
        if (D[v * t->n + v] < 0) return v;
    return -1;
}

static void NAME(begin_phase)(const tiles *t)
{
    REAL *panels = t->middle, *rows = t->middle_rows;
    for (int64_t p = 0; p * WIDE < t->depth; p++)
        NAME(load)(t, t->first, t->first + p * WIDE, t->depth, WIDE, panels + p * t->depth * WIDE);
    TP_VERSION(t->context, NAME(close))(panels, t->depth);
    for (int64_t p = 0; p * WIDE < t->depth; p++)
        NAME(store)(t, t->first, t->first + p * WIDE, t->depth, panels + p * t->depth * WIDE);
    for (int64_t i = 0; i < t->depth; i += TILE)
        NAME(load)(t, t->first + i, t->first, TILE, t->depth, rows + i * t->depth);
}

/* Panels of the rows through the middle. */
static void NAME(take_rows)(const void *of, int64_t begin, int64_t end)
{
    const tiles *t = of;
    _Alignas(TP_LINE) REAL c[TILE * WIDE];
    for (int64_t p = begin; p < end; p++) {
        REAL *panel = (REAL *)t->rows + p * t->depth * WIDE;
        NAME(load)(t, t->first, p * WIDE, t->depth, WIDE, panel);
        if (is_middle(t, p * WIDE)) continue;
        for (int64_t i = 0; i < t->depth; i += TILE) {
            NAME(load)(t, t->first + i, p * WIDE, TILE, WIDE, c);
            NAME(multiply)(t, c, (REAL *)t->middle_rows + i * t->depth, panel);
            NAME(store)(t, t->first + i, p * WIDE, TILE, c);
        }
        NAME(load)(t, t->first, p * WIDE, t->depth, WIDE, panel);
    }
}

/* Rows of tiles of the columns through the middle. */
static void NAME(take_columns)(const void *of, int64_t begin, int64_t end)
{
    const tiles *t = of;
    _Alignas(TP_LINE) REAL c[TILE * WIDE];
    for (int64_t i = begin * TILE; i < end * TILE; i += TILE) {
        REAL *rows = (REAL *)t->columns + i * t->depth;
        NAME(load)(t, i, t->first, TILE, t->depth, rows);
        if (is_middle(t, i)) continue;
        for (int64_t p = 0; p * WIDE < t->depth; p++) {
            NAME(load)(t, i, t->first + p * WIDE, TILE, WIDE, c);
            NAME(multiply)(t, c, rows, (REAL *)t->middle + p * t->depth * WIDE);
            NAME(store)(t, i, t->first + p * WIDE, TILE, c);
        }
        NAME(load)(t, i, t->first, TILE, t->depth, rows);
    }
}

/* All others: each is some tiles below each other, by one panel. */
static void NAME(take_rest)(const void *of, int64_t begin, int64_t end)
{
    const tiles *t = of;
    _Alignas(TP_LINE) REAL c[TILE * WIDE];
    for (int64_t g = t->from + begin; g < t->from + end; g++) {
        const int64_t p = g / t->groups, first = g % t->groups * (GROUP * TILE);
        if (is_middle(t, p * WIDE)) continue;
        for (int64_t i = first; i < first + GROUP * TILE && i < t->n; i += TILE) {
            if (is_middle(t, i)) continue;
            NAME(load)(t, i, p * WIDE, TILE, WIDE, c);
            NAME(multiply)(t, c, (REAL *)t->columns + i * t->depth, (REAL *)t->rows + p * t->depth * WIDE);
            NAME(store)(t, i, p * WIDE, TILE, c);
        }
    }
}

static const passes NAME(passes) = {sizeof(REAL),    NAME(fill),         NAME(find_cycle), NAME(begin_phase),
                                    NAME(take_rows), NAME(take_columns), NAME(take_rest)};

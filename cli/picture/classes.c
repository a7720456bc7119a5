/* SPDX-License-Identifier: Apache-2.0
 *
 * Values that are classes, such as communities, as colours: equal ones have the same.
 */
#include "cli/picture/scene.h"

#include <math.h>
#include <stdlib.h>

typedef struct class {
    double value;
    tropic_offset size;
} class;

static int by_value(const void *a, const void *b)
{
    const double x = ((const class *)a)->value, y = ((const class *)b)->value;
    return (x > y) - (x < y);
}

/* The largest first. */
static int by_size(const void *a, const void *b)
{
    const class *x = a, *y = b;
    return x->size == y->size ? by_value(a, b) : x->size < y->size ? 1 : -1;
}

/* Finds the classes of the values in `all`, which are sorted, and returns their number. */
static tropic_offset unite(class *all, tropic_offset count)
{
    tropic_offset classes = 0;
    for (tropic_offset k = 0; k < count; k++)
        if (classes > 0 && all[classes - 1].value == all[k].value)
            all[classes - 1].size++;
        else
            all[classes++] = all[k];
    return classes;
}

bool cli_color_classes(cli_rgb *color, const cli_theme_colors *theme, const cli_values *values)
{
    /* Of about the same lightness, and told apart by most people with deficient colour vision, too. */
    static const cli_rgb of_class[] = {{31, 119, 180},  {255, 127, 14}, {44, 160, 44},   {214, 39, 40},
                                       {148, 103, 189}, {140, 86, 75},  {227, 119, 194}, {127, 127, 127},
                                       {188, 189, 34},  {23, 190, 207}};
    enum { COLORS = sizeof of_class / sizeof *of_class };
    class *all = malloc(((size_t)values->count + 1) * sizeof *all);
    tropic_offset count = 0;
    if (!all) return false;
    for (tropic_offset k = 0; k < values->count; k++)
        if (values->listed[k] && isfinite(values->value[k])) all[count++] = (class){values->value[k], 1};
    qsort(all, (size_t)count, sizeof *all, by_value);
    count = unite(all, count);
    qsort(all, (size_t)count, sizeof *all, by_size);
    /* The places of the classes, by value: in `size`. */
    for (tropic_offset k = 0; k < count; k++) all[k].size = k;
    qsort(all, (size_t)count, sizeof *all, by_value);
    for (tropic_offset k = 0; k < values->count; k++) {
        const class wanted = {.value = values->value[k]};
        const class *found = values->listed[k] && isfinite(wanted.value)
                                 ? bsearch(&wanted, all, (size_t)count, sizeof *all, by_value)
                                 : NULL;
        color[k] = found ? of_class[found->size % COLORS] : theme->none;
    }
    free(all);
    return true;
}

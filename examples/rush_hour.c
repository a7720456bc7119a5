/* SPDX-License-Identifier: Apache-2.0
 *
 * Trips of two legs at several hours:  C = A min.plus A. The arcs stay, and their travel times change. So C keeps which
 * terms its entries are made of, and all products but the first only go through these (on a GPU).
 */
#include <stdio.h>
#include <stdlib.h>
#include <tropic.h>

int main(int argc, char **argv)
{
    const tropic_semiring *min_plus = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_operator *times = tropic_operator_builtin(TROPIC_TIMES, TROPIC_FP64);
    const tropic_descriptor keep = {.size = sizeof keep, .keep_symbolic = true};
    const tropic_load_options pattern = {.size = sizeof pattern, .ignore_values = true};
    double one = 1, sum = -1, *minutes = NULL;
    tropic_context *c = NULL;
    tropic_matrix *A = NULL, *C = NULL;

    if (argc != 2) return fprintf(stderr, "usage: rush_hour GRAPH\n"), 2;
    tropic_status e = tropic_context_create(&c, NULL);
    if (!e) e = tropic_matrix_load(&A, c, argv[1], &pattern);
    if (!e) e = tropic_matrix_apply(&A, c, NULL, NULL, times, A, &one, NULL); /* a number for each arc */
    if (!e) minutes = calloc((size_t)tropic_matrix_count(A) + 1, sizeof *minutes);
    if (!e && !minutes) e = TROPIC_OUT_OF_MEMORY;
    for (int hour = 6; !e && hour < 9; hour++) {
        for (tropic_offset k = 0; k < tropic_matrix_count(A); k++) minutes[k] = 5 + (double)(k % 7) * (hour - 5);
        e = tropic_matrix_update_values(A, c, minutes, TROPIC_HOST);
        if (!e) e = tropic_mxm(&C, c, NULL, NULL, min_plus, A, A, &keep);
        if (!e) e = tropic_matrix_reduce(&sum, c, plus, C);
        if (!e && tropic_matrix_count(C) > 0)
            printf("%d:00 %.6f minutes\n", hour, sum / (double)tropic_matrix_count(C));
    }
    if (e) fprintf(stderr, "%s\n", tropic_context_error(c));
    tropic_matrix_free(&A), tropic_matrix_free(&C), tropic_context_free(&c);
    return free(minutes), e != TROPIC_OK;
}

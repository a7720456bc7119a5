/* SPDX-License-Identifier: Apache-2.0
 *
 * The public header is also C++11, and takes the arrays of a std::vector, an empty one's as well.
 */
#include <cstring>
#include <tropic.h>
#include <vector>

static_assert(__cplusplus == 201103L, "the header is to be tried as C++11");

extern "C" int header_from_cpp(void);

/* An empty matrix, one of offsets of 32 bits, and two vectors. */
static int matrices_and_vectors(tropic_context *context)
{
    const std::vector<tropic_index> none, ids = {1, 0};
    const std::vector<double> no_values, numbers = {2.5, 4};
    const std::vector<int32_t> offsets = {0, 1, 2};
    std::vector<double> found(2);
    tropic_build_options options = tropic_build_options();
    tropic_matrix *empty = nullptr, *A = nullptr;
    tropic_vector *v = nullptr, *w = nullptr;
    options.size = sizeof options;
    options.offsets32 = offsets.data();
    const int wrong =
        tropic_matrix_from_coo(&empty, context, 2, 2, 0, none.data(), none.data(), TROPIC_FP64,
                               no_values.data(), nullptr) != TROPIC_OK ||
        tropic_matrix_from_csr(&A, context, 2, 2, nullptr, ids.data(), TROPIC_FP64, numbers.data(),
                               &options) != TROPIC_OK ||
        tropic_matrix_count(A) != 2 ||
        tropic_vector_create(&v, context, TROPIC_FP64, 2) != TROPIC_OK ||
        tropic_vector_put_dense(v, numbers.data(), nullptr) != TROPIC_OK ||
        tropic_vector_duplicate(&w, v) != TROPIC_OK || tropic_vector_clear(v) != TROPIC_OK ||
        tropic_vector_swap(v, w) != TROPIC_OK ||
        tropic_vector_get_dense(v, found.data(), nullptr) != TROPIC_OK || found != numbers;
    tropic_vector_free(&v);
    tropic_vector_free(&w);
    tropic_matrix_free(&A);
    tropic_matrix_free(&empty);
    return wrong;
}

int header_from_cpp(void)
{
    tropic_context_options options = tropic_context_options();
    tropic_context *context = nullptr;
    int wrong = std::strcmp(tropic_status_name(TROPIC_OK), "OK") != 0 ||
                tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_FP64) == nullptr;
    options.size = sizeof options;
    options.device = TROPIC_DEVICE_CPU;
    if (tropic_context_create(&context, &options) != TROPIC_OK) return 1;
    wrong |= matrices_and_vectors(context);
    tropic_context_free(&context);
    return wrong;
}

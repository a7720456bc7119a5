/* SPDX-License-Identifier: Apache-2.0
 *
 * The one file of the tool that knows how the reference is linked.
 */
#include "cli/verify/reference.h"

#include "cli/cli.h"

#ifdef TROPIC_VERIFY_MODULE
#include <dlfcn.h>

/* It lies where libtropic does, and is loaded when first asked for. */
static const reference_calls *reference(void)
{
    static const reference_calls *calls;
    void *module = calls ? NULL : dlopen(TROPIC_VERIFY_MODULE, RTLD_NOW | RTLD_LOCAL);
    if (module) calls = dlsym(module, REFERENCE_TABLE);
    return calls;
}

static int missing(void)
{
    const char *cause = dlerror();
    return cli_error(CLI_MISSING, "--verify cannot load its part of this program: %s",
                     cause ? cause : "it has no table");
}
#else
static const reference_calls *reference(void)
{
    return &reference_table;
}

static int missing(void)
{
    return CLI_OK;
}
#endif

const char *cli_verify_name(void)
{
    return reference() ? reference()->name() : NULL;
}

const char *cli_verify_graphblas(void)
{
    return reference() && reference()->has_graphblas ? reference()->name() : NULL;
}

int cli_verify_available(void)
{
    return reference() ? CLI_OK : missing();
}

void cli_verify_threads(int threads)
{
    if (reference()) reference()->set_threads(threads);
}

reference_verdict cli_verify_search(bool weighted, const tropic_vector *values, const tropic_vector *parent,
                                    const tropic_matrix *A, tropic_context *context, tropic_index source, char *message)
{
    const reference_verdict found =
        weighted ? reference()->verify_sssp(values, parent, A, context, source, 0, message, CLI_VERIFY_MESSAGE)
                 : reference()->verify_bfs(values, parent, A, context, source, message, CLI_VERIFY_MESSAGE);
    if (found == REFERENCE_MATCH)
        snprintf(message, CLI_VERIFY_MESSAGE, "%d %s are equal, the parents make a tree", tropic_matrix_rows(A),
                 weighted ? "distances" : "levels");
    return found;
}

reference_verdict cli_verify_bc(const tropic_vector *centrality, const tropic_matrix *A, tropic_context *context,
                                const tropic_bc_options *options, char *message)
{
    const double tolerance = tropic_vector_type(centrality) == TROPIC_FP32 ? REFERENCE_BC_FP32 : REFERENCE_BC_FP64;
    const reference_verdict found =
        reference()->verify_bc(centrality, A, context, options, tolerance, message, CLI_VERIFY_MESSAGE);
    if (found == REFERENCE_MATCH && options->error > 0)
        snprintf(message, CLI_VERIFY_MESSAGE, "%d centralities are within the error of %g", tropic_matrix_rows(A),
                 options->error);
    else if (found == REFERENCE_MATCH)
        snprintf(message, CLI_VERIFY_MESSAGE, "%d centralities are equal within a relative %g", tropic_matrix_rows(A),
                 tolerance);
    return found;
}

reference_verdict cli_verify_bc_edges(const tropic_matrix *C, const tropic_matrix *A, tropic_context *context,
                                      const tropic_bc_options *options, char *message)
{
    const reference_verdict found =
        reference()->verify_bc_edges(C, A, context, options, REFERENCE_BC_FP64, message, CLI_VERIFY_MESSAGE);
    if (found == REFERENCE_MATCH)
        snprintf(message, CLI_VERIFY_MESSAGE, "%lld centralities of arcs are equal within a relative %g",
                 (long long)tropic_matrix_count(A), REFERENCE_BC_FP64);
    return found;
}

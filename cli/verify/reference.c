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

const char *cli_verify_name_of(const char *algorithm)
{
    const reference_row *row = reference() ? reference()->find(algorithm) : NULL;
    return row && row->textbook ? REFERENCE_TEXTBOOK : cli_verify_name();
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

reference_verdict cli_verify(const char *algorithm, const reference_result *result, char *message)
{
    const reference_row *row = reference()->find(algorithm);
    if (row) return row->check(result, message, CLI_VERIFY_MESSAGE);
    snprintf(message, CLI_VERIFY_MESSAGE, "nobody checks %s", algorithm);
    return REFERENCE_FAILED;
}

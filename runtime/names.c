/* SPDX-License-Identifier: Apache-2.0
 *
 * Names and messages of the public enums.
 */
#include <tropic.h>
#include <tropic_algorithms.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

const char *tropic_status_message(tropic_status status)
{
    static const char *const messages[] = {
#define MESSAGE(name, message) message,
        TROPIC_STATUS_TABLE(MESSAGE)
#undef MESSAGE
    };
    return (size_t)status < COUNT(messages) ? messages[status] : "no such status";
}

const char *tropic_status_name(tropic_status status)
{
    static const char *const names[] = {
#define NAME(name, message) #name,
        TROPIC_STATUS_TABLE(NAME)
#undef NAME
    };
    return (size_t)status < COUNT(names) ? names[status] : "?";
}

const char *tropic_strategy_name(tropic_strategy strategy)
{
    static const char *const names[TROPIC_STRATEGIES] = {
        [TROPIC_STRATEGY_AUTO] = "auto",
        [TROPIC_STRATEGY_COOC_SCALAR] = "cooc-scalar",
        [TROPIC_STRATEGY_CSC_SCALAR] = "csc-scalar",
        [TROPIC_STRATEGY_CSC_VECTOR] = "csc-vector",
        [TROPIC_STRATEGY_CSR_PUSH] = "csr-push",
    };
    return (size_t)strategy < COUNT(names) ? names[strategy] : NULL;
}

const char *tropic_queue_name(tropic_queue queue)
{
    static const char *const names[TROPIC_QUEUES] = {
        [TROPIC_QUEUE_AUTO] = "auto",
        [TROPIC_QUEUE_GLOBAL] = "global",
        [TROPIC_QUEUE_BLOCK] = "block",
        [TROPIC_QUEUE_HIERARCHICAL] = "hierarchical",
    };
    return (size_t)queue < COUNT(names) ? names[queue] : NULL;
}

const char *tropic_bc_method_name(tropic_bc_method method)
{
    static const char *const names[TROPIC_BC_METHODS] = {
        [TROPIC_BC_AUTO] = "auto",
        [TROPIC_BC_PRODUCTS] = "products",
        [TROPIC_BC_WORK_EFFICIENT] = "work-efficient",
        [TROPIC_BC_BATCHED] = "batched",
    };
    return (size_t)method < COUNT(names) ? names[method] : NULL;
}

#define TEXT(x) TEXT_OF(x)
#define TEXT_OF(x) #x
const char *tropic_version(void)
{
    return TEXT(TROPIC_VERSION_MAJOR) "." TEXT(TROPIC_VERSION_MINOR) "." TEXT(TROPIC_VERSION_PATCH);
}

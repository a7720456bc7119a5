/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts for run-time compilation; and the host functions of operators that came as strings.
 */
#include "semiring/source_text.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <tropic_host.h>

#include "runtime/jit/jit.h"
#include "runtime/types.h"

#define TEXT_ROOM 4096

static bool reserve(tp_source_text *out, size_t more)
{
    size_t room = out->room > 0 ? out->room : TEXT_ROOM;
    char *grown;
    while (room < out->length + more) room *= 2;
    if (room == out->room) return true;
    grown = tp_allocate(out->memory, (int64_t)room, 1);
    if (!grown) {
        out->failed = true;
        return false;
    }
    if (out->length > 0) memcpy(grown, out->text, out->length);
    tp_release(out->memory, out->text);
    out->text = grown;
    out->room = room;
    return true;
}

void tp_source_add(tp_source_text *out, const char *format, ...)
{
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (out->failed || !reserve(out, (size_t)length + 1)) return;
    va_start(arguments, format);
    vsnprintf(out->text + out->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    out->length += (size_t)length;
}

tropic_status tp_source_status(tropic_context *context, const tp_source_text *out, const char *what)
{
    if (out->failed) return tp_out_of_memory(context, what);
    if (!out->untold) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s has functions for the CPU alone: a GPU needs its expression",
                   out->untold);
}

void tp_source_free(tp_source_text *out)
{
    tp_release(out->memory, out->text);
    *out = (tp_source_text){.memory = out->memory};
}

void tp_source_types(tp_source_text *out, const tropic_type *types, int count)
{
    for (int k = 0; k < count; k++) {
        const char *name = tp_type_c_name(types[k]);
        bool before = !tp_type_members(types[k]);
        for (int e = 0; e < k; e++) before = before || types[e] == types[k];
        if (before) continue;
        tp_source_add(out,
                      "typedef struct %s { %s } %s;\n"
                      "static_assert(sizeof(%s) == %zu, \"the size that %s was defined with\");\n"
                      "static_assert(alignof(%s) == %zu, "
                      "\"the alignment that %s was defined with\");\n",
                      name, tp_type_members(types[k]), name, name, tropic_type_size(types[k]), name, name,
                      tp_type_align(types[k]), name);
    }
}

void tp_source_own_types(tp_source_text *out, const tp_user *user)
{
    const tropic_type types[] = {user->z, user->x, user->y};
    tp_source_types(out, types, sizeof types / sizeof *types);
}

/* #line, with the file's name as C writes it. (Two question marks and more may be a trigraph.) */
static void write_line(tp_source_text *out, const tp_user *user)
{
    tp_source_add(out, "#line %d \"", user->line);
    for (const char *c = user->file; *c; c++)
        if ((unsigned char)*c >= ' ') tp_source_add(out, strchr("\"\\?", *c) ? "\\%c" : "%c", *c);
    tp_source_add(out, "\"\n");
}

/* Where a `(NAME){`, of a struct of the user's, begins at c: the length of it. Else 0. */
static size_t literal(const char *c, const tp_user *user, const char **name)
{
    const tropic_type types[] = {user->z, user->x, user->y};
    for (int k = 0; k < 3; k++) {
        const char *n = tp_type_c_name(types[k]), *at = c + 1;
        if (*c != '(' || !tp_type_struct(types[k])) continue;
        at += strspn(at, " \t");
        if (strncmp(at, n, strlen(n)) != 0) continue;
        at += strlen(n);
        at += strspn(at, " \t");
        if (*at != ')') continue;
        at += 1 + strspn(at + 1, " \t");
        if (*at != '{') continue;
        *name = n;
        return (size_t)(at - c);
    }
    return 0;
}

/* An expression of C as C++ has it: a struct's value is NAME{...}, not (NAME){...}. */
static void write_expression(tp_source_text *out, const tp_user *user, const char *expression)
{
    const char *name = NULL;
    for (const char *c = expression; *c;) {
        const size_t length = literal(c, user, &name);
        if (length > 0)
            tp_source_add(out, "%s", name);
        else
            tp_source_add(out, "%c", *c);
        c += length > 0 ? length : 1;
    }
}

static void write_definition(tp_source_text *out, const tp_user *user)
{
    tp_source_add(out, "#line 1 \"%s, definition\"\n%s\n#line 1 \"%s, after its definition\"\n", user->name,
                  user->definition, user->name);
}

/* (Each function has the definition to itself, in a namespace: others may define the same names.) */
void tp_source_function(tp_source_text *out, const tp_user *user, const char *type, const char *name,
                        const char *parameters, const char *expression)
{
    if (!expression) {
        out->untold = user->name;
        return;
    }
    if (user->definition) {
        tp_source_add(out, "namespace %s_names {\nnamespace {\n", name);
        write_definition(out, user);
        tp_source_add(out, "}\n");
    }
    tp_source_add(out, "TP_FN %s %s(%s)\n{\n", type, name, parameters);
    write_line(out, user);
    tp_source_add(out, "return (");
    write_expression(out, user, expression);
    tp_source_add(out, "\n);\n}\n");
    if (user->definition) tp_source_add(out, "}\nusing %s_names::%s;\n", name, name);
}

/* The macro of tropic_define.h over the strings, and a function that tells where it put its functions. */
static void write_host(tp_source_text *out, const tp_user *user)
{
    const char *z = tp_type_c_name(user->z), *x = tp_type_c_name(user->x);
    const char *y = tp_type_c_name(user->y);
    tp_source_add(out, "#include \"tropic_define.h\"\n#include <assert.h>\n#include <stdalign.h>\n");
    tp_source_own_types(out, user);
    if (user->definition) { /* (hidden: the program may have functions of these names) */
        tp_source_add(out, "#pragma GCC visibility push(hidden)\n");
        write_definition(out, user);
        tp_source_add(out, "#pragma GCC visibility pop\n");
    }
    write_line(out, user);
    if (user->semiring && user->terminal)
        tp_source_add(out, "TROPIC_SEMIRING_STOP(%s, %s, %s, %s, (%s), (%s), (%s), (%s));", user->name, z, x, y,
                      user->add, user->multiply, user->identity, user->terminal);
    else if (user->semiring)
        tp_source_add(out, "TROPIC_SEMIRING(%s, %s, %s, %s, (%s), (%s), (%s));", user->name, z, x, y, user->add,
                      user->multiply, user->identity);
    else if (user->identity)
        tp_source_add(out, "TROPIC_HOST_MONOID(%s, %s, (%s), (%s), (%s))", user->name, z, user->add, user->identity,
                      user->terminal ? user->terminal : "false");
    else
        tp_source_add(out, "TROPIC_HOST_OPERATOR(%s, %s, %s, %s, (%s), x, y)", user->name, z, x, y, user->multiply);
    tp_source_add(out,
                  "\n__attribute__((visibility(\"default\"))) const void *tropic_host(void);\n"
                  "const void *tropic_host(void)\n{\n    return &%s_host%s;\n}\n",
                  user->name, user->semiring ? "" : "_operator");
}

/* The lock is held. */
static tropic_status compile(tropic_context *context, tp_user *user, const void **functions)
{
    tp_source_text out = {.memory = &context->memory};
    const void *(*tell)(void) = NULL;
    tropic_status status;
    void *library = NULL;
    write_host(&out, user);
    status = tp_source_status(context, &out, "the text of an operator");
    if (status == TROPIC_OK) status = tp_jit_host(context, user->name, out.text, &library);
    tp_source_free(&out);
    TP_TRY(status);
    *(void **)(&tell) = dlsym(library, "tropic_host");
    if (!tell) {
        tp_jit_host_close(library);
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "%s: what was compiled has no C functions: does $TROPIC_CC, or $CC, name a C compiler?",
                       user->name);
    }
    *functions = tell();
    user->library = library;
    return TROPIC_OK;
}

tropic_status tp_user_host_semiring(tropic_context *context, tp_user *user, const tropic_host_semiring **host)
{
    tropic_status status = TROPIC_OK;
    const void *functions = NULL;
    tp_mutex_lock(&user->lock);
    if (!user->host_semiring) {
        status = compile(context, user, &functions);
        user->host_semiring = functions;
    }
    *host = user->host_semiring;
    tp_mutex_unlock(&user->lock);
    return status;
}

tropic_status tp_user_host_operator(tropic_context *context, tp_user *user, const tropic_host_operator **host)
{
    tropic_status status = TROPIC_OK;
    const tropic_host_semiring *semiring;
    const void *functions = NULL;
    if (user->semiring) {
        TP_TRY(tp_user_host_semiring(context, user, &semiring));
        *host = semiring->monoid;
        return TROPIC_OK;
    }
    tp_mutex_lock(&user->lock);
    if (!user->host_operator) {
        status = compile(context, user, &functions);
        user->host_operator = functions;
    }
    *host = user->host_operator;
    tp_mutex_unlock(&user->lock);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators and semirings of the user's own, from their texts.
 */
#include "semiring/user.h"

#include <string.h>
#include <tropic_host.h>

#include "runtime/choice.h"
#include "runtime/jit/jit.h"
#include "runtime/types.h"
#include "semiring/semiring.h"

static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool tp_text_names(const char *expression, const char *name)
{
    const size_t length = strlen(name);
    const char *c = expression;
    while (*c) {
        const char *begin = c;
        bool member;
        if (!in_name(*c)) {
            c++;
            continue;
        }
        /* A number may have letters and a point in it: 0x1p3, 1.5f. */
        while (in_name(*c) || (*begin >= '0' && *begin <= '9' && *c == '.')) c++;
        /* (a-->b is a-- > b.) */
        member = (begin > expression && begin[-1] == '.') ||
                 (begin > expression + 1 && begin[-2] == '-' && begin[-1] == '>' &&
                  !(begin > expression + 2 && begin[-3] == '-'));
        if (!member && (size_t)(c - begin) == length && strncmp(begin, name, length) == 0) return true;
    }
    return false;
}

/* The add as written, without spaces and outer parentheses, is this text. */
static bool is_text(const char *add, const char *wanted)
{
    size_t matched = 0;
    for (const char *c = add; *c; c++) {
        if (*c == ' ' || *c == '\t' || *c == '\n' || *c == '(' || *c == ')') continue;
        if (*c != wanted[matched]) return false;
        matched++;
    }
    return wanted[matched] == '\0';
}

/* Is the sum known to be the same in every order? Only of these; of others nobody knows, so it may not be. */
static bool is_free(const char *add, tropic_type type)
{
    static const char *const adds[] = {"a<b?a:b", "b<a?b:a", "a>b?a:b", "b>a?b:a", "a||b",
                                       "b||a",    "a&&b",    "b&&a",    "a|b",     "a&b"};
    if ((is_text(add, "a+b") || is_text(add, "b+a")) && !tp_type_floating(type)) return true;
    /* (A floating < is false of a NaN, whichever side it is on.) */
    for (size_t k = 0; k < sizeof adds / sizeof *adds && !tp_type_floating(type); k++)
        if (is_text(add, adds[k])) return true;
    return false;
}

static char *copy_text(tp_user *user, const char *text, bool *failed)
{
    const size_t bytes = text ? strlen(text) + 1 : 0;
    char *copy;
    if (!text) return NULL;
    copy = tp_allocate(&user->memory, (int64_t)bytes, 1);
    if (copy)
        memcpy(copy, text, bytes);
    else
        *failed = true;
    return copy;
}

/* Either kind of source: an operator has the multiply alone, a monoid all but that, and both a definition. */
typedef struct texts {
    const char *name, *z, *x, *y, *add, *multiply, *identity, *terminal, *file, *definition;
    int line;
} texts;

static tropic_status find_type(tropic_context *context, const texts *t, const char *c_name, const char *which,
                               tropic_type *type)
{
    if (!c_name) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: its type %s is NULL", t->name, which);
    if (tp_type_find(c_name, type)) return TROPIC_OK;
    return tp_fail(context, TROPIC_TYPE_MISMATCH, "%s: its type %s, %s, is not known: call tropic_type_define first",
                   t->name, which, c_name);
}

/* Expressions are pasted into lines of C, so each must be one: no line end, which would move the line numbers
 * of messages, no comment, semicolon or comma outside of parentheses, none that closes ours. */
static tropic_status check_text(tropic_context *context, const texts *t, const char *text, const char *which,
                                bool needed)
{
    int open = 0;
    if (!text && needed) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: its %s is NULL", t->name, which);
    if (!text) return TROPIC_OK;
    if (strspn(text, " \t") == strlen(text))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: its %s is empty", t->name, which);
    for (const char *c = text; *c; c++) {
        if (*c == '(' || *c == '[' || *c == '{') open++;
        if (*c == ')' || *c == ']' || *c == '}') open--;
        if (open < 0 || (*c == ',' && open == 0) || *c == '\n' || *c == '\r' || *c == '#' || *c == '\\' || *c == ';' ||
            (*c == '/' && (c[1] == '/' || c[1] == '*')))
            return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: its %s is not one expression on one line", t->name,
                           which);
    }
    if (open > 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: its %s leaves a parenthesis open", t->name, which);
    return TROPIC_OK;
}

/* The kind of object that a source is to become. */
typedef struct source_kind {
    bool semiring, monoid;
    bool told; /* by expressions; if not, by functions alone */
} source_kind;

static tropic_status check(tropic_context *context, const texts *t, source_kind kind)
{
    if (!t->name) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a source's name is NULL");
    if (!*t->name) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a source's name is empty");
    for (const char *c = t->name; *c; c++)
        if (!in_name(*c) || (*t->name >= '0' && *t->name <= '9'))
            return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is not a name of C", t->name);
    TP_TRY(check_text(context, t, t->add, "add", kind.semiring));
    TP_TRY(check_text(context, t, t->multiply, kind.semiring ? "multiply" : "expression",
                      kind.told && !(t->add && !kind.semiring)));
    TP_TRY(check_text(context, t, t->identity, "identity", t->add != NULL));
    return check_text(context, t, t->terminal, "terminal", false);
}

void tp_user_hold(tp_user *user)
{
    if (user) __atomic_add_fetch(&user->holders, 1, __ATOMIC_RELAXED);
}

void tp_user_release(tp_user *user)
{
    tp_memory memory;
    if (!user || __atomic_sub_fetch(&user->holders, 1, __ATOMIC_ACQ_REL) > 0) return;
    memory = user->memory;
    for (int k = 0; k < 2; k++) tp_user_release(user->of[k]);
    tp_jit_host_close(user->library);
    tp_mutex_destroy(&user->lock);
    tp_release(&memory, user->name);
    tp_release(&memory, user->add);
    tp_release(&memory, user->multiply);
    tp_release(&memory, user->identity);
    tp_release(&memory, user->terminal);
    tp_release(&memory, user->file);
    tp_release(&memory, user->definition);
    tp_release(&memory, user);
}

static bool names_places(const char *expression)
{
    return expression &&
           (tp_text_names(expression, "i") || tp_text_names(expression, "j") || tp_text_names(expression, "r"));
}

tp_user *tp_user_new(tropic_context *context)
{
    static uint64_t last_id;
    tp_user *user = tp_allocate_zero(&context->memory, 1, sizeof *user);
    if (!user) return NULL;
    user->memory = context->memory;
    user->holders = 1;
    user->id = __atomic_add_fetch(&last_id, 1 + TP_USER_SUMS, __ATOMIC_RELAXED);
    tp_mutex_make(&user->lock);
    return user;
}

/* Finds facts in the texts; without texts, everything may be so. */
static void find_facts(tp_user *user, source_kind kind)
{
    const char *multiply = user->multiply, *add = user->add;
    user->uses_x = !kind.told || (multiply && tp_text_names(multiply, "x"));
    user->uses_y = !kind.told || (multiply && tp_text_names(multiply, "y"));
    user->uses_j = !kind.told || (multiply && tp_text_names(multiply, "j"));
    user->uses_w = kind.semiring && tp_text_names(multiply, "w");
    user->add_uses_places = !kind.told || names_places(add);
    user->uses_places = user->add_uses_places || names_places(multiply);
    user->stops = user->terminal != NULL;
    user->order_matters = !(add && user->z < TROPIC_TYPES && is_free(add, user->z));
    /* Which merges need no loop of tries: told by the text, never by trying values. */
    user->known_add = !add                                         ? TROPIC_OPERATORS
                      : is_text(add, "a+b") || is_text(add, "b+a") ? TROPIC_PLUS
                      : is_text(add, "a") || is_text(add, "b")     ? TROPIC_ANY
                                                                   : TROPIC_OPERATORS;
}

static tropic_status create(tp_user **made, tropic_context *context, const texts *t, source_kind kind)
{
    tropic_type z, x, y;
    bool failed = false;
    tp_user *user;
    TP_TRY(check(context, t, kind));
    TP_TRY(find_type(context, t, t->z, "z", &z));
    TP_TRY(find_type(context, t, t->x, "x", &x));
    TP_TRY(find_type(context, t, t->y, "y", &y));
    if (kind.monoid && (x != z || y != z))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "%s is a monoid, but has several types", t->name);
    user = tp_user_new(context);
    if (!user) return tp_out_of_memory(context, "an operator");
    user->semiring = kind.semiring;
    user->z = z;
    user->x = x;
    user->y = y;
    user->line = t->line > 0 ? t->line : 1;
    user->name = copy_text(user, t->name, &failed);
    user->add = copy_text(user, t->add, &failed);
    user->multiply = copy_text(user, t->multiply, &failed);
    user->identity = copy_text(user, t->identity, &failed);
    user->terminal = copy_text(user, t->terminal, &failed);
    user->file = copy_text(user, t->file ? t->file : t->name, &failed);
    user->definition = copy_text(user, t->definition, &failed);
    if (failed) {
        tp_user_release(user);
        return tp_out_of_memory(context, "an operator's text");
    }
    find_facts(user, kind);
    *made = user;
    return TROPIC_OK;
}

/* Makes a handle, of `size` zero bytes, and its part of the texts; neither on failure. */
static tropic_status make(tropic_context *context, const texts *t, source_kind kind, size_t size, void *handle,
                          tp_user **user)
{
    tropic_status status;
    void *made = tp_allocate_zero(&context->memory, 1, size);
    if (!made) return tp_out_of_memory(context, kind.semiring ? "a semiring" : "an operator");
    status = create(user, context, t, kind);
    if (status == TROPIC_OK)
        *(void **)handle = made;
    else
        tp_release(&context->memory, made);
    return status;
}

/* A built-in one has no user, and stays. */
static void release(void *made, tp_user *user)
{
    tp_memory memory;
    if (!user) return;
    memory = user->memory;
    tp_user_release(user);
    tp_release(&memory, made);
}

/* A program fills the struct by hand. */
static tropic_status check_functions(tropic_context *context, const tropic_host_operator *host, bool monoid)
{
    TP_TRY(tp_options_check_size(context, host->size, "functions of an operator"));
    if (!host->map) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "functions of an operator: map is NULL");
    if (monoid && !host->identity)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "functions of an operator: identity is NULL, but its source has one");
    return TROPIC_OK;
}

tropic_status tropic_operator_create(tropic_operator **op, tropic_context *context, const tropic_operator_source *given)
{
    tropic_operator_source source;
    tropic_operator *made = NULL;
    tp_user *user = NULL;
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!op) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "op is NULL");
    if (!given) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "operator source is NULL");
    TP_TRY(tp_options_copy(context, &source, sizeof source, given, "operator source"));
    if (!source.host) tp_choose_for_text(context);
    if (source.host) TP_TRY(check_functions(context, source.host, source.identity != NULL));
    if (!source.expression && source.host && (source.identity || source.terminal))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "an operator source has no expression, but %s",
                       source.identity ? "an identity" : "a terminal");
    if (!source.expression && source.definition)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "an operator source has no expression, but a definition");
    const source_kind kind = {.monoid = source.identity || (!source.expression && source.host && source.host->identity),
                              .told = source.expression || !source.host};
    const texts t = {.name = source.name,
                     .z = source.z,
                     .x = source.x,
                     .y = source.y,
                     .add = source.identity ? source.expression : NULL,
                     .multiply = source.identity ? NULL : source.expression,
                     .identity = source.identity,
                     .terminal = source.terminal,
                     .file = source.file,
                     .definition = source.definition,
                     .line = source.line};
    TP_TRY(make(context, &t, kind, sizeof *made, &made, &user));
    user->host_operator = source.host;
    user->stops = kind.told ? user->stops : source.host->terminal != NULL;
    *made = (tropic_operator){.builtin = TROPIC_OPERATORS,
                              .name = user->name,
                              .z = user->z,
                              .x = user->x,
                              .y = user->y,
                              .uses_x = kind.monoid || user->uses_x,
                              .uses_y = kind.monoid || user->uses_y,
                              .monoid = kind.monoid,
                              .user = user};
    *op = made;
    return TROPIC_OK;
}

void tropic_operator_free(tropic_operator **op)
{
    if (!op || !*op) return;
    release(*op, (*op)->user);
    *op = NULL;
}

tropic_status tropic_semiring_create(tropic_semiring **semiring, tropic_context *context,
                                     const tropic_semiring_source *given)
{
    tropic_semiring_source source;
    tropic_semiring *made = NULL;
    tp_user *user = NULL;
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!semiring) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "semiring is NULL");
    if (!given) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "semiring source is NULL");
    TP_TRY(tp_options_copy(context, &source, sizeof source, given, "semiring source"));
    if (!source.host) tp_choose_for_text(context);
    const texts t = {.name = source.name,
                     .z = source.z,
                     .x = source.x,
                     .y = source.y,
                     .add = source.add,
                     .multiply = source.multiply,
                     .identity = source.identity,
                     .terminal = source.terminal,
                     .file = source.file,
                     .line = source.line};
    TP_TRY(make(context, &t, (source_kind){.semiring = true, .told = true}, sizeof *made, &made, &user));
    user->host_semiring = source.host;
    const tropic_operator sum = {.builtin = TROPIC_OPERATORS,
                                 .name = user->name,
                                 .z = user->z,
                                 .x = user->z,
                                 .y = user->z,
                                 .uses_x = true,
                                 .uses_y = true,
                                 .monoid = true,
                                 .user = user};
    *made = tp_semiring_of_user(user, &sum);
    *semiring = made;
    return TROPIC_OK;
}

void tropic_semiring_free(tropic_semiring **semiring)
{
    if (!semiring || !*semiring) return;
    release(*semiring, (*semiring)->user);
    *semiring = NULL;
}

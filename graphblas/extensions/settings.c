/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of the library, descriptors and contexts.
 */
#include "graphblas/fields.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Members of an object, by their offsets
 */

static bool get_int(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    value->number = *(const int32_t *)(const void *)((const char *)o + which);
    return true;
}

static bool set_int(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)c;
    *(int32_t *)(void *)((char *)o + which) = (int32_t)value->number;
    return true;
}

bool grb_get_real(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    value->real = *(const double *)(const void *)((const char *)o + which);
    return true;
}

bool grb_set_real(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)c;
    *(double *)(void *)((char *)o + which) = value->real;
    return true;
}

static bool set_truth(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    return set_int(c, o, which, &(grb_content){.number = value->number != 0});
}

/* ------------------------------------------------------------------------------------------------
 * The library
 */

static grb_settings *settings(void)
{
    return &grb_global.settings;
}

bool grb_get_mode(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    return grb_get_constant(c, o, which + (int)grb_mode(), value);
}

/* `which` is the number of a text. */
static bool get_text(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    static const char *const texts[] = {[GxB_LIBRARY_NAME] = "Tropic",
                                        [GxB_LIBRARY_DATE] = GxB_IMPLEMENTATION_DATE,
                                        [GxB_LIBRARY_ABOUT] = GxB_IMPLEMENTATION_ABOUT,
                                        [GxB_LIBRARY_URL] = "https://graphblas.org",
                                        [GxB_LIBRARY_LICENSE] = GxB_IMPLEMENTATION_LICENSE,
                                        [GxB_LIBRARY_COMPILE_DATE] = __DATE__,
                                        [GxB_LIBRARY_COMPILE_TIME] = __TIME__,
                                        [GxB_API_DATE] = GxB_SPEC_DATE,
                                        [GxB_API_ABOUT] = GxB_SPEC_ABOUT,
                                        [GxB_API_URL] = "https://graphblas.org",
                                        [GxB_COMPILER_NAME] = "C " __VERSION__};
    (void)c;
    (void)o;
    value->text = texts[which];
    return true;
}

static bool get_version(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    static const int32_t library[] = {GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR, GxB_IMPLEMENTATION_SUB},
                         api[] = {GRB_VERSION, GRB_SUBVERSION, 0},
#ifdef __clang__
                         compiler[] = {__clang_major__, __clang_minor__, __clang_patchlevel__};
#else
                         compiler[] = {__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
#endif
    (void)c;
    (void)o;
    value->array = which == GxB_LIBRARY_VERSION ? library : which == GxB_API_VERSION ? api : compiler;
    return true;
}

bool grb_get_constant(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    (void)o;
    value->number = which;
    return true;
}

static bool get_burble(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    return grb_get_constant(c, o, which + settings()->burble, value);
}

static bool set_burble(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)c;
    (void)o;
    (void)which;
    settings()->burble = value->number != 0;
    return true;
}

static bool get_function(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    (void)o;
    value->function = which == GxB_PRINTF ? (void (*)(void))settings()->print : (void (*)(void))settings()->flush;
    return true;
}

static bool get_memory(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    (void)o;
    value->function = grb_memory_function(which);
    return true;
}

static bool set_function(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)c;
    (void)o;
    if (which == GxB_PRINTF)
        settings()->print = (int (*)(const char *, ...))value->function;
    else
        settings()->flush = (int (*)(void))value->function;
    return true;
}

static bool get_pool(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    (void)o;
    (void)which;
    value->array = settings()->pool;
    return true;
}

static bool set_pool(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    static const int64_t none[GxB_NMEMORY_POOL];
    (void)c;
    (void)o;
    (void)which;
    memcpy(settings()->pool, value->array ? value->array : none, sizeof none);
    return true;
}

static bool set_chunk(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    return grb_set_real(c, o, which, value->real > 0 ? value : &(grb_content){.real = GRB_CHUNK});
}

static bool set_gpu_chunk(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    return grb_set_real(c, o, which, value->real >= 1 ? value : &(grb_content){.real = GRB_GPU_CHUNK});
}

static bool set_gpu_control(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    const bool is = value->number == GxB_GPU_ALWAYS || value->number == GxB_GPU_NEVER;
    return set_int(c, o, which, is ? value : &(grb_content){.number = GxB_DEFAULT});
}

static bool set_jit(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    if (value->number < GxB_JIT_OFF || value->number > GxB_JIT_ON)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no control %d of the JIT", (int)value->number);
    return set_int(c, o, which, value);
}

static bool get_jit_text(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const char *text = settings()->jit_texts[which];
    (void)c;
    (void)o;
    value->text = text ? text : "";
    return true;
}

static bool set_jit_text(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    char **text = &settings()->jit_texts[which], *copy = grb_text(value->text);
    (void)o;
    if (!copy) return grb_no_memory(c);
    grb_release(*text);
    *text = copy;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Threads: of the library, which are those of GxB_CONTEXT_WORLD, and of other contexts
 */

static bool get_threads(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    if (!o->predefined) return get_int(c, o, which, value);
    return grb_get_constant(c, o, grb_host_threads(), value);
}

static bool set_threads(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    if (o->predefined) return grb_done_in(c, NULL, grb_set_host_threads((int)value->number));
    return set_int(c, o, which, value->number > 0 ? value : &(grb_content){.number = grb_host_threads()});
}

/* ------------------------------------------------------------------------------------------------
 * Descriptors
 */

static bool set_method(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    switch (value->number) {
    case GxB_DEFAULT:
    case GxB_AxB_GUSTAVSON:
    case GxB_AxB_DOT:
    case GxB_AxB_HASH:
    case GxB_AxB_SAXPY: return set_int(c, o, which, value);
    default: return grb_fail(c, GrB_INVALID_VALUE, "there is no method %d", (int)value->number);
    }
}

static bool set_list(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    switch (value->number) {
    case GxB_USE_VALUES:
    case GxB_USE_INDICES:
    case GxB_IS_STRIDE: return set_int(c, o, which, value);
    default: return grb_fail(c, GrB_INVALID_VALUE, "there is no list %d", (int)value->number);
    }
}

static bool set_import(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    return set_int(c, o, which, &(grb_content){.number = value->number == GxB_DEFAULT ? 0 : GxB_SECURE_IMPORT});
}

/* ------------------------------------------------------------------------------------------------
 * The table
 */

#define GLOBAL GRB_OF(Global)
#define DESCRIPTOR GRB_OF(Descriptor)
#define CONTEXT GRB_OF(Context)
#define DESCRIBED(member) (int)offsetof(struct GrB_Descriptor_opaque, hints.member)
#define IN_CONTEXT(member) (int)offsetof(struct GxB_Context_opaque, hints.member)
#define MEMORY(name) GRB_OPTION(name, GLOBAL, FUNCTION, (int)name, get_memory, NULL)
#define LIST(name, member)                                                                                             \
    GRB_OPTION(name, DESCRIPTOR, INT32, (int)offsetof(struct GrB_Descriptor_opaque, member), get_int, set_list)
#define TEXT(name) GRB_OPTION(name, GLOBAL, STRING, (int)name, get_text, NULL)
#define VERSION(name) GRB_OPTION(name, GLOBAL, INT32_ARRAY, (int)name, get_version, NULL)
#define JIT_TEXT(name, number) GRB_HINT(name, GLOBAL, STRING, number, get_jit_text, set_jit_text)

static const grb_field options[] = {
    GRB_OPTION(GxB_NTHREADS, GLOBAL, INT32, 0, get_threads, set_threads),
    GRB_OPTION(GxB_MODE, GLOBAL, INT32, 0, grb_get_mode, NULL),
    GRB_OPTION(GxB_BURBLE, GLOBAL, TRUTH, 0, get_burble, set_burble),
    GRB_OPTION(GxB_PRINTF, GLOBAL, FUNCTION, GxB_PRINTF, get_function, set_function),
    GRB_OPTION(GxB_FLUSH, GLOBAL, FUNCTION, GxB_FLUSH, get_function, set_function),
    MEMORY(GxB_MALLOC_FUNCTION),
    MEMORY(GxB_CALLOC_FUNCTION),
    MEMORY(GxB_REALLOC_FUNCTION),
    MEMORY(GxB_FREE_FUNCTION),
    TEXT(GxB_LIBRARY_NAME),
    TEXT(GxB_LIBRARY_DATE),
    TEXT(GxB_LIBRARY_ABOUT),
    TEXT(GxB_LIBRARY_URL),
    TEXT(GxB_LIBRARY_LICENSE),
    TEXT(GxB_LIBRARY_COMPILE_DATE),
    TEXT(GxB_LIBRARY_COMPILE_TIME),
    TEXT(GxB_API_DATE),
    TEXT(GxB_API_ABOUT),
    TEXT(GxB_API_URL),
    TEXT(GxB_COMPILER_NAME),
    VERSION(GxB_LIBRARY_VERSION),
    VERSION(GxB_API_VERSION),
    VERSION(GxB_COMPILER_VERSION),
    GRB_OPTION(GxB_LIBRARY_OPENMP, GLOBAL, TRUTH, 1, grb_get_constant, NULL),
    GRB_HINT(GxB_PRINT_1BASED, GLOBAL, TRUTH, GRB_SETTING(one_based), get_int, set_truth),
    GRB_HINT(GxB_CHUNK, GLOBAL, REAL, GRB_SETTING(hints.chunk), grb_get_real, set_chunk),
    GRB_HINT(GxB_MEMORY_POOL, GLOBAL, INT64_ARRAY, 0, get_pool, set_pool),
    GRB_HINT(GxB_GPU_CONTROL, GLOBAL, INT32, GRB_SETTING(hints.gpu), get_int, set_gpu_control),
    GRB_HINT(GxB_GPU_CHUNK, GLOBAL, REAL, GRB_SETTING(gpu_chunk), grb_get_real, set_gpu_chunk),
    GRB_HINT(GxB_GPU_ID, GLOBAL, INT32, GRB_SETTING(gpu_id), get_int, set_int),
    GRB_OPTION(GxB_JIT_C_CONTROL, GLOBAL, INT32, GRB_SETTING(jit), get_int, set_jit),
    GRB_HINT(GxB_JIT_USE_CMAKE, GLOBAL, TRUTH, GRB_SETTING(jit_use_cmake), get_int, set_truth),
    JIT_TEXT(GxB_JIT_C_COMPILER_NAME, 0),
    JIT_TEXT(GxB_JIT_C_COMPILER_FLAGS, 1),
    JIT_TEXT(GxB_JIT_C_LINKER_FLAGS, 2),
    JIT_TEXT(GxB_JIT_C_LIBRARIES, 3),
    JIT_TEXT(GxB_JIT_C_PREFACE, 4),
    JIT_TEXT(GxB_JIT_CACHE_PATH, 5),
    JIT_TEXT(GxB_JIT_C_CMAKE_LIBS, 6),
    JIT_TEXT(GxB_JIT_ERROR_LOG, 7),

    GRB_HINT(GxB_NTHREADS, DESCRIPTOR, INT32, DESCRIBED(threads), get_int, set_int),
    GRB_HINT(GxB_CHUNK, DESCRIPTOR, REAL, DESCRIBED(chunk), grb_get_real, grb_set_real),
    GRB_HINT(GxB_AxB_METHOD, DESCRIPTOR, INT32, DESCRIBED(method), get_int, set_method),
    GRB_HINT(GxB_SORT, DESCRIPTOR, INT32, DESCRIBED(sort), get_int, set_truth),
    GRB_HINT(GxB_COMPRESSION, DESCRIPTOR, INT32, DESCRIBED(compression), get_int, set_int),
    LIST(GxB_ROWINDEX_LIST, rows),
    LIST(GxB_COLINDEX_LIST, columns),
    LIST(GxB_VALUE_LIST, values),
    GRB_HINT(GxB_IMPORT, DESCRIPTOR, INT32, DESCRIBED(import), get_int, set_import),

    GRB_OPTION(GxB_NTHREADS, CONTEXT, INT32, IN_CONTEXT(threads), get_threads, set_threads),
    GRB_HINT(GxB_CHUNK, CONTEXT, REAL, IN_CONTEXT(chunk), grb_get_real, set_chunk),
    GRB_HINT(GxB_GPU_ID, CONTEXT, INT32, IN_CONTEXT(gpu), get_int, set_int),
};
const grb_fields grb_settings_options = {options, sizeof options / sizeof *options};

/* SPDX-License-Identifier: Apache-2.0
 *
 * The file that keeps the progress of a long run: a head, the arrays, and a checksum of all that, in the machine's byte
 * order.
 */
#include "algorithms/betweenness/bc_checkpoint.h"

#include "formats/files/writer.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

typedef struct head {
    char magic[8];
    uint32_t version;
    uint32_t bytes; /* size of the head */
    tp_bc_identity identity;
    int64_t n, count, done; /* tp_bc_progress */
    int32_t looks;
    uint32_t arrays; /* which optional arrays follow: SQUARES, REACHED */
} head;

static const char MAGIC[8] = "TROPICBC";
enum { VERSION = 1, SQUARES = 1, REACHED = 2, PARTS = 4 };

typedef struct part {
    void *bytes;
    size_t count;
} part;

/* The parts of the file but the checksum, in order. An array that is not there has no bytes. */
static void list_parts(head *h, const tp_bc_progress *p, part parts[PARTS])
{
    const size_t n = (size_t)p->n * sizeof(double);
    parts[0] = (part){h, sizeof *h};
    parts[1] = (part){p->sums, n};
    parts[2] = (part){p->squares, p->squares ? n : 0};
    parts[3] = (part){p->reached, p->reached ? (size_t)p->done * sizeof *p->reached : 0};
}

static head head_of(const tp_bc_identity *identity, const tp_bc_progress *p)
{
    head h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    h.version = VERSION;
    h.bytes = sizeof h;
    h.identity = *identity;
    h.n = p->n;
    h.count = p->count;
    h.done = p->done;
    h.looks = p->looks;
    h.arrays = (p->squares ? SQUARES : 0) | (p->reached ? REACHED : 0);
    return h;
}

/* The checksum of some bytes, of which `before` is the checksum, and of more bytes behind them. */
static uint64_t sum_bits(uint64_t before, const void *bytes, size_t count)
{
    /* At NULL zlib begins a new checksum. */
    return count > 0 ? crc32_z((uLong)before, bytes, count) : before;
}

tropic_status tp_bc_identify(tp_run *run, const tp_bc *bc, tp_bc_identity *identity)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    uint64_t lists, entries;
    TP_TRY(tropic_matrix_csr(run->A, run->context, &offsets, &ids, &values));
    lists = sum_bits(0, offsets, ((size_t)run->n + 1) * sizeof *offsets);
    entries = sum_bits(0, ids, (size_t)offsets[run->n] * sizeof *ids);
    if (bc->weighted && values)
        entries = sum_bits(entries, values, (size_t)offsets[run->n] * tropic_type_size(tropic_matrix_type(run->A)));
    identity->graph = lists << 32 | entries;
    identity->run = sum_bits(0, bc->sources, (size_t)bc->count * sizeof *bc->sources);
    return TROPIC_OK;
}

tp_bc_identity tp_bc_identity_of(const tp_bc *bc, const tropic_bc_options *options, tropic_index count_max)
{
    const uint64_t how[] = {bc->identity.run,    (uint64_t)count_max,       bc->classes != NULL,        bc->weighted,
                            bc->total.ends != 0, (uint64_t)options->method, (uint64_t)options->strategy};
    const uint64_t list = sum_bits(0, bc->sources, (size_t)bc->count * sizeof *bc->sources);
    uint64_t all = sum_bits(0, how, sizeof how);
    if (bc->tie.relative > 0) all = sum_bits(all, &bc->tie.relative, sizeof bc->tie.relative);
    if (bc->tie.relative > 0 && bc->tie.absolute < HUGE_VAL)
        all = sum_bits(all, &bc->tie.absolute, sizeof bc->tie.absolute);
    return (tp_bc_identity){bc->identity.graph, list << 32 | all};
}

tropic_status tp_bc_save(tropic_context *context, const char *path, const tp_bc_identity *identity,
                         const tp_bc_progress *progress)
{
    bool (*const progress_callback)(double, void *) = context->progress;
    head h = head_of(identity, progress);
    part parts[PARTS];
    uint64_t sum = 0;
    tp_writer *out = NULL;
    tropic_status status;
    list_parts(&h, progress, parts);
    context->progress = NULL; /* writing is not cancelled: a cancelled run is why there is a checkpoint */
    status = tp_writer_open(context, path, &out);
    if (status == TROPIC_OK) {
        for (int k = 0; k < PARTS; k++) {
            tp_write(out, parts[k].bytes, parts[k].count);
            sum = sum_bits(sum, parts[k].bytes, parts[k].count);
        }
        tp_write(out, (const char *)&sum, sizeof sum);
        status = tp_writer_close(&out, TROPIC_OK);
    }
    context->progress = progress_callback;
    return status;
}

static tropic_status damaged(tropic_context *context, const char *path, const char *how)
{
    return tp_fail(context, TROPIC_FORMAT_ERROR, "%s: the checkpoint is damaged: %s", path, how);
}

/* Checks that the head belongs to this run: the expected one but for the progress. */
static tropic_status check_head(tropic_context *context, const char *path, const head *h, const head *expected)
{
    if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0)
        return tp_fail(context, TROPIC_FORMAT_ERROR, "%s is no checkpoint", path);
    if (h->version != VERSION)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: a checkpoint of version %u; this is version %d", path,
                       h->version, VERSION);
    if (h->bytes != sizeof *h) return damaged(context, path, "its head");
    if (h->identity.graph != expected->identity.graph)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: a checkpoint of another graph", path);
    if (h->n != expected->n || h->count != expected->count || h->identity.run != expected->identity.run ||
        h->arrays != expected->arrays)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: a checkpoint of a run with other sources or options",
                       path);
    if (h->done < 0 || h->done > h->count || h->looks < 0) return damaged(context, path, "its counts");
    return TROPIC_OK;
}

/* Why fewer bytes were read than there should be: an error of reading, or a file that is too short. */
static tropic_status too_short(tropic_context *context, const char *path, gzFile file)
{
    int code = Z_OK;
    gzerror(file, &code);
    if (code == Z_ERRNO) return tp_fail(context, TROPIC_IO_ERROR, "%s: %s", path, strerror(errno));
    return damaged(context, path, "its end is missing");
}

static tropic_status read_file(tropic_context *context, const char *path, gzFile file, const tp_bc_identity *identity,
                               tp_bc_progress *progress)
{
    const head expected = head_of(identity, progress);
    head h;
    part parts[PARTS];
    uint64_t sum = 0, stored = 0;
    if (gzfread(&h, 1, sizeof h, file) < sizeof h) return too_short(context, path, file);
    TP_TRY(check_head(context, path, &h, &expected));
    progress->done = (tropic_index)h.done;
    progress->looks = h.looks;
    list_parts(&h, progress, parts);
    for (int k = 0; k < PARTS; k++) {
        if (k > 0 && parts[k].count > 0 && gzfread(parts[k].bytes, 1, parts[k].count, file) < parts[k].count)
            return too_short(context, path, file);
        sum = sum_bits(sum, parts[k].bytes, parts[k].count);
    }
    if (gzfread(&stored, 1, sizeof stored, file) < sizeof stored) return too_short(context, path, file);
    if (stored != sum || gzgetc(file) >= 0) return damaged(context, path, "its checksum is wrong");
    return TROPIC_OK;
}

tropic_status tp_bc_load(tropic_context *context, const char *path, const tp_bc_identity *identity,
                         tp_bc_progress *progress)
{
    struct stat about;
    gzFile file;
    tropic_status status;
    progress->done = 0;
    /* Opening a pipe would wait for a writer. */
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return tp_fail(context, TROPIC_IO_ERROR, "%s is no regular file", path);
    errno = 0;
    file = gzopen(path, "rb"); /* reads uncompressed files as well */
    if (!file && errno == ENOENT) return TROPIC_OK;
    if (!file) return tp_fail(context, TROPIC_IO_ERROR, "%s: %s", path, strerror(errno ? errno : ENOMEM));
    status = read_file(context, path, file, identity, progress);
    gzclose(file);
    return status;
}

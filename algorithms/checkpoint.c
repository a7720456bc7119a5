/* SPDX-License-Identifier: Apache-2.0
 *
 * The file that keeps the progress of a long run.
 */
#include "algorithms/checkpoint.h"

#include "formats/files/writer.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#define MAGIC_BYTES 8
/* Begins the magic of all algorithms. */
#define FAMILY "TROPIC"

typedef struct head {
    char magic[MAGIC_BYTES];
    uint32_t version;
    uint32_t bytes; /* size of the head */
    tp_identity identity;
    int64_t n, count, done; /* tp_checkpoint */
    int32_t looks;
    uint32_t arrays; /* bit k: part k + 1 is there. (The first always is.) */
} head;

/* PARTS: of the file but the checksum. */
enum { PARTS = 1 + TP_CHECKPOINT_PARTS };

typedef struct part {
    void *bytes;
    size_t count;
} part;

/* The parts of the file, in order. An array that is not there has no bytes. */
static void list_parts(head *h, const tp_checkpoint *p, part parts[PARTS])
{
    parts[0] = (part){h, sizeof *h};
    for (int k = 0; k < TP_CHECKPOINT_PARTS; k++) {
        const tp_checkpoint_part *a = &p->part[k];
        parts[k + 1] = (part){a->values, a->values ? (size_t)(a->by_done ? p->done : a->count) * a->size : 0};
    }
}

static head head_of(const tp_checkpoint *p)
{
    head h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, p->magic, MAGIC_BYTES);
    h.version = p->layout > 0 ? p->layout : 1;
    h.bytes = sizeof h;
    h.identity = p->identity;
    h.n = p->n;
    h.count = p->count;
    h.done = p->done;
    h.looks = p->looks;
    for (int k = 1; k < TP_CHECKPOINT_PARTS; k++) h.arrays |= p->part[k].values ? 1U << (k - 1) : 0;
    return h;
}

uint64_t tp_checksum(uint64_t before, const void *bytes, size_t count)
{
    /* At NULL zlib begins a new checksum. */
    return count > 0 ? crc32_z((uLong)before, bytes, count) : before;
}

tropic_status tp_identify(tp_run *run, bool values_count, const tropic_index *sources, tropic_index count,
                          tp_identity *identity)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    uint64_t lists, entries;
    TP_TRY(tropic_matrix_csr(run->A, run->context, &offsets, &ids, &values));
    lists = tp_checksum(0, offsets, ((size_t)run->n + 1) * sizeof *offsets);
    entries = tp_checksum(0, ids, (size_t)offsets[run->n] * sizeof *ids);
    if (values_count && values)
        entries = tp_checksum(entries, values, (size_t)offsets[run->n] * tropic_type_size(tropic_matrix_type(run->A)));
    identity->graph = lists << 32 | entries;
    identity->run = tp_checksum(0, sources, (size_t)count * sizeof *sources);
    return TROPIC_OK;
}

tropic_status tp_checkpoint_save(tropic_context *context, const char *path, const tp_checkpoint *checkpoint)
{
    bool (*const progress_callback)(double, void *) = context->progress;
    head h = head_of(checkpoint);
    part parts[PARTS];
    uint64_t sum = 0;
    tp_writer *out = NULL;
    tropic_status status;
    list_parts(&h, checkpoint, parts);
    context->progress = NULL; /* writing is not cancelled: a cancelled run is why there is a checkpoint */
    status = tp_writer_open(context, path, &out);
    if (status == TROPIC_OK) {
        for (int k = 0; k < PARTS; k++) {
            tp_write(out, parts[k].bytes, parts[k].count);
            sum = tp_checksum(sum, parts[k].bytes, parts[k].count);
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
    if (memcmp(h->magic, FAMILY, sizeof FAMILY - 1) != 0)
        return tp_fail(context, TROPIC_FORMAT_ERROR, "%s is no checkpoint", path);
    if (memcmp(h->magic, expected->magic, MAGIC_BYTES) != 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: a checkpoint of another algorithm", path);
    if (h->version != expected->version)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: a checkpoint of version %u; this is version %u", path,
                       h->version, expected->version);
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

static tropic_status read_file(tropic_context *context, const char *path, gzFile file, tp_checkpoint *checkpoint)
{
    const head expected = head_of(checkpoint);
    head h;
    part parts[PARTS];
    uint64_t sum = 0, stored = 0;
    if (gzfread(&h, 1, sizeof h, file) < sizeof h) return too_short(context, path, file);
    TP_TRY(check_head(context, path, &h, &expected));
    checkpoint->done = (tropic_index)h.done;
    checkpoint->looks = h.looks;
    list_parts(&h, checkpoint, parts);
    for (int k = 0; k < PARTS; k++) {
        if (k > 0 && parts[k].count > 0 && gzfread(parts[k].bytes, 1, parts[k].count, file) < parts[k].count)
            return too_short(context, path, file);
        sum = tp_checksum(sum, parts[k].bytes, parts[k].count);
    }
    if (gzfread(&stored, 1, sizeof stored, file) < sizeof stored) return too_short(context, path, file);
    if (stored != sum || gzgetc(file) >= 0) return damaged(context, path, "its checksum is wrong");
    return TROPIC_OK;
}

tropic_status tp_checkpoint_load(tropic_context *context, const char *path, tp_checkpoint *checkpoint)
{
    struct stat about;
    gzFile file;
    tropic_status status;
    checkpoint->done = 0;
    /* Opening a pipe would wait for a writer. */
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return tp_fail(context, TROPIC_IO_ERROR, "%s is no regular file", path);
    errno = 0;
    file = gzopen(path, "rb"); /* reads uncompressed files as well */
    if (!file && errno == ENOENT) return TROPIC_OK;
    if (!file) return tp_fail(context, TROPIC_IO_ERROR, "%s: %s", path, strerror(errno ? errno : ENOMEM));
    status = read_file(context, path, file, checkpoint);
    gzclose(file);
    return status;
}

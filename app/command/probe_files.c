/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/probe_files.h"

#include "engine/motion/motion_write.h"
#include "engine/text/number_text.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARKER "STOPPED.txt"

enum {
    NUMBER_ROOM = 32,      /* a number and what separates it from the next */
    BUFFER_ROOM = 1 << 15, /* rows kept until the next flush */
};

/* A file that grows. */
typedef struct Stream {
    SnProbeFiles *files;
    SnId probe;
    char *path;   /* while it grows */
    char **names; /* [width] of the columns, NULL behind */
    int width, group;
    int file;
    char *buffer;
    size_t used, room;
    off_t header, size; /* bytes on disk: of the header, in all, whole rows */
    int64_t rows;
    bool keep; /* the file stays where it is when the stream is closed */
} Stream;

struct SnProbeFiles {
    const SnSimulation *simulation;
    char *folder;
    const char *format;
    GPtrArray *streams; /* of Stream, borrowed */
    GError *error;      /* the first */
};

static bool fail_file(GError **error, const char *doing, const char *path)
{
    const int reason = errno;
    g_set_error(error, G_IO_ERROR, g_io_error_from_errno(reason), "cannot %s %s: %s", doing, path,
                g_strerror(reason));
    return false;
}

/* --- names --- */

const char *sn_probe_column_ending(SnType type, int width, int k)
{
    static const char *const vector[] = {".x", ".y", ".z"};
    static const char *const quaternion[] = {".w", ".x", ".y", ".z"};
    static const char *const tensor[] = {".xx", ".yy", ".zz", ".xy", ".xz", ".yz"};
    if (width == 3)
        return vector[k];
    if (type == SN_TYPE_QUAT)
        return quaternion[k];
    return width == 6 ? tensor[k] : "";
}

static char **column_names(const SnModel *model, const SnSystem *system,
                           const SnSystemOutputProbe *probe)
{
    GPtrArray *names = g_ptr_array_new();
    for (int i = 0; i < probe->n_targets; i++) {
        const SnAddress *address = &system->probes.addresses[probe->first_target + i];
        const SnProperty *property = sn_model_property(model, address->id, address->property);
        char *path = sn_model_path(model, address->id);
        for (int k = 0; k < address->width; k++)
            g_ptr_array_add(
                names, g_strdup_printf("%s:%s%s", path, property->name,
                                       sn_probe_column_ending(property->type, address->width, k)));
        g_free(path);
    }
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

static bool is_unique(const SnSystem *system, const SnSystemOutputProbe *probe)
{
    int n = 0;
    for (int i = 0; i < system->probes.n_outputs; i++)
        n += strcmp(system->probes.outputs[i].name, probe->name) == 0;
    return n == 1;
}

/* Where a probe's file is to be, or, if that is a link, where it points; NULL with an error: there
 * is something else. */
static char *final_path(const SnProbeFiles *files, const SnSystem *system,
                        const SnSystemOutputProbe *probe, GError **error)
{
    g_autofree char *full = sn_model_path(files->simulation->model, probe->id);
    g_autofree char *inner = g_strdelimit(g_strdup(full + 1), "/", '.');
    g_autofree char *name =
        g_strconcat(is_unique(system, probe) ? probe->name : inner, ".", files->format, NULL);
    g_autofree char *path = g_build_filename(files->folder, name, NULL);
    char target[SN_OUTPUT_PATH];
    SnOutputProblem problem;
    if (sn_output_target(path, target, &problem))
        return g_strdup(target);
    sn_write_file_failed(path, &problem, error);
    return NULL;
}

/* --- writing --- */

static void note_failure(Stream *stream)
{
    if (!stream->files->error)
        fail_file(&stream->files->error, "write", stream->path);
    if (ftruncate(stream->file, stream->size) != 0) {
        /* the last row of the file may be torn: it has no end of line */
    }
    stream->used = 0;
}

static bool write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(file, text, length);
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        }
    }
    return true;
}

static void flush_stream(Stream *stream)
{
    if (stream->used == 0 || stream->files->error)
        return;
    if (!write_all(stream->file, stream->buffer, stream->used)) {
        note_failure(stream);
        return;
    }
    stream->size += (off_t)stream->used;
    stream->used = 0;
}

/* 17 digits in CSV: files of two runs are compared as texts. */
static char *add_number(const Stream *stream, char *to, double value)
{
    if (strcmp(stream->files->format, "sto") == 0)
        return to + sn_number_format(value, to);
    g_ascii_formatd(to, NUMBER_ROOM, "%.17g", value);
    return to + strlen(to);
}

static void append_row(void *data, double time, const double *values)
{
    Stream *stream = data;
    if (stream->files->error)
        return;
    const size_t row = (size_t)(stream->width + 1) * NUMBER_ROOM;
    if (stream->room - stream->used < row)
        flush_stream(stream);
    const bool sto = strcmp(stream->files->format, "sto") == 0;
    char *to = add_number(stream, stream->buffer + stream->used, time);
    for (int k = 0; k < stream->width; k++) {
        *to++ = !sto || k % stream->group ? ',' : '\t';
        to = add_number(stream, to, values[k]);
    }
    *to++ = '\n';
    stream->used = (size_t)(to - stream->buffer);
    stream->rows++;
}

static void clear_rows(void *data)
{
    Stream *stream = data;
    stream->used = 0;
    stream->rows = 0;
    stream->size = stream->header;
    if (ftruncate(stream->file, stream->size) != 0 ||
        lseek(stream->file, stream->size, SEEK_SET) < 0)
        note_failure(stream);
}

/* n_rows -1: not known yet. */
static GString *header_text(const Stream *stream, int64_t n_rows)
{
    GString *text = g_string_new(NULL);
    if (strcmp(stream->files->format, "sto") == 0) {
        g_autofree char *name = g_path_get_basename(stream->path);
        name[strlen(name) - strlen(".partial")] = '\0';
        sn_motion_sto_header(stream->names, stream->width, n_rows, 0, name, text);
        return text;
    }
    g_string_append(text, "time");
    for (int k = 0; k < stream->width; k++)
        g_string_append_printf(text, ",%s", stream->names[k]);
    g_string_append_c(text, '\n');
    return text;
}

/* --- streams --- */

/* Opens the growing file, which nobody else may be writing, and empties it. */
static bool open_file(Stream *stream, GError **error)
{
    stream->file =
        open(stream->path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, (mode_t)0666);
    struct stat status;
    if (stream->file < 0 || fstat(stream->file, &status) != 0)
        return fail_file(error, "write", stream->path);
    if (!S_ISREG(status.st_mode))
        return sn_refuse(error, SN_MODEL_ERROR_FILE, "%s is there and no regular file",
                         stream->path);
    if (flock(stream->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return sn_refuse(error, SN_MODEL_ERROR_FILE,
                         "another run is writing %s: wait for its end, or name another folder",
                         stream->path);
    return ftruncate(stream->file, 0) == 0 || fail_file(error, "write", stream->path);
}

static bool begin_stream(Stream *stream, const SnSystem *system, const SnSystemOutputProbe *probe,
                         GError **error)
{
    g_autofree char *final = final_path(stream->files, system, probe, error);
    if (!final)
        return false;
    stream->path = g_strconcat(final, ".partial", NULL);
    stream->room = BUFFER_ROOM + (size_t)(stream->width + 1) * NUMBER_ROOM;
    stream->buffer = g_try_malloc_n(stream->room, 1);
    if (!stream->buffer)
        return sn_refuse(error, SN_MODEL_ERROR_MEMORY, "%s: not enough memory: %zu bytes asked for",
                         stream->path, stream->room);
    if (!open_file(stream, error))
        return false;
    sn_output_inherit(stream->file, final);
    GString *text = header_text(stream, -1);
    const bool good = write_all(stream->file, text->str, text->len);
    stream->header = stream->size = (off_t)text->len;
    g_string_free(text, TRUE);
    return good || fail_file(error, "write", stream->path);
}

static void free_stream(Stream *stream)
{
    if (stream->file >= 0)
        close(stream->file);
    g_strfreev(stream->names);
    g_free(stream->buffer);
    g_free(stream->path);
    g_free(stream);
}

static void *open_stream(void *data, const SnSystem *system, int number)
{
    SnProbeFiles *files = data;
    if (files->error)
        return NULL;
    const SnSystemOutputProbe *probe = &system->probes.outputs[number];
    Stream *stream = g_new0(Stream, 1);
    *stream = (Stream){.files = files, .probe = probe->id, .width = probe->width, .file = -1};
    stream->names = column_names(files->simulation->model, system, probe);
    stream->group = sn_motion_sto_group(stream->names, stream->width);
    if (!begin_stream(stream, system, probe, &files->error)) {
        free_stream(stream);
        return NULL;
    }
    g_ptr_array_add(files->streams, stream);
    return stream;
}

static void close_stream(void *data)
{
    Stream *stream = data;
    g_ptr_array_remove(stream->files->streams, stream);
    if (!stream->keep)
        g_unlink(stream->path);
    free_stream(stream);
}

/* --- all of them --- */

/* A model may have more output probes than a process has files by default. */
static void allow_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

SnProbeFiles *sn_probe_files_new(const SnSimulation *simulation, const char *folder,
                                 const char *format, GError **error)
{
    static const SnRecorderSink SINK = {
        .open = open_stream, .append = append_row, .clear = clear_rows, .close = close_stream};
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        fail_file(error, "make folder", folder);
        return NULL;
    }
    allow_files();
    SnProbeFiles *files = g_new0(SnProbeFiles, 1);
    files->simulation = simulation;
    files->folder = g_strdup(folder);
    files->format = format;
    files->streams = g_ptr_array_new();
    sn_recorder_set_sink(simulation->recorder, &SINK, files);
    return files;
}

void sn_probe_files_free(SnProbeFiles *files)
{
    if (!files)
        return;
    g_assert(files->streams->len == 0);
    g_ptr_array_unref(files->streams);
    g_clear_error(&files->error);
    g_free(files->folder);
    g_free(files);
}

bool sn_probe_files_good(SnProbeFiles *files, GError **error)
{
    if (!files->error)
        return true;
    if (error)
        *error = g_error_copy(files->error);
    return false;
}

void sn_probe_files_flush(SnProbeFiles *files)
{
    for (guint i = 0; i < files->streams->len; i++)
        flush_stream(files->streams->pdata[i]);
}

int sn_probe_files_count(const SnProbeFiles *files)
{
    return (int)files->streams->len;
}

/* --- the end --- */

/* The text of a file with another beginning, under another name. */
static bool copy_with_header(const Stream *stream, const char *to, GError **error)
{
    const int from = open(stream->path, O_RDONLY | O_CLOEXEC);
    const int file = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, (mode_t)0666);
    GString *text = header_text(stream, stream->rows);
    bool good = from >= 0 && file >= 0 && write_all(file, text->str, text->len) &&
                lseek(from, stream->header, SEEK_SET) >= 0;
    g_string_free(text, TRUE);
    for (ssize_t n = 1; good && n > 0;) {
        n = read(from, stream->buffer, stream->room);
        good = n >= 0 && write_all(file, stream->buffer, (size_t)n);
    }
    if (good)
        sn_output_inherit(file, stream->path);
    else
        fail_file(error, "write", to);
    if (from >= 0)
        close(from);
    if (file >= 0)
        close(file);
    return good;
}

/* A STO file's header says how many rows it has. */
static bool count_rows(Stream *stream, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(stream->path);
    g_autofree char *base = g_path_get_basename(stream->path);
    g_autofree char *name = g_strconcat(".", base, NULL);
    g_autofree char *copy = g_build_filename(folder, name, NULL);
    const bool good = copy_with_header(stream, copy, error) &&
                      (g_rename(copy, stream->path) == 0 || fail_file(error, "write", copy));
    if (!good)
        g_unlink(copy);
    return good;
}

static const SnSystemOutputProbe *find_probe(const SnSystem *system, SnId id)
{
    for (int i = 0; i < system->probes.n_outputs; i++)
        if (sn_id_equal(system->probes.outputs[i].id, id))
            return &system->probes.outputs[i];
    return NULL;
}

/* Under its final name, in place of what had it. */
static bool finish_stream(Stream *stream, GError **error)
{
    const SnSystem *system = stream->files->simulation->compiled->system;
    const bool sto = strcmp(stream->files->format, "sto") == 0;
    if (sto && !count_rows(stream, error))
        return false;
    g_autofree char *final =
        final_path(stream->files, system, find_probe(system, stream->probe), error);
    if (!final)
        return false;
    /* a crash of the machine must not leave neither of the two */
    const bool replaces = g_file_test(final, G_FILE_TEST_EXISTS);
    if ((replaces && fsync(stream->file) != 0) || g_rename(stream->path, final) != 0)
        return fail_file(error, "write", final);
    return true;
}

/* Before the files get their names: never half of a run without it. */
static bool mark_stopped(const SnProbeFiles *files, const char *stopped, GError **error)
{
    GString *text = g_string_new(stopped);
    g_string_append(text, "\nThese files end there:\n");
    for (guint i = 0; i < files->streams->len; i++) {
        const Stream *stream = files->streams->pdata[i];
        g_autofree char *name = g_path_get_basename(stream->path);
        g_string_append_len(text, name, (gssize)(strlen(name) - strlen(".partial")));
        g_string_append_c(text, '\n');
    }
    g_autofree char *path = g_build_filename(files->folder, MARKER, NULL);
    const bool good = g_file_set_contents(path, text->str, (gssize)text->len, error);
    g_string_free(text, TRUE);
    return good;
}

static bool has_rows(const SnProbeFiles *files)
{
    for (guint i = 0; i < files->streams->len; i++)
        if (((const Stream *)files->streams->pdata[i])->rows > 0)
            return true;
    return false;
}

bool sn_probe_files_finish(SnProbeFiles *files, const char *stopped, GError **error)
{
    sn_probe_files_flush(files);
    if (files->streams->len == 0 || (stopped && !has_rows(files)))
        return true;
    for (guint i = 0; i < files->streams->len; i++)
        ((Stream *)files->streams->pdata[i])->keep = true;
    if (stopped && !mark_stopped(files, stopped, error))
        return false;
    for (guint i = 0; i < files->streams->len; i++)
        if (!finish_stream(files->streams->pdata[i], error))
            return false;
    g_autofree char *marker = g_build_filename(files->folder, MARKER, NULL);
    if (!stopped)
        g_unlink(marker);
    return true;
}

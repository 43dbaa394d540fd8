/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/file/waypoint_file.h"

#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char START[] = "SINEWWPT";
static const char MAGIC[8] = {'S', 'I', 'N', 'E', 'W', 'W', 'P', 'T'};
enum { DIGEST = 32, MAX_TEXT = 4096 };
static const goffset MAX_SIZE = (goffset)1 << 30;

G_STATIC_ASSERT(G_BYTE_ORDER == G_LITTLE_ENDIAN); /* numbers are written as they are */

static void clear_state(void *data)
{
    SnSavedState *state = data;
    g_free(state->path);
    g_free(state->data);
}

SnWaypointFile *sn_waypoint_file_new(SnLayout *layout)
{
    SnWaypointFile *file = g_new0(SnWaypointFile, 1);
    file->layout = layout;
    file->states = g_array_new(FALSE, FALSE, sizeof(SnSavedState));
    g_array_set_clear_func(file->states, clear_state);
    return file;
}

void sn_waypoint_file_free(SnWaypointFile *file)
{
    if (!file)
        return;
    sn_layout_free(file->layout);
    g_array_unref(file->states);
    g_free(file);
}

void sn_waypoint_file_add(SnWaypointFile *file, const SnSavedState *state)
{
    bool finite = isfinite(state->time);
    for (uint32_t i = 0; i < state->n; i++)
        finite = finite && isfinite(state->data[i]);
    if (!finite)
        return;
    SnSavedState copy = *state;
    copy.path = g_strdup(state->path);
    copy.data = g_memdup2(state->data, state->n * sizeof *state->data);
    g_array_append_val(file->states, copy);
}

char *sn_waypoint_file_name(const char *model_path)
{
    const size_t length = strlen(model_path);
    const size_t stem = g_str_has_suffix(model_path, ".sinew") ? length - strlen(".sinew") : length;
    return g_strdup_printf("%.*s.waypoints", (int)stem, model_path);
}

/* --- writing --- */

static void put_bytes(GByteArray *bytes, const void *data, size_t size)
{
    g_byte_array_append(bytes, data, (guint)size);
}

static void put_count(GByteArray *bytes, uint32_t count)
{
    put_bytes(bytes, &count, sizeof count);
}

static void put_text(GByteArray *bytes, const char *text)
{
    put_count(bytes, (uint32_t)strlen(text));
    put_bytes(bytes, text, strlen(text));
}

static void put_digest(GByteArray *bytes)
{
    guint8 digest[DIGEST];
    gsize size = sizeof digest;
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, bytes->data, bytes->len);
    g_checksum_get_digest(checksum, digest, &size);
    g_checksum_free(checksum);
    put_bytes(bytes, digest, size);
}

GByteArray *sn_waypoint_file_build(const SnWaypointFile *file)
{
    GByteArray *bytes = g_byte_array_new();
    put_bytes(bytes, MAGIC, sizeof MAGIC);
    put_count(bytes, SN_WAYPOINT_VERSION);
    const GArray *parts = file->layout->parts;
    put_count(bytes, parts->len);
    for (guint i = 0; i < parts->len; i++) {
        const SnLayoutPart *part = &g_array_index(parts, SnLayoutPart, i);
        put_text(bytes, part->path);
        put_text(bytes, part->unit);
        put_count(bytes, part->count);
    }
    put_count(bytes, file->states->len);
    for (guint i = 0; i < file->states->len; i++) {
        const SnSavedState *state = &g_array_index(file->states, SnSavedState, i);
        put_text(bytes, state->path);
        put_bytes(bytes, &state->marked, sizeof state->marked);
        put_bytes(bytes, &state->step, sizeof state->step);
        put_bytes(bytes, &state->time, sizeof state->time);
        put_bytes(bytes, &state->active, sizeof state->active);
        put_count(bytes, state->n);
        put_bytes(bytes, state->data, state->n * sizeof *state->data);
    }
    put_digest(bytes);
    return bytes;
}

bool sn_waypoint_file_write(const SnWaypointFile *file, const char *path, GError **error)
{
    if (!sn_file_may_begin(path, START))
        return sn_refuse(error, SN_MODEL_ERROR_FILE,
                         "%s: it holds something else than states of waypoints and was left as it "
                         "is; choose another name",
                         path);
    GByteArray *bytes = sn_waypoint_file_build(file);
    const bool good = sn_write_file(path, SN_OUTPUT_WHOLE, bytes->data, bytes->len, error);
    g_byte_array_unref(bytes);
    return good;
}

/* --- reading --- */

typedef struct Reader {
    const uint8_t *at, *end;
    bool good;   /* false once something was cut off or made no sense */
    size_t lack; /* bytes that there was no memory for */
} Reader;

static size_t bytes_left(const Reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

static void get_bytes(Reader *reader, void *data, size_t size)
{
    if (!reader->good || bytes_left(reader) < size) {
        reader->good = false;
        memset(data, 0, size);
        return;
    }
    memcpy(data, reader->at, size);
    reader->at += size;
}

/* least: bytes that each of them takes at the least. */
static uint32_t get_count(Reader *reader, size_t least)
{
    uint32_t count;
    get_bytes(reader, &count, sizeof count);
    if (count > bytes_left(reader) / least) {
        reader->good = false;
        return 0;
    }
    return count;
}

static bool has_control(const uint8_t *text, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        if (text[i] < ' ')
            return true;
    return false;
}

static char *get_text(Reader *reader)
{
    const uint32_t length = get_count(reader, 1);
    if (length > MAX_TEXT || has_control(reader->at, length) ||
        !g_utf8_validate_len((const char *)reader->at, length, NULL)) {
        reader->good = false;
        return g_strdup("");
    }
    char *text = g_strndup((const char *)reader->at, length);
    reader->at += length;
    return text;
}

static double get_number(Reader *reader)
{
    double number;
    get_bytes(reader, &number, sizeof number);
    if (!isfinite(number))
        reader->good = false;
    return number;
}

static void get_layout(Reader *reader, SnLayout *layout)
{
    const uint32_t n = get_count(reader, 3 * sizeof(uint32_t));
    for (uint32_t i = 0; i < n && reader->good; i++) {
        char *path = get_text(reader), *unit = get_text(reader);
        uint32_t count;
        get_bytes(reader, &count, sizeof count);
        sn_layout_add(layout, path, unit, count);
        g_free(unit);
        g_free(path);
    }
}

static void get_states(Reader *reader, GArray *states)
{
    const uint32_t n = get_count(reader, 2 * sizeof(uint32_t) + 4 * sizeof(double));
    for (uint32_t i = 0; i < n && reader->good; i++) {
        SnSavedState state = {.path = get_text(reader)};
        state.marked = get_number(reader);
        get_bytes(reader, &state.step, sizeof state.step);
        state.time = get_number(reader);
        get_bytes(reader, &state.active, sizeof state.active);
        state.n = get_count(reader, sizeof(double));
        state.data = g_try_malloc_n((size_t)state.n + 1, sizeof *state.data);
        if (!state.data) {
            reader->lack = (size_t)state.n * sizeof *state.data;
            reader->good = false;
            state.n = 0;
        }
        for (uint32_t k = 0; k < state.n; k++)
            state.data[k] = get_number(reader);
        g_array_append_val(states, state);
    }
}

static bool fail_file(GError **error, const char *name, const char *what)
{
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_FORMAT, "%s: %s", name, what);
    return false;
}

/* Magic, version and checksum. */
static bool check_frame(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    uint32_t version;
    if (size < sizeof MAGIC + sizeof version + DIGEST || memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return fail_file(error, name, "this is not a file of waypoint states");
    memcpy(&version, bytes + sizeof MAGIC, sizeof version);
    if (version != SN_WAYPOINT_VERSION)
        return fail_file(error, name,
                         "its waypoint states were written by another version of Sinew");
    guint8 digest[DIGEST];
    gsize length = sizeof digest;
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    for (size_t at = 0; at < size - DIGEST; at += MIN(size - DIGEST - at, (size_t)1 << 20))
        g_checksum_update(checksum, bytes + at, (gssize)MIN(size - DIGEST - at, (size_t)1 << 20));
    g_checksum_get_digest(checksum, digest, &length);
    g_checksum_free(checksum);
    return memcmp(digest, bytes + size - DIGEST, DIGEST) == 0 ||
           fail_file(error, name, "the file is damaged: its checksum does not fit");
}

SnWaypointFile *sn_waypoint_file_parse(const void *data, size_t size, const char *name,
                                       GError **error)
{
    const uint8_t *bytes = data;
    if (!check_frame(bytes, size, name, error))
        return NULL;
    Reader reader = {bytes + sizeof MAGIC + sizeof(uint32_t), bytes + size - DIGEST, true, 0};
    SnWaypointFile *file = sn_waypoint_file_new(sn_layout_new());
    get_layout(&reader, file->layout);
    get_states(&reader, file->states);
    if (reader.good && reader.at == reader.end)
        return file;
    sn_waypoint_file_free(file);
    if (reader.lack)
        sn_refuse(error, SN_MODEL_ERROR_MEMORY,
                  "%s: not enough memory for its states: %zu bytes asked for", name, reader.lack);
    else
        fail_file(error, name, "the file is damaged: its numbers make no sense");
    return NULL;
}

SnWaypointFile *sn_waypoint_file_read(const char *path, GError **error)
{
    struct stat there;
    const int number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (number < 0 || fstat(number, &there) != 0) {
        const int reason = errno;
        g_set_error(error, G_IO_ERROR, g_io_error_from_errno(reason), "%s: %s", path,
                    g_strerror(reason));
        if (number >= 0)
            close(number);
        return NULL;
    }
    close(number);
    if (!S_ISREG(there.st_mode) || there.st_size > MAX_SIZE) {
        fail_file(error, path,
                  S_ISREG(there.st_mode) ? "the file is too large (over 1 GiB)"
                                         : "this is not a plain file");
        return NULL;
    }
    char *bytes;
    gsize size;
    if (!g_file_get_contents(path, &bytes, &size, error))
        return NULL;
    SnWaypointFile *file = sn_waypoint_file_parse(bytes, size, path, error);
    g_free(bytes);
    return file;
}

/* --- using --- */

bool sn_waypoint_file_fits(const SnWaypointFile *file, const char *name, const SnLayout *layout,
                           GError **error)
{
    char *difference = sn_layout_difference(file->layout, layout);
    if (!difference)
        return true;
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE,
                "%s: the model has changed since: %s; waypoint states cannot be used, the times "
                "stay",
                name, difference);
    g_free(difference);
    return false;
}

static const char *short_path(const SnSavedState *state)
{
    const char *prefix = "/model/waypoints/";
    return g_str_has_prefix(state->path, prefix) ? state->path + strlen(prefix) : state->path;
}

static bool is_called(const SnSavedState *state, const char *waypoint)
{
    return strcmp(state->path, waypoint) == 0 || strcmp(short_path(state), waypoint) == 0 ||
           (g_str_has_prefix(waypoint, "waypoints/") &&
            strcmp(short_path(state), waypoint + strlen("waypoints/")) == 0);
}

const SnSavedState *sn_waypoint_file_find(const SnWaypointFile *file, const char *name,
                                          const char *waypoint, GError **error)
{
    const bool any = !waypoint || *waypoint == '\0';
    GString *there = g_string_new(NULL);
    for (guint i = 0; i < file->states->len; i++) {
        const SnSavedState *state = &g_array_index(file->states, SnSavedState, i);
        if (any ? file->states->len == 1 : is_called(state, waypoint)) {
            g_string_free(there, TRUE);
            return state;
        }
        if (i < 12)
            g_string_append_printf(there, "%s%s", i ? ", " : "", short_path(state));
    }
    if (file->states->len > 12)
        g_string_append(there, " …");
    if (any)
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_PATH, "%s: which waypoint? There are %s",
                    name, there->len ? there->str : "none");
    else
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_PATH,
                    "%s: there is no state of a waypoint \"%s\"; there are: %s", name, waypoint,
                    there->len ? there->str : "none");
    g_string_free(there, TRUE);
    return NULL;
}

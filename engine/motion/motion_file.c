/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which format a file has. */
#include "engine/motion/motion_file.h"

#include "engine/motion/motion_reader.h"
#include "engine/motion/motion_write.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <string.h>

typedef struct Format {
    const char *ending;
    bool (*read)(SnMotionReader *reader);
    bool (*write)(const SnMotionTable *table, const char *name, GString *text, GError **error);
} Format;

static const Format FORMATS[] = {
    {".csv", sn_motion_csv_read, sn_motion_csv_write},
    {".tsv", sn_motion_csv_read, sn_motion_csv_write},
    {".txt", sn_motion_csv_read, sn_motion_csv_write},
    {".sto", sn_motion_sto_read, sn_motion_sto_write},
    {".mot", sn_motion_sto_read, sn_motion_sto_write},
    {".trc", sn_motion_trc_read, sn_motion_trc_write},
};

const char *const *sn_motion_file_patterns(void)
{
    static const char *const PATTERNS[] = {"*.csv", "*.tsv", "*.txt", "*.sto",
                                           "*.mot", "*.trc", NULL};
    return PATTERNS;
}

static const Format *find_format(const char *path)
{
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < G_N_ELEMENTS(FORMATS); i++)
        if (g_ascii_strcasecmp(ending, FORMATS[i].ending) == 0)
            return &FORMATS[i];
    return NULL;
}

static const Format *need_format(const char *path, GError **error)
{
    const Format *format = find_format(path);
    if (!format)
        sn_refuse(error, SN_MODEL_ERROR_FILE,
                  "%s: data files end in .csv, .tsv, .txt, .sto, .mot or .trc; the ending tells "
                  "the format",
                  path);
    return format;
}

SnMotionTable *sn_motion_file_read_text(const char *text, size_t length, const char *name,
                                        GError **error)
{
    const Format *format = need_format(name, error);
    if (!format)
        return NULL;
    SnMotionReader reader;
    sn_motion_reader_init(&reader, text, length, name, error);
    const bool good = format->read(&reader);
    return sn_motion_reader_finish(&reader, good);
}

SnMotionTable *sn_motion_file_read(const char *path, GError **error)
{
    if (!need_format(path, error))
        return NULL;
    size_t length;
    char *text = sn_read_file(path, SN_MAX_MOTION_BYTES, &length, error);
    if (!text)
        return NULL;
    SnMotionTable *table = sn_motion_file_read_text(text, length, path, error);
    g_free(text);
    return table;
}

char *sn_motion_file_to_text(const SnMotionTable *table, const char *name, size_t *length,
                             GError **error)
{
    const Format *format = need_format(name, error);
    if (!format)
        return NULL;
    GString *text = g_string_new(NULL);
    const bool good = format->write(table, name, text, error);
    *length = text->len;
    return g_string_free(text, !good);
}

bool sn_motion_file_write(const SnMotionTable *table, const char *path, GError **error)
{
    size_t length;
    char *text = sn_motion_file_to_text(table, path, &length, error);
    if (!text)
        return false;
    const bool done = sn_write_file(path, SN_OUTPUT_WHOLE, text, length, error);
    g_free(text);
    return done;
}

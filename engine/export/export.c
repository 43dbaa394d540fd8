/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/export/export.h"

#include "engine/export/tree.h"
#include "engine/text/write_file.h"

#include <string.h>

static const struct {
    const char *ending, *name;
    void (*write)(SnExport *, SnXmlOut *);
} FORMATS[] = {
    {".osim", "OpenSim", sn_export_osim},
    {".xml", "MuJoCo", sn_export_mjcf},
    {".mjcf", "MuJoCo", sn_export_mjcf},
};

static int format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < G_N_ELEMENTS(FORMATS); i++)
        if (g_ascii_strcasecmp(dot, FORMATS[i].ending) == 0)
            return (int)i;
    return -1;
}

bool sn_export_is_name(const char *path)
{
    return format_of(path) >= 0;
}

/* The text of such a file, to be freed; names of meshes are relative to the folder of `path` where
 * they lie below it, else absolute.  `report` (may be NULL) is set to what became of each
 * component.  NULL and error: the model is not whole (what also stops a run). */
static char *export_text(const SnModel *model, const char *path, SnImportReport **report,
                         GError **error)
{
    const int format = format_of(path);
    SnXmlOut out = {.text = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")};
    SnExport e;
    char *text = NULL;
    g_return_val_if_fail(format >= 0, NULL);
    if (sn_export_begin(&e, model, path, error)) {
        FORMATS[format].write(&e, &out);
        sn_export_tell_others(&e, FORMATS[format].name);
        text = g_string_free(g_steal_pointer(&out.text), FALSE);
        if (report)
            *report = g_steal_pointer(&e.report);
    }
    if (out.text)
        g_string_free(out.text, TRUE);
    sn_export_end(&e);
    return text;
}

bool sn_export_write(const SnModel *model, const char *path, SnImportReport **report,
                     GError **error)
{
    SnImportReport *said = NULL;
    g_autofree char *text = export_text(model, path, &said, error);
    const bool good = text && sn_write_file(path, SN_OUTPUT_WHOLE, text, strlen(text), error);
    if (good && report)
        *report = g_steal_pointer(&said);
    sn_import_report_free(said);
    return good;
}

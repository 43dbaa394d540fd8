/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/scale_warps.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

typedef struct Pairs {
    const SnModel *model;
    SnId body;
    const char *path;
    int line;
    GArray *from, *to; /* of double[3] */
    GArray *lines;     /* where they are */
} Pairs;

static bool read_numbers(char *const *words, guint n, double *numbers)
{
    for (guint i = 0; i < n; i++) {
        char *end;
        numbers[i] = g_ascii_strtod(words[i], &end);
        if (end == words[i] || *end || !isfinite(numbers[i]))
            return false;
    }
    return true;
}

/* Where a marker is in the axes of the body. */
static bool find_marker(const Pairs *p, const char *name, double place[3], GError **error)
{
    SnId id = sn_model_resolve(p->model, p->model->root, name, NULL), body = SN_ID_NULL;
    if (sn_id_is_null(id)) {
        g_autofree char *listed = g_strconcat("markers/", name, NULL);
        id = sn_model_resolve(p->model, p->model->root, listed, NULL);
    }
    const SnComponent *component = sn_model_get(p->model, id);
    if (!component || !sn_class_is_a(component->class, &SN_CLASS_MARKER))
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "%s:%d: the model has no marker %s", p->path,
                         p->line, name);
    const SnMarker *marker = (const SnMarker *)component;
    double position[3], orientation[4];
    if (!sn_model_carrier(p->model, marker->frame, &body, position, orientation) ||
        !sn_id_equal(body, p->body))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s:%d: the marker %s is not on that body",
                         p->path, p->line, name);
    sn_pose_point(position, orientation, marker->location, place);
    return true;
}

static bool read_line(Pairs *p, char *text, GError **error)
{
    g_strdelimit(text, " \t\r;", ',');
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    g_autoptr(GPtrArray) full = g_ptr_array_new();
    double numbers[6];
    for (int k = 0; words[k]; k++)
        if (words[k][0])
            g_ptr_array_add(full, words[k]);
    char *const *all = (char *const *)full->pdata;
    if (full->len == 0)
        return true;
    if (full->len == 4 && read_numbers(all + 1, 3, numbers + 3)) {
        if (!find_marker(p, all[0], numbers, error))
            return false;
    } else if (full->len != 6 || !read_numbers(all, 6, numbers)) {
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s:%d: expected a marker and where it goes (x y z), or six numbers, from "
                         "and to, in metres and the body's axes",
                         p->path, p->line);
    }
    g_array_append_vals(p->from, numbers, 1);
    g_array_append_vals(p->to, numbers + 3, 1);
    g_array_append_val(p->lines, p->line);
    return true;
}

static SnThinPlate *fit(const Pairs *p, GError **error)
{
    SnThinPlateFault fault;
    int which[2];
    SnThinPlate *plate =
        sn_thin_plate_new((int)p->from->len, (const double(*)[3])(const void *)p->from->data,
                          (const double(*)[3])(const void *)p->to->data, 0, &fault, which);
    if (fault == SN_THIN_PLATE_FEW)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: %u landmarks; give %d to %d", p->path,
                  p->from->len, SN_THIN_PLATE_LEAST, SN_THIN_PLATE_MOST);
    else if (fault == SN_THIN_PLATE_FLAT)
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "%s: all landmarks lie in one plane: give one away from it", p->path);
    else if (fault == SN_THIN_PLATE_TWICE)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: lines %d and %d begin at one place", p->path,
                  g_array_index(p->lines, int, which[0]), g_array_index(p->lines, int, which[1]));
    return plate;
}

SnThinPlate *sn_scale_warp_read(const SnModel *model, SnId body, const char *path, int *n,
                                GError **error)
{
    size_t length;
    g_autofree char *text = sn_read_file(path, MOST_BYTES, &length, error);
    if (!text)
        return NULL;
    g_autoptr(GArray) from = g_array_new(FALSE, FALSE, 3 * sizeof(double));
    g_autoptr(GArray) to = g_array_new(FALSE, FALSE, 3 * sizeof(double));
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(int));
    Pairs pairs = {model, body, path, 0, from, to, numbers};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (; lines[pairs.line];) {
        char *line = lines[pairs.line++], *comment = strchr(line, '#');
        if (comment)
            *comment = 0;
        if (!read_line(&pairs, line, error))
            return NULL;
    }
    *n = (int)from->len;
    return fit(&pairs, error);
}

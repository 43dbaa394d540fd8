/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/marker_options.h"

#include "engine/model/name_like.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

bool sn_marker_frame(const SnModel *model, const char *given, SnId *frame, GError **error)
{
    *frame = sn_model_resolve(model, model->root, given ? given : "frames/ground", NULL);
    if (!given || !sn_id_is_null(*frame) || strcmp(given, "world") == 0)
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_PATH,
                     "--frame %s: there is no such frame; give one, or world", given);
}

SnMarkerAim *sn_marker_aim_of(const SnModel *model, const GArray *aims, const char *name)
{
    g_autofree char *like = sn_name_like(name);
    for (guint i = 0; i < aims->len; i++) {
        SnMarkerAim *aim = &g_array_index(aims, SnMarkerAim, i);
        if (strcmp(sn_model_get(model, aim->marker)->name, like) == 0)
            return aim;
    }
    return NULL;
}

bool sn_marker_weight(const SnModel *model, const GArray *aims, const GArray *coordinates,
                      const char *text, GArray *held, GError **error)
{
    const char *equals = strrchr(text, '=');
    char *end = NULL;
    const double weight = equals ? g_ascii_strtod(equals + 1, &end) : -1;
    if (!equals || end == equals + 1 || *end || !(weight >= 0) || weight > 1e9)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "--weight %s: give a marker or coordinate and a number from 0 to 1e9, "
                         "as R.ASIS=10",
                         text);
    g_autofree char *name = g_strndup(text, (gsize)(equals - text));
    SnMarkerAim *aim = sn_marker_aim_of(model, aims, name);
    if (aim) {
        aim->weight = weight;
        return true;
    }
    for (guint i = 0; i < coordinates->len; i++) {
        if (strcmp(g_array_index(coordinates, SnFreeCoordinate, i).name, name) != 0)
            continue;
        const SnHeldCoordinate one = {(int)i, weight};
        g_array_append_val(held, one);
        return true;
    }
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "--weight %s: neither a marker that is in the model and measured, nor a "
                     "coordinate that is free to be fitted",
                     text);
}

bool sn_marker_time(const char *text, double time[2], GError **error)
{
    char *end = NULL;
    time[0] = -HUGE_VAL;
    time[1] = HUGE_VAL;
    if (!text)
        return true;
    time[0] = g_ascii_strtod(text, &end);
    const bool good = *end == ',';
    time[1] = good ? g_ascii_strtod(end + 1, &end) : 0;
    if (good && !*end && time[0] <= time[1])
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_VALUE, "--time %s: give two times, as 1,2", text);
}

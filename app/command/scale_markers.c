/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/scale_markers.h"

#include "engine/base/terminal.h"
#include "engine/marker_fit.h"
#include "engine/model/name_like.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

typedef struct Place {
    const SnModel *model;
    const SnPlaceOptions *options;
    GArray *coordinates, *aims, *held;
} Place;

static bool find_frame(const Place *p, SnId *frame, GError **error)
{
    const char *given = p->options->frame;
    *frame = sn_model_resolve(p->model, p->model->root, given ? given : "frames/ground", NULL);
    if (!given || !sn_id_is_null(*frame) || strcmp(given, "world") == 0)
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_PATH,
                     "--frame %s: there is no such frame; give one, or world", given);
}

static SnMarkerAim *aim_of(const Place *p, const char *name)
{
    g_autofree char *like = sn_name_like(name);
    for (guint i = 0; i < p->aims->len; i++) {
        SnMarkerAim *aim = &g_array_index(p->aims, SnMarkerAim, i);
        if (strcmp(sn_model_get(p->model, aim->marker)->name, like) == 0)
            return aim;
    }
    return NULL;
}

static bool read_weight(Place *p, const char *text, GError **error)
{
    const char *equals = strrchr(text, '=');
    char *end = NULL;
    const double weight = equals ? g_ascii_strtod(equals + 1, &end) : -1;
    if (!equals || end == equals + 1 || *end || !(weight >= 0) || isinf(weight))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "--weight %s: give a marker or coordinate and a number from 0, as "
                         "R.ASIS=10",
                         text);
    g_autofree char *name = g_strndup(text, (gsize)(equals - text));
    SnMarkerAim *aim = aim_of(p, name);
    if (aim) {
        aim->weight = weight;
        return true;
    }
    for (guint i = 0; i < p->coordinates->len; i++) {
        if (strcmp(g_array_index(p->coordinates, SnFreeCoordinate, i).name, name) != 0)
            continue;
        const SnHeldCoordinate held = {(int)i, weight};
        g_array_append_val(p->held, held);
        return true;
    }
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "--weight %s: neither a marker that is in the model and measured, nor a "
                     "coordinate that is free to be fitted",
                     text);
}

/* The markers that move: all that are aimed at but the fixed ones. */
static GArray *moving(const Place *p, GError **error)
{
    GArray *moves = g_array_copy(p->aims);
    for (guint i = 0; i < p->options->fixed->len; i++) {
        g_auto(GStrv) names = g_strsplit(p->options->fixed->pdata[i], ",", -1);
        for (int k = 0; names[k]; k++) {
            const SnMarkerAim *fixed = aim_of(p, g_strstrip(names[k]));
            if (!fixed) {
                sn_refuse(error, SN_MODEL_ERROR_VALUE,
                          "--fixed %s: there is no such marker that is measured", names[k]);
                g_array_unref(moves);
                return NULL;
            }
            for (guint j = 0; j < moves->len; j++)
                if (sn_id_equal(g_array_index(moves, SnMarkerAim, j).marker, fixed->marker))
                    g_array_remove_index(moves, j--);
        }
    }
    return moves;
}

static void say(const Place *p, const SnMarkerFit *fit, guint n_moved)
{
    sn_say(stdout, "%-32s %12s %12s", "coordinate", "start", "fitted");
    for (guint i = 0; i < p->coordinates->len; i++) {
        const SnFreeCoordinate *c = &g_array_index(p->coordinates, SnFreeCoordinate, i);
        sn_say(stdout, "%-32s %12.6g %12.6g", c->name, c->at.value, fit->fitted[i]);
    }
    const SnComponent *farthest = sn_model_get(p->model, fit->marker);
    sn_say(stdout, "%u markers were %.3g mm from where they are measured (RMS), %s most, %.3g mm",
           p->aims->len, 1e3 * fit->rms, farthest ? farthest->name : "none", 1e3 * fit->farthest);
    sn_say(stdout, "%u of them were moved there", n_moved);
}

static bool fit_and_place(Place *p, SnModel *model, GError **error)
{
    SnMarkerFit fit = {0};
    for (guint i = 0; i < p->options->weights->len; i++)
        if (!read_weight(p, p->options->weights->pdata[i], error))
            return false;
    GArray *moves = moving(p, error);
    bool good =
        moves &&
        sn_fit_markers(model, p->coordinates, (const SnMarkerAim *)(const void *)p->aims->data,
                       (int)p->aims->len, (const SnHeldCoordinate *)(const void *)p->held->data,
                       (int)p->held->len, &fit, error);
    good = good && sn_place_markers(model, &fit, (const SnMarkerAim *)(const void *)moves->data,
                                    (int)moves->len, error);
    if (good)
        say(p, &fit, moves->len);
    if (moves)
        g_array_unref(moves);
    sn_marker_fit_clear(&fit);
    return good;
}

bool sn_scale_place(SnModel *model, const SnMotionTable *table, const double time[2],
                    const SnPlaceOptions *options, GError **error)
{
    SnId frame;
    Place p = {.model = model, .options = options};
    if (!find_frame(&p, &frame, error))
        return false;
    p.coordinates = sn_free_coordinates(model, error);
    if (!p.coordinates)
        return false;
    p.aims = sn_marker_aims(model, table, time, frame);
    p.held = g_array_new(FALSE, FALSE, sizeof(SnHeldCoordinate));
    const bool good = fit_and_place(&p, model, error);
    g_array_unref(p.coordinates);
    g_array_unref(p.aims);
    g_array_unref(p.held);
    return good;
}

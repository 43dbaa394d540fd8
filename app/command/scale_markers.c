/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/scale_markers.h"

#include "app/command/marker_options.h"
#include "engine/base/terminal.h"
#include "engine/marker_fit.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

typedef struct Place {
    const SnModel *model;
    const SnPlaceOptions *options;
    GArray *coordinates, *aims, *held;
} Place;

/* The markers that move: all that are aimed at but the fixed ones. */
static GArray *moving(const Place *p, GError **error)
{
    GArray *moves = g_array_copy(p->aims);
    for (guint i = 0; i < p->options->fixed->len; i++) {
        g_auto(GStrv) names = g_strsplit(p->options->fixed->pdata[i], ",", -1);
        for (int k = 0; names[k]; k++) {
            const SnMarkerAim *fixed = sn_marker_aim_of(p->model, p->aims, g_strstrip(names[k]));
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
        if (!sn_marker_weight(p->model, p->aims, p->coordinates, p->options->weights->pdata[i],
                              p->held, error))
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
    if (!sn_marker_frame(model, options->frame, &frame, error))
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

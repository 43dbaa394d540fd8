/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/analyze/marker_size.h"

#include "engine/base/vec.h"
#include "engine/model/edit/places.h"
#include "engine/text/refuse.h"

#include <math.h>

/* Between subjects and a model of their kind no more is met; units differ by 10 and more. */
#define MOST_RATIO 5.0

const SnRigidBody *sn_marker_body(const SnModel *model, SnId marker)
{
    const SnComponent *at = sn_model_get(model, marker);
    for (int depth = 0; at && depth < 100; depth++) {
        if (at->class == &SN_CLASS_RIGID_BODY)
            return (const SnRigidBody *)at;
        const char *carrier = sn_class_find_property(at->class, "frame") >= 0  ? "frame"
                              : sn_class_find_property(at->class, "body") >= 0 ? "body"
                                                                               : NULL;
        at = carrier ? sn_model_get(model, sn_reference_of(at, carrier)) : NULL;
    }
    return NULL;
}

static gint by_size(gconstpointer a, gconstpointer b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

bool sn_marker_check_size(const SnModel *model, const SnMarkerAim *aims, int n, bool *known,
                          GError **error)
{
    g_autoptr(GArray) ratios = g_array_new(FALSE, FALSE, sizeof(double));
    for (int i = 1; i < n; i++) {
        const SnRigidBody *body = sn_marker_body(model, aims[i].marker);
        for (int k = 0; k < i && body; k++) {
            double a[3], b[3];
            if (sn_marker_body(model, aims[k].marker) != body ||
                !sn_component_place(model, aims[i].marker, a) ||
                !sn_component_place(model, aims[k].marker, b))
                continue;
            const double ratio =
                sn_v3_distance(aims[i].place, aims[k].place) / sn_v3_distance(a, b);
            if (isfinite(ratio))
                g_array_append_val(ratios, ratio);
        }
    }
    if (known)
        *known = ratios->len > 0;
    g_array_sort(ratios, by_size);
    const double middle =
        ratios->len ? g_array_index(ratios, double, ratios->len / 2) : 1; /* one may be astray */
    if (middle < MOST_RATIO && middle * MOST_RATIO > 1)
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "the measured markers of one body lie %.3g times as far apart as the model's: "
                     "correct the units of the file, or scale the model first",
                     middle);
}

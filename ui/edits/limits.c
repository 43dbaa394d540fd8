/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/limits.h"

#include "engine/model/edit/edit.h"

#include <math.h>
#include <string.h>

/* The angle of a joint as it is shown now [rad]; 0 if that is not known. */
static double present_angle(SnSession *session, SnId joint)
{
    const int row = sn_model_find_property(sn_session_model(session), joint, "angle");
    const SnWatched *known = row >= 0 ? sn_session_watched(session, joint, row) : NULL;
    return known && known->n > 0 ? known->value[0] : 0;
}

bool sn_edits_fit_limits(SnSession *session, SnId joint, GError **error)
{
    SnModel *model = sn_session_model(session);
    const double quarter = G_PI / 2, grain = G_PI / 6, angle = present_angle(session, joint);
    for (int row = 0; row < sn_model_n_properties(model, joint); row++) {
        const SnProperty *property = sn_model_property(model, joint, row);
        SnValue value;
        if (g_strcmp0(property->when, "limited") != 0 || property->unit != SN_UNIT_ANGLE ||
            property->type != SN_TYPE_REAL)
            continue;
        sn_field_get(sn_model_object(model, joint), property, &value);
        if (value.number[0] != property->number[0])
            continue;
        value.number[0] = property->number[0] < 0
                              ? fmin(-quarter, floor(angle / grain - 1e-9) * grain)
                              : fmax(quarter, ceil(angle / grain + 1e-9) * grain);
        if (!sn_edit_set(model, joint, row, &value, error))
            return false;
    }
    return true;
}

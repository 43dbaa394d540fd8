/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every concrete class, in the order of the component reference.  A new class: its file in
 * classes/ and a line here. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"

#include <string.h>

static const SnClass *const table[] = {
    &SN_CLASS_MODEL,          &SN_CLASS_RIGID_BODY,
    &SN_CLASS_FRAME,          &SN_CLASS_PARTICLE,
    &SN_CLASS_MARKER,         &SN_CLASS_VISUAL,
    &SN_CLASS_AXIAL_SPRING,   &SN_CLASS_FRAME_SPRING,
    &SN_CLASS_MUSCLE,         &SN_CLASS_HINGE,
    &SN_CLASS_SPHERICAL,      &SN_CLASS_FIXED,
    &SN_CLASS_POINT_ON_PLANE, &SN_CLASS_POINT_ON_POLYLINE,
    &SN_CLASS_POINT_LOAD,     &SN_CLASS_BODY_LOAD,
    &SN_CLASS_INPUT_PROBE,    &SN_CLASS_OUTPUT_PROBE,
};

const SnClass *const *sn_class_table(int *n)
{
    *n = (int)(sizeof table / sizeof table[0]);
    return table;
}

const SnClass *sn_class_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i]->name, name) == 0)
            return table[i];
    return NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every concrete class, in the order of the component reference.  A new class: its file in
 * classes/ and a line here; a joint: in engine/base/joint_list.h. */
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/annotation.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/control.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/cosserat_strand.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/panel.h"
#include "engine/model/classes/path_point.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/spline_strand.h"
#include "engine/model/classes/timeline.h"

#include <string.h>

#define ROW(NAME) &SN_CLASS_##NAME,
static const SnClass *const table[] = {
    &SN_CLASS_MODEL,
    &SN_CLASS_RIGID_BODY,
    &SN_CLASS_FRAME,
    &SN_CLASS_PARTICLE,
    &SN_CLASS_MARKER,
    &SN_CLASS_PATH_POINT,
    &SN_CLASS_VISUAL,
    &SN_CLASS_AXIAL_SPRING,
    &SN_CLASS_FRAME_SPRING,
    &SN_CLASS_COORDINATE_LIMIT,
    &SN_CLASS_COORDINATE_SPRING,
    &SN_CLASS_MUSCLE,
    &SN_CLASS_LIGAMENT,
    SN_JOINT_LIST(ROW) & SN_CLASS_POINT_LOAD,
    &SN_CLASS_BODY_LOAD,
    &SN_CLASS_COORDINATE_LOAD,
    &SN_CLASS_FRAME_LOAD,
    &SN_CLASS_DRAG,
    &SN_CLASS_PATH_ACTUATOR,
    &SN_CLASS_FEM,
    &SN_CLASS_FEM_REGION,
    &SN_CLASS_MUSCLE_BUNDLE,
    &SN_CLASS_EMBEDDED_MESH,
    &SN_CLASS_NODE_ATTACHMENT,
    &SN_CLASS_PARTICLE_ATTACHMENT,
    &SN_CLASS_BODY_ATTACHMENT,
    &SN_CLASS_FEM_LOAD,
    &SN_CLASS_COLLISION,
    &SN_CLASS_GUIDE_CURVE,
    &SN_CLASS_PULLEY,
    &SN_CLASS_WRAP_SURFACE,
    &SN_CLASS_STRAND,
    &SN_CLASS_SPLINE_STRAND,
    &SN_CLASS_COSSERAT_STRAND,
    &SN_CLASS_MOMENT_ARM,
    &SN_CLASS_EXCITER,
    &SN_CLASS_INPUT_PROBE,
    &SN_CLASS_OUTPUT_PROBE,
    &SN_CLASS_FEEDBACK_CONTROLLER,
    &SN_CLASS_MONITOR,
    &SN_CLASS_CLIP,
    &SN_CLASS_WAYPOINT,
    &SN_CLASS_MEASUREMENT,
    &SN_CLASS_VIEWPOINT,
    &SN_CLASS_PANEL,
    &SN_CLASS_CONTROL,
    &SN_CLASS_PLOT,
    &SN_CLASS_CURVE,
};
#undef ROW

const SnClassTable SN_CLASSES = {&SN_CLASS_MODEL, table, sizeof table / sizeof table[0]};

const SnClass *const *sn_class_table(int *n)
{
    *n = SN_CLASSES.n;
    return SN_CLASSES.rows;
}

const SnClass *sn_class_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i]->name, name) == 0)
            return table[i];
    return NULL;
}

SnModel *sn_model_new(void)
{
    return sn_model_new_of(&SN_CLASSES);
}

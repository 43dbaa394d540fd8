/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads in the axes of a frame. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/sim/system/frame_load.h"

static bool add_load(SnCompiler *c, const SnFrameLoad *load)
{
    static const double origin[3] = {0}, upright[4] = {1};
    const SnComponent *component = &load->base.base;
    SnFrameLoads *loads = sn_frame_loads(c->system);
    const SnId references[SN_FRAME_ROLES] = {load->frame_a, load->frame_b,
                                             sn_frame_load_reference(load, "axes"),
                                             sn_frame_load_reference(load, "point_in")};
    SnSystemFrameLoad made = {.id = component->id,
                              .enabled = load->enabled,
                              .lowest = load->lowest,
                              .highest = load->highest};
    if (load->lowest > load->highest)
        return sn_compiler_fail(c, component, "lowest control is above the highest: exchange them");
    for (int role = 0; role < SN_FRAME_ROLES; role++) {
        SnPose pose;
        if (!sn_compiler_pose(c, component, references[role], origin, upright, &pose))
            return false;
        made.frame[role] = sn_compiler_add_frame(c, SN_ID_NULL, &pose);
        if (role == SN_FRAME_LOAD_POINT)
            made.shown = sn_compiler_add_point(c, SN_ID_NULL, &pose);
    }
    sn_v3_copy(load->force_gain, made.force);
    sn_v3_copy(load->moment_gain, made.moment);
    made.input = sn_compiler_add_inputs(c, &load->control, 1);
    sn_compiler_add_inputs(c, load->force, 3);
    sn_compiler_add_inputs(c, load->moment, 3);
    sn_compiler_add_inputs(c, load->point, 3);
    sn_compiler_set_index(c, component->id, loads->n);
    SN_COMPILER_APPEND(loads->loads, loads->n, made);
    return true;
}

bool sn_compile_frame_loads(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_FRAME_LOAD)
            good = add_load(c, (const SnFrameLoad *)component);
    }
    return good;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of paths that follow a coordinate of a joint. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/model/classes/path_point.h"

static bool add_follower(SnCompiler *c, const SnPathPoint *component)
{
    const SnComponent *base = &component->base.base.base;
    const int point = c->point_of[base->id.index];
    SnPathFollower follower = {.point = point,
                               .moves = sn_path_point_moves(component),
                               .conditional = component->conditional,
                               .lower = component->lower,
                               .upper = component->upper};
    SnPose pose;
    follower.joint = sn_compiler_coordinate(
        c, component->joint, (SnCoordinateName)component->coordinate, &follower.coordinate);
    if (follower.joint < 0)
        return sn_compiler_fail(c, base,
                                "its joint has not the coordinate that is asked for: choose "
                                "another coordinate or joint");
    if (follower.conditional && follower.lower > follower.upper)
        return sn_compiler_fail(c, base, "counts in no range: exchange lower and upper");
    if (!sn_compiler_pose(c, base, component->base.frame, component->base.location, NULL, &pose))
        return false;
    sn_q_to_m3(pose.orientation, follower.axes);
    for (int k = 0; k < 3; k++) {
        const SnFunctionText text = sn_function_text(&component->shift[k]);
        const char *refused = sn_function_refused(&text);
        if (refused)
            return sn_compiler_fail(c, base, "its shift_%c %s", "xyz"[k], refused);
        sn_compiler_add_function(c, &text, &follower.function[k]);
    }
    SnSystemPaths *paths = &c->system->paths;
    SN_COMPILER_APPEND(paths->followers, paths->n_followers, follower);
    g_array_index(c->points, SnSystemPoint, point).follower = paths->n_followers;
    return true;
}

bool sn_compile_path_points(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_PATH_POINT)
            good = add_follower(c, (const SnPathPoint *)component);
    }
    return good;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of paths that follow a coordinate of a joint, or a polynomial of several. */
#include "engine/compile/core/compiler.h"

#include "engine/base/terms.h"
#include "engine/base/vec.h"
#include "engine/model/classes/path_point.h"

/* The coordinates that it follows, its own first. */
static bool add_leaders(SnCompiler *c, const SnPathPoint *component, SnPathFollower *follower)
{
    const SnComponent *base = &component->base.base.base;
    SnSystemPaths *paths = &c->system->paths;
    SnLeader leaders[SN_TERMS_MOST_NUMBERS];
    leaders[0].joint = sn_compiler_coordinate(
        c, component->joint, (SnCoordinateName)component->coordinate, &leaders[0].coordinate);
    if (leaders[0].joint < 0)
        return sn_compiler_fail(c, base,
                                "its joint has not the coordinate that is asked for: choose "
                                "another coordinate or joint");
    if (!sn_compiler_add_several(c, base, &component->several, leaders + 1, &follower->terms,
                                 &follower->n_terms))
        return false;
    follower->leaders = paths->n_leaders;
    follower->n_leaders = follower->n_terms > 0 ? 1 + component->several.others.n : 1;
    for (int i = 0; i < follower->n_leaders; i++)
        SN_COMPILER_APPEND(paths->leaders, paths->n_leaders, leaders[i]);
    return true;
}

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
    if (!add_leaders(c, component, &follower))
        return false;
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

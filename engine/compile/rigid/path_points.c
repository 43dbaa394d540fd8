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
    SnCoordinateName names[SN_TERMS_MOST_NUMBERS] = {(SnCoordinateName)component->coordinate};
    const int n = component->others.n;
    const char *refused = sn_terms_refused(component->terms.values, component->terms.n, 1 + n);
    if (refused)
        return sn_compiler_fail(c, base, "it %s", refused);
    if (!sn_coordinates_named(component->other_coordinates, n, names + 1))
        return sn_compiler_fail(c, base, "other_coordinates needs a name for each other joint");
    follower->leaders = paths->n_leaders;
    follower->n_leaders = component->terms.n > 0 ? 1 + n : 1;
    for (int i = 0; i < follower->n_leaders; i++) {
        SnPathLeader leader;
        leader.joint = sn_compiler_coordinate(
            c, i ? component->others.ids[i - 1] : component->joint, names[i], &leader.coordinate);
        if (leader.joint < 0)
            return sn_compiler_fail(c, base,
                                    "its joint has not the coordinate that is asked for: choose "
                                    "another coordinate or joint");
        SN_COMPILER_APPEND(paths->leaders, paths->n_leaders, leader);
    }
    follower->terms = (int)c->joint_numbers->len;
    follower->n_terms = component->terms.n / (2 + n);
    g_array_append_vals(c->joint_numbers, component->terms.values, (guint)component->terms.n);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/path_room.h"

#include "engine/base/memory.h"
#include "engine/sim/path/path_follow.h"
#include "engine/wrap/planar.h"

static int most_contacts(const SnSystem *system, const SnSystemPath *path)
{
    int n = path->count;
    for (int k = 0; k < path->n_wraps; k++) {
        const SnSystemWrap *wrap = &system->paths.wraps[path->first_wrap + k];
        const SnWrapForm *form = &system->paths.surfaces[wrap->surface].form;
        n += 2 * sn_wrap_most_arcs(form) * (wrap->last - wrap->first + 1);
    }
    return n;
}

int sn_path_max_contacts(const SnSystem *system)
{
    int most = 0;
    for (int i = 0; i < system->paths.n; i++) {
        const int n = most_contacts(system, &system->paths.paths[i]);
        most = n > most ? n : most;
    }
    return most;
}

static int most_planar(const SnSystem *system, const SnSystemPath *path)
{
    int n = 0;
    for (int k = 0; k < path->n_wraps; k++) {
        const SnSystemWrap *wrap = &system->paths.wraps[path->first_wrap + k];
        if (system->paths.surfaces[wrap->surface].form.shape == SN_WRAP_MESH)
            n += wrap->last - wrap->first + 1;
    }
    return n;
}

static const SnPathFollower *follower_of(const SnSystem *system, const SnSystemPath *path, int i)
{
    const int number = system->points[system->paths.point[path->first + i]].follower;
    return number > 0 ? &system->paths.followers[number - 1] : NULL;
}

static int most_remembered(const SnSystem *system, const SnSystemPath *path)
{
    int n = 0;
    for (int i = 0; path->n_followers > 0 && i < path->count; i++) {
        const SnPathFollower *follower = follower_of(system, path, i);
        for (int k = 0; follower && k < follower->n_leaders; k++)
            n += SN_MAX_COORDINATES + 1;
    }
    return n;
}

/* Sets n numbers; whether they were so. */
static bool update(double *kept, const double *now, int n)
{
    bool same = true;
    for (int i = 0; i < n; i++) {
        same = same && kept[i] == now[i];
        kept[i] = now[i];
    }
    return same;
}

bool sn_path_remembers(const SnSystem *system, const SnState *state, const SnSystemPath *path,
                       SnKeptPath *kept)
{
    const double *turns = sn_state_turns_const(state);
    double *number = kept->remembered;
    bool same = true;
    for (int i = 0; path->n_followers > 0 && i < path->count; i++) {
        const SnPathFollower *follower = follower_of(system, path, i);
        for (int k = 0; follower && k < follower->n_leaders; k++) {
            const SnLeader *leader = &system->paths.leaders[follower->leaders + k];
            const SnSystemJoint *joint = &system->joints.joints[leader->joint];
            const int n = joint->turns < 0                          ? 0
                          : joint->n_turns > SN_MAX_COORDINATES + 1 ? SN_MAX_COORDINATES + 1
                                                                    : joint->n_turns;
            same = update(number, turns + joint->turns, n) && same;
            number += n;
        }
    }
    return same;
}

void sn_path_rooms_new(const SnSystem *system, SnWorkspace *work)
{
    const SnSystemPaths *paths = &system->paths;
    SnForceWorkspace *forces = &work->forces;
    size_t contacts = 1, planar = 1, slides = 1, wraps = 1, numbers = 1;
    for (int i = 0; i < paths->n; i++) {
        const SnSystemPath *path = &paths->paths[i];
        contacts += (size_t)most_contacts(system, path);
        planar += (size_t)most_planar(system, path);
        slides += (size_t)path->n_followers;
        numbers += (size_t)most_remembered(system, path);
        wraps = (size_t)path->n_wraps + 1 > wraps ? (size_t)path->n_wraps + 1 : wraps;
    }
    forces->path_contacts = sn_alloc(contacts, sizeof *forces->path_contacts);
    forces->path_planar = sn_alloc(planar, sizeof *forces->path_planar);
    forces->path_slides = sn_alloc(slides, sizeof *forces->path_slides);
    forces->path_parts = sn_alloc(wraps, sizeof *forces->path_parts);
    forces->path_kept = sn_alloc((size_t)paths->n + 1, sizeof *forces->path_kept);
    forces->path_kept[paths->n].remembered = sn_alloc(numbers, sizeof(double)); /* of all */
    contacts = planar = slides = numbers = 0;
    for (int i = 0; i < paths->n; i++) {
        SnKeptPath *kept = &forces->path_kept[i];
        kept->contacts = forces->path_contacts + contacts;
        kept->planar = forces->path_planar + planar;
        kept->slides = forces->path_slides + slides;
        kept->remembered = forces->path_kept[paths->n].remembered + numbers;
        slides += (size_t)paths->paths[i].n_followers;
        numbers += (size_t)most_remembered(system, &paths->paths[i]);
        contacts += (size_t)most_contacts(system, &paths->paths[i]);
        planar += (size_t)most_planar(system, &paths->paths[i]);
    }
}

void sn_path_rooms_free(SnWorkspace *work)
{
    sn_free(work->forces.path_contacts);
    sn_free(work->forces.path_planar);
    sn_free(work->forces.path_slides);
    sn_free(work->forces.path_parts);
    if (work->forces.path_kept)
        sn_free(work->forces.path_kept[work->system->paths.n].remembered);
    sn_free(work->forces.path_kept);
}

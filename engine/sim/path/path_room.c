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

void sn_path_rooms_new(const SnSystem *system, SnWorkspace *work)
{
    const SnSystemPaths *paths = &system->paths;
    SnForceWorkspace *forces = &work->forces;
    size_t contacts = 1, planar = 1, slides = 1, wraps = 1;
    for (int i = 0; i < paths->n; i++) {
        const SnSystemPath *path = &paths->paths[i];
        contacts += (size_t)most_contacts(system, path);
        planar += (size_t)most_planar(system, path);
        slides = (size_t)path->n_followers + 1 > slides ? (size_t)path->n_followers + 1 : slides;
        wraps = (size_t)path->n_wraps + 1 > wraps ? (size_t)path->n_wraps + 1 : wraps;
    }
    forces->path_contacts = sn_alloc(contacts, sizeof *forces->path_contacts);
    forces->path_planar = sn_alloc(planar, sizeof *forces->path_planar);
    forces->path_slides = sn_alloc(slides, sizeof *forces->path_slides);
    forces->path_parts = sn_alloc(wraps, sizeof *forces->path_parts);
    forces->path_kept = sn_alloc((size_t)paths->n + 1, sizeof *forces->path_kept);
    contacts = planar = 0;
    for (int i = 0; i < paths->n; i++) {
        forces->path_kept[i].contacts = forces->path_contacts + contacts;
        forces->path_kept[i].planar = forces->path_planar + planar;
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
    sn_free(work->forces.path_kept);
}

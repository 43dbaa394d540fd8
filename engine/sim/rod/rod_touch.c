/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where vertices of the meshes of Cosserat strands touch bodies and other strands. */
#include "engine/base/vec.h"
#include "engine/sim/rod/rod_contact_part.h"

#include <math.h>

#define OPPOSING (-0.3) /* product of normals that oppose each other: below this */

typedef struct Pose {
    const double *x;
    double rotation[9];
} Pose;

static Pose pose_of(const SnSystem *system, const double *q, int block)
{
    Pose pose = {.x = q + system->blocks[block].q};
    sn_q_to_m3(pose.x + 3, pose.rotation);
    return pose;
}

void sn_rod_place_vertices(const SnSystem *system, const double *q, SnRodContactWorkspace *contact)
{
    const SnSystemRods *rods = &system->rods;
    for (int r = 0; r < rods->n; r++) {
        const SnSystemRod *rod = &rods->rods[r];
        int ready = -1; /* segment whose frames are in `pose` */
        Pose pose[2];
        SnFfdFrame frame[2];
        for (int v = 0; v < rod->n_vertices; v++) {
            const SnFfdVertex *vertex = &rod->vertices[v];
            const int segment = rod->first_segment + vertex->segment;
            if (segment != ready) {
                for (int s = 0; s < 2; s++) {
                    pose[s] = pose_of(system, q, rods->segments[segment].block[s]);
                    frame[s] = (SnFfdFrame){pose[s].x, pose[s].rotation};
                }
                ready = segment;
            }
            const int at = contact->first_vertex[r] + v;
            sn_ffd_vertex_position(frame, vertex, contact->position[at]);
            sn_ffd_vertex_normal(frame, rods->segments[segment].mesh_length, vertex,
                                 contact->normal[at]);
        }
        if (contact->rod_voxels[r])
            sn_voxels_fill(contact->rod_voxels[r], rod->n_vertices,
                           (const double(*)[3])(contact->position + contact->first_vertex[r]));
    }
}

/* --- a vertex against a partner --- */

/* The nearest point whose normal opposes the vertex's own, in the eight voxels that a voxel around
 * the vertex meets: in its own alone it would miss what lies just beyond a face of the grid, as the
 * top of a table may. */
static int nearest_voxel(const SnVoxels *voxels, const double (*position)[3],
                         const double (*normal)[3], const double at[3], const double own[3])
{
    int best = -1;
    double least = HUGE_VAL;
    for (int corner = 0; corner < 8; corner++) {
        double place[3];
        int cell[3];
        for (int k = 0; k < 3; k++)
            place[k] = at[k] + (corner >> k & 1 ? 0.5 : -0.5) * voxels->size;
        for (int i = sn_voxels_first(voxels, place, cell); i >= 0;
             i = sn_voxels_next(voxels, i, cell)) {
            const double distance = sn_v3_distance(position[i], at);
            if (distance < least && sn_v3_dot(normal[i], own) < OPPOSING) {
                least = distance;
                best = i;
            }
        }
    }
    return best;
}

static bool touches_surface(const SnSystem *system, const double *q,
                            const SnContactSurface *surface, const SnVoxels *voxels,
                            const double at[3], const double own[3], SnRodTouch *touch)
{
    const Pose pose = pose_of(system, q, surface->block);
    double local[3], local_own[3], off[3];
    sn_v3_sub(at, pose.x, local);
    sn_m3_tmul_v3(pose.rotation, local, local);
    sn_m3_tmul_v3(pose.rotation, own, local_own);
    const int i = nearest_voxel(voxels, (const double(*)[3])surface->position,
                                (const double(*)[3])surface->normal, local, local_own);
    if (i < 0)
        return false;
    sn_v3_sub(local, surface->position[i], off);
    touch->gap = sn_v3_dot(off, surface->normal[i]);
    sn_m3_mul_v3(pose.rotation, surface->normal[i], touch->normal);
    touch->block = surface->block;
    touch->number = 0;
    return true;
}

static bool touches_rod(const SnSystem *system, const SnRodContactWorkspace *contact, int other,
                        const double at[3], const double own[3], SnRodTouch *touch)
{
    const SnSystemRod *rod = &system->rods.rods[other];
    const int first = contact->first_vertex[other];
    const int i =
        nearest_voxel(contact->rod_voxels[other], (const double(*)[3])(contact->position + first),
                      (const double(*)[3])(contact->normal + first), at, own);
    double off[3];
    if (i < 0)
        return false;
    const SnFfdVertex *vertex = &rod->vertices[i];
    sn_v3_sub(at, contact->position[first + i], off);
    touch->gap = sn_v3_dot(off, contact->normal[first + i]);
    sn_v3_copy(contact->normal[first + i], touch->normal);
    touch->number = vertex->segment + sn_ffd_parent(vertex);
    touch->block = system->rods.frame_block[rod->first_frame + touch->number];
    return true;
}

bool sn_rod_touches(const SnSystem *system, const double *q, const SnRodContactWorkspace *contact,
                    int partner, const double at[3], const double own[3], SnRodTouch *touch)
{
    const SnRodPartner *p = &system->rods.partners[partner];
    return p->surface >= 0 ? touches_surface(system, q, &system->rods.surfaces[p->surface],
                                             contact->surface_voxels[partner], at, own, touch)
                           : touches_rod(system, contact, p->rod, at, own, touch);
}

void sn_rod_normal_row(const SnSystem *system, const double *q, int block, const double normal[3],
                       const double at[3], double row[6])
{
    const Pose pose = pose_of(system, q, block);
    double arm[3], in_body[3];
    sn_v3_sub(at, pose.x, arm);
    sn_v3_copy(normal, row);
    sn_m3_tmul_v3(pose.rotation, arm, arm);
    sn_m3_tmul_v3(pose.rotation, normal, in_body);
    sn_v3_cross(arm, in_body, row + 3);
}

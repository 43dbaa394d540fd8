/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_bristle.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

void sn_bristle_add(SnBristleSum *sum, const SnPressurePatch *patch, double pressing)
{
    sum->pressing += pressing;
    sum->stiffness += patch->slope * patch->area;
    sn_v3_axpy(pressing, patch->place, sum->place);
    sn_v3_axpy(pressing, patch->normal, sum->normal);
}

static void to_world(const SnPlacedShape *placed, const double local[3], double at[3])
{
    sn_m3_mul_v3(placed->rotation, local, at);
    sn_v3_add(at, placed->origin, at);
}

static void to_shape(const SnPlacedShape *placed, const double at[3], double local[3])
{
    double arm[3];
    sn_v3_sub(at, placed->origin, arm);
    sn_m3_tmul_v3(placed->rotation, arm, local);
}

bool sn_bristle_at(const double kept[SN_N_BRISTLE], const SnBristleSum *sum,
                   const SnPlacedShape placed[2], SnBristle *b)
{
    double anchor[3], way[3];
    b->stiffness = kept[SN_BRISTLE_STIFFNESS];
    if (!(b->stiffness > 0) || !(sum->pressing > 0) ||
        !(sn_v3_normalize(sum->normal, b->normal) > 0))
        return false;
    to_world(&placed[0], kept + SN_BRISTLE_ROOT, b->root);
    to_world(&placed[1], kept + SN_BRISTLE_ANCHOR, anchor);
    for (int s = 0; s < 2; s++) {
        b->rotation[s] = placed[s].rotation;
        sn_v3_sub(b->root, placed[s].center, b->arm[s]);
    }
    sn_v3_sub(b->root, anchor, way);
    sn_v3_copy(way, b->stretch);
    sn_v3_axpy(-sn_v3_dot(way, b->normal), b->normal, b->stretch);
    b->size = sn_v3_norm(b->stretch);
    return true;
}

double sn_bristle_pull(const SnBristle *b, double size, double most)
{
    return b->stiffness * size > most ? most / size : b->stiffness;
}

static void wrench_of(const SnBristle *b, const double force[3], double wrench[12])
{
    for (int s = 0; s < 2; s++) {
        double turn[3];
        sn_v3_scale(s == 0 ? 1 : -1, force, wrench + 6 * s);
        sn_v3_cross(b->arm[s], wrench + 6 * s, turn);
        sn_m3_tmul_v3(b->rotation[s], turn, wrench + 6 * s + 3);
    }
}

void sn_bristle_force(const SnBristle *b, double pull, double force[3], double wrench[12])
{
    sn_v3_scale(-pull, b->stretch, force);
    wrench_of(b, force, wrench);
}

void sn_bristle_stiffen(const SnBristle *b, double pull, bool slips, double (*stiffness)[12])
{
    double tangent[2][3];
    sn_v3_tangents(b->normal, tangent[0], tangent[1]);
    if (slips) { /* along the stretch it has all it may have */
        sn_v3_scale(1 / b->size, b->stretch, tangent[0]);
        sn_v3_cross(b->normal, tangent[0], tangent[1]);
    }
    for (int t = slips ? 1 : 0; t < 2; t++) {
        double g[12];
        wrench_of(b, tangent[t], g);
        for (int r = 0; r < 12; r++)
            for (int c = 0; c < 12; c++)
                stiffness[r][c] -= pull * g[r] * g[c];
    }
}

double sn_bristle_ahead(const SnBristle *b, double h, double ahead[2][6])
{
    double there[3];
    sn_v3_copy(b->stretch, there);
    for (int s = 0; s < 2; s++) {
        double spin[3], turn[3];
        sn_m3_mul_v3(b->rotation[s], ahead[s] + 3, spin);
        sn_v3_cross(spin, b->arm[s], turn);
        sn_v3_add(turn, ahead[s], turn);
        sn_v3_axpy(s == 0 ? h : -h, turn, there);
    }
    sn_v3_axpy(-sn_v3_dot(there, b->normal), b->normal, there);
    return fmax(sn_v3_norm(there), b->size);
}

void sn_bristle_remember(const SnBristleSum *sum, double lateral, double friction,
                         const SnPlacedShape placed[2], double kept[SN_N_BRISTLE])
{
    SnBristle b;
    double place[3], anchor[3];
    const double now = lateral * sum->stiffness;
    if (!(sum->pressing > 0) || !(now > 0)) {
        memset(kept, 0, SN_N_BRISTLE * sizeof *kept);
        return;
    }
    sn_v3_scale(1 / sum->pressing, sum->place, place);
    sn_v3_copy(place, anchor);
    if (sn_bristle_at(kept, sum, placed, &b)) {
        const double pull = sn_bristle_pull(&b, b.size, friction * sum->pressing);
        sn_v3_axpy(-pull / fmax(b.stiffness, now), b.stretch, anchor);
    }
    kept[SN_BRISTLE_STIFFNESS] = now;
    to_shape(&placed[0], place, kept + SN_BRISTLE_ROOT);
    to_shape(&placed[1], anchor, kept + SN_BRISTLE_ANCHOR);
}

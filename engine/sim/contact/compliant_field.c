/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_field.h"

#include "engine/base/vec.h"

#include <math.h>

enum { MOST_NEAR = 256 }; /* tetrahedra found at once */

/* A pair while its tetrahedra are looked for, in the first shape's frame. */
typedef struct Search {
    const SnPressureField *first;
    double middle[2]; /* [Pa] */
    const SnPlacedShape *placed;
    SnPatchVisitor visit;
    void *data;
    double *energy;
} Search;

static void report(const Search *s, int triangle, SnPressurePatch *patch)
{
    double v[3];
    sn_m3_mul_v3(s->placed[0].rotation, patch->normal, v);
    sn_v3_copy(v, patch->normal);
    sn_m3_mul_v3(s->placed[0].rotation, patch->place, v);
    sn_v3_add(v, s->placed[0].origin, patch->place);
    s->visit(s->data, triangle, patch);
}

static void box_of(const SnPressureTet *tet, SnBox *box)
{
    for (int k = 0; k < 3; k++) {
        box->low[k] = fmin(fmin(tet->x[0][k], tet->x[1][k]), fmin(tet->x[2][k], tet->x[3][k]));
        box->high[k] = fmax(fmax(tet->x[0][k], tet->x[1][k]), fmax(tet->x[2][k], tet->x[3][k]));
    }
}

/* Of one tetrahedron of the second shape with all of the first that are near. */
static void meet(const Search *s, const SnPressureTet *tet)
{
    int32_t near[MOST_NEAR];
    SnBox box;
    SnPressurePatch patch;
    box_of(tet, &box);
    const int n = sn_box_tree_inside(s->first->tree, &box, MOST_NEAR, near);
    for (int i = 0; i < (n > MOST_NEAR ? s->first->n : n); i++) {
        const int k = n > MOST_NEAR ? i : near[i];
        const SnPressureTet *first = &s->first->tet[k];
        if (sn_pressure_tets_apart(first, tet))
            continue;
        const bool press = sn_pressure_patch(first, s->middle[0], tet, s->middle[1], &patch);
        if (s->energy)
            *s->energy +=
                sn_pressure_energy(first, s->middle[0], tet, s->middle[1], press ? &patch : NULL);
        if (press)
            report(s, k, &patch);
    }
}

static bool is_above(const SnPressureTet *tet, const double normal[3], double level)
{
    for (int k = 0; k < 4; k++)
        if (sn_v3_dot(normal, tet->x[k]) <= level)
            return false;
    return true;
}

static void meet_half_space(const Search *s)
{
    double up[3], arm[3], normal[3];
    for (int k = 0; k < 3; k++)
        up[k] = s->placed[1].rotation[3 * k + 2];
    sn_v3_sub(s->placed[1].origin, s->placed[0].origin, arm);
    sn_m3_tmul_v3(s->placed[0].rotation, up, normal);
    const double level = sn_v3_dot(up, arm);
    for (int k = 0; k < s->first->n; k++) {
        SnPressurePatch patch;
        const SnPressureTet *first = &s->first->tet[k];
        if (is_above(first, normal, level))
            continue;
        const bool press = sn_pressure_patch_plane(first, s->middle[0], normal, level, &patch);
        if (s->energy)
            *s->energy +=
                sn_pressure_energy_plane(first, s->middle[0], normal, level, press ? &patch : NULL);
        if (press)
            report(s, k, &patch);
    }
}

/* --- the pair --- */

/* Whether the boxes around both fields meet, the second one's turned into the first's frame. */
static bool are_near(const SnPressureField *first, const SnPressureField *second,
                     const double rotation[9], const double move[3])
{
    SnBox a, b;
    if (!sn_box_tree_bounds(first->tree, &a) || !sn_box_tree_bounds(second->tree, &b))
        return false;
    for (int k = 0; k < 3; k++) {
        double middle = move[k], half = 0;
        for (int i = 0; i < 3; i++) {
            middle += rotation[3 * k + i] * 0.5 * (b.low[i] + b.high[i]);
            half += fabs(rotation[3 * k + i]) * 0.5 * (b.high[i] - b.low[i]);
        }
        if (middle - half > a.high[k] || middle + half < a.low[k])
            return false;
    }
    return true;
}

void sn_compliant_patches(const SnCompliantContacts *contacts, const SnCompliantPair *pair,
                          const SnContactRule *rule, const SnPlacedShape placed[2],
                          SnPatchVisitor visit, void *data, double *energy)
{
    const double middle = rule->compliant.modulus;
    if (energy)
        *energy = 0;
    const Search s = {.first = contacts->surfaces[pair->surface[0]].field,
                      .middle = {middle * pair->hard[0], middle * pair->hard[1]},
                      .placed = placed,
                      .visit = visit,
                      .data = data,
                      .energy = energy};
    if (pair->surface[1] < 0) {
        meet_half_space(&s);
        return;
    }
    const SnPressureField *second = contacts->surfaces[pair->surface[1]].field;
    double back[9], rotation[9], arm[3], move[3];
    sn_m3_transpose(placed[0].rotation, back);
    sn_m3_mul(back, placed[1].rotation, rotation);
    sn_v3_sub(placed[1].origin, placed[0].origin, arm);
    sn_m3_tmul_v3(placed[0].rotation, arm, move);
    if (!are_near(s.first, second, rotation, move))
        return;
    for (int i = 0; i < second->n; i++) {
        SnPressureTet tet;
        sn_pressure_tet_move(&second->tet[i], rotation, move, &tet);
        meet(&s, &tet);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_field.h"

#include "engine/base/vec.h"

#include <math.h>

enum { MOST_NEAR = 2048 }; /* tetrahedra found at once */

/* A pair while its tetrahedra are looked for, in the first shape's frame. */
typedef struct Search {
    const SnPressureField *first;
    double middle[2]; /* [Pa] */
    const SnPlacedShape *placed;
    SnPatchVisitor visit;
    void *data;
    double *energy;
} Search;

static void turn_spread(const double rotation[9], SnPressurePatch *patch)
{
    double turned[9], back[9];
    sn_m3_mul(rotation, patch->spread, turned);
    sn_m3_transpose(rotation, back);
    sn_m3_mul(turned, back, patch->spread);
}

static void report(const Search *s, const SnPressureTet *first, SnPressurePatch *patch)
{
    double v[3];
    sn_m3_mul_v3(s->placed[0].rotation, patch->normal, v);
    sn_v3_copy(v, patch->normal);
    sn_m3_mul_v3(s->placed[0].rotation, patch->place, v);
    sn_v3_add(v, s->placed[0].origin, patch->place);
    sn_m3_mul_v3(s->placed[0].rotation, patch->middle, v);
    sn_v3_add(v, s->placed[0].origin, patch->middle);
    turn_spread(s->placed[0].rotation, patch);
    s->visit(s->data, first->triangle, patch);
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
            report(s, first, &patch);
    }
}

/* The half-space in the first shape's frame: normal . x <= level. */
typedef struct Plane {
    double normal[3], level, steep; /* steep [Pa/m]; 0: rigid */
} Plane;

static bool is_above(const SnPressureTet *tet, const Plane *plane)
{
    for (int k = 0; k < 4; k++)
        if (sn_v3_dot(plane->normal, tet->x[k]) <= plane->level)
            return false;
    return true;
}

static bool is_box_above(const SnBoxNode *box, const Plane *plane)
{
    double low = 0;
    for (int k = 0; k < 3; k++)
        low += plane->normal[k] * (double)(plane->normal[k] > 0 ? box->low[k] : box->high[k]);
    return low > plane->level;
}

static void meet_plane(const Search *s, const Plane *plane, const SnPressureTet *first)
{
    SnPressurePatch patch;
    if (is_above(first, plane))
        return;
    const bool press = sn_pressure_patch_plane(first, s->middle[0], plane->normal, plane->level,
                                               plane->steep, &patch);
    if (s->energy)
        *s->energy += sn_pressure_energy_plane(first, s->middle[0], plane->normal, plane->level,
                                               plane->steep, press ? &patch : NULL);
    if (press)
        report(s, first, &patch);
}

static void meet_half_space(const Search *s, double steep)
{
    double up[3], arm[3];
    Plane plane = {.steep = steep};
    for (int k = 0; k < 3; k++)
        up[k] = s->placed[1].rotation[3 * k + 2];
    sn_v3_sub(s->placed[1].origin, s->placed[0].origin, arm);
    sn_m3_tmul_v3(s->placed[0].rotation, up, plane.normal);
    plane.level = sn_v3_dot(up, arm);
    /* a node's first child is right after it */
    const SnBoxNode *nodes = s->first->tree->nodes;
    int32_t left[SN_BOX_TREE_DEPTH + 1], n = 0;
    for (int32_t i = s->first->tree->n_nodes > 0 ? 0 : -1; i >= 0;) {
        const bool inner = nodes[i].next >= 0, above = is_box_above(&nodes[i], &plane);
        if (!above && inner) {
            left[n++] = nodes[i].next;
            i++;
            continue;
        }
        if (!above)
            meet_plane(s, &plane, &s->first->tet[~nodes[i].next]);
        i = n > 0 ? left[--n] : -1;
    }
}

/* --- the pair --- */

/* The box around a field, turned and moved. */
static bool box_around(const SnPressureField *field, const double rotation[9], const double move[3],
                       SnBox *box)
{
    SnBox own;
    if (!sn_box_tree_bounds(field->tree, &own))
        return false;
    for (int k = 0; k < 3; k++) {
        double middle = move[k], half = 0;
        for (int i = 0; i < 3; i++) {
            middle += rotation[3 * k + i] * 0.5 * (own.low[i] + own.high[i]);
            half += fabs(rotation[3 * k + i]) * 0.5 * (own.high[i] - own.low[i]);
        }
        box->low[k] = middle - half;
        box->high[k] = middle + half;
    }
    return true;
}

/* The second field where it is in the first's frame, x -> rotation x + move. */
static void meet_field(const Search *s, const SnPressureField *second, const double rotation[9],
                       const double move[3])
{
    double back[9], away[3];
    int32_t near[MOST_NEAR];
    SnBox box;
    sn_m3_transpose(rotation, back);
    sn_m3_mul_v3(back, move, away);
    sn_v3_scale(-1, away, away);
    if (!box_around(s->first, back, away, &box))
        return;
    const int n = sn_box_tree_inside(second->tree, &box, MOST_NEAR, near);
    for (int i = 0; i < (n > MOST_NEAR ? second->n : n); i++) {
        SnPressureTet tet;
        sn_pressure_tet_move(&second->tet[n > MOST_NEAR ? i : near[i]], rotation, move, &tet);
        meet(s, &tet);
    }
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
        meet_half_space(&s, middle * pair->steep);
        return;
    }
    double back[9], rotation[9], arm[3], move[3];
    sn_m3_transpose(placed[0].rotation, back);
    sn_m3_mul(back, placed[1].rotation, rotation);
    sn_v3_sub(placed[1].origin, placed[0].origin, arm);
    sn_m3_tmul_v3(placed[0].rotation, arm, move);
    meet_field(&s, contacts->surfaces[pair->surface[1]].field, rotation, move);
}

SnCompliantLaw sn_patch_law(const SnContactRule *rule, const SnPressurePatch *patch)
{
    SnCompliantLaw law = sn_compliant_law_of(rule, 0, 0);
    law.coefficient[0] = patch->slope * patch->area;
    law.coefficient[1] = law.coefficient[2] = 0;
    law.lateral = rule->compliant.lateral_stiffness * law.coefficient[0];
    return law;
}

void sn_patch_wrench(const SnPressurePatch *patch, const SnPlacedShape placed[2],
                     const double at[3], double g[12])
{
    for (int s = 0; s < 2; s++) {
        double arm[3], turn[3];
        sn_v3_scale(s == 0 ? 1 : -1, patch->normal, g + 6 * s);
        sn_v3_sub(at, placed[s].center, arm);
        sn_v3_cross(arm, g + 6 * s, turn);
        sn_m3_tmul_v3(placed[s].rotation, turn, g + 6 * s + 3);
    }
}

/* What the moments of a unit force on both bodies change by as its place goes along each axis. */
static void moments_along(const SnPressurePatch *patch, const SnPlacedShape placed[2],
                          double along[3][6])
{
    for (int axis = 0; axis < 3; axis++)
        for (int s = 0; s < 2; s++) {
            double arm[3] = {0}, turn[3];
            arm[axis] = s == 0 ? 1 : -1;
            sn_v3_cross(arm, patch->normal, turn);
            sn_m3_tmul_v3(placed[s].rotation, turn, along[axis] + 3 * s);
        }
}

void sn_patch_stiffness(const SnPressurePatch *patch, const SnPlacedShape placed[2],
                        double more[12][12])
{
    double place[12], middle[12], along[3][6], spread[3][6] = {{0}};
    const double stiffness = patch->slope * patch->area;
    sn_patch_wrench(patch, placed, patch->place, place);
    sn_patch_wrench(patch, placed, patch->middle, middle);
    moments_along(patch, placed, along);
    for (int i = 0; i < 9; i++)
        for (int c = 0; c < 6; c++)
            spread[i / 3][c] += stiffness * patch->spread[i] * along[i % 3][c];
    for (int r = 0; r < 12; r++)
        for (int c = 0; c < 12; c++)
            more[r][c] = stiffness * (middle[r] * middle[c] - place[r] * place[c]);
    for (int i = 0; i < 108; i++) { /* moments alone */
        const int axis = i / 36, r = i / 6 % 6, c = i % 6;
        more[r + (r < 3 ? 3 : 6)][c + (c < 3 ? 3 : 6)] += along[axis][r] * spread[axis][c];
    }
}

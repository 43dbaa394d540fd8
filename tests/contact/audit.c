/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/contact/audit.h"

#include "engine/base/vec.h"
#include "engine/geometry/box_tree.h"
#include "engine/geometry/predicates.h"
#include "engine/sim/motion/motion.h"

#include <glib.h>
#include <math.h>

/* All triangles of all surfaces, in the world. */
struct SnSoup {
    int n_points, n;
    double *x;       /* [n_points][3] */
    int32_t *corner; /* [n][3] */
    int *surface;    /* [n] */
    SnBoxTree *tree;
    SnPairList pairs;
};

void sn_soup_place(SnSoup *soup, const SnSystem *system, const SnState *state)
{
    const double *q = sn_state_q_const(state);
    size_t at = 0;
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *s = &system->contacts.surfaces[i];
        for (int v = 0; v < s->n_vertices; v++, at += 3) {
            const double *pose = s->block >= 0 ? q + system->blocks[s->block].q : NULL;
            if (pose)
                sn_pose_point(pose, pose + 3, s->local + 3 * v, soup->x + at);
            else
                sn_v3_copy(q + system->blocks[s->vertex_block[v]].q, soup->x + at);
        }
    }
}

SnSoup *sn_soup_new(const SnSystem *system, const SnState *state)
{
    SnSoup *soup = g_new0(SnSoup, 1);
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        soup->n_points += system->contacts.surfaces[i].n_vertices;
        soup->n += system->contacts.surfaces[i].n_triangles;
    }
    soup->x = g_new0(double, 3 * soup->n_points + 1);
    soup->corner = g_new0(int32_t, 3 * soup->n + 1);
    soup->surface = g_new0(int, soup->n + 1);
    for (int i = 0, first = 0, t = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *s = &system->contacts.surfaces[i];
        for (int k = 0; k < s->n_triangles; k++, t++) {
            soup->surface[t] = i;
            for (int c = 0; c < 3; c++)
                soup->corner[3 * t + c] = first + s->triangles[3 * k + c];
        }
        first += s->n_vertices;
    }
    sn_soup_place(soup, system, state);
    const SnBoxItems items = {.corners = 3, .items = soup->corner, .x = soup->x};
    soup->tree = sn_box_tree_new(soup->n, &items);
    return soup;
}

void sn_soup_free(SnSoup *soup)
{
    g_free(soup->x);
    g_free(soup->corner);
    g_free(soup->surface);
    sn_box_tree_free(soup->tree);
    sn_pair_list_clear(&soup->pairs);
    g_free(soup);
}

static void corners(const SnSoup *soup, int t, double x[3][3])
{
    for (int k = 0; k < 3; k++)
        sn_v3_copy(soup->x + 3 * (size_t)soup->corner[3 * t + k], x[k]);
}

static bool share_a_corner(const SnSoup *soup, int a, int b)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (soup->corner[3 * a + i] == soup->corner[3 * b + k])
                return true;
    return false;
}

int sn_soup_meetings(SnSoup *soup, const SnSystem *system)
{
    int n = 0;
    const SnBoxItems items = {.corners = 3, .items = soup->corner, .x = soup->x};
    sn_box_tree_refit(soup->tree, &items);
    while (!sn_box_tree_pairs(soup->tree, soup->tree, &soup->pairs))
        sn_pair_list_reserve(&soup->pairs, 2 * soup->pairs.n);
    for (int i = 0; i < soup->pairs.n; i++) {
        const int a = soup->pairs.pairs[i][0], b = soup->pairs.pairs[i][1];
        double x[3][3], y[3][3];
        if (soup->surface[a] >= system->contacts.n_deformable &&
            soup->surface[b] >= system->contacts.n_deformable)
            continue;
        if (share_a_corner(soup, a, b))
            continue;
        corners(soup, a, x);
        corners(soup, b, y);
        n += sn_triangles_meet((const double(*)[3])x, (const double(*)[3])y);
    }
    return n;
}

int sn_soup_below(const SnSoup *soup, const SnSystem *system)
{
    int n = 0, deformable = 0;
    const double *origin = soup->x;
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *s = &system->contacts.surfaces[i];
        deformable += i < system->contacts.n_deformable ? s->n_vertices : 0;
        for (int v = 0; s->half_space && v < deformable; v++) {
            double up[3], arm[3];
            sn_v3_sub(origin + 3, origin, up);
            sn_v3_sub(soup->x + 3 * (size_t)v, origin, arm);
            n += sn_v3_dot(up, arm) <= 0;
        }
        origin += 3 * (size_t)s->n_vertices;
    }
    return n;
}

int sn_count_inverted(const SnSystem *system, const SnState *state)
{
    int n = 0;
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        for (int e = 0; e < fem->solid->n_elements; e++) {
            const double *x[4];
            if (fem->solid->kind[e] != SN_ELEMENT_TET4)
                continue;
            for (int k = 0; k < 4; k++) {
                const int block = fem->node_block[fem->solid->nodes[fem->solid->start[e] + k]];
                x[k] = sn_state_q_const(state) + system->blocks[block].q;
            }
            n += !(sn_orient3d(x[0], x[1], x[2], x[3]) > 0);
        }
    }
    return n;
}

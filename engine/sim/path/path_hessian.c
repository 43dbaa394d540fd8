/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paths put into M-hat. */
#include "engine/sim/path/path_geometry.h"

#include "engine/sim/path/path_follow.h"
#include "engine/sim/path/path_wrap.h"

#include <assert.h>
#include <string.h>

/* value [nr x nc] += row column', constant sizes unrolled. */
static void add_outer(int nr, int nc, const double row[6], const double column[6], double *value)
{
    if (nr == 6 && nc == 6) {
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                value[6 * i + j] += row[i] * column[j];
        return;
    }
    for (int i = 0; i < nr; i++)
        for (int j = 0; j < nc; j++)
            value[nc * i + j] += row[i] * column[j];
}

void sn_path_add_product(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                         const SnPathGradient *gradient, double along, double across)
{
    assert(!work || work->system == system);
    const int *slot = system->pairs.stiffness_slot + path->slots;
    if (along == 0 && across == 0)
        return;
    for (int r = 0; r < path->n_blocks; r++)
        for (int c = 0; c <= r; c++, slot++) {
            if (*slot < 0)
                continue;
            const int nr = system->blocks[system->paths.block[path->blocks + r]].n;
            const int nc = system->blocks[system->paths.block[path->blocks + c]].n;
            double *value = work->forces.pair + system->pairs.value[*slot], row[6];
            for (int i = 0; i < 6; i++)
                row[i] = along * gradient->length[r][i];
            if (across == 0) {
                add_outer(nr, nc, row, gradient->length[c], value);
                continue;
            }
            for (int i = 0; i < 6; i++)
                row[i] += 0.5 * across * gradient->rate[r][i];
            add_outer(nr, nc, row, gradient->length[c], value);
            for (int i = 0; i < 6; i++)
                row[i] = 0.5 * across * gradient->length[r][i];
            add_outer(nr, nc, row, gradient->rate[c], value);
        }
}

/* What contact points on surfaces that slide take from M-hat. */
typedef struct HessianSlip {
    const SnSystem *system;
    SnWorkspace *work;
    const SnSystemPath *path;
    double scaled;
} HessianSlip;

static void slip_of_hessian(void *data, double weight, double vector[][6])
{
    const HessianSlip *slip = data;
    SnPathGradient product = {0};
    memcpy(product.length, vector, sizeof(double[6]) * (size_t)slip->path->n_blocks);
    sn_path_add_product(slip->system, slip->work, slip->path, &product, -weight * slip->scaled, 0);
}

static void product_of_slides(void *data, const SnPathGradient *g_and_s, double along,
                              double across)
{
    const HessianSlip *h = data;
    sn_path_add_product(h->system, h->work, h->path, g_and_s, h->scaled * along,
                        h->scaled * across);
}

static void planar_product_of_hessian(void *data, SnPathGradient *product)
{
    const HessianSlip *h = data;
    sn_path_add_product(h->system, h->work, h->path, product, 0, h->scaled);
}

/* --- straight parts --- */

/* An end of a straight part: its Jacobian is (I, W), W = -R[l], of a body, I of anything else. */
typedef struct PartEnd {
    const SnPathContact *contact;
    int place;          /* of its block among the path's */
    bool turns;         /* it is on a body */
    double w[9];        /* W */
    double along[3];    /* R'd */
    double gradient[6]; /* J'd */
} PartEnd;

static PartEnd end_of(const SnSystem *system, const SnWorkspace *work, const SnSystemPath *path,
                      const SnPathContact *contact, const double direction[3])
{
    PartEnd end = {.contact = contact, .place = sn_path_block(system, path, contact->block)};
    if (end.place < 0)
        return end;
    sn_v3_copy(direction, end.gradient);
    end.turns = system->blocks[contact->block].kind == SN_BLOCK_BODY;
    if (!end.turns)
        return end;
    const double *r = work->motion.rotation[contact->block], *l = contact->local;
    for (int k = 0; k < 3; k++) { /* a row of W is l x that of R */
        const double *row = r + 3 * k;
        end.w[3 * k] = row[2] * l[1] - row[1] * l[2];
        end.w[3 * k + 1] = row[0] * l[2] - row[2] * l[0];
        end.w[3 * k + 2] = row[1] * l[0] - row[0] * l[1];
    }
    sn_m3_tmul_v3(r, direction, end.along);
    sn_v3_cross(l, end.along, end.gradient + 3);
    return end;
}

/* value [n x n] += across (J'J - g g'), and with `turning` the load stiffness -[l][R'F] of a force
 * F = -turning d, symmetrised. */
static void add_diagonal(const PartEnd *end, double across, double turning, double *value)
{
    const int n = end->turns ? 6 : 3;
    const double *g = end->gradient, *l = end->contact->local, *f = end->along;
    double row[6];
    for (int i = 0; i < 6; i++)
        row[i] = -across * g[i];
    add_outer(n, n, row, g, value);
    for (int i = 0; i < 3; i++)
        value[(n + 1) * i] += across;
    if (!end->turns)
        return;
    const double squared = across * sn_v3_dot(l, l) - turning * sn_v3_dot(l, f);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            value[6 * i + 3 + j] += across * end->w[3 * i + j];
            value[6 * (3 + j) + i] += across * end->w[3 * i + j];
            value[6 * (3 + i) + 3 + j] +=
                0.5 * turning * (f[i] * l[j] + l[i] * f[j]) - across * l[i] * l[j];
        }
        value[7 * (3 + i)] += squared;
    }
}

/* value [rows of a, columns of b] -= across (J_a'J_b - g_a g_b'). */
static void add_coupling(const PartEnd *a, const PartEnd *b, double across, double *value)
{
    const int na = a->turns ? 6 : 3, nb = b->turns ? 6 : 3;
    double row[6];
    for (int i = 0; i < 6; i++)
        row[i] = across * a->gradient[i];
    add_outer(na, nb, row, b->gradient, value);
    for (int i = 0; i < 3; i++) {
        value[(nb + 1) * i] -= across;
        for (int j = 0; b->turns && j < 3; j++)
            value[nb * i + 3 + j] -= across * b->w[3 * i + j];
        for (int j = 0; a->turns && j < 3; j++)
            value[nb * (3 + j) + i] -= across * a->w[3 * i + j];
    }
    for (int i = 0; a->turns && b->turns && i < 3; i++)
        for (int j = 0; j < 3; j++)
            value[6 * (3 + i) + 3 + j] -= across * (a->w[i] * b->w[j] + a->w[3 + i] * b->w[3 + j] +
                                                    a->w[6 + i] * b->w[6 + j]);
}

static double *pair_of(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                       int high, int low)
{
    const int slot = system->pairs.stiffness_slot[path->slots + high * (high + 1) / 2 + low];
    return slot < 0 ? NULL : work->forces.pair + system->pairs.value[slot];
}

/* The second derivative of the length of a straight part; `turning`: with how its force turns with
 * its bodies. */
static void add_part(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                     const SnPathContact *part, double scaled, bool turning)
{
    const double across = part->is_given ? 0 : scaled / part->length;
    PartEnd ends[2];
    for (int s = 0; s < 2; s++) {
        ends[s] = end_of(system, work, path, &part[s], part->direction);
        if (ends[s].place < 0)
            continue;
        double *value = pair_of(system, work, path, ends[s].place, ends[s].place);
        if (value) /* F = T d on the first end, -T d on the second */
            add_diagonal(&ends[s], across, turning ? (s ? scaled : -scaled) : 0, value);
    }
    if (ends[0].place < 0 || ends[1].place < 0)
        return;
    const int first = ends[1].place > ends[0].place;
    double *value = pair_of(system, work, path, ends[first].place, ends[1 - first].place);
    if (!value)
        return;
    add_coupling(&ends[first], &ends[1 - first], across, value);
    if (ends[0].place == ends[1].place)
        add_coupling(&ends[1 - first], &ends[first], across, value);
}

/* Part by part.  Without the slides over surfaces it is positive semidefinite, and more. */
void sn_path_add_hessian(const SnSystem *system, SnWorkspace *work, const SnSystemPath *path,
                         const SnPathGeometry *geometry, double scaled)
{
    assert(!work || work->system == system);
    const bool turning = !work->forces.positive_definite;
    if (scaled == 0)
        return;
    for (int i = 0; i + 1 < geometry->n_contacts; i++) {
        const SnPathContact *part = &geometry->contacts[i];
        if ((part->length <= 0 && !part->is_given) || part->on_surface)
            continue;
        if (turning && part[0].block == part[1].block && !part->is_given)
            continue; /* it moves as a whole */
        add_part(system, work, path, part, scaled, turning);
    }
    if (path->n_followers > 0) {
        HessianSlip slide = {system, work, path, scaled};
        sn_path_slide_products(system, work, path, geometry, work->forces.positive_definite,
                               product_of_slides, &slide);
    }
    if (path->n_wraps > 0 && turning) {
        HessianSlip slip = {system, work, path, scaled};
        sn_path_slips(system, work, path, geometry, slip_of_hessian, &slip);
        sn_path_planar_products(system, work, path, geometry, planar_product_of_hessian, &slip);
    }
}

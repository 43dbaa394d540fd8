/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces and exact stiffness of four elements, in the present configuration:
 *   f_a = -sum w sigma g_a,  K_ab = sum w [(g_a . sigma g_b) I + B_a' c B_b],
 * w the present volume of a point, g_a the gradient of shape function a by present coordinates.
 * U(J) gives sigma += p I and c += p (1 x 1 - 2 I) + J U'' 1 x 1; for mean dilatation
 * (Nagtegaal, Parks and Rice 1974; Simo, Taylor and Pister 1985) p = U'(V/V0) is the element's and
 * c has no U'', but K += U''/V0 (dV/dx)(dV/dx)'.  Small strain: g_a at rest, no geometric term.
 * Damping (solid.h): f_a -= sum w0 tau_v g_a, D_ab = sum w0 B_a' c_v B_b, w0 the rest volume. */
#include "engine/fem/element_lanes.h"
#include "engine/fem/material_point.h"
#include "engine/fem/prony.h"

#include <math.h>

#define PAIRS (SN_NODES * (SN_NODES + 1) / 2)

typedef struct Element {
    const SnFemSolid *solid;
    const SnFemInput *input;
    const SnFemBatch *batch;
    const SnMaterial *material;
    double volume_share; /* of U at points */
    bool linear, tangent;
    bool damped;              /* velocities are given and there is viscosity */
    SnFemViscosity viscosity; /* of the force */
    SnFemViscosity rate;      /* of the tangent: times rate_share */
    const double *history;    /* of the batch; NULL: none */
    Prony prony;
    SnLanes activation, fibre[3];
    SnLanes position[SN_NODES][3];
    SnPointInput point[SN_POINTS]; /* small strain: j = 1 + tr e */
    SnLanes pressure, bulk;        /* of the element's mean: U', U''/V0 */
    SnLanes force[SN_NODES][3];
    SnLanes velocity[SN_NODES][3], viscous[SN_NODES][3];
    SnLanes volume_gradient[SN_NODES][3];
    SnLanes stiffness[9 * PAIRS]; /* as in SnFemScratch */
} Element;

/* One point: gradients of shape functions by present coordinates times J; stress times rest volume;
 * tangent and the stress of the geometric term times rest volume by J. */
typedef struct Point {
    SnLanes stress[6], tangent[21];
    SnLanes geometric[6];
    SnLanes gradient[SN_NODES][3];
} Point;

/* Deformation at all points; which lanes have a volume that is not positive. */
SN_LANES_FN int deform(Element *e, const int n)
{
    const SnFemBatch *batch = e->batch;
    SnLanesMask bad = {0};

    gather(batch, e->input->x, n, e->position);
    for (int p = 0; p < batch->n_points; p++) {
        SnPointInput *in = &e->point[p];
        SnLanes *f = in->f;
        for (int i = 0; i < 3; i++)
            in->fibre[i] = e->fibre[i];
        in->activation = e->activation;
        in->whole = batch->treatment == SN_VOLUME_IN_LAW;
        deformation(lanes_at(batch->gradient) + 3 * n * p, e->position, n, f);
        if (e->linear) {
            in->j = f[0] + f[4] + f[8] - 2.0;
            continue;
        }
        in->j = f[0] * (f[4] * f[8] - f[5] * f[7]) - f[1] * (f[3] * f[8] - f[5] * f[6]) +
                f[2] * (f[3] * f[7] - f[4] * f[6]);
        bad |= ~(in->j > 0.0);
    }
    return (bad[0] & 1) | (bad[1] & 2) | (bad[2] & 4) | (bad[3] & 8);
}

/* p = U'(V/V0) and U''/V0 of the element. */
SN_LANES_FN void mean_dilatation(Element *e)
{
    const SnFemBatch *batch = e->batch;
    const SnLanes *weight = lanes_at(batch->weight);
    const SnLanes rest = *(const SnLooseLanes *)batch->volume;
    SnLanes volume = lanes(0), u;

    for (int p = 0; p < batch->n_points; p++)
        volume += weight[p] * e->point[p].j;
    SN_FEM(material_volume)(e->material, volume / rest, e->activation, &u, &e->pressure, &e->bulk);
    e->bulk /= rest;
}

/* sigma += p I, c += p (1 x 1 - 2 I) + bulk 1 x 1 */
SN_LANES_FN void add_pressure(SnLanes pressure, SnLanes bulk, const bool tangent,
                              const bool positive_definite, SnPointStress *out)
{
    for (int v = 0; v < 3; v++)
        out->stress[v] += pressure;
    if (!tangent)
        return;
    const SnLanes kept = positive_definite ? lanes(0) : pressure;
    for (int v = 0; v < 3; v++) {
        out->tangent[SN_VOIGT(v, v)] -= 2.0 * kept;
        out->tangent[SN_VOIGT(v + 3, v + 3)] -= kept;
        for (int w = v; w < 3; w++)
            out->tangent[SN_VOIGT(v, w)] += kept + bulk;
    }
}

/* Positive part of a symmetric tensor. */
SN_LANES_FN void clamp_positive(SnLanes a[6])
{
    SnLanes value[3], vector[3][3];

    lanes_eigen(a, value, vector);
    lanes_zero(a, 6);
    for (int k = 0; k < 3; k++) {
        const SnLanes kept = lanes_max(value[k], lanes(0)), *n = vector[k];
        for (int v = 0; v < 6; v++)
            a[v] += kept * n[voigt_row[v]] * n[voigt_column[v]];
    }
}

/* 1 / min(J, 1)^2: what is about to be squashed flat resists. */
SN_LANES_FN SnLanes thickening(SnLanes j)
{
    const SnLanes squeezed = lanes_min(j, lanes(1));
    return 1.0 / (squeezed * squeezed);
}

/* Viscous force at one point; gradients are J times the present ones, as in Point. */
SN_LANES_FN void add_viscous_force(Element *e, const Point *point, int p, const int n)
{
    const SnLanes *rest = lanes_at(e->batch->gradient) + 3 * n * p;
    const SnLanes weight = lanes_at(e->batch->weight)[p], *f = e->point[p].f;
    SnLanes rate[9], l[9], tau[6];

    deformation(rest, e->velocity, n, rate);
    if (e->linear) {
        for (int i = 0; i < 9; i++)
            l[i] = weight * rate[i];
    } else { /* dF/dt F^(-1) w0 / J */
        SnLanes c[9];
        const SnLanes j = cofactors(f, c), scale = weight / (j * j) * thickening(j);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                l[3 * i + k] = scale * (rate[3 * i] * c[3 * k] + rate[3 * i + 1] * c[3 * k + 1] +
                                        rate[3 * i + 2] * c[3 * k + 2]);
    }
    const SnLanes round = e->viscosity.lambda * (l[0] + l[4] + l[8]);
    for (int v = 0; v < 6; v++)
        tau[v] = e->viscosity.mu * (l[3 * voigt_row[v] + voigt_column[v]] +
                                    l[3 * voigt_column[v] + voigt_row[v]]) +
                 (v < 3 ? round : lanes(0));
    for (int a = 0; a < n - 1; a++) {
        SnLanes t[3];
        lanes_times(tau, point->gradient[a], t);
        for (int i = 0; i < 3; i++)
            e->viscous[a][i] -= t[i];
    }
}

/* Viscous stiffness of the method's rate, times the point's share of the volume. */
SN_LANES_FN void add_viscous_tangent(const Element *e, SnLanes share, Point *point)
{
    const SnLanes round = e->rate.lambda * share, shear = e->rate.mu * share;
    for (int v = 0; v < 3; v++) {
        point->tangent[SN_VOIGT(v, v)] += 2.0 * shear;
        point->tangent[SN_VOIGT(v + 3, v + 3)] += shear;
        for (int w = v; w < 3; w++)
            point->tangent[SN_VOIGT(v, w)] += round;
    }
}

/* Fills `point`, all but the last node's gradient. */
SN_LANES_FN void evaluate_point(Element *e, int p, const int n, Point *point)
{
    const SnFemBatch *batch = e->batch;
    const bool linear = e->linear, tangent = e->tangent;
    const bool positive_definite = tangent && e->input->positive_definite;
    const SnLanes *rest = lanes_at(batch->gradient) + 3 * n * p;
    const SnPointInput *in = &e->point[p];
    SnLanes pressure = e->pressure, bulk = lanes(0);
    SnPointStress out;

    SN_FEM(material_shape)(e->material, in, tangent, &out);
    if (e->history)
        prony_stress(&e->prony, e->history + 6 * SN_LANES * (ptrdiff_t)((1 + e->prony.n) * p),
                     in->f, in->j, linear, tangent, &out);
    for (int v = 0; v < 6; v++)
        point->geometric[v] = out.stress[v];
    if (e->volume_share > 0) {
        SnLanes u;
        SN_FEM(material_volume)(e->material, in->j, e->activation, &u, &pressure, &bulk);
        pressure *= e->volume_share;
        bulk *= linear ? lanes(e->volume_share) : e->volume_share * in->j;
    }
    if (positive_definite)
        bulk = lanes_max(bulk, lanes(0));
    add_pressure(pressure, bulk, tangent, positive_definite || linear, &out);
    if (positive_definite && !linear)
        clamp_positive(point->geometric);
    else
        for (int v = 0; v < 6; v++)
            point->geometric[v] = out.stress[v];

    /* gradients times J, so nothing waits for 1 / J */
    const SnLanes weight = lanes_at(batch->weight)[p];
    SnLanes by_square = weight;
    if (linear) {
        for (int a = 0; a < n - 1; a++)
            for (int i = 0; i < 3; i++)
                point->gradient[a][i] = rest[3 * a + i];
    } else {
        SnLanes cofactor[9];
        cofactors(in->f, cofactor);
        push_gradients(rest, cofactor, n - 1, point->gradient);
        by_square = weight / in->j;
    }
    for (int v = 0; v < 6; v++) {
        point->stress[v] = weight * out.stress[v];
        point->geometric[v] = linear ? lanes(0) : by_square * point->geometric[v];
    }
    for (int k = 0; tangent && k < 21; k++)
        point->tangent[k] = by_square * out.tangent[k];
    if (tangent && e->rate.mu != 0)
        add_viscous_tangent(e, linear ? weight : by_square / in->j * thickening(in->j), point);
    if (batch->treatment == SN_VOLUME_OF_ELEMENT)
        for (int a = 0; a < n - 1; a++)
            for (int i = 0; i < 3; i++)
                e->volume_gradient[a][i] += weight * point->gradient[a][i];
}

/* r + a . b, in this order: three fused operations. */
SN_LANES_FN SnLanes add_dot(SnLanes r, const SnLanes a[3], const SnLanes b[3])
{
    r = r + a[0] * b[0];
    r = r + a[1] * b[1];
    return r + a[2] * b[2];
}

/* Node b's part, column by column of its blocks: the six numbers c B_b e_j, then for all a >= b
 * rows g_a . (those, with h = sigma g_b added where i = j); of the block on the diagonal the lower
 * half. */
SN_LANES_FN void add_node(Element *e, const Point *point, const int n, const int b)
{
    const SnLanes *g = point->gradient[b], *c = point->tangent;
    SnLanes h[3];

    lanes_times(point->geometric, g, h);
    SN_UNROLL
    for (int j = 0; j < 3; j++) {
        SnLanes m[3][3], *block = e->stiffness + 9 * (b * (b + 1) / 2 + b) + j;
        SN_UNROLL
        for (int k = 0; k < 3; k++) {
            SN_UNROLL
            for (int i = 0; i < 3; i++) {
                const int v = voigt_of[k][i];
                const int w0 = voigt_of[0][j], w1 = voigt_of[1][j], w2 = voigt_of[2][j];
                m[i][k] = c[v <= w0 ? SN_VOIGT(v, w0) : SN_VOIGT(w0, v)] * g[0];
                m[i][k] += c[v <= w1 ? SN_VOIGT(v, w1) : SN_VOIGT(w1, v)] * g[1];
                m[i][k] += c[v <= w2 ? SN_VOIGT(v, w2) : SN_VOIGT(w2, v)] * g[2];
            }
            m[j][k] += h[k];
        }
        SN_UNROLL
        for (int i = j; i < 3; i++)
            block[3 * i] = add_dot(block[3 * i], g, m[i]);
        block += 9 * (b + 1);
        for (int a = b + 1; a < n - 1; block += 9 * ++a)
            SN_UNROLL
        for (int i = 0; i < 3; i++)
            block[3 * i] = add_dot(block[3 * i], point->gradient[a], m[i]);
    }
}

/* All nodes but the last, whose blocks follow from translation (complete_stiffness). */
SN_LANES_FN void add_stiffness(Element *e, const Point *point, const int n)
{
    for (int b = 0; b < n - 1; b++)
        add_node(e, point, n, b);
}

/* Upper halves of the blocks on the diagonal, and the last row: no force if all move alike. */
SN_LANES_FN void complete_stiffness(Element *e, const int n)
{
    SnLanes *const k = e->stiffness, *const last = k + 9 * (n * (n - 1) / 2);

    for (int a = 0; a < n - 1; a++) {
        SnLanes *block = k + 9 * (a * (a + 1) / 2 + a);
        block[1] = block[3];
        block[2] = block[6];
        block[5] = block[7];
    }
    lanes_zero(last, 9 * n);
    const SnLanes *block = k;
    for (int a = 0; a < n - 1; a++)
        for (int b = 0; b <= a; b++, block += 9)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    last[9 * b + 3 * i + j] -= block[3 * i + j];
                    if (b < a)
                        last[9 * a + 3 * j + i] -= block[3 * i + j];
                }
    for (int b = 0; b < n - 1; b++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                last[9 * (n - 1) + 3 * i + j] -= last[9 * b + 3 * i + j];
}

/* K += U''/V0 (dV/dx)(dV/dx)' */
SN_LANES_FN void add_bulk(Element *e, const int n)
{
    SnLanes *k = e->stiffness;
    SnLanes bulk = e->input->positive_definite ? lanes_max(e->bulk, lanes(0)) : e->bulk;

    bulk += e->rate.bulk / *(const SnLooseLanes *)e->batch->volume;
    for (int a = 0; a < n - 1; a++)
        for (int b = 0; b <= a; b++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    *k++ += bulk * e->volume_gradient[a][i] * e->volume_gradient[b][j];
}

SN_LANES_FN void write(const Element *e, const int n, SnFemScratch *scratch)
{
    const SnFemBatch *batch = e->batch;
    const SnFemSolid *solid = e->solid;
    double *to[SN_LANES];

    for (int lane = 0; lane < SN_LANES; lane++)
        to[lane] = scratch->force + 3 * (ptrdiff_t)solid->start[batch->element[lane]];
    scatter(e->force[0], 3 * n, batch->n_lanes, to);
    if (e->damped) {
        for (int lane = 0; lane < SN_LANES; lane++)
            to[lane] = scratch->viscous + 3 * (ptrdiff_t)solid->start[batch->element[lane]];
        scatter(e->viscous[0], 3 * n, batch->n_lanes, to);
    }
    for (int lane = 0; lane < SN_LANES; lane++)
        to[lane] = scratch->stiffness + solid->stiffness_start[batch->element[lane]];
    if (e->tangent)
        scatter(e->stiffness, 9 * n * (n + 1) / 2, batch->n_lanes, to);
}

/* Of the mean dilatation: -bulk/V0 dV/dt dV/dx. */
SN_LANES_FN void damp_mean(Element *e, const int n)
{
    SnLanes rate = lanes(0);

    for (int a = 0; a < n - 1; a++)
        for (int i = 0; i < 3; i++)
            rate += e->volume_gradient[a][i] * (e->velocity[a][i] - e->velocity[n - 1][i]);
    rate *= e->viscosity.bulk / *(const SnLooseLanes *)e->batch->volume;
    for (int a = 0; a < n - 1; a++)
        for (int i = 0; i < 3; i++)
            e->viscous[a][i] -= rate * e->volume_gradient[a][i];
}

/* The last node's: no force on the whole. */
SN_LANES_FN void complete_force(SnLanes (*force)[3], const int n)
{
    for (int a = 0; a < n - 1; a++)
        for (int i = 0; i < 3; i++)
            force[n - 1][i] -= force[a][i];
}

SN_LANES_FN int evaluate(Element *e, const int n, SnFemScratch *scratch)
{
    const SnFemBatch *batch = e->batch;
    const bool mean = batch->treatment == SN_VOLUME_OF_ELEMENT;
    const int bad = deform(e, n);

    e->pressure = e->bulk = lanes(0);
    lanes_zero(e->force[0], 3 * n);
    if (e->damped) {
        gather(batch, e->input->v, n, e->velocity);
        lanes_zero(e->viscous[0], 3 * n);
    }
    if (e->tangent)
        lanes_zero(e->stiffness, 9 * n * (n + 1) / 2);
    if (mean) {
        mean_dilatation(e);
        lanes_zero(e->volume_gradient[0], 3 * n);
    }
    for (int p = 0; p < batch->n_points; p++) {
        Point point;
        evaluate_point(e, p, n, &point);
        for (int a = 0; a < n - 1; a++) {
            SnLanes t[3];
            lanes_times(point.stress, point.gradient[a], t);
            for (int i = 0; i < 3; i++)
                e->force[a][i] -= t[i];
        }
        if (e->damped)
            add_viscous_force(e, &point, p, n);
        if (e->tangent)
            add_stiffness(e, &point, n);
    }
    complete_force(e->force, n);
    if (e->damped && mean)
        damp_mean(e, n);
    if (e->damped)
        complete_force(e->viscous, n);
    if (mean && e->tangent)
        add_bulk(e, n);
    if (e->tangent)
        complete_stiffness(e, n);
    write(e, n, scratch);
    return bad & ((1 << batch->n_lanes) - 1);
}

/* One for each number of nodes. */
#define EVALUATE_N(n)                                                                              \
    static __attribute__((noinline)) int evaluate_##n(Element *e, SnFemScratch *scratch)           \
    {                                                                                              \
        return evaluate(e, n, scratch);                                                            \
    }
EVALUATE_N(4)
EVALUATE_N(5)
EVALUATE_N(6)
EVALUATE_N(8)
EVALUATE_N(10)
EVALUATE_N(20)

/* The law's tangent at rest, where it has no fibre. */
static SnFemViscosity viscosity(const SnMaterial *material, SnIncompressibility mode)
{
    const bool soft = mode == SN_INCOMPRESSIBLE_SOFT;
    SnPointInput in = {
        .j = lanes(1), .activation = lanes(0), .whole = mode == SN_INCOMPRESSIBLE_OFF};
    SnPointStress out;
    SnLanes u, first, second;

    for (int i = 0; i < 9; i++)
        in.f[i] = lanes(i % 4 == 0);
    for (int i = 0; i < 3; i++)
        in.fibre[i] = lanes(0);
    SN_FEM(material_shape)(material, &in, 1, &out);
    SN_FEM(material_volume)(material, in.j, in.activation, &u, &first, &second);
    const double mu = fmax(out.tangent[SN_VOIGT(3, 3)][0], 0);
    const double lambda = fmax(out.tangent[SN_VOIGT(0, 1)][0], -2 * mu / 3);
    const bool whole = sn_material_class(material)->flags & SN_LAW_WHOLE && !soft;
    const double room = SN_FEM_BULK_DAMPED * mu - (lambda + 2 * mu / 3);
    if (mode == SN_INCOMPRESSIBLE_ELEMENT)
        return (SnFemViscosity){-2 * mu / 3, mu, 0};
    if (mode == SN_INCOMPRESSIBLE_NODAL) /* rows leave elements free to swell by turns */
        return (SnFemViscosity){4 * mu / 3, mu, 0};
    if (whole)
        return (SnFemViscosity){lambda + fmin(room, 0), mu, 0};
    const double bulk = fmax(fmin(second[0], room), 0);
    return soft ? (SnFemViscosity){lambda, mu, bulk} : (SnFemViscosity){lambda + bulk, mu, 0};
}

static void begin(Element *e, const SnFemSolid *solid, const SnFemInput *input,
                  const SnFemBatch *batch)
{
    e->solid = solid;
    e->input = input;
    e->batch = batch;
    e->material = &solid->materials[batch->material];
    e->linear = sn_material_class(e->material)->flags & SN_LAW_SMALL_STRAIN;
    e->volume_share = sn_fem_volume_share(e->material, (SnVolumeTreatment)batch->treatment);
    e->tangent = input->tangent;
    e->damped = false;
    e->rate = (SnFemViscosity){0};
    e->history = batch->n_terms > 0 && input->history ? input->history + batch->history : NULL;
    if (e->history)
        e->prony = prony_terms(e->material, batch, input->dt);
    e->activation = gather_scalar(batch, input->activation);
    for (int i = 0; i < 3; i++)
        e->fibre[i] = *(const SnLooseLanes *)batch->fibre[i];
}

static SnFemViscosity times(double factor, SnFemViscosity v)
{
    return (SnFemViscosity){factor * v.lambda, factor * v.mu, factor * v.bulk};
}

static void begin_damping(Element *e, const SnFemViscosity *unit)
{
    const double beta = e->solid->stiffness_damping;
    if (beta == 0)
        return;
    e->damped = e->input->v;
    e->viscosity = times(beta, unit[e->batch->material]);
    e->rate = times(beta * e->input->rate_share, unit[e->batch->material]);
}

static int evaluate_batch(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                          SnFemScratch *scratch)
{
    Element e;
    int bad = 0;

    begin(&e, solid, input, batch);
    begin_damping(&e, scratch->viscosity);
#define EVALUATE(n) bad = evaluate_##n(&e, scratch)
    SN_FOR_NODES(batch->n_nodes, EVALUATE)
    return bad;
}

/* Sizes as variables: what follows is not called at every step. */
static __attribute__((noinline)) void deform_any(Element *e, int n)
{
    deform(e, n);
}

static void energy_of_batch(const SnFemSolid *solid, const SnFemInput *input,
                            const SnFemBatch *batch, double energy[SN_LANES])
{
    Element e;
    const SnLanes *weight = lanes_at(batch->weight);
    SnLanes sum = lanes(0), volume = lanes(0), u, first, second;

    begin(&e, solid, input, batch);
    deform_any(&e, batch->n_nodes);
    for (int p = 0; p < batch->n_points; p++) {
        SnPointStress out;
        SN_FEM(material_shape)(e.material, &e.point[p], 0, &out);
        sum += weight[p] * out.energy;
        volume += weight[p] * e.point[p].j;
        if (e.volume_share > 0) {
            SN_FEM(material_volume)(e.material, e.point[p].j, e.activation, &u, &first, &second);
            sum += e.volume_share * weight[p] * u;
        }
    }
    if (batch->treatment == SN_VOLUME_OF_ELEMENT) {
        const SnLanes rest = *(const SnLooseLanes *)batch->volume;
        SN_FEM(material_volume)(e.material, volume / rest, e.activation, &u, &first, &second);
        sum += rest * u;
    }
    *(SnLooseLanes *)energy = sum;
}

static void history_of_batch(const SnFemSolid *solid, const SnFemInput *input,
                             const SnFemBatch *batch, bool rest, double *history)
{
    Element e;

    begin(&e, solid, input, batch);
    deform_any(&e, batch->n_nodes);
    const Prony prony = prony_terms(e.material, batch, input->dt);
    history += batch->history;
    for (int p = 0; p < batch->n_points; p++, history += 6 * SN_LANES * (1 + prony.n)) {
        SnPointStress out;
        SnLanes s[6];
        SN_FEM(material_shape)(e.material, &e.point[p], 0, &out);
        pull_back(e.point[p].f, out.stress, e.linear, s);
        prony_advance(&prony, s, rest, history);
    }
}

void SN_FEM(points)(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                    SnFemPoints *points); /* point_kernels.c */
int SN_FEM(sheet)(const SnFemSolid *solid, const SnFemInput *input, const SnSheet *sheet,
                  SnFemScratch *scratch, double *energy); /* sheet_kernels.c */
void SN_FEM(sheet_points)(const SnFemSolid *solid, const SnFemInput *input, const SnSheet *sheet,
                          SnFemPoints *points);

extern const SnFemVolumeKernels SN_FEM(volume_kernels);
const SnFemKernels SN_FEM(kernels);
const SnFemKernels SN_FEM(kernels) = {
    .name = SN_FEM_SET_NAME,
    .volume = &SN_FEM(volume_kernels),
    .evaluate = evaluate_batch,
    .energy = energy_of_batch,
    .history = history_of_batch,
    .viscosity = viscosity,
    .points = SN_FEM(points),
    .sheet = SN_FEM(sheet),
    .sheet_points = SN_FEM(sheet_points),
};

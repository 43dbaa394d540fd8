/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Force and exact stiffness of one membrane or shell, its places in the sheet as lanes (sheet.h).
 *
 * With eps the natural strains (E_ii, 2 E_ij), b = d eps/dx, s = dW/d eps and D = ds/d eps at each
 * point: f = -sum b's, K = sum b'D b + s d2eps/dx2 - r r'/k, where r = sum h b'D e_zz and
 * k = sum h D_zz h belong to the slope of the thickness strain, which is eliminated at each place:
 * there sum h s_zz = 0.  Damping (solid.h) has a stress s_v = D_v d eps/dt and an unknown rate of
 * the slope, eliminated in the same way. */
#include "engine/fem/batches.h"
#include "engine/fem/lanes_tensor.h"
#include "engine/fem/material_laws.h"
#include "engine/fem/sheet_damping.h"

#include <string.h>

/* 2 E = g(x) - g(X) and its gradient; small strain: both linearised about rest. */
static void metric_strain(Sheet *e, int index)
{
    const SnSheetTable *table = e->data->table;
    const int n = table->n_nodes;
    Layer *layer = &e->layer[index];
    const double(*about)[3] = (const double(*)[3])(e->linear ? e->rest : e->x);

    memset(layer->gradient, 0, sizeof layer->gradient);
    for (int c = 0; c < 6; c++) {
        SnLanes sum = lanes(0);
        const double share = c < 3 ? 1 : 2; /* engineering shear */
        for (int a = 0, k = 0; a < n; a++)
            for (int b = 0; b <= a; b++, k++) {
                const SnLanes m = from(table->m[index][c][k]);
                const SnLanes half = 0.5 * share * m;
                sum += m * (e->x[a][0] * e->x[b][0] + e->x[a][1] * e->x[b][1] +
                            e->x[a][2] * e->x[b][2]);
                for (int i = 0; i < 3; i++) {
                    layer->gradient[c][a][i] += half * about[b][i];
                    layer->gradient[c][b][i] += half * about[a][i];
                }
            }
        layer->strain[c] = 0.5 * (sum - from(e->data->reference[index][c]));
    }
    if (!e->linear)
        return;
    for (int c = 0; c < 6; c++) {
        SnLanes sum = lanes(0);
        for (int a = 0; a < n; a++)
            for (int i = 0; i < 3; i++)
                sum += layer->gradient[c][a][i] * (e->x[a][i] - e->rest[a][i]);
        layer->strain[c] = c < 3 ? sum : 0.5 * sum;
    }
}

/* eps_spatial = t eps for d = p' E p, engineering shears. */
SN_LANES_FN void strain_map(const SnLanes p[9], SnLanes t[6][6])
{
    for (int v = 0; v < 6; v++)
        for (int c = 0; c < 6; c++) {
            const int k = voigt_row[v], l = voigt_column[v], i = voigt_row[c], j = voigt_column[c];
            if (c < 3)
                t[v][c] = (v < 3 ? 1 : 2) * p[3 * i + k] * p[3 * i + l];
            else if (v < 3)
                t[v][c] = p[3 * i + k] * p[3 * j + k];
            else
                t[v][c] = p[3 * i + k] * p[3 * j + l] + p[3 * j + k] * p[3 * i + l];
        }
}

/* Upper triangular f with f'f = 1 + 2 q'E q, its inverse; determinant.  Lanes without one: broken
 * (and some number). */
SN_LANES_FN SnLanes triangular(const SnLanes c[6], SnLanes f[9], SnLanes inverse[9],
                               SnLanesMask *broken)
{
    const SnLanes tiny = lanes(1e-12);
    lanes_zero(f, 9);
    lanes_zero(inverse, 9);
    *broken |= ~(c[0] > tiny);
    f[0] = lanes_sqrt(lanes_max(c[0], tiny));
    f[1] = c[3] / f[0];
    f[2] = c[5] / f[0];
    const SnLanes second = c[1] - f[1] * f[1];
    *broken |= ~(second > tiny);
    f[4] = lanes_sqrt(lanes_max(second, tiny));
    f[5] = (c[4] - f[1] * f[2]) / f[4];
    const SnLanes third = c[2] - f[2] * f[2] - f[5] * f[5];
    *broken |= ~(third > tiny);
    f[8] = lanes_sqrt(lanes_max(third, tiny));
    inverse[0] = 1 / f[0];
    inverse[4] = 1 / f[4];
    inverse[8] = 1 / f[8];
    inverse[1] = -f[1] * inverse[0] * inverse[4];
    inverse[5] = -f[5] * inverse[4] * inverse[8];
    inverse[2] = -(f[2] * inverse[8] + f[1] * inverse[5]) * inverse[0];
    return f[0] * f[4] * f[8];
}

/* sigma and c of the law and U(J), as one. */
SN_LANES_FN void whole_law(const Sheet *e, const SnLanes f[9], SnLanes j, SnPointStress *out)
{
    SnPointInput in = {.j = j,
                       .fibre = {e->fibre[0], e->fibre[1], e->fibre[2]},
                       .activation = e->activation,
                       .whole = 1};
    SnLanes u, first, second;
    for (int i = 0; i < 9; i++)
        in.f[i] = f[i];
    SN_FEM(material_shape)(e->material, &in, 1, out);
    if (sn_material_class(e->material)->flags & SN_LAW_WHOLE)
        return;
    SN_FEM(material_volume)(e->material, j, e->activation, &u, &first, &second);
    out->energy += u;
    const SnLanes twice = e->linear ? lanes(0) : first;
    const SnLanes bulk = e->linear ? second : j * second + first;
    for (int v = 0; v < 3; v++) {
        out->stress[v] += first;
        out->tangent[SN_VOIGT(v, v)] -= 2 * twice;
        out->tangent[SN_VOIGT(v + 3, v + 3)] -= twice;
        for (int w = v; w < 3; w++)
            out->tangent[SN_VOIGT(v, w)] += bulk;
    }
}

/* Stress and tangent by eps of one layer with its thickness strain increased by `more`. */
static void layer_stress(Sheet *e, int index, SnLanes more)
{
    Layer *layer = &e->layer[index];
    SnLanes q[9], strain[9], c[6], f[9], inverse[9], p[9], t[6][6], ct[6][6];
    SnPointStress law;

    for (int i = 0; i < 9; i++)
        q[i] = from(e->data->inverse[index][i]);
    for (int v = 0; v < 6; v++)
        strain[3 * voigt_row[v] + voigt_column[v]] = strain[3 * voigt_column[v] + voigt_row[v]] =
            layer->strain[v] + (v == ZZ ? more : lanes(0));
    /* q' E q */
    for (int v = 0; v < 6; v++) {
        c[v] = lanes(0);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                c[v] += q[3 * i + voigt_row[v]] * strain[3 * i + k] * q[3 * k + voigt_column[v]];
    }
    SnLanes factor;
    if (e->linear) {
        lanes_zero(f, 9);
        for (int v = 0; v < 6; v++)
            f[3 * voigt_row[v] + voigt_column[v]] = f[3 * voigt_column[v] + voigt_row[v]] =
                c[v] + (v < 3);
        layer->ratio = 1 + c[0] + c[1] + c[2];
        factor = lanes(1);
        memcpy(p, q, sizeof p);
    } else {
        for (int v = 0; v < 6; v++)
            c[v] = 2 * c[v] + (v < 3);
        layer->ratio = factor = triangular(c, f, inverse, &e->broken);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p[3 * i + k] = q[3 * i] * inverse[k] + q[3 * i + 1] * inverse[3 + k] +
                               q[3 * i + 2] * inverse[6 + k];
    }
    whole_law(e, f, layer->ratio, &law);
    layer->energy = law.energy;
    strain_map(p, t);
    if (e->viscosity.mu != 0)
        viscous_tangent(e, t, layer->viscous);
    for (int v = 0; v < 6; v++) {
        layer->stress[v] = lanes(0);
        for (int w = 0; w < 6; w++) {
            layer->stress[v] += factor * t[w][v] * law.stress[w];
            ct[w][v] = lanes(0);
            for (int k = 0; k < 6; k++)
                ct[w][v] += factor * law.tangent[k < w ? SN_VOIGT(k, w) : SN_VOIGT(w, k)] * t[k][v];
        }
    }
    for (int v = 0; v < 6; v++)
        for (int w = v; w < 6; w++) {
            SnLanes sum = lanes(0);
            for (int k = 0; k < 6; k++)
                sum += t[k][v] * ct[k][w];
            layer->tangent[SN_VOIGT(v, w)] = sum;
        }
}

/* det(1 + 2 E) is linear in the slope: value and derivative, of one layer. */
static void volume_line(const Sheet *e, int index, SnLanes *value, SnLanes *rate)
{
    const Layer *layer = &e->layer[index];
    SnLanes q[9], g[6];
    for (int i = 0; i < 9; i++)
        q[i] = from(e->data->inverse[index][i]);
    const SnLanes det = q[0] * (q[4] * q[8] - q[5] * q[7]) - q[1] * (q[3] * q[8] - q[5] * q[6]) +
                        q[2] * (q[3] * q[7] - q[4] * q[6]);
    /* the metric that belongs to the strains: that of the Jacobian at rest + 2 E */
    SnLanes jacobian[9];
    const SnLanes by = 1 / det;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, r = (k + 1) % 3, s = (k + 2) % 3;
            jacobian[3 * k + i] = by * (q[3 * a + r] * q[3 * b + s] - q[3 * a + s] * q[3 * b + r]);
        }
    for (int v = 0; v < 6; v++) {
        g[v] = 2 * layer->strain[v];
        for (int i = 0; i < 3; i++)
            g[v] += jacobian[3 * i + voigt_row[v]] * jacobian[3 * i + voigt_column[v]];
    }
    const SnLanes area = g[0] * g[1] - g[3] * g[3];
    *value = det * det *
             (g[2] * area + 2 * g[3] * g[4] * g[5] - g[0] * g[4] * g[4] - g[1] * g[5] * g[5]);
    *rate = det * det * area * 2 * from(e->data->enhance[index]);
}

/* The slope (of a membrane: the strain) through the thickness that leaves no stress, by Newton's
 * method; each step keeps at least a fifth of the square of the volume. */
static void solve_thickness(Sheet *e)
{
    const int n = e->data->table->n_layers;
    SnLanes value[2], rate[2];

    e->slope = lanes(0);
    for (int k = 0; k < n && !e->linear; k++)
        volume_line(e, k, &value[k], &rate[k]);
    if (n == 1 && !e->linear) { /* start: same volume */
        const SnLanes start = (1 - value[0]) / rate[0];
        e->broken |= ~(rate[0] > 0);
        e->slope = lanes_select(rate[0] > 0, start, lanes(0));
    }
    for (int round = 0; round < ROUNDS; round++) {
        SnLanes force = lanes(0), stiffness = lanes(0);
        e->broken = (SnLanesMask){0};
        for (int k = 0; k < n; k++) {
            const SnLanes h = from(e->data->enhance[k]), weight = from(e->data->weight[k]);
            layer_stress(e, k, h * e->slope);
            force += h * weight * e->layer[k].stress[ZZ];
            stiffness += h * h * weight * e->layer[k].tangent[SN_VOIGT(ZZ, ZZ)];
        }
        SnLanes step = -force / (lanes_abs(stiffness) + 1e-300), share = lanes(1);
        for (int k = 0; k < n && !e->linear; k++) {
            const SnLanes present = value[k] + rate[k] * e->slope, change = rate[k] * step;
            const SnLanes allowed = -0.8 * present;
            share = lanes_min(share, lanes_select(change < allowed, allowed / change, lanes(1)));
        }
        /* the largest strain that a unit of the slope is, in true length */
        const SnLanes true_length = from(e->data->inverse[0][6]) * from(e->data->inverse[0][6]) +
                                    from(e->data->inverse[0][7]) * from(e->data->inverse[0][7]) +
                                    from(e->data->inverse[0][8]) * from(e->data->inverse[0][8]);
        const SnLanes size = lanes_abs(step * true_length);
        const SnLanesMask open = (size > 1e-12) & ~e->broken;
        if (!(open[0] | open[1] | open[2] | open[3]) && round > 0)
            return;
        if (round + 1 == ROUNDS) {
            e->broken |= open;
            return;
        }
        e->slope += share * step;
    }
}

/* --- sums --- */

static void add_force(const Sheet *e, double (*force)[3])
{
    const int n = e->data->table->n_nodes;
    for (int a = 0; a < n; a++)
        for (int i = 0; i < 3; i++) {
            SnLanes sum = lanes(0);
            for (int k = 0; k < e->data->table->n_layers; k++) {
                const SnLanes weight = from(e->data->weight[k]);
                for (int c = 0; c < 6; c++)
                    sum += weight * e->layer[k].stress[c] * e->layer[k].gradient[c][a][i];
            }
            force[a][i] = -across(sum, e->data->table->n_points);
        }
}

/* What of the stress may stand in the second part of the stiffness. */
static void geometric_stress(const Sheet *e, int index, SnLanes stress[6])
{
    const SnLanes weight = from(e->data->weight[index]);
    for (int c = 0; c < 6; c++)
        stress[c] = weight * e->layer[index].stress[c];
    if (!e->positive_definite)
        return;
    SnLanes value[3], vector[3][3];
    lanes_eigen(stress, value, vector);
    lanes_zero(stress, 6);
    for (int k = 0; k < 3; k++) {
        const SnLanes kept = lanes_max(value[k], lanes(0)), *n = vector[k];
        for (int v = 0; v < 6; v++)
            stress[v] += kept * n[voigt_row[v]] * n[voigt_column[v]];
    }
}

/* One layer's share b'D b to the packed pairs in lanes [PAIRS][9], row-major blocks. */
static void add_material(const Sheet *e, int index, const SnLanes tangent[21], double share,
                         SnLanes (*stiffness)[9], SnLanes (*condensed)[3])
{
    const Layer *layer = &e->layer[index];
    const SnSheetTable *table = e->data->table;
    const SnLanes weight = share * from(e->data->weight[index]);
    const SnLanes h = from(e->data->enhance[index]);

    for (int b = 0; b < table->n_nodes; b++)
        for (int j = 0; j < 3; j++) {
            SnLanes d[6];
            for (int v = 0; v < 6; v++) {
                d[v] = lanes(0);
                for (int w = 0; w < 6; w++)
                    d[v] +=
                        tangent[v < w ? SN_VOIGT(v, w) : SN_VOIGT(w, v)] * layer->gradient[w][b][j];
                d[v] *= weight;
            }
            condensed[b][j] += h * d[ZZ];
            for (int a = b; a < table->n_nodes; a++)
                for (int i = 0; i < 3; i++) {
                    SnLanes sum = lanes(0);
                    for (int v = 0; v < 6; v++)
                        sum += layer->gradient[v][a][i] * d[v];
                    stiffness[a * (a + 1) / 2 + b][3 * i + j] += sum;
                }
        }
}

/* One layer's s d2eps. */
static void add_geometric(const Sheet *e, int index, SnLanes (*stiffness)[9])
{
    const SnSheetTable *table = e->data->table;
    SnLanes geometric[6];

    geometric_stress(e, index, geometric);
    for (int a = 0, k = 0; a < table->n_nodes; a++)
        for (int b = 0; b <= a; b++, k++) {
            SnLanes sum = lanes(0);
            for (int c = 0; c < 6; c++)
                sum += (c < 3 ? 1 : 2) * geometric[c] * from(table->m[index][c][k]);
            sum *= a == b ? 1 : 0.5; /* pairs hold both orders */
            for (int i = 0; i < 3; i++)
                stiffness[k][4 * i] += sum;
        }
}

/* b'D b of all layers less what the slope (its rate) takes: D that of the law, or of damping. */
static void add_condensed(const Sheet *e, bool viscous, double share, SnLanes (*stiffness)[9])
{
    const SnSheetTable *table = e->data->table;
    SnLanes condensed[NODES][3], slope = lanes(0);

    memset(condensed, 0, sizeof condensed);
    for (int k = 0; k < table->n_layers; k++) {
        const SnLanes h = from(e->data->enhance[k]);
        const SnLanes *tangent = viscous ? e->layer[k].viscous : e->layer[k].tangent;
        add_material(e, k, tangent, share, stiffness, condensed);
        slope += share * h * h * from(e->data->weight[k]) * tangent[SN_VOIGT(ZZ, ZZ)];
    }
    const SnLanes inverse = 1 / slope;
    for (int a = 0, k = 0; a < table->n_nodes; a++)
        for (int b = 0; b <= a; b++, k++)
            for (int i = 0; i < 9; i++)
                stiffness[k][i] -= inverse * condensed[a][i / 3] * condensed[b][i % 3];
}

static void add_stiffness(const Sheet *e, double rate_share, double *to)
{
    const SnSheetTable *table = e->data->table;
    const int n_pairs = table->n_nodes * (table->n_nodes + 1) / 2;
    SnLanes stiffness[PAIRS][9];

    memset(stiffness, 0, sizeof stiffness);
    for (int k = 0; k < table->n_layers && !e->linear; k++)
        add_geometric(e, k, stiffness);
    add_condensed(e, false, 1, stiffness);
    if (rate_share != 0 && e->viscosity.mu != 0)
        add_condensed(e, true, rate_share, stiffness);
    for (int k = 0; k < n_pairs; k++)
        for (int i = 0; i < 9; i++)
            to[9 * k + i] = across(stiffness[k][i], table->n_points);
}

/* --- what the table of kernels offers --- */

static int begin(Sheet *e, const SnFemSolid *solid, const SnFemInput *input, const SnSheet *data,
                 const SnFemViscosity *viscosity)
{
    const int element = data->element, *node = solid->nodes + solid->start[element];

    e->data = data;
    e->material = &solid->materials[solid->material_of[element]];
    e->linear = sn_material_class(e->material)->flags & SN_LAW_SMALL_STRAIN;
    e->positive_definite = input->positive_definite;
    e->viscosity = (SnFemViscosity){0};
    if (viscosity && solid->stiffness_damping != 0)
        e->viscosity = viscosity[solid->n_materials + solid->material_of[element]];
    e->activation = lanes(input->activation ? input->activation[element] : 0);
    e->broken = (SnLanesMask){0};
    for (int i = 0; i < 3; i++)
        e->fibre[i] = lanes(solid->fibre ? solid->fibre[element][i] : 0);
    for (int a = 0; a < data->table->n_nodes; a++)
        for (int i = 0; i < 3; i++) {
            /* about the first node: squares of places far from the origin would cost digits */
            e->rest[a][i] = solid->rest[3 * node[a] + i] - solid->rest[3 * node[0] + i];
            e->x[a][i] = input->x[node[a]][i] - input->x[node[0]][i];
        }
    for (int k = 0; k < data->table->n_layers; k++)
        metric_strain(e, k);
    solve_thickness(e);
    int bad = 0;
    for (int k = 0; k < data->table->n_points; k++)
        bad |= e->broken[k] != 0;
    return bad;
}

int SN_FEM(sheet)(const SnFemSolid *solid, const SnFemInput *input, const SnSheet *data,
                  SnFemScratch *scratch, double *energy);
void SN_FEM(sheet_points)(const SnFemSolid *solid, const SnFemInput *input, const SnSheet *data,
                          SnFemPoints *points);

int SN_FEM(sheet)(const SnFemSolid *solid, const SnFemInput *input, const SnSheet *data,
                  SnFemScratch *scratch, double *energy)
{
    Sheet e;
    const int bad = begin(&e, solid, input, data, scratch ? scratch->viscosity : NULL);
    const ptrdiff_t first = 3 * (ptrdiff_t)solid->start[data->element];

    if (scratch) {
        add_force(&e, (double(*)[3])(scratch->force + first));
        if (input->tangent)
            add_stiffness(&e, solid->stiffness_damping * input->rate_share,
                          scratch->stiffness + solid->stiffness_start[data->element]);
    }
    if (scratch && input->v && e.viscosity.mu != 0) {
        double v[NODES][3];
        for (int a = 0; a < data->table->n_nodes; a++)
            memcpy(v[a], input->v[solid->nodes[solid->start[data->element] + a]], sizeof v[a]);
        add_viscous_force(&e, solid->stiffness_damping, (const double(*)[3])v,
                          (double(*)[3])(scratch->viscous + first));
    }
    if (energy) {
        *energy = 0;
        for (int k = 0; k < data->table->n_layers; k++)
            *energy += across(from(data->weight[k]) * e.layer[k].energy, data->table->n_points);
    }
    return bad;
}

/* --- stress and strain at the points --- */

/* Tangents of the natural coordinates at a point (at rest for small strain); of membranes the third
 * is the normal, as long as the thickness strain makes it. */
static void tangents(const Sheet *e, int index, SnLanes t[3][3])
{
    const SnSheetTable *table = e->data->table;
    const double(*x)[3] = e->linear ? e->rest : e->x;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            t[k][i] = lanes(0);
            for (int a = 0; a < table->n_nodes; a++)
                t[k][i] += x[a][i] * from(table->derivative[index][a][k]);
        }
    if (table->n_layers == 2)
        return;
    for (int i = 0; i < 3; i++) {
        const int p = (i + 1) % 3, q = (i + 2) % 3;
        t[2][i] = t[0][p] * t[1][q] - t[0][q] * t[1][p];
    }
    const SnLanes stretch = e->linear ? lanes(1) : lanes_max(1 + 2 * e->slope, lanes(0));
    lanes_scale(t[2], lanes_sqrt(stretch / lanes_dot(t[2], t[2])), 3);
}

/* J sigma = s^ij x_,i x_,j */
static void true_stress(const Sheet *e, int index, SnLanes t[3][3], SnLanes sigma[6])
{
    const Layer *layer = &e->layer[index];
    SnLanes dyad[6];
    lanes_zero(sigma, 6);
    for (int c = 0; c < 6; c++) {
        lanes_dyad(t[voigt_row[c]], t[voigt_column[c]], dyad);
        lanes_add(sigma, (c < 3 ? 1 : 2) * layer->stress[c], dyad, 6);
    }
    if (!e->linear)
        lanes_scale(sigma, 1 / layer->ratio, 6);
}

static void true_strain(const Sheet *e, int index, SnLanes t[3][3], SnLanes strain[6])
{
    SnLanes q[9], f[9], b[6], x[3], n[3][3], dyad[6];
    for (int i = 0; i < 9; i++)
        q[i] = from(e->data->inverse[index][i]);
    lanes_zero(strain, 6);
    if (e->linear) { /* q' E q */
        for (int c = 0; c < 6; c++) {
            const SnLanes more = c == ZZ ? from(e->data->enhance[index]) * e->slope : lanes(0);
            lanes_dyad(q + 3 * voigt_row[c], q + 3 * voigt_column[c], dyad);
            lanes_add(strain, (c < 3 ? 1 : 2) * (e->layer[index].strain[c] + more), dyad, 6);
        }
        return;
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            f[3 * i + k] = t[0][i] * q[k] + t[1][i] * q[3 + k] + t[2][i] * q[6 + k];
    lanes_left_cauchy(f, b);
    lanes_eigen(b, x, n);
    for (int k = 0; k < 3; k++) {
        lanes_dyad(n[k], n[k], dyad);
        lanes_add(strain, 0.5 * lanes_log(x[k]), dyad, 6);
    }
}

void SN_FEM(sheet_points)(const SnFemSolid *solid, const SnFemInput *input, const SnSheet *data,
                          SnFemPoints *points)
{
    Sheet e;
    const int n = data->table->n_points;

    begin(&e, solid, input, data, NULL);
    for (int index = 0; index < data->table->n_layers; index++) {
        SnLanes t[3][3], sigma[6], strain[6];
        tangents(&e, index, t);
        true_stress(&e, index, t, sigma);
        true_strain(&e, index, t, strain);
        for (int k = 0; k < n; k++) {
            const int p = index * n + k;
            for (int v = 0; v < 6; v++) {
                points->stress[p][v][0] = sigma[v][k];
                points->strain[p][v][0] = strain[v][k];
            }
            points->energy[p][0] = e.layer[index].energy[k];
            points->ratio[p][0] = e.layer[index].ratio[k];
        }
    }
}

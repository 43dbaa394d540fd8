/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/fem/results.h"

#include "engine/base/vec.h"
#include "engine/fem/batches.h"
#include "engine/fem/fibres.h"
#include "engine/fem/point_fit.h"

#include <math.h>
#include <string.h>

#define PART 4 /* groups to a part of the work */

/* --- numbers of one tensor (xx yy zz xy yz zx) --- */

static double von_mises(const double s[6])
{
    const double a = s[0] - s[1], b = s[1] - s[2], c = s[2] - s[0];
    return sqrt(0.5 * (a * a + b * b + c * c) + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

/* Largest and smallest principal value (the trigonometric solution of the cubic). */
static void extremes(const double s[6], double *largest, double *smallest)
{
    const double mean = (s[0] + s[1] + s[2]) / 3;
    const double x = s[0] - mean, y = s[1] - mean, z = s[2] - mean;
    const double size =
        sqrt((x * x + y * y + z * z + 2 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5])) / 6);
    double angle = 0;
    if (size > 0) {
        const double det = x * (y * z - s[4] * s[4]) - s[3] * (s[3] * z - s[4] * s[5]) +
                           s[5] * (s[3] * s[4] - y * s[5]);
        angle = acos(fmax(-1, fmin(1, det / (2 * size * size * size)))) / 3;
    }
    *largest = mean + 2 * size * cos(angle);
    *smallest = mean + 2 * size * cos(angle + 2 * M_PI / 3);
}

/* What of a point a field is made from. */
typedef enum Source { FROM_STRESS, FROM_STRAIN, FROM_ENERGY, FROM_RATIO, FROM_ELSEWHERE } Source;

static Source source_of(SnFemField field)
{
    switch (field) {
    case SN_FIELD_VON_MISES:
    case SN_FIELD_MAX_STRESS:
    case SN_FIELD_MIN_STRESS:
    case SN_FIELD_MAX_SHEAR:
    case SN_FIELD_PRESSURE:
        return FROM_STRESS;
    case SN_FIELD_MAX_STRAIN:
    case SN_FIELD_MIN_STRAIN:
    case SN_FIELD_EQUIVALENT_STRAIN:
        return FROM_STRAIN;
    case SN_FIELD_ENERGY:
        return FROM_ENERGY;
    case SN_FIELD_VOLUME_RATIO:
        return FROM_RATIO;
    default:
        return FROM_ELSEWHERE;
    }
}

/* The field's number from its source: a tensor, or a scalar in its first place. */
static double number_of(SnFemField field, const double v[6])
{
    double largest, smallest;
    switch (field) {
    case SN_FIELD_VON_MISES:
        return von_mises(v);
    case SN_FIELD_EQUIVALENT_STRAIN:
        return von_mises(v) * 2 / 3;
    case SN_FIELD_PRESSURE:
        return -(v[0] + v[1] + v[2]) / 3;
    case SN_FIELD_MAX_STRESS:
    case SN_FIELD_MAX_STRAIN:
        extremes(v, &largest, &smallest);
        return largest;
    case SN_FIELD_MIN_STRESS:
    case SN_FIELD_MIN_STRAIN:
        extremes(v, &largest, &smallest);
        return smallest;
    case SN_FIELD_MAX_SHEAR:
        extremes(v, &largest, &smallest);
        return 0.5 * (largest - smallest);
    default:
        return v[0];
    }
}

/* --- integration points --- */

/* Adds the pressure of the rows of incompressibility: a row pulls the volume V with the force
 * lambda/scale dV/dx, which is that of a stress -lambda/scale. */
static void add_constraint_pressure(const SnFemSolid *solid, const double *lambda,
                                    const SnFemBatch *batch, SnFemPoints *points)
{
    const SnFemBatches *batches = solid->batches;
    const bool nodal = solid->incompressibility == SN_INCOMPRESSIBLE_NODAL;
    const int corners = sn_element_shape((SnElementKind)batch->kind)->n_corners;

    if (!lambda || solid->n_constraints == 0)
        return;
    for (int lane = 0; lane < batch->n_lanes; lane++)
        for (int p = 0; p < batch->n_points; p++) {
            double pressure = 0;
            if (nodal) {
                for (int c = 0; c < corners; c++) {
                    const int row = batches->row_of[batch->node[SN_LANES * c + lane]];
                    pressure += batches->corner_value[batch->kind][p][c] * lambda[row] /
                                solid->constraint_scale[row];
                }
            } else {
                const int row = batches->row_of[batch->element[lane]];
                pressure = lambda[row] / solid->constraint_scale[row];
            }
            for (int v = 0; v < 3; v++)
                points->stress[p][v][lane] -= pressure;
        }
}

/* Elements whose points are computed together: a batch, or one sheet (in lane 0). */
typedef struct Group {
    const SnFemBatch *batch; /* NULL: a sheet */
    const SnSheet *sheet;
    SnElementKind kind;
    int n_lanes, n_nodes, n_points;
    const int *element; /* [n_lanes] */
} Group;

static int group_count(const SnFemSolid *solid)
{
    const SnFemBatches *batches = solid->batches;
    return batches->n + (batches->sheets ? batches->sheets->n : 0);
}

static Group group_at(const SnFemSolid *solid, int number)
{
    const SnFemBatches *batches = solid->batches;
    if (number < batches->n) {
        const SnFemBatch *batch = &batches->batch[number];
        return (Group){.batch = batch,
                       .kind = (SnElementKind)batch->kind,
                       .n_lanes = batch->n_lanes,
                       .n_nodes = batch->n_nodes,
                       .n_points = batch->n_points,
                       .element = batch->element};
    }
    const SnSheet *sheet = &batches->sheets->sheet[number - batches->n];
    return (Group){.sheet = sheet,
                   .kind = (SnElementKind)solid->kind[sheet->element],
                   .n_lanes = 1,
                   .n_nodes = sheet->table->n_nodes,
                   .n_points = sheet->table->n_layers * sheet->table->n_points,
                   .element = &sheet->element};
}

/* Rest volume of a point [m3]. */
static double weight_of(const Group *group, int p, int lane)
{
    if (group->batch)
        return group->batch->weight[SN_LANES * p + lane];
    const int places = group->sheet->table->n_points;
    return group->sheet->weight[p / places][p % places];
}

static void fit_of(const Group *group, SnPointFit *fit)
{
    if (group->batch)
        sn_point_fit(group->kind, fit);
    else
        sn_sheet_fit(group->kind, group->sheet->table, fit);
}

/* Adds the Cauchy stress w'(l) l/J n n of fibre k of a bundle at one point of its element. */
static void add_fibre_stress(const SnFemSolid *solid, const SnFemInput *input,
                             const SnFemBundle *bundle, int k, int p, double sigma[6])
{
    static const int row[6] = {0, 1, 2, 0, 1, 2}, column[6] = {0, 1, 2, 1, 2, 0};
    const int element = bundle->element[k], place = solid->batches->place[element];
    const SnFemBatch *batch = &solid->batches->batch[place / SN_LANES];
    const double *g =
        batch->gradient + (ptrdiff_t)3 * SN_LANES * batch->n_nodes * p + place % SN_LANES;
    const int *node = solid->nodes + solid->start[element];
    double f[9] = {0}, n[3], slope;

    for (int a = 0; a < batch->n_nodes; a++, g += 3 * SN_LANES)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                f[3 * i + j] += input->x[node[a]][i] * g[SN_LANES * j];
    sn_m3_mul_v3(f, bundle->direction[k], n);
    const double l = sn_v3_normalize(n, n);
    const double stress =
        sn_fibre_stress(bundle->fibre, l, bundle->activation, &slope) * l / sn_m3_det(f);
    for (int v = 0; v < 6; v++)
        sigma[v] += stress * n[row[v]] * n[column[v]];
}

/* Adds the stress of the bundles' fibres to a batch (sheets carry none). */
static void add_bundles(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                        SnFemPoints *points)
{
    for (int b = 0; b < input->n_bundles; b++)
        for (int k = 0; k < input->bundles[b].n; k++)
            for (int lane = 0; lane < batch->n_lanes; lane++)
                for (int p = 0;
                     input->bundles[b].element[k] == batch->element[lane] && p < batch->n_points;
                     p++) {
                    double sigma[6] = {0};
                    add_fibre_stress(solid, input, &input->bundles[b], k, p, sigma);
                    for (int v = 0; v < 6; v++)
                        points->stress[p][v][lane] += sigma[v];
                }
}

static void compute_points(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                           const Group *group, SnFemPoints *points)
{
    if (!group->batch) {
        solid->batches->kernels->sheet_points(solid, input, group->sheet, points);
        return;
    }
    solid->batches->kernels->points(solid, input, group->batch, points);
    add_constraint_pressure(solid, lambda, group->batch, points);
    add_bundles(solid, input, group->batch, points);
}

/* A source at one point of one element. */
static void point_source(const SnFemPoints *points, Source source, int p, int lane, double v[6])
{
    memset(v, 0, 6 * sizeof *v);
    if (source == FROM_ENERGY)
        v[0] = points->energy[p][lane];
    else if (source == FROM_RATIO)
        v[0] = points->ratio[p][lane];
    else
        for (int i = 0; i < 6; i++)
            v[i] = source == FROM_STRESS ? points->stress[p][i][lane] : points->strain[p][i][lane];
}

/* --- one element, one node --- */

static void to_result(const double stress[6], const double strain[6], SnFemResult *result)
{
    static const int order[6] = {0, 1, 2, 3, 5, 4}; /* xx yy zz xy xz yz */
    for (int i = 0; i < 6; i++) {
        result->stress[i] = stress[order[i]];
        result->strain[i] = strain[order[i]];
    }
    result->pressure = -(stress[0] + stress[1] + stress[2]) / 3;
    result->von_mises = von_mises(stress);
}

static double present_volume(const SnFemSolid *solid, const SnFemInput *input, const Group *group,
                             int lane, const SnFemPoints *points)
{
    double volume[SN_LANES] = {0};
    if (group->batch)
        solid->batches->kernels->volume->volume(solid, input->x, group->batch, volume, NULL);
    for (int p = 0; !group->batch && p < group->n_points; p++)
        volume[lane] += weight_of(group, p, lane) * points->ratio[p][lane];
    return volume[lane];
}

void sn_fem_element_result(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                           int element, SnFemResult *result)
{
    const int place = solid->batches->place[element], lane = place % SN_LANES;
    const Group group = group_at(solid, place / SN_LANES);
    double stress[6] = {0}, strain[6] = {0}, energy = 0;
    SnFemPoints points;

    compute_points(solid, input, lambda, &group, &points);
    for (int p = 0; p < group.n_points; p++) {
        const double weight = weight_of(&group, p, lane);
        for (int v = 0; v < 6; v++) {
            stress[v] += weight / solid->volume[element] * points.stress[p][v][lane];
            strain[v] += weight / solid->volume[element] * points.strain[p][v][lane];
        }
        energy += weight * points.energy[p][lane];
    }
    *result = (SnFemResult){0};
    to_result(stress, strain, result);
    result->energy = energy;
    result->volume = present_volume(solid, input, &group, lane, &points);
}

int sn_fem_smallest_part(const SnFemSolid *solid, const double (*x)[3], double *part)
{
    const SnFemBatches *batches = solid->batches;
    int element = -1;
    *part = INFINITY;
    for (int b = 0; b < batches->n; b++) {
        const SnFemBatch *batch = &batches->batch[b];
        double volume[SN_LANES] = {0};
        batches->kernels->volume->volume(solid, x, batch, volume, NULL);
        for (int lane = 0; lane < batch->n_lanes; lane++) {
            const double ratio = volume[lane] / batch->volume[lane];
            if (!(ratio >= *part)) {
                *part = ratio;
                element = batch->element[lane];
            }
        }
    }
    return element;
}

double sn_fem_volume(const SnFemSolid *solid, const SnFemInput *input)
{
    double sum = 0;
    for (int k = 0; k < group_count(solid); k++) {
        const Group group = group_at(solid, k);
        double volume[SN_LANES] = {0};
        if (group.batch) {
            solid->batches->kernels->volume->volume(solid, input->x, group.batch, volume, NULL);
        } else {
            SnFemPoints points;
            solid->batches->kernels->sheet_points(solid, input, group.sheet, &points);
            for (int lane = 0; lane < group.n_lanes; lane++)
                volume[lane] = present_volume(solid, input, &group, lane, &points);
        }
        for (int lane = 0; lane < group.n_lanes; lane++)
            sum += volume[lane];
    }
    return sum;
}

/* Adds one element's share to the sums of one of its nodes. */
static void add_node_share(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                           int element, int corner, double stress[6], double strain[6],
                           SnFemResult *result)
{
    const int place = solid->batches->place[element], lane = place % SN_LANES;
    const Group group = group_at(solid, place / SN_LANES);
    SnPointFit fit;
    SnFemPoints points;

    compute_points(solid, input, lambda, &group, &points);
    fit_of(&group, &fit);
    for (int p = 0; p < group.n_points; p++) {
        for (int v = 0; v < 6; v++) {
            stress[v] += fit.m[corner][p] * points.stress[p][v][lane];
            strain[v] += fit.m[corner][p] * points.strain[p][v][lane];
        }
        result->energy += fit.m[corner][p] * points.energy[p][lane];
    }
    result->volume += present_volume(solid, input, &group, lane, &points) / group.n_nodes;
}

void sn_fem_node_result(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                        int node, SnFemResult *result)
{
    double stress[6] = {0}, strain[6] = {0};
    int count = 0;

    *result = (SnFemResult){0};
    for (int e = 0; e < solid->n_elements; e++)
        for (int k = solid->start[e]; k < solid->start[e + 1]; k++)
            if (solid->nodes[k] == node) {
                add_node_share(solid, input, lambda, e, k - solid->start[e], stress, strain,
                               result);
                count++;
            }
    for (int v = 0; v < 6 && count > 0; v++) {
        stress[v] /= count;
        strain[v] /= count;
    }
    to_result(stress, strain, result);
    if (count > 0)
        result->energy /= count;
}

/* --- fields at all nodes --- */

typedef struct Task {
    const SnFemSolid *solid;
    const SnFemInput *input;
    const double *lambda;
    Source source;
    SnPointFit fit[SN_ELEMENT_KIND_COUNT];
} Task;

static void fit_kinds(const SnFemSolid *solid, SnPointFit *fit)
{
    bool known[SN_ELEMENT_KIND_COUNT] = {false};
    for (int k = 0; k < group_count(solid); k++) {
        const Group group = group_at(solid, k);
        if (!known[group.kind])
            fit_of(&group, &fit[group.kind]);
        known[group.kind] = true;
    }
}

static void carry_to_nodes(const Task *task, const Group *group)
{
    const SnFemSolid *solid = task->solid;
    const SnPointFit *fit = &task->fit[group->kind];
    SnFemPoints points;

    compute_points(solid, task->input, task->lambda, group, &points);
    for (int lane = 0; lane < group->n_lanes; lane++) {
        double *node = solid->batches->nodal + 6 * (ptrdiff_t)solid->start[group->element[lane]];
        memset(node, 0, 6 * (size_t)group->n_nodes * sizeof *node);
        for (int p = 0; p < group->n_points; p++) {
            double v[6];
            point_source(&points, task->source, p, lane, v);
            for (int a = 0; a < group->n_nodes; a++)
                for (int i = 0; i < 6; i++)
                    node[6 * a + i] += fit->m[a][p] * v[i];
        }
    }
}

static void carry_part(void *data, int part)
{
    const Task *task = data;
    const int n = group_count(task->solid);
    for (int k = PART * part; k < PART * (part + 1) && k < n; k++) {
        const Group group = group_at(task->solid, k);
        carry_to_nodes(task, &group);
    }
}

/* Sums over the elements of each node, in the order of the elements. */
static void sum_nodes(const SnFemSolid *solid)
{
    const double *value = solid->batches->nodal;
    double *sum = solid->batches->node_sum;

    memset(sum, 0, 7 * (size_t)solid->n_nodes * sizeof *sum);
    for (int e = 0; e < solid->n_elements; e++)
        for (int k = solid->start[e]; k < solid->start[e + 1]; k++) {
            double *to = sum + 7 * (ptrdiff_t)solid->nodes[k];
            for (int i = 0; i < 6; i++)
                to[i] += value[6 * (ptrdiff_t)k + i];
            to[6]++;
        }
}

static double displacement(const SnFemSolid *solid, const SnFemInput *input, int node)
{
    const double *rest = solid->rest + 3 * (ptrdiff_t)node, *x = input->x[node];
    return hypot(hypot(x[0] - rest[0], x[1] - rest[1]), x[2] - rest[2]);
}

/* Of the laws with active fibres or of the most active bundle. */
static double activation_of(const SnFemInput *input, int element)
{
    double activation = input->activation ? input->activation[element] : 0;
    for (int b = 0; b < input->n_bundles; b++)
        for (int k = 0; k < input->bundles[b].n; k++)
            if (input->bundles[b].element[k] == element)
                activation = fmax(activation, input->bundles[b].activation);
    return activation;
}

/* Activation at the nodes: mean over their elements. */
static void spread_activation(const SnFemSolid *solid, const SnFemInput *input)
{
    for (int e = 0; e < solid->n_elements; e++) {
        const double activation = activation_of(input, e);
        for (int k = solid->start[e]; k < solid->start[e + 1]; k++) {
            double *to = solid->batches->nodal + 6 * (ptrdiff_t)k;
            memset(to, 0, 6 * sizeof *to);
            to[0] = activation;
        }
    }
}

void sn_fem_node_field(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                       SnFemField field, SnWorkers *workers, float *value)
{
    Task task = {.solid = solid, .input = input, .lambda = lambda, .source = source_of(field)};

    if (field == SN_FIELD_DISPLACEMENT) {
        for (int a = 0; a < solid->n_nodes; a++)
            value[a] = (float)displacement(solid, input, a);
        return;
    }
    if (field == SN_FIELD_ACTIVATION) {
        spread_activation(solid, input);
    } else if (task.source != FROM_ELSEWHERE) {
        fit_kinds(solid, task.fit);
        sn_workers_run(workers, carry_part, &task, (group_count(solid) + PART - 1) / PART);
    } else {
        memset(value, 0, (size_t)solid->n_nodes * sizeof *value);
        return;
    }
    sum_nodes(solid);
    for (int a = 0; a < solid->n_nodes; a++) {
        double *sum = solid->batches->node_sum + 7 * (ptrdiff_t)a, v[6] = {0};
        for (int i = 0; i < 6 && sum[6] > 0; i++)
            v[i] = sum[i] / sum[6];
        value[a] = (float)number_of(field, v);
    }
}

/* --- the largest value --- */

typedef struct Largest {
    double value;
    int element;
} Largest;

static void consider(Largest *largest, double value, int element)
{
    if (largest->element < 0 || value > largest->value)
        *largest = (Largest){value, element};
}

double sn_fem_field_maximum(const SnFemSolid *solid, const SnFemInput *input, const double *lambda,
                            SnFemField field, int *element)
{
    Largest largest = {0, -1};
    const Source source = source_of(field);
    SnFemPoints points;

    for (int k = 0; source != FROM_ELSEWHERE && k < group_count(solid); k++) {
        const Group group = group_at(solid, k);
        compute_points(solid, input, lambda, &group, &points);
        for (int lane = 0; lane < group.n_lanes; lane++)
            for (int p = 0; p < group.n_points; p++) {
                double v[6];
                point_source(&points, source, p, lane, v);
                consider(&largest, number_of(field, v), group.element[lane]);
            }
    }
    for (int e = 0; source == FROM_ELSEWHERE && e < solid->n_elements; e++) {
        if (field == SN_FIELD_ACTIVATION)
            consider(&largest, activation_of(input, e), e);
        for (int k = solid->start[e]; field == SN_FIELD_DISPLACEMENT && k < solid->start[e + 1];
             k++)
            consider(&largest, displacement(solid, input, solid->nodes[k]), e);
    }
    *element = largest.element;
    return largest.value;
}

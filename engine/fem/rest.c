/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements sorted into batches, and what their shape at rest gives. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/fem/batches.h"

#define VECTOR_BYTES (SN_LANES * sizeof(double))
/* Volume of a point, by the cube of the element's extent, below which it counts as none. */
#define FLAT 1e-12

/* --- one element --- */

/* Rest gradients [n][3] and volume weight of one integration point; determinant returned. */
static double rest_point(int n, double (*const x)[3], double (*derivative)[3],
                         double (*gradient)[3])
{
    double j[3][3] = {{0}}, c[3][3]; /* dX_i/dr_k, cofactors */

    for (int a = 0; a < n; a++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                j[i][k] += x[a][i] * derivative[a][k];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int p = (i + 1) % 3, q = (i + 2) % 3, r = (k + 1) % 3, s = (k + 2) % 3;
            c[i][k] = j[p][r] * j[q][s] - j[p][s] * j[q][r];
        }
    const double det = j[0][0] * c[0][0] + j[0][1] * c[0][1] + j[0][2] * c[0][2];
    for (int a = 0; a < n; a++)
        for (int i = 0; i < 3; i++)
            gradient[a][i] = (c[i][0] * derivative[a][0] + c[i][1] * derivative[a][1] +
                              c[i][2] * derivative[a][2]) /
                             det;
    return det;
}

static double extent(int n, double (*const x)[3])
{
    double most = 0;
    for (int a = 1; a < n; a++)
        for (int i = 0; i < 3; i++)
            most = fmax(most, fabs(x[a][i] - x[0][i]));
    return most;
}

/* The corner nearest to an integration point. */
static int nearest_corner(SnElementKind kind, const double point[3])
{
    double natural[SN_ELEMENT_MAX_NODES][3], least = INFINITY;
    int nearest = 0;

    sn_element_natural_nodes(kind, natural);
    for (int a = 0; a < sn_element_shape(kind)->n_corners; a++) {
        double distance = 0;
        for (int i = 0; i < 3; i++)
            distance += (natural[a][i] - point[i]) * (natural[a][i] - point[i]);
        if (distance < least) {
            least = distance;
            nearest = a;
        }
    }
    return nearest;
}

/* Fills one lane of a batch with an element; false: it has no positive volume somewhere. */
static bool rest_element(const SnFemSolid *solid, const SnFemBatch *batch, int lane,
                         const SnQuadrature *quadrature, double *gradient, double *weight,
                         SnFemTrouble *trouble)
{
    const int e = batch->element[lane], n = batch->n_nodes;
    const int *nodes = solid->nodes + solid->start[e];
    const SnElementKind kind = (SnElementKind)batch->kind;
    double x[SN_ELEMENT_MAX_NODES][3], value[SN_ELEMENT_MAX_NODES];
    double derivative[SN_ELEMENT_MAX_NODES][3], rest[SN_ELEMENT_MAX_NODES][3];
    double volume = 0;
    int worst = -1;

    for (int a = 0; a < n; a++)
        memcpy(x[a], solid->rest + 3 * (ptrdiff_t)nodes[a], sizeof x[a]);
    const double size = extent(n, x), flat = FLAT * size * size * size;
    for (int p = 0; p < quadrature->n; p++) {
        sn_element_functions(kind, quadrature->point[p], value, derivative);
        const double det = rest_point(n, x, derivative, rest);
        const double share = det * quadrature->weight[p];
        volume += share;
        if (!(share > flat) && worst < 0)
            worst = p;
        weight[SN_LANES * p + lane] = share;
        for (int a = 0; a < n; a++)
            for (int i = 0; i < 3; i++)
                gradient[SN_LANES * (3 * (n * p + a) + i) + lane] = rest[a][i];
    }
    solid->volume[e] = volume;
    if (worst < 0)
        return true;
    trouble->element = e;
    snprintf(trouble->text, sizeof trouble->text, "is %s near node %d (volume %.3g m3)",
             fabs(volume) <= flat ? "flat" : "inside out",
             nodes[nearest_corner(kind, quadrature->point[worst])], volume);
    return false;
}

/* --- batches --- */

typedef struct Key {
    int kind, material, element;
} Key;

static int compare_keys(const void *a, const void *b)
{
    const Key *p = a, *q = b;
    return p->kind != q->kind           ? (p->kind > q->kind ? 1 : -1)
           : p->material != q->material ? (p->material > q->material ? 1 : -1)
                                        : (p->element > q->element) - (p->element < q->element);
}

static SnVolumeTreatment treatment_of(const SnFemSolid *solid, const Key *key)
{
    const unsigned law = sn_material_class(&solid->materials[key->material])->flags;
    switch (solid->incompressibility) {
    case SN_INCOMPRESSIBLE_OFF:
        return law & SN_LAW_WHOLE ? SN_VOLUME_IN_LAW : SN_VOLUME_AT_POINTS;
    case SN_INCOMPRESSIBLE_SOFT:
        return SN_VOLUME_OF_ELEMENT;
    case SN_INCOMPRESSIBLE_NODAL:
        return law & SN_LAW_SPLIT ? SN_VOLUME_NOWHERE : SN_VOLUME_SOME_AT_POINTS;
    default:
        return SN_VOLUME_NOWHERE;
    }
}

double sn_fem_volume_share(const SnMaterial *material, SnVolumeTreatment treatment)
{
    const SnMaterialLaw *law = sn_material_class(material)->law;
    const double bulk = law->bulk ? law->bulk(material) : material->bulk_modulus;
    if (treatment != SN_VOLUME_SOME_AT_POINTS)
        return treatment == SN_VOLUME_AT_POINTS;
    return bulk > 0 ? fmin(1, fmax(law->shear(material) / bulk, 0)) : 0;
}

/* Groups the sorted keys; sizes of the arrays that all batches share. */
static void form_batches(const SnFemSolid *solid, SnFemBatches *batches, const Key *key, int n,
                         size_t *n_nodes, size_t *n_gradients, size_t *n_weights)
{
    *n_nodes = *n_gradients = *n_weights = 0;
    for (int i = 0; i < n;) {
        SnFemBatch *batch = &batches->batch[batches->n++];
        SnQuadrature quadrature;
        sn_element_quadrature((SnElementKind)key[i].kind, &quadrature);
        batch->kind = (uint8_t)key[i].kind;
        batch->material = key[i].material;
        batch->treatment = (uint8_t)treatment_of(solid, &key[i]);
        batch->n_nodes = (uint8_t)sn_element_shape((SnElementKind)key[i].kind)->n_nodes;
        batch->n_points = (uint8_t)quadrature.n;
        batch->n_terms = sn_material_prony_terms(&solid->materials[batch->material]);
        const Key *first = &key[i];
        while (i < n && batch->n_lanes < SN_LANES && key[i].kind == first->kind &&
               key[i].material == first->material)
            batch->element[batch->n_lanes++] = key[i++].element;
        for (int lane = batch->n_lanes; lane < SN_LANES; lane++)
            batch->element[lane] = batch->element[batch->n_lanes - 1];
        *n_nodes += (size_t)batch->n_nodes * SN_LANES;
        *n_gradients += (size_t)batch->n_points * batch->n_nodes * 3 * SN_LANES;
        *n_weights += (size_t)batch->n_points * SN_LANES;
    }
}

/* numbers for vectors */
static double *vectors_new(size_t n)
{
    return sn_alloc_aligned(2 * VECTOR_BYTES, n + 2 * VECTOR_BYTES / sizeof(double),
                            sizeof(double));
}

static bool fill_batch(SnFemSolid *solid, SnFemBatch *batch, int *node, double *gradient,
                       double *weight, SnFemTrouble *trouble)
{
    SnQuadrature quadrature;

    sn_element_quadrature((SnElementKind)batch->kind, &quadrature);
    batch->node = node;
    batch->gradient = gradient;
    batch->weight = weight;
    batch->history = (size_t)solid->n_history;
    if (batch->n_terms > 0)
        solid->n_history += batch->n_points * (1 + batch->n_terms) * 6 * SN_LANES;
    for (int lane = 0; lane < SN_LANES; lane++) {
        const int e = batch->element[lane];
        for (int a = 0; a < batch->n_nodes; a++)
            node[SN_LANES * a + lane] = solid->nodes[solid->start[e] + a];
        for (int i = 0; i < 3; i++)
            batch->fibre[i][lane] = solid->fibre ? solid->fibre[e][i] : 0;
        if (!rest_element(solid, batch, lane, &quadrature, gradient, weight, trouble))
            return false;
        batch->volume[lane] = solid->volume[e];
    }
    return true;
}

SnFemTrouble sn_fem_batches_new(SnFemSolid *solid)
{
    SnFemBatches *batches = sn_alloc(1, sizeof *batches);
    Key *key = sn_alloc((size_t)solid->n_elements + 1, sizeof *key);
    SnFemTrouble trouble = {.element = -1};
    size_t n_nodes, n_gradients, n_weights;
    int n = 0;

    for (int e = 0; e < solid->n_elements; e++) {
        const SnElementKind kind = (SnElementKind)solid->kind[e];
        if (sn_element_is_surface(kind))
            continue;
        assert(solid->start[e + 1] - solid->start[e] == sn_element_shape(kind)->n_nodes);
        key[n++] = (Key){(int)kind, solid->material_of[e], e};
    }
    qsort(key, (size_t)n, sizeof *key, compare_keys);
    solid->batches = batches;
    solid->n_history = 0;
    batches->kernels = sn_fem_kernels(sn_instructions());
    batches->batch = sn_alloc((size_t)n + 1, sizeof *batches->batch);
    form_batches(solid, batches, key, n, &n_nodes, &n_gradients, &n_weights);
    sn_free(key);
    batches->node = sn_alloc(n_nodes + 1, sizeof(int));
    batches->gradient = vectors_new(n_gradients);
    batches->weight = vectors_new(n_weights);

    int *node = batches->node;
    batches->nodal = sn_alloc(6 * (size_t)solid->start[solid->n_elements] + 1, sizeof(double));
    batches->node_sum = sn_alloc(7 * (size_t)solid->n_nodes + 1, sizeof(double));
    batches->place = sn_alloc((size_t)solid->n_elements + 1, sizeof(int));
    double *gradient = batches->gradient, *weight = batches->weight;
    for (int b = 0; b < batches->n; b++) {
        SnFemBatch *batch = &batches->batch[b];
        SnFemTrouble found = {.element = -1};
        if (!fill_batch(solid, batch, node, gradient, weight, &found) &&
            (trouble.element < 0 || found.element < trouble.element))
            trouble = found;
        for (int lane = 0; lane < batch->n_lanes; lane++)
            batches->place[batch->element[lane]] = SN_LANES * b + lane;
        node += batch->n_nodes * SN_LANES;
        gradient += batch->n_points * batch->n_nodes * 3 * SN_LANES;
        weight += batch->n_points * SN_LANES;
    }
    batches->sheets = sn_sheets_new(solid, &trouble);
    for (int k = 0; batches->sheets && k < batches->sheets->n; k++)
        batches->place[batches->sheets->sheet[k].element] = SN_LANES * (batches->n + k);
    return trouble;
}

void sn_fem_batches_free(SnFemBatches *batches)
{
    if (!batches)
        return;
    sn_free(batches->batch);
    sn_free(batches->node);
    sn_free(batches->gradient);
    sn_free(batches->weight);
    sn_free(batches->place);
    sn_sheets_free(batches->sheets);
    sn_free(batches->nodal);
    sn_free(batches->node_sum);
    sn_free(batches->rest_volume);
    sn_free(batches->row_of);
    sn_free(batches->slots);
    sn_free(batches->share_start);
    sn_free(batches->share);
    sn_free(batches->corner_value);
    sn_free(batches);
}

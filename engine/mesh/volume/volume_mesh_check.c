/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/mesh/volume/volume_mesh_private.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <stdlib.h>
#include <string.h>

/* What is left of an element this flat are rounding errors. */
#define FLAT 1e-10

typedef struct Sorted {
    int nodes[SN_ELEMENT_MAX_NODES]; /* ascending, -1 behind them */
    int element;
} Sorted;

static int compare_numbers(const void *a, const void *b)
{
    const int *i = a, *j = b;
    return (*i > *j) - (*i < *j);
}

static int compare_sorted(const void *a, const void *b)
{
    const Sorted *s = a, *t = b;
    for (int i = 0; i < SN_ELEMENT_MAX_NODES; i++)
        if (s->nodes[i] != t->nodes[i])
            return s->nodes[i] < t->nodes[i] ? -1 : 1;
    return (s->element > t->element) - (s->element < t->element);
}

static SnMeshTrouble bad_numbers(const SnVolumeMesh *mesh, int e, Sorted *sorted)
{
    SnMeshTrouble trouble = {-1, -1, -1, ""};
    const int n = mesh->start[e + 1] - mesh->start[e];
    const int *nodes = mesh->element_nodes + mesh->start[e];
    memset(sorted->nodes, -1, sizeof sorted->nodes);
    memcpy(sorted->nodes, nodes, (size_t)n * sizeof *nodes);
    qsort(sorted->nodes, (size_t)n, sizeof *sorted->nodes, compare_numbers);
    sorted->element = e;
    if (sorted->nodes[0] < 0 || sorted->nodes[n - 1] >= mesh->n_nodes) {
        trouble.element = e;
        g_strlcpy(trouble.text, "uses a node that does not exist", sizeof trouble.text);
        return trouble;
    }
    for (int i = 1; i < n; i++) {
        if (sorted->nodes[i] == sorted->nodes[i - 1]) {
            trouble.element = e;
            trouble.node = sorted->nodes[i];
            g_strlcpy(trouble.text, "uses a node twice", sizeof trouble.text);
            return trouble;
        }
    }
    return trouble;
}

static SnMeshTrouble bad_shape(const SnVolumeMesh *mesh, int e, bool lenient)
{
    SnMeshTrouble trouble = {-1, -1, -1, ""};
    const SnElementKind kind = (SnElementKind)mesh->kind[e];
    const int *nodes = mesh->element_nodes + mesh->start[e];
    const double worst = lenient ? sn_element_worst_inside(kind, nodes, mesh->nodes)
                                 : sn_element_worst_corner(kind, nodes, mesh->nodes);
    if (worst > FLAT) /* false for NaN too */
        return trouble;
    const double volume = sn_element_volume(kind, nodes, mesh->nodes);
    trouble.element = e;
    const char *what = !(worst < -FLAT) ? "is flat"
                       : volume > 0     ? "is folded over itself"
                                        : "is inside out";
    if (sn_element_is_surface(kind))
        g_strlcpy(trouble.text, worst < -FLAT ? "is folded over itself" : "has no area",
                  sizeof trouble.text);
    else
        g_snprintf(trouble.text, sizeof trouble.text, "%s (volume %.3g m3)", what, volume);
    return trouble;
}

static SnMeshTrouble repeated(Sorted *sorted, int n)
{
    SnMeshTrouble trouble = {-1, -1, -1, ""};
    if (n == 0)
        return trouble;
    qsort(sorted, (size_t)n, sizeof *sorted, compare_sorted);
    for (int i = 1; i < n; i++) {
        if (memcmp(sorted[i].nodes, sorted[i - 1].nodes, sizeof sorted->nodes) == 0 &&
            (trouble.element < 0 || sorted[i].element < trouble.element)) {
            trouble.element = sorted[i].element;
            trouble.other = sorted[i - 1].element;
            g_strlcpy(trouble.text, "has the nodes of an element before it", sizeof trouble.text);
        }
    }
    return trouble;
}

SnMeshTrouble sn_mesh_trouble(const SnVolumeMesh *mesh, bool lenient)
{
    SnMeshTrouble trouble = {-1, -1, -1, ""};
    Sorted *sorted = g_new(Sorted, MAX(mesh->n_elements, 1));
    for (int e = 0; e < mesh->n_elements && trouble.element < 0; e++) {
        trouble = bad_numbers(mesh, e, &sorted[e]);
        if (trouble.element < 0)
            trouble = bad_shape(mesh, e, lenient);
    }
    if (trouble.element < 0)
        trouble = repeated(sorted, mesh->n_elements);
    g_free(sorted);
    return trouble;
}

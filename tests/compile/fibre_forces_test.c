/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the force of a bundle is shared among its node-to-node fibres: two elements by hand, and the
 * published tongue (jaw-tongue-hyoid 4.1), whose forces were worked out from the Java source. */
#include "engine/compile/core/compiler.h"
#include "tests/support/volume_mesh_checks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- by hand --- */

/* Two elements over nodes 0 1 2 3 and 2 3 4 5 with volumes 1 and 3. */
static void test_two_elements(void)
{
    int start[] = {0, 4, 8}, nodes[] = {0, 1, 2, 3, 2, 3, 4, 5};
    double volume[] = {1, 3};
    const SnFemSolid solid = {
        .n_nodes = 7, .n_elements = 2, .start = start, .nodes = nodes, .volume = volume};
    const int32_t both[] = {0, 1};
    /* fibre 0: in element 0, in both, in 1; fibre 1: from a node of both to one of none */
    const int segment[][2] = {{0, 2}, {2, 3}, {3, 5}, {2, 6}};
    const int fibre_start[] = {0, 3, 4};
    double force[4];
    sn_fibre_segment_forces(&solid, 2, both, 2, fibre_start, segment, 12, force);
    const double expected[] = {2, 8, 6, 4}; /* of 1 4 3 and 2, the largest sum to 6 */
    for (int i = 0; i < 4; i++)
        g_assert_cmpfloat_with_epsilon(force[i], expected[i], 1e-14);
    sn_fibre_segment_forces(&solid, 0, NULL, 2, fibre_start, segment, 12, force);
    for (int i = 0; i < 4; i++)
        g_assert_cmpfloat_with_epsilon(force[i], 6, 1e-14);
}

/* --- the published tongue --- */

typedef struct Table {
    char ***rows; /* [n][columns] NULL-terminated */
    int n;
} Table;

static Table read_table(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, "jth", name, NULL), *text;
    GError *error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    char **lines = g_strsplit(text, "\n", -1);
    Table table = {.rows = g_new0(char **, g_strv_length(lines))};
    for (int i = 1; lines[i]; i++)
        if (lines[i][0] && lines[i][0] != '#')
            table.rows[table.n++] = g_strsplit(lines[i], ",", -1);
    g_strfreev(lines);
    g_free(text);
    g_free(path);
    return table;
}

static void clear_table(Table *table)
{
    for (int i = 0; i < table->n; i++)
        g_strfreev(table->rows[i]);
    g_free(table->rows);
}

static SnVolumeMesh *read_mesh(const char *folder)
{
    Table nodes = read_table(folder, "tongue_nodes.csv"),
          hexes = read_table(folder, "tongue_hexes.csv");
    SnVolumeMesh *mesh = g_new0(SnVolumeMesh, 1);
    g_atomic_ref_count_init(&mesh->references);
    mesh->n_nodes = nodes.n;
    mesh->nodes = g_new(double, 3 * nodes.n);
    for (int i = 0; i < 3 * nodes.n; i++)
        mesh->nodes[i] = g_ascii_strtod(nodes.rows[i / 3][1 + i % 3], NULL);
    mesh->n_elements = hexes.n;
    mesh->kind = g_new(uint8_t, hexes.n);
    mesh->start = g_new(int, hexes.n + 1);
    mesh->element_nodes = g_new(int, 8 * hexes.n);
    for (int e = 0; e < hexes.n; e++) {
        mesh->kind[e] = SN_ELEMENT_HEX8;
        for (int k = 0; k < 8; k++)
            mesh->element_nodes[8 * e + k] = atoi(hexes.rows[e][1 + k]);
    }
    for (int e = 0; e <= hexes.n; e++)
        mesh->start[e] = 8 * e;
    clear_table(&nodes);
    clear_table(&hexes);
    return mesh;
}

/* Largest relative difference from the table's forces over one muscle. */
static double compare_muscle(const SnFemSolid *solid, const char *muscle, double max_force,
                             const Table *elements, const Table *fibres, int *n_segments)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(int32_t));
    GArray *start = g_array_new(FALSE, FALSE, sizeof(int));
    GArray *segments = g_array_new(FALSE, FALSE, 2 * sizeof(int));
    GArray *expected = g_array_new(FALSE, FALSE, sizeof(double));
    for (int i = 0; i < elements->n; i++) {
        const int32_t element = atoi(elements->rows[i][1]);
        if (strcmp(elements->rows[i][0], muscle) == 0)
            g_array_append_val(list, element);
    }
    int last = 0;
    for (int i = 0; i < fibres->n; i++) {
        char **row = fibres->rows[i];
        if (strcmp(row[0], muscle) != 0)
            continue;
        const int pair[2] = {atoi(row[3]), atoi(row[4])}, here = (int)segments->len;
        const double force = g_ascii_strtod(row[5], NULL);
        if (atoi(row[1]) != last)
            g_array_append_val(start, here);
        last = atoi(row[1]);
        g_array_append_vals(segments, pair, 1);
        g_array_append_val(expected, force);
    }
    const int n = (int)segments->len, n_fibres = (int)start->len;
    g_array_append_val(start, n);
    double *force = g_new(double, n), worst = 0;
    sn_fibre_segment_forces(solid, (int)list->len, (const int32_t *)(void *)list->data, n_fibres,
                            (const int *)(void *)start->data,
                            (const int(*)[2])(void *)segments->data, max_force, force);
    for (int i = 0; i < n; i++) {
        const double truth = g_array_index(expected, double, i);
        worst = fmax(worst, fabs(force[i] - truth) / truth);
    }
    *n_segments += n;
    g_free(force);
    g_array_free(list, TRUE);
    g_array_free(start, TRUE);
    g_array_free(segments, TRUE);
    g_array_free(expected, TRUE);
    return worst;
}

static void test_published_tongue(void)
{
    const char *folder = g_getenv("SN_PUBLISHED");
    if (!folder || !*folder) {
        g_test_skip("the published data is not here (./dev test --published DIR)");
        return;
    }
    SnVolumeMesh *mesh = read_mesh(folder);
    double *volume = g_new(double, mesh->n_elements), worst = 0;
    volume_mesh_volumes(mesh, volume);
    const SnFemSolid solid = {.n_nodes = mesh->n_nodes,
                              .n_elements = mesh->n_elements,
                              .start = mesh->start,
                              .nodes = mesh->element_nodes,
                              .volume = volume};
    Table muscles = read_table(folder, "tongue_muscles.csv"),
          elements = read_table(folder, "muscle_elements.csv"),
          fibres = read_table(folder, "muscle_fibres.csv");
    int n = 0;
    for (int i = 0; i < muscles.n; i++)
        worst = fmax(worst, compare_muscle(&solid, muscles.rows[i][0],
                                           g_ascii_strtod(muscles.rows[i][6], NULL), &elements,
                                           &fibres, &n));
    g_test_message("%d segments, largest relative difference %.2g", n, worst);
    g_assert_cmpint(n, ==, fibres.n);
    g_assert_cmpfloat(worst, <, 2e-4); /* coordinates are given to 0.1 micrometre */
    clear_table(&muscles);
    clear_table(&elements);
    clear_table(&fibres);
    g_free(volume);
    sn_volume_mesh_unref(mesh);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fibre-forces/two-elements", test_two_elements);
    g_test_add_func("/fibre-forces/published-tongue", test_published_tongue);
    return g_test_run();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/volume/volume_mesh_lattice.h"

typedef struct Box {
    double size[3];
    int cells[3];
} Box;

static void place_nodes(const void *shape, const int at[3], double position[3])
{
    const Box *box = shape;
    for (int k = 0; k < 3; k++) {
        const int n = 2 * box->cells[k]; /* points from -n/2 to n/2: the middle is exactly 0 */
        position[k] = n ? 0.5 * box->size[k] * ((double)(2 * at[k] - n) / n) : 0;
    }
}

SnVolumeMesh *sn_volume_mesh_box(const double size[3], const int cells[3], SnElementKind kind)
{
    const Box box = {{size[0], size[1], size[2]}, {cells[0], cells[1], cells[2]}};
    if (sn_element_is_surface(kind) || !(size[0] > 0 && size[1] > 0 && size[2] > 0) ||
        !sn_lattice_fits((const double[3]){cells[0], cells[1], cells[2]}, 3))
        return NULL;
    SnLattice lattice;
    sn_lattice_init(&lattice, kind, &box, place_nodes);
    for (int k = 0; k <= cells[2]; k++)
        for (int j = 0; j <= cells[1]; j++)
            for (int i = 0; i <= cells[0]; i++)
                sn_lattice_node(&lattice, (const int[3]){2 * i, 2 * j, 2 * k});
    for (int k = 0; k < cells[2]; k++)
        for (int j = 0; j < cells[1]; j++)
            for (int i = 0; i < cells[0]; i++)
                sn_lattice_brick(&lattice, (const int[3]){2 * i, 2 * j, 2 * k}, 2, false);
    return sn_lattice_finish(&lattice);
}

SnVolumeMesh *sn_volume_mesh_sheet(const double size[2], const int cells[2], SnElementKind kind)
{
    const Box box = {{size[0], size[1], 0}, {cells[0], cells[1], 0}};
    if (!sn_element_is_surface(kind) || !(size[0] > 0 && size[1] > 0) ||
        !sn_lattice_fits((const double[2]){cells[0], cells[1]}, 2))
        return NULL;
    SnLattice lattice;
    sn_lattice_init(&lattice, kind, &box, place_nodes);
    for (int j = 0; j <= cells[1]; j++)
        for (int i = 0; i <= cells[0]; i++)
            sn_lattice_node(&lattice, (const int[3]){2 * i, 2 * j, 0});
    for (int j = 0; j < cells[1]; j++) {
        for (int i = 0; i < cells[0]; i++) {
            const int a = j * (cells[0] + 1) + i, b = a + cells[0] + 1;
            if (sn_element_shape(kind)->n_nodes == 4) {
                sn_mesh_builder_element(&lattice.builder, kind, (const int[4]){a, a + 1, b + 1, b});
            } else {
                sn_mesh_builder_element(&lattice.builder, kind, (const int[3]){a, a + 1, b + 1});
                sn_mesh_builder_element(&lattice.builder, kind, (const int[3]){a, b + 1, b});
            }
        }
    }
    return sn_lattice_finish(&lattice);
}

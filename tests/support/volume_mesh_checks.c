/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/volume_mesh_checks.h"

#include "engine/mesh/volume/volume_mesh_private.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

bool volume_mesh_check(const SnVolumeMesh *mesh, bool lenient, GError **error)
{
    if (mesh->n_nodes > SN_MAX_MESH_NODES || mesh->n_elements > SN_MAX_MESH_ELEMENTS)
        return sn_refuse(error, SN_MODEL_ERROR_MESH, "more than %d nodes or %d elements",
                         SN_MAX_MESH_NODES, SN_MAX_MESH_ELEMENTS);
    if (mesh->n_elements == 0)
        return sn_refuse(error, SN_MODEL_ERROR_MESH, "there are no elements");
    const SnMeshTrouble trouble = sn_mesh_trouble(mesh, lenient);
    if (trouble.element < 0)
        return true;
    if (trouble.node >= 0)
        return sn_refuse(error, SN_MODEL_ERROR_MESH, "element %d uses node %d twice",
                         trouble.element, trouble.node);
    if (trouble.other >= 0)
        return sn_refuse(error, SN_MODEL_ERROR_MESH, "element %d has the same nodes as element %d",
                         trouble.element, trouble.other);
    return sn_refuse(error, SN_MODEL_ERROR_MESH, "element %d %s", trouble.element, trouble.text);
}

void volume_mesh_volumes(const SnVolumeMesh *mesh, double *volume)
{
    for (int e = 0; e < mesh->n_elements; e++)
        volume[e] = sn_element_volume((SnElementKind)mesh->kind[e],
                                      mesh->element_nodes + mesh->start[e], mesh->nodes);
}

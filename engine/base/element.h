/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of finite elements: names, node counts, faces and edges.  Node order is that of VTK:
 * corners first, then middles of edges; the first face of each is counter-clockwise seen from the
 * other corners (of a wedge too, where VTK's own documents disagree with its code). */
#ifndef SN_BASE_ELEMENT_H
#define SN_BASE_ELEMENT_H

typedef enum SnElementKind {
    SN_ELEMENT_TET4,
    SN_ELEMENT_TET10,
    SN_ELEMENT_HEX8,
    SN_ELEMENT_HEX20,
    SN_ELEMENT_WEDGE6,
    SN_ELEMENT_PYRAMID5,
    /* surfaces with a thickness: membranes have no bending stiffness; shells carry a director (the
     * vector from back to front face) at each node, whose end is three more unknowns */
    SN_ELEMENT_MEMBRANE3,
    SN_ELEMENT_MEMBRANE4,
    SN_ELEMENT_SHELL3,
    SN_ELEMENT_SHELL4,
    SN_ELEMENT_KIND_COUNT
} SnElementKind;

#define SN_ELEMENT_MAX_NODES      20
#define SN_ELEMENT_MAX_FACES      6
#define SN_ELEMENT_MAX_FACE_NODES 8
#define SN_ELEMENT_MAX_EDGES      12

/* A face seen from outside: its corners counter-clockwise, then the middles of its edges. */
typedef struct SnElementFace {
    int n, n_corners;
    signed char node[SN_ELEMENT_MAX_FACE_NODES];
} SnElementFace;

typedef struct SnElementShape {
    const char *name; /* as in files: "hex8" */
    int n_nodes, n_corners;
    int n_faces; /* surfaces: 1 */
    SnElementFace face[SN_ELEMENT_MAX_FACES];
    int n_edges;
    signed char edge[SN_ELEMENT_MAX_EDGES][3]; /* both ends, then the middle node or -1 */
} SnElementShape;

const SnElementShape *sn_element_shape(SnElementKind kind);

static inline int sn_element_is_surface(SnElementKind kind)
{
    return kind >= SN_ELEMENT_MEMBRANE3;
}
static inline int sn_element_is_shell(SnElementKind kind)
{
    return kind >= SN_ELEMENT_SHELL3;
}

#endif

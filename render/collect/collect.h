/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a snapshot and the settings of a view into the list of solids to draw. */
#ifndef SN_RENDER_COLLECT_H
#define SN_RENDER_COLLECT_H

#include "render/collect/solids.h"

/* What is marked, and what is left out (items that picking has found already). */
typedef struct SnMarks {
    const SnId *selection; /* sorted by sn_id_compare() */
    int n_selection;
    SnId hover;
    const uint8_t *hidden; /* [scene->n_items] bits: 1 the item, 2 its nodes; or NULL */
    bool picking;          /* numbers, not colours: guides are thin, what runs in them is meant */
    const struct SnPastKept *past; /* NULL: none */
} SnMarks;

int sn_id_compare(const void *a, const void *b);

/* --- parts of it, each adding to the list --- */

typedef struct SnCollector {
    SnFrame *frame;
    SnSolids *solids;
    SnMeshCache *cache;
    SnTissueCache *tissues;
    SnFieldMemory *memory;
    const SnMarks *marks;
} SnCollector;

/* Everything: items of the scene, contacts, axes, clip planes' frames, manipulator. */
void sn_collect(const SnCollector *collector);

/* Whether its place is a number. */
bool sn_item_is_placed(const SnSnapshot *snapshot, const SnSceneItem *item);
/* A MESH or POINT item in an ink of the caller's, for which it need not be in the scene shown. */
void sn_collect_faint(const SnCollector *collector, const SnSceneItem *item, const SnInk *ink);
/* A FEM or SKIN item; its number in the scene is in the ink's tag. */
void sn_collect_fem(const SnCollector *collector, const SnSceneItem *item, const SnInk *ink);
void sn_collect_contacts(const SnCollector *collector);
void sn_collect_tools(const SnCollector *collector); /* axes, clip planes, manipulator */

/* A surface to cut: positions are three floats each `stride` bytes, placed by `place` (whose axes
 * are a rotation); a second run of triangles closes its holes. */
typedef struct SnCutSurface {
    const void *positions;
    size_t stride;
    const uint32_t *triangles[2];
    int n_triangles[2];
    const SnInstance *place;
    bool closed;
} SnCutSurface;

/* The cuts through a surface: their outlines and, if it is closed, caps. */
void sn_collect_caps(const SnCollector *collector, const SnCutSurface *surface);

/* The cuts through the elements of a FEM, each with the field inside and lines between elements,
 * for a TISSUE draw of it; index: of the item.  Of a skin: the cuts through what carries it go to
 * the list `inner`, for its caps. */
void sn_collect_sections(const SnCollector *collector, const SnSceneItem *item, int index,
                         const SnDraw *draw);

/* --- what items have in common --- */

/* Distance of a point behind the eye's plane, along the view [m]. */
double sn_view_depth(const SnCollector *c, const double point[3]);
/* The style's faces as the view's settings change them (FEMs whose parts are picked show edges),
 * and the colour of their edges. */
void sn_faces_of(const SnCollector *c, const SnSceneItem *item, SnDraw *draw);
/* From the colour at rest through red to the bright colour of full activation 0..1. */
void sn_activation_color(const float rest[3], double alpha, double activation, SnInk *ink);

/* --- making of small solids (points in the world) --- */

void sn_ink_color(const float srgb[3], double alpha, SnInk *ink);
void sn_add_ball(const SnCollector *c, SnLayer layer, const double center[3], double radius,
                 const SnInk *ink);
/* Any unit solid with its axes; returns the instance. */
void sn_add_solid(const SnCollector *c, SnLayer layer, SnShape shape, const double origin[3],
                  const double x[3], const double y[3], const double z[3], const SnInk *ink);
/* Cylinder or cone from a to b. */
void sn_add_rod(const SnCollector *c, SnLayer layer, SnShape shape, const double a[3],
                const double b[3], double radius, const SnInk *ink);
/* Shaft with a head; the head is at b. Does nothing when a = b. */
void sn_add_arrow(const SnCollector *c, SnLayer layer, const double a[3], const double b[3],
                  double radius, const SnInk *ink);
/* which: the list of segments, as in SnSolids. */
void sn_add_segment(const SnCollector *c, int which, const double a[3], const double b[3],
                    double width, const SnInk *ink);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand.h"
#include "engine/model/render_rows.h"

static const char *const shape_names[] = {"ellipsoid", "cylinder", "torus", "patch",
                                          "sphere",    "cone",     "mesh",  NULL};
static const char *const method_names[] = {"shortest", "plane", "covariance", NULL};
static const char *const side_names[] = {"any", "+x", "-x", "+y", "-y", "+z", "-z", NULL};

enum {
    ELLIPSOID = SN_WRAP_SURFACE_ELLIPSOID,
    CYLINDER = SN_WRAP_SURFACE_CYLINDER,
    TORUS = SN_WRAP_SURFACE_TORUS,
    PATCH = SN_WRAP_SURFACE_PATCH,
    SPHERE = SN_WRAP_SURFACE_SPHERE,
    CONE = SN_WRAP_SURFACE_CONE,
    MESH = SN_WRAP_SURFACE_MESH,
};
enum { SIDE_PLUS_Z = 5 };

static const char *const size_labels[] = {
    [ELLIPSOID] = "Radii",      [CYLINDER] = "Radius, length",  [TORUS] = "Ring, tube radius",
    [SPHERE] = "Radius",        [CONE] = "Base radius, height", [PATCH] = NULL,
    [MESH] = "Half of the box",
};
static const int size_counts[] = {[ELLIPSOID] = 3, [CYLINDER] = 2, [TORUS] = 2, [SPHERE] = 1,
                                  [CONE] = 2,      [PATCH] = 3,    [MESH] = 3};

/* A cubic B-spline patch has at least four rows and columns of control points. */
enum { LEAST_NET = 4 };

static const SnProperty properties[] = {
    SN_ROW_NOTES(SnWrapSurface, notes),
    SN_ROW_CARRIER(SnWrapSurface, body, "body", "Body",
                   "Body or frame that carries it; none: the world"),
    SN_ROW_LOCATION(SnWrapSurface, position, "location", "Location",
                    "Its centre, in the frame of its body"),
    SN_ROW_ROTATION(SnWrapSurface, orientation, "rotation", "Rotation", "Its axes, in that frame"),
    {.name = "shape",
     .label = "Shape",
     .help = "cylinder: along z; torus: a ring about z, paths run through its hole; "
             "cone: about z, its tip above, for paths only; "
             "mesh: its body's surface, for paths only; "
             "patch: a bicubic B-spline sheet, for strands only",
     SN_ROW_ENUM(SnWrapSurface, shape, shape_names)},
    {.name = "size",
     .label = "Size",
     .when_labels = size_labels,
     .when_counts = size_counts,
     .help = "Sphere: radius first; ellipsoid: half axes; cylinder: radius first, then "
             "length; torus: radius of the ring, of its tube; cone: radius of its base, height; "
             "mesh: half edges of the box that takes a part of it",
     SN_ROW(SnWrapSurface, size),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.05, 0.02, 0.05),
     SN_WHEN("shape", 1u << ELLIPSOID | 1u << CYLINDER | 1u << TORUS | 1u << SPHERE | 1u << CONE |
                          1u << MESH)},
    {.name = "part",
     .label = "Only a part",
     .help = "Only what lies in a box about its centre and along its axes: the knuckles of a long "
             "bone, not all of it; else size and place of the box do not matter",
     SN_ROW(SnWrapSurface, part),
     SN_WHEN("shape", 1u << MESH)},
    {.name = "method",
     .label = "Method",
     .help = "How paths lie over the mesh. shortest: the shortest way over its convex hull, which "
             "bridges hollows; plane: taut in a plane through both ends, towards the side or away "
             "from the surface's middle, in hollows that run along; covariance: as of "
             "joint-modeller, taut in the sector of 10 degrees where the surface has the least "
             "second moment about the line of the ends, its length jumps between sectors",
     SN_ROW_ENUM(SnWrapSurface, method, method_names),
     SN_WHEN("shape", 1u << MESH)},
    {.name = "offset",
     .label = "Offset",
     .help = "How far off the mesh paths lie: half of the thickness of a muscle whose middle they "
             "are (centroid line)",
     SN_ROW(SnWrapSurface, offset),
     .unit = SN_UNIT_LENGTH,
     SN_RANGE(0, 1e6),
     SN_WHEN("shape", 1u << MESH)},
    {.name = "ends",
     .label = "Has ends",
     .help = "A path lies over the cylinder or cone only while it comes on or off within its "
             "length; else that is only drawn",
     SN_ROW(SnWrapSurface, ends),
     SN_WHEN("shape", 1u << CYLINDER | 1u << CONE)},
    {.name = "side",
     .label = "Side",
     .help = "Where paths pass: any takes the shorter way round; on a side they stay, also where "
             "the straight line passes on the other one, until an end goes round itself; over a "
             "mesh with the method plane only",
     SN_ROW_ENUM(SnWrapSurface, side, side_names),
     SN_WHEN("shape", 1u << ELLIPSOID | 1u << CYLINDER | 1u << SPHERE | 1u << CONE | 1u << MESH)},
    {.name = "columns",
     .label = "Columns",
     .help = "Control points in a row of the net",
     SN_ROW(SnWrapSurface, columns),
     SN_RANGE(LEAST_NET, 1000),
     SN_DEFAULT(LEAST_NET),
     SN_WHEN("shape", 1u << PATCH)},
    {.name = "net",
     .label = "Net",
     .help = "x y z of the control points, row by row, in its own frame",
     SN_ROW(SnWrapSurface, net),
     .min_count = 3 * LEAST_NET * LEAST_NET,
     SN_WHEN("shape", 1u << PATCH)},
};

static const SnProperty overrides[] = {
    SN_RENDER_COLOR(0x6E9A8F),
    SN_RENDER_ALPHA(0.35),
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnWrapSurface *self = (const SnWrapSurface *)component;
    if (self->shape == TORUS && self->size[1] >= self->size[0])
        sn_checks_add(checks, SN_ERROR, component->id,
                      "the tube of the torus (%g m) is not thinner than its ring (%g m)",
                      self->size[1], self->size[0]);
    if (self->shape == MESH && sn_id_is_null(self->body))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "is the mesh of its body, and has none: choose a body with a surface");
    if (self->shape == MESH && self->method != SN_WRAP_SURFACE_PLANE && self->side != 0)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "paths over a mesh have a side with the method plane only: choose that, or "
                      "side any");
    if (self->shape == MESH && self->method == SN_WRAP_SURFACE_COVARIANCE)
        sn_checks_add(checks, SN_NOTE, component->id,
                      "by covariance a path's length jumps where another sector comes to have the "
                      "least: energy leaps there; the method plane does not");
    if ((self->shape == CYLINDER || self->shape == CONE) && self->side >= SIDE_PLUS_Z)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "a path passes a %s beside its axis, which is z: choose a side along x or y",
                      shape_names[self->shape]);
    if (self->shape != PATCH)
        return;
    const int row = 3 * self->columns, rows = self->net.n / row;
    if (rows * row != self->net.n || rows < LEAST_NET)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "net has %d numbers: %d rows or more of %d points with x y z are %d or more, "
                      "a multiple of %d",
                      self->net.n, LEAST_NET, self->columns, LEAST_NET * row, row);
}

const SnClass SN_CLASS_WRAP_SURFACE = {
    .name = "wrap_surface",
    .label = "Wrapping surface",
    .help = "A surface on a body over which paths of springs, muscles and ligaments lie, "
            "and nodes of strands slide: a bone under a muscle.",
    .icon = "sn-surface-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .size = sizeof(SnWrapSurface),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .overrides = overrides,
    .n_overrides = SN_COUNT(overrides),
    .validate = validate,
};

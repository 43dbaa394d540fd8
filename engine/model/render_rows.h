/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the composite `render`, each with the class's own default: SN_CLASS_DRAWABLE lists
 * them all, a class with another look repeats some as overrides. */
#ifndef SN_MODEL_RENDER_ROWS_H
#define SN_MODEL_RENDER_ROWS_H

#include "engine/model/drawable.h"
#include "engine/model/row.h"
#include "engine/snapshot.h"

extern const char *const SN_SHADING_NAMES[];
extern const char *const SN_FACES_NAMES[];
extern const char *const SN_POINT_STYLE_NAMES[];
extern const char *const SN_LINE_STYLE_NAMES[];

/* What all leaves have in common. */
#define SN_RENDER_LEAF(field, leaf_name, leaf_label, leaf_help)                                    \
    .name = "render." leaf_name, .label = leaf_label, .help = leaf_help, .bind = SN_BIND_STYLE,    \
    SN_INHERITS(SnDrawable, render.field, 0)

#define SN_RENDER_VISIBLE(value)                                                                   \
    {                                                                                              \
        SN_RENDER_LEAF(visible, "visible", "Visible", "Whether it is drawn"),                      \
            SN_ROW(SnDrawable, render.visible), SN_DEFAULT(value)                                  \
    }
#define SN_RENDER_COLOR(rrggbb)                                                                    \
    {                                                                                              \
        SN_RENDER_LEAF(color, "color", "Colour", "Colour of faces, lines and points"),             \
            SN_ROW_COLOR(SnDrawable, render.color), SN_RANGE(0, 1), .number = SN_HEX(rrggbb)       \
    }
#define SN_RENDER_EDGE_COLOR(rrggbb)                                                               \
    {                                                                                              \
        SN_RENDER_LEAF(edge_color, "edge_color", "Edge colour",                                    \
                       "Colour of mesh edges when shown"),                                         \
            SN_ROW_COLOR(SnDrawable, render.edge_color), SN_RANGE(0, 1), .number = SN_HEX(rrggbb)  \
    }
#define SN_RENDER_ALPHA(value)                                                                     \
    {                                                                                              \
        SN_RENDER_LEAF(alpha, "alpha", "Opacity", "1 opaque, 0 invisible"),                        \
            SN_ROW(SnDrawable, render.alpha), SN_RANGE(0, 1), SN_SLIDER(0, 1), SN_DEFAULT(value)   \
    }
#define SN_RENDER_SPECULAR(value)                                                                  \
    {                                                                                              \
        SN_RENDER_LEAF(specular, "specular", "Gloss", "0 matt, like dry bone; 1 wet"),             \
            SN_ROW(SnDrawable, render.specular), SN_RANGE(0, 1), SN_SLIDER(0, 1),                  \
            SN_DEFAULT(value)                                                                      \
    }
#define SN_RENDER_SHADING(value)                                                                   \
    {                                                                                              \
        SN_RENDER_LEAF(shading, "shading", "Shading",                                              \
                       "How light falls on faces; hatched as where something is cut"),             \
            SN_ROW_ENUM(SnDrawable, render.shading, SN_SHADING_NAMES), SN_DEFAULT(value)           \
    }
#define SN_RENDER_FACES(value)                                                                     \
    {                                                                                              \
        SN_RENDER_LEAF(faces, "faces", "Faces",                                                    \
                       "Faces filled, as a wire frame, or with their edges"),                      \
            SN_ROW_ENUM(SnDrawable, render.faces, SN_FACES_NAMES), SN_DEFAULT(value)               \
    }
#define SN_RENDER_POINT_STYLE(value)                                                               \
    {                                                                                              \
        SN_RENDER_LEAF(point_style, "point_style", "Point style", "How points are drawn"),         \
            SN_ROW_ENUM(SnDrawable, render.point_style, SN_POINT_STYLE_NAMES), SN_DEFAULT(value)   \
    }
#define SN_RENDER_LINE_STYLE(value)                                                                \
    {                                                                                              \
        SN_RENDER_LEAF(line_style, "line_style", "Line style",                                     \
                       "How springs, muscles and strands are drawn; a rope is a cylinder of "      \
                       "twisted strands, seen where it is near enough; a band is flat, as belts "  \
                       "and tendons are, and of a strand only"),                                   \
            SN_ROW_ENUM(SnDrawable, render.line_style, SN_LINE_STYLE_NAMES), SN_DEFAULT(value)     \
    }
#define SN_RENDER_POINT_RADIUS(value)                                                              \
    {                                                                                              \
        SN_RENDER_LEAF(point_radius, "point_radius", "Point radius",                               \
                       "Radius of spheres and cubes; 0: of joints, by the size of the model"),     \
            SN_ROW(SnDrawable, render.point_radius), .unit = SN_UNIT_LENGTH, SN_RANGE(0, 1e6),     \
                                                     SN_DEFAULT(value)                             \
    }
#define SN_RENDER_LINE_RADIUS(value)                                                               \
    {                                                                                              \
        SN_RENDER_LEAF(                                                                            \
            line_radius, "line_radius", "Line radius",                                             \
            "Radius of cylinders and ropes; of spindles at their thickest, 0: of a muscle as "     \
            "its greatest force and fibre length make it"),                                        \
            SN_ROW(SnDrawable, render.line_radius), .unit = SN_UNIT_LENGTH, SN_RANGE(0, 1e6),      \
                                                    SN_DEFAULT(value)                              \
    }
#define SN_RENDER_POINT_SIZE(value)                                                                \
    {                                                                                              \
        SN_RENDER_LEAF(point_size, "point_size", "Point size", "Half width of square points"),     \
            SN_ROW(SnDrawable, render.point_size), .unit = SN_UNIT_PIXEL, SN_RANGE(0, 100),        \
                                                   SN_DEFAULT(value)                               \
    }
#define SN_RENDER_LINE_WIDTH(value)                                                                \
    {                                                                                              \
        SN_RENDER_LEAF(line_width, "line_width", "Line width", "Width of plain lines"),            \
            SN_ROW(SnDrawable, render.line_width), .unit = SN_UNIT_PIXEL, SN_RANGE(0, 100),        \
                                                   SN_DEFAULT(value)                               \
    }

#endif

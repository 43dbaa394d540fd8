/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_DRAWABLE_H
#define SN_MODEL_DRAWABLE_H

#include "engine/model/model.h"

extern const SnClass SN_CLASS_COMPONENT; /* everything */
extern const SnClass SN_CLASS_LIST;      /* list of children, made with its owner */
extern const SnClass SN_CLASS_DRAWABLE;  /* adds the composite `render`, inheritable leaf by leaf */

/* Leaves of `render`, each with its mode byte.  Lists and models carry them too, so that a whole
 * list can be hidden or coloured at once. */
typedef struct SnRenderProperties {
    bool visible;
    double color[3], edge_color[3];
    double alpha, specular;
    int32_t shading, faces, point_style, line_style; /* enums of snapshot.h */
    double point_radius, line_radius;                /* [m]: spheres, cubes; cylinders, spindles */
    double point_size, line_width;                   /* [px]: squares; lines */
    uint8_t visible_mode, color_mode, edge_color_mode, alpha_mode, specular_mode, shading_mode,
        faces_mode, point_style_mode, line_style_mode, point_radius_mode, line_radius_mode,
        point_size_mode, line_width_mode;
} SnRenderProperties;

typedef struct SnDrawable {
    SnComponent base;
    SnRenderProperties render;
} SnDrawable;

typedef struct SnList {
    SnDrawable base;
    const SnListRow *row;
} SnList;

#endif

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
    double point_radius, line_radius; /* [m]: spheres, cubes; cylinders, ropes, spindles */
    double point_size, line_width;    /* [px]: squares; lines */
    uint8_t visible_mode, color_mode, edge_color_mode, alpha_mode, specular_mode, shading_mode,
        faces_mode, point_style_mode, line_style_mode, point_radius_mode, line_radius_mode,
        point_size_mode, line_width_mode;
} SnRenderProperties;

/* Colours to sort components by; what they stand for is the user's. */
typedef enum SnTag {
    SN_TAG_NONE,
    SN_TAG_RED,
    SN_TAG_ORANGE,
    SN_TAG_YELLOW,
    SN_TAG_GREEN,
    SN_TAG_BLUE,
    SN_TAG_VIOLET,
    SN_TAG_GREY,
    SN_TAG_COUNT
} SnTag;
extern const char *const SN_TAG_NAMES[];  /* "none", "red", ..., as files have them; NULL ends */
extern const char *const SN_TAG_LABELS[]; /* "None", "Red", ... */

typedef struct SnDrawable {
    SnComponent base;
    SnRenderProperties render;
    int32_t tag;   /* SnTag */
    char *group;   /* owned; NULL: in none */
    char *caption; /* owned; NULL: none */
    bool locked;
    uint8_t locked_mode;
} SnDrawable;

/* What is written beside it in pictures; "" for what has none. */
const char *sn_component_caption(const SnComponent *component);
/* Tag and group of a component; SN_TAG_NONE and NULL for what has none. */
SnTag sn_component_tag(const SnComponent *component);
const char *sn_component_group(const SnComponent *component);
/* Whether it is locked in force: by itself, its list or its model. */
bool sn_component_locked(const SnComponent *component);

typedef struct SnList {
    SnDrawable base;
    const SnListRow *row;
} SnList;

#endif

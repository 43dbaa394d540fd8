/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/drawable.h"

#include "engine/model/classes/render_rows.h"

const char *const SN_SHADING_NAMES[] = {"smooth", "flat", "none", NULL};
const char *const SN_FACES_NAMES[] = {"fill", "wireframe", "fill_edges", NULL};
const char *const SN_POINT_STYLE_NAMES[] = {"sphere", "cube", "square", NULL};
const char *const SN_LINE_STYLE_NAMES[] = {"line", "cylinder", "spindle", NULL};

const SnClass SN_CLASS_COMPONENT = {
    .name = "component",
    .label = "Component",
    .help = "Anything in a model: it has a path and perhaps a name.",
    .icon = "sn-component-symbolic",
    .abstract = true,
    .size = sizeof(SnComponent),
};

static const SnProperty drawable_properties[] = {
    SN_RENDER_VISIBLE(1),
    SN_RENDER_COLOR(0xA9B2BC),
    SN_RENDER_EDGE_COLOR(0x4A5058),
    SN_RENDER_ALPHA(1),
    SN_RENDER_SPECULAR(0.2),
    SN_RENDER_SHADING(SN_SHADING_SMOOTH),
    SN_RENDER_FACES(SN_FACES_FILL),
    SN_RENDER_POINT_STYLE(SN_POINT_SPHERE),
    SN_RENDER_LINE_STYLE(SN_LINE_LINE),
    SN_RENDER_POINT_RADIUS(0.002),
    SN_RENDER_LINE_RADIUS(0.002),
    SN_RENDER_POINT_SIZE(4),
    SN_RENDER_LINE_WIDTH(2),
};

const SnClass SN_CLASS_DRAWABLE = {
    .name = "drawable",
    .label = "Drawable",
    .help = "Anything that can be seen. A render property that is not given is taken from the list "
            "or model above, else from the class.",
    .icon = "sn-component-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .abstract = true,
    .size = sizeof(SnDrawable),
    .properties = drawable_properties,
    .n_properties = SN_COUNT(drawable_properties),
};

const SnClass SN_CLASS_LIST = {
    .name = "list",
    .label = "List",
    .help = "The components of one kind in a model. Hiding or colouring a list does so for all in "
            "it that have no colour of their own.",
    .icon = "sn-list-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .size = sizeof(SnList),
};

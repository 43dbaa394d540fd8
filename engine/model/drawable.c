/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/drawable.h"

#include "engine/model/render_rows.h"

const char *const SN_SHADING_NAMES[] = {"smooth", "flat", "none", "hatched", NULL};
const char *const SN_FACES_NAMES[] = {"fill", "wireframe", "fill_edges", NULL};
const char *const SN_POINT_STYLE_NAMES[] = {"sphere", "cube", "square", NULL};
const char *const SN_LINE_STYLE_NAMES[] = {"line", "cylinder", "spindle", "rope", "band", NULL};

const SnClass SN_CLASS_COMPONENT = {
    .name = "component",
    .label = "Component",
    .help = "Anything in a model: it has a path and perhaps a name.",
    .icon = "sn-component-symbolic",
    .abstract = true,
    .size = sizeof(SnComponent),
};

const char *const SN_TAG_NAMES[] = {"none", "red",    "orange", "yellow", "green",
                                    "blue", "violet", "grey",   NULL};
const char *const SN_TAG_LABELS[] = {"None", "Red",    "Orange", "Yellow", "Green",
                                     "Blue", "Violet", "Grey",   NULL};

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
    {.name = "tag",
     .label = "Tag",
     .help = "Colour that marks it in the navigator: what has the same is selected, hidden and "
             "locked together. It changes neither picture nor motion",
     SN_ROW_ENUM(SnDrawable, tag, SN_TAG_NAMES),
     .labels = SN_TAG_LABELS,
     .flags = SN_ADVANCED,
     .bind = SN_BIND_DOCUMENT},
    {.name = "group",
     .label = "Group",
     .help = "Name of a group that it is in (flexors): what is in it is selected, hidden and "
             "locked together, whatever its class",
     SN_ROW(SnDrawable, group),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_DOCUMENT},
    {.name = "locked",
     .label = "Locked",
     .help = "Clicks in the viewer pass through it, and it is neither moved there nor deleted; "
             "typed values still change it",
     SN_ROW(SnDrawable, locked),
     SN_INHERITS(SnDrawable, locked, SN_ADVANCED),
     .bind = SN_BIND_DOCUMENT},
    {.name = "caption",
     .label = "Caption",
     .help = "What is written in the picture, also in films and figures: in the middle of it, of a "
             "point to its right. Some 60 letters are shown; of a list or model none",
     SN_ROW(SnDrawable, caption),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_STYLE},
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

static const SnDrawable *drawable(const SnComponent *component)
{
    return component && sn_class_is_a(component->class, &SN_CLASS_DRAWABLE)
               ? (const SnDrawable *)component
               : NULL;
}

SnTag sn_component_tag(const SnComponent *component)
{
    const SnDrawable *own = drawable(component);
    return own ? (SnTag)own->tag : SN_TAG_NONE;
}

const char *sn_component_group(const SnComponent *component)
{
    const SnDrawable *own = drawable(component);
    return own && own->group && own->group[0] != '\0' ? own->group : NULL;
}

const char *sn_component_caption(const SnComponent *component)
{
    const SnDrawable *own = drawable(component);
    return own && own->caption ? own->caption : "";
}

bool sn_component_locked(const SnComponent *component)
{
    for (; component; component = component->parent) {
        const SnDrawable *own = drawable(component);
        if (own && own->locked_mode == SN_MODE_EXPLICIT)
            return own->locked;
    }
    return false;
}

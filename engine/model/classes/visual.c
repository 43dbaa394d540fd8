/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/body.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const SnProperty visual_properties[] = {
    SN_ROW_CARRIER(SnVisual, frame, "frame", "Body",
                   "Body or frame it is attached to; none: the world"),
    SN_ROW_LOCATION(SnVisual, location, "location", "Location", "Origin in the body's frame"),
    SN_ROW_ROTATION(SnVisual, rotation, "rotation", "Rotation", "From its axes to the body's"),
    {.name = "mesh",
     .label = "Mesh file",
     .help = "Surface, OBJ or other formats, beside the model file",
     SN_ROW_FILE(SnVisual, mesh)},
    {.name = "scale",
     .label = "Scale",
     .help = "Factors by which the mesh is stretched along its axes; negative: a mirror image",
     SN_ROW(SnVisual, scale),
     .flags = SN_NONZERO,
     SN_RANGE(-1e6, 1e6),
     SN_DEFAULT(1, 1, 1)},
};

static const SnProperty visual_overrides[] = {
    SN_RENDER_COLOR(0xF5F1E6),
    SN_RENDER_EDGE_COLOR(0xC4BFB0),
    SN_RENDER_SPECULAR(0.45),
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnVisual *self = (const SnVisual *)component;
    if (!self->mesh || !*self->mesh)
        sn_checks_add(checks, SN_WARNING, component->id, "has no mesh: nothing to see");
    sn_mesh_file_check(model, component, self->mesh, false, checks);
}

const SnClass SN_CLASS_VISUAL = {
    .name = "visual",
    .label = "Visual",
    .help = "Something to see only: a mesh without mass that is attached to a body (teeth, skin), "
            "or scenery.",
    .icon = "sn-visual-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .size = sizeof(SnVisual),
    .properties = visual_properties,
    .n_properties = SN_COUNT(visual_properties),
    .overrides = visual_overrides,
    .n_overrides = SN_COUNT(visual_overrides),
    .validate = validate,
};

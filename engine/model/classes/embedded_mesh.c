/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const SnProperty embedded_properties[] = {
    {.name = "mesh",
     .label = "Mesh file",
     .help = "Surface, OBJ or other formats, beside the model file",
     SN_ROW_FILE(SnEmbeddedMesh, mesh)},
    {.name = "scale",
     .label = "Scale",
     .help = "Factors by which the mesh is stretched along its axes; negative: a mirror image",
     SN_ROW(SnEmbeddedMesh, scale),
     .flags = SN_NONZERO,
     SN_RANGE(-1e6, 1e6),
     SN_DEFAULT(1, 1, 1)},
    SN_ROW_LOCATION(SnEmbeddedMesh, location, "location", "Location",
                    "Origin in the frame of the FEM's mesh"),
    SN_ROW_ROTATION(SnEmbeddedMesh, rotation, "rotation", "Rotation",
                    "From its axes to those of the FEM's mesh"),
};

static const SnProperty embedded_overrides[] = {
    SN_RENDER_COLOR(0xC98276),
    SN_RENDER_SPECULAR(0.45),
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnEmbeddedMesh *self = (const SnEmbeddedMesh *)component;
    if (!self->mesh || !*self->mesh)
        sn_checks_add(checks, SN_WARNING, component->id, "has no mesh: nothing to see");
    sn_mesh_file_check(model, component, self->mesh, false, checks);
}

const SnClass SN_CLASS_EMBEDDED_MESH = {
    .name = "embedded_mesh",
    .label = "Surface",
    .help = "A fine surface carried by a FEM: its vertices follow the element they lie in at rest.",
    .icon = "sn-visual-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .size = sizeof(SnEmbeddedMesh),
    .properties = embedded_properties,
    .n_properties = SN_COUNT(embedded_properties),
    .overrides = embedded_overrides,
    .n_overrides = SN_COUNT(embedded_overrides),
    .validate = validate,
};

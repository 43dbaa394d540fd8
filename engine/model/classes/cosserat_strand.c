/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Cosserat strand. */
#include "engine/model/classes/cosserat_strand.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand_law_rows.h"
#include "engine/model/render_rows.h"

static const char *const law_names[] = {"linear", "tension_only", "peck", "hill", NULL};
static const char *const mesh_names[] = {"tube", "file", "none", NULL};
static const char *const fixation_names[] = {"free", "body", "world", NULL};

#define IF(law)    (1u << SN_COSSERAT_##law)
#define IF_ELASTIC (IF(LINEAR) | IF(TENSION_ONLY))
#define IF_MUSCLE  (IF(PECK) | IF(HILL))

static const SnProperty properties[] = {
    {.name = "points",
     .label = "Through",
     .help = "Where it has no frames of its own: markers, particles or nodes that it runs through "
             "in straight lines; the ends are fixed to the bodies of the first and the last",
     SN_ROW(SnCosseratStrand, points),
     .flags = SN_CLONES,
     .target = &SN_CLASS_POINT},
    {.name = "count",
     .label = "Number of frames",
     .help = "Evenly spaced along the line through the points",
     SN_ROW(SnCosseratStrand, count),
     SN_RANGE(2, 200),
     SN_SLIDER(2, 20),
     SN_DEFAULT(8)},
    {.name = "taper",
     .label = "Taper",
     .help = "Half-width at the ends over the radius, which it has in the middle; 1: a tube",
     SN_ROW(SnCosseratStrand, taper),
     .flags = SN_POSITIVE,
     SN_RANGE(0, 10),
     SN_SLIDER(0.1, 1),
     SN_DEFAULT(0.4)},
    {.name = "flatness",
     .label = "Flatness",
     .help = "Half-width along the frames' y over that along x; 1: round",
     SN_ROW(SnCosseratStrand, flatness),
     .flags = SN_POSITIVE,
     SN_RANGE(0, 100),
     SN_SLIDER(0.1, 1),
     SN_DEFAULT(1)},
    {.name = "law.type",
     .label = "Law",
     .help = "Of stretch: linear also resists compression; tension_only does not; peck and hill "
             "are muscles",
     SN_ROW_ENUM(SnCosseratStrand, law, law_names),
     SN_DEFAULT(SN_COSSERAT_PECK)},
    SN_ROW_LAW_YOUNGS_MODULUS(SnCosseratStrand, "Stress over strain of stretch", SN_UNIT_STRESS, 0,
                              1e6, IF_ELASTIC),
    SN_ROW_LAW_DAMPING(
        SnCosseratStrand,
        "Viscous over elastic resistance; of a muscle over maximum force / optimal length", 0.01),
    SN_ROW_LAW_MAX_FORCE(SnCosseratStrand, 100, IF_MUSCLE),
    SN_ROW_LAW_OPTIMAL_IS_START(SnCosseratStrand,
                                "The optimal length is the length in the start pose", 1, IF(PECK)),
    SN_ROWS_MUSCLE_LAW(SnCosseratStrand, IF(PECK), IF(HILL), 0.1, SN_FLATTEN_HELP("segments")),
    {.name = "rest_ratio",
     .label = "Rest ratio",
     .help = "Rest length over length at the start: less than 1 is tight",
     SN_ROW(SnCosseratStrand, rest_ratio),
     .flags = SN_POSITIVE,
     SN_RANGE(0, 100),
     SN_SLIDER(0.8, 1.2),
     SN_DEFAULT(1),
     SN_WHEN("law.type", IF_ELASTIC)},
    {.name = "bending.constants",
     .label = "By constants",
     .help = "Bending and twist of each segment by two constants, as in the thesis; otherwise by "
             "moduli and section (the cubic beam)",
     SN_ROW(SnCosseratStrand, constants)},
    {.name = "bending.youngs_modulus",
     .label = "Bending modulus",
     .help = "Young's modulus of the section in bending",
     SN_ROW(SnCosseratStrand, bending_modulus),
     .unit = SN_UNIT_STRESS,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(5e4),
     SN_WHEN("bending.constants", SN_IF_FALSE),
     .bind = SN_BIND_STRAND_BENDING_MODULUS},
    {.name = "bending.shear_modulus",
     .label = "Shear modulus",
     .help = "Of the section in twist",
     SN_ROW(SnCosseratStrand, shear_modulus),
     .unit = SN_UNIT_STRESS,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(2e4),
     SN_WHEN("bending.constants", SN_IF_FALSE)},
    {.name = "bending.bend",
     .label = "Bend constant",
     .help = "kb: energy kb/2 ((t - z_i)^2 + (t - z_j)^2), t from origin to origin",
     SN_ROW(SnCosseratStrand, bending),
     .unit = SN_UNIT_MOMENT,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.1),
     SN_WHEN("bending.constants", SN_IF_TRUE)},
    {.name = "bending.twist",
     .label = "Twist constant",
     .help = "kt: energy kt/2 (X_i - R X_j)^2, R the least rotation from z_j to z_i",
     SN_ROW(SnCosseratStrand, twisting),
     .unit = SN_UNIT_MOMENT,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.1),
     SN_WHEN("bending.constants", SN_IF_TRUE)},
    {.name = "bending.damping",
     .label = "Bending damping",
     .help = "Viscous over elastic resistance to bending and twist",
     SN_ROW(SnCosseratStrand, bending_damping),
     .unit = SN_UNIT_TIME,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.05)},
    {.name = "bending.straight",
     .label = "Straight at rest",
     .help = "At rest the fibre runs along the z axes of the frames; otherwise as it starts",
     SN_ROW(SnCosseratStrand, straight)},
    {.name = "mesh.type",
     .label = "Mesh",
     .help = "Surface carried by the frames by free-form deformation: a tube around them, or from "
             "a file",
     SN_ROW_ENUM(SnCosseratStrand, mesh, mesh_names)},
    {.name = "mesh.surface",
     .label = "Mesh file",
     .help = "Surface in world coordinates around the frames at the start",
     SN_ROW_FILE(SnCosseratStrand, mesh_file),
     SN_WHEN("mesh.type", 1u << SN_COSSERAT_FILE)},
    {.name = "mesh.around",
     .label = "Corners around",
     .help = "Vertices in each ring of the tube",
     SN_ROW(SnCosseratStrand, mesh_around),
     SN_RANGE(3, 128),
     SN_DEFAULT(24),
     SN_WHEN("mesh.type", 1u << SN_COSSERAT_TUBE)},
    {.name = "mesh.along",
     .label = "Rings along",
     .help = "Rings of the tube between two frames",
     SN_ROW(SnCosseratStrand, mesh_along),
     SN_RANGE(1, 64),
     SN_DEFAULT(6),
     SN_WHEN("mesh.type", 1u << SN_COSSERAT_TUBE)},
    {.name = "contact.enabled",
     .label = "Contact",
     .help = "Contact of its mesh as in the thesis (4.3): where vertices of two meshes meet in a "
             "voxel with opposing normals, the frame is held in the directions that the singular "
             "values of their wrenches single out, both ways; it is let go where that would pull",
     SN_ROW(SnCosseratStrand, contact)},
    {.name = "contact.bodies",
     .label = "Touches bodies",
     .help = "Rigid bodies with a geometry",
     SN_ROW(SnCosseratStrand, contact_bodies),
     .flags = SN_SOFT,
     .target = &SN_CLASS_RIGID_BODY,
     SN_WHEN("contact.enabled", SN_IF_TRUE)},
    {.name = "contact.strands",
     .label = "Touches strands",
     .help = "Other Cosserat strands with a mesh; one of the two need name the other",
     SN_ROW(SnCosseratStrand, contact_strands),
     .flags = SN_SOFT,
     .target = &SN_CLASS_COSSERAT_STRAND,
     SN_WHEN("contact.enabled", SN_IF_TRUE)},
    {.name = "contact.voxel",
     .label = "Voxel size",
     .help = "Edge of the voxels in which vertices meet; 0: twice the spacing of its vertices",
     SN_ROW(SnCosseratStrand, voxel),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     SN_WHEN("contact.enabled", SN_IF_TRUE)},
    {.name = "contact.reach",
     .label = "Reach",
     .help = "Depth to which vertices inside the other mesh still count; 0: a voxel",
     SN_ROW(SnCosseratStrand, reach),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     SN_WHEN("contact.enabled", SN_IF_TRUE)},
    {.name = "contact.tolerance",
     .label = "Tolerance",
     .help = "Directions whose singular value is above this part of the largest are held",
     SN_ROW(SnCosseratStrand, tolerance),
     .flags = SN_ADVANCED,
     SN_RANGE(0, 1),
     SN_DEFAULT(0.2),
     SN_WHEN("contact.enabled", SN_IF_TRUE)},
    {.name = "contact_force",
     .label = "Contact force",
     .help = "Sum of the forces with which contact pushes its frames",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_STRAND_CONTACT_FORCE)},
};

/* Rows of every strand that it has in another form. */
static const SnProperty overrides[] = {
    {.name = "radius",
     .label = "Radius",
     .help = "Half-width in the middle, and of frames that have none of their own",
     SN_ROW(SnAnyStrand, radius),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.01)},
    {.name = "density",
     .label = "Density",
     .help = "Mass over volume at rest",
     SN_ROW(SnAnyStrand, density),
     .unit = SN_UNIT_DENSITY,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(1060)},
    SN_ROW_STRAND_EXCITATION(SN_WHEN("law.type", IF_MUSCLE)),
    SN_ROW_STRAND_DYNAMICS(SN_WHEN("law.type", IF_MUSCLE)),
    SN_RENDER_COLOR(0xA83E36),
    SN_RENDER_SPECULAR(0.45),
};

/* --- frames --- */

static const SnProperty frame_rows[] = {
    {.name = "position",
     .label = "Position",
     .help = "Where it starts, in the world",
     SN_ROW(SnStrandFrame, position),
     .unit = SN_UNIT_LENGTH},
    {.name = "orientation",
     .label = "Orientation",
     .help = "At the start; z runs along the fibre towards the next frame",
     SN_ROW(SnStrandFrame, orientation),
     SN_IDENTITY},
    {.name = "width_x",
     .label = "Half-width x",
     .help = "Of the section along its x axis; 0: the radius of the strand",
     SN_ROW(SnStrandFrame, width_x),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE},
    {.name = "width_y",
     .label = "Half-width y",
     .help = "Of the section along its y axis; 0: the radius of the strand",
     SN_ROW(SnStrandFrame, width_y),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE},
    {.name = "hold",
     .label = "Held by",
     .help = "free: it moves with the strand; body, world: it is fixed there as it stands",
     SN_ROW_ENUM(SnStrandFrame, fixation, fixation_names)},
    {.name = "body",
     .label = "Body",
     .help = "Body or frame that it is fixed to",
     SN_ROW(SnStrandFrame, body),
     .target = &SN_CLASS_BODY_FRAME,
     SN_WHEN("hold", 1u << SN_FRAME_BODY)},
    {.name = "place",
     .label = "Place",
     .help = "Where it is in the world",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_MARKER_POSITION)},
    {.name = "tension_before",
     .label = "Tension before",
     .help = "Tension of the segment that ends there",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_STRAND_NODE_TENSION_BEFORE)},
    {.name = "tension_after",
     .label = "Tension after",
     .help = "Tension of the segment that begins there",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_STRAND_NODE_TENSION_AFTER)},
};

/* Halfway between its neighbours, turned as the one before; beyond the ends, as far on. */
static void place_frame(const SnArray *array, int index, void *entry)
{
    const SnStrandFrame *frames = array->entries;
    SnStrandFrame *frame = entry;
    if (array->n == 0)
        return;
    const SnStrandFrame *near = &frames[index > 0 ? index - 1 : 0];
    sn_q_copy(near->orientation, frame->orientation);
    frame->width_x = near->width_x, frame->width_y = near->width_y;
    sn_v3_copy(near->position, frame->position);
    if (index > 0 && index < array->n) {
        sn_v3_add(near->position, frames[index].position, frame->position);
        sn_v3_scale(0.5, frame->position, frame->position);
    } else if (array->n > 1) {
        const SnStrandFrame *next = index > 0 ? &frames[index - 2] : &frames[1];
        sn_v3_sub(near->position, next->position, frame->position);
        sn_v3_add(near->position, frame->position, frame->position);
    } else {
        const double along[3] = {0, 0, index > 0 ? 0.02 : -0.02};
        sn_q_rotate(near->orientation, along, frame->position);
        sn_v3_add(near->position, frame->position, frame->position);
    }
}

static const SnArrayRow arrays[] = {
    {.name = "frames",
     .label = "Frames",
     .entry_label = "Frame",
     .help =
         "From one end to the other, with z along the fibre; none: they are made along `points`",
     .entry_size = sizeof(SnStrandFrame),
     .offset = offsetof(SnCosseratStrand, frames),
     .properties = frame_rows,
     .n_properties = SN_COUNT(frame_rows),
     .place = place_frame},
};

/* --- checks --- */

static void check_frames(const SnCosseratStrand *self, SnChecks *checks)
{
    const SnId id = self->base.base.base.id;
    const SnStrandFrame *frames = self->frames.entries;
    bool moves = false;
    if (self->frames.n == 1)
        sn_checks_add(checks, SN_ERROR, id, "has one frame: it needs two or more");
    for (int i = 0; i < self->frames.n; i++) {
        const SnId entry = sn_id_of_entry(id, 0, (uint32_t)i);
        double span[3], turned[3];
        const double z[3] = {0, 0, 1};
        moves = moves || frames[i].fixation == SN_FRAME_FREE;
        if (frames[i].fixation == SN_FRAME_BODY && sn_id_is_null(frames[i].body))
            sn_checks_add(checks, SN_ERROR, entry, "is fixed to a body, but to which? Choose one");
        if (i == 0)
            continue;
        sn_v3_sub(frames[i].position, frames[i - 1].position, span);
        sn_q_rotate(frames[i].orientation, z, turned);
        if (sn_v3_norm(span) == 0)
            sn_checks_add(checks, SN_ERROR, entry,
                          "stands where the frame before it stands: the strand has no direction "
                          "there");
        else if (sn_v3_dot(span, turned) <= 0)
            sn_checks_add(checks, SN_WARNING, entry,
                          "its z axis points back: it should run along the fibre");
    }
    if (moves && self->base.density == 0)
        sn_checks_add(checks, SN_ERROR, id, "its frames move but have no mass: give it a density");
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnCosseratStrand *self = (const SnCosseratStrand *)component;
    const SnId id = component->id;
    SN_CLASS_ANY_STRAND.validate(model, component, checks);
    if (self->frames.n > 0)
        check_frames(self, checks);
    else if (self->points.n < 2)
        sn_checks_add(checks, SN_ERROR, id,
                      "has neither frames nor two points to run through: choose points");
    else if (self->base.density == 0)
        sn_checks_add(checks, SN_ERROR, id, "has no mass: give it a density");
    if (self->mesh == SN_COSSERAT_FILE && (!self->mesh_file || !*self->mesh_file))
        sn_checks_add(checks, SN_WARNING, id, "has no mesh.surface: it is drawn as a line");
    else if (self->mesh == SN_COSSERAT_FILE)
        sn_mesh_file_check(model, component, self->mesh_file, false, checks);
    if (self->contact && self->mesh == SN_COSSERAT_NO_MESH)
        sn_checks_add(checks, SN_WARNING, id,
                      "has contact but no mesh that could touch anything: choose a mesh.type");
    if (self->contact && self->contact_bodies.n + self->contact_strands.n == 0)
        sn_checks_add(checks, SN_WARNING, id, "has contact, but nothing that it touches");
    for (int i = 0; i < self->contact_strands.n; i++)
        if (sn_id_equal(self->contact_strands.ids[i], id))
            sn_checks_add(checks, SN_ERROR, id, "touches itself: take it out of contact.strands");
}

const SnClass SN_CLASS_COSSERAT_STRAND = {
    .name = "cosserat_strand",
    .label = "Cosserat strand",
    .help = "A muscle or tendon with volume: a row of frames, each a small rigid body, that resist "
            "stretch, bending and twist and carry a mesh. For fusiform muscles in contact.",
    .icon = "sn-strand-symbolic",
    .parent = &SN_CLASS_ANY_STRAND,
    .family = &SN_CLASS_CONTACTING,
    .size = sizeof(SnCosseratStrand),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .overrides = overrides,
    .n_overrides = SN_COUNT(overrides),
    .arrays = arrays,
    .n_arrays = SN_COUNT(arrays),
    .validate = validate,
};

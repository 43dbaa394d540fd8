/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Style of what is drawn: leaves of the composite `render` in force, and what colours show. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/spline_strand.h"
#include "engine/snapshot.h"

#include <string.h>

/* Leaf `i` of the composite: explicit nearest, else the class's own default.  All drawables share
 * the rows of SN_CLASS_DRAWABLE, at the same indices and offsets. */
static void effective_leaf(const SnComponent *component, int i, SnDrawable *result)
{
    const SnProperty *leaf = &SN_CLASS_DRAWABLE.properties[i];
    for (const SnComponent *at = component; at; at = at->parent) {
        if (sn_class_is_a(at->class, &SN_CLASS_DRAWABLE) &&
            sn_field_mode(at, leaf) == SN_MODE_EXPLICIT) {
            SnValue value;
            sn_field_get(at, leaf, &value);
            sn_field_set(result, leaf, &value);
            return;
        }
    }
    SnValue value;
    sn_property_default(sn_class_property(component->class, i), &value);
    sn_field_set(result, leaf, &value);
}

/* What stands at the colour bar of a field, and its unit in files. */
static const struct {
    const char *label, *unit;
} field_texts[SN_FIELD_COUNT] = {
    [SN_FIELD_VON_MISES] = {"Von Mises stress", "Pa"},
    [SN_FIELD_MAX_STRESS] = {"Largest principal stress", "Pa"},
    [SN_FIELD_MIN_STRESS] = {"Smallest principal stress", "Pa"},
    [SN_FIELD_MAX_SHEAR] = {"Largest shear (Tresca)", "Pa"},
    [SN_FIELD_PRESSURE] = {"Pressure", "Pa"},
    [SN_FIELD_MAX_STRAIN] = {"Largest principal strain", ""},
    [SN_FIELD_MIN_STRAIN] = {"Smallest principal strain", ""},
    [SN_FIELD_EQUIVALENT_STRAIN] = {"Equivalent strain", ""},
    [SN_FIELD_ENERGY] = {"Energy density", "J/m3"},
    [SN_FIELD_VOLUME_RATIO] = {"Volume / rest volume", ""},
    [SN_FIELD_DISPLACEMENT] = {"Displacement", "m"},
    [SN_FIELD_ACTIVATION] = {"Activation", ""},
    [SN_FIELD_CONTACT_PRESSURE] = {"Contact pressure", "Pa"},
};

/* A FEM model's own, also for what is part of it. */
static SnFemStyle fem_style(const SnComponent *component)
{
    while (component && component->class != &SN_CLASS_FEM)
        component = component->parent;
    const SnFem *fem = (const SnFem *)component;
    if (!fem)
        return (SnFemStyle){.shrink = 1};
    return (SnFemStyle){
        .elements = fem->look == SN_FEM_ELEMENTS,
        .embedded = fem->look == SN_FEM_EMBEDDED,
        .nodes = fem->show_nodes,
        .directions = fem->show_directions,
        .field = fem->field != SN_FIELD_NONE,
        .field_automatic = fem->field_automatic,
        .field_range = {(float)fem->field_minimum, (float)fem->field_maximum},
        .field_label = field_texts[fem->field].label,
        .field_unit = field_texts[fem->field].unit,
        .shrink = fem->look == SN_FEM_ELEMENTS ? (float)fem->shrink : 1,
        .color_map = (SnColorMap)fem->color_map,
    };
}

/* --- strands --- */

static const struct {
    const char *label, *unit;
} strand_texts[] = {
    [SN_STRAND_FIELD_NONE] = {NULL, NULL},
    [SN_STRAND_FIELD_TENSION] = {"Tension", "N"},
    [SN_STRAND_FIELD_STRAIN] = {"Strain", ""},
    [SN_STRAND_FIELD_ACTIVATION] = {"Activation", ""},
};

static bool is_explicit(const SnComponent *component, const char *leaf_name)
{
    const SnProperty *leaf = sn_class_property(
        &SN_CLASS_DRAWABLE, sn_class_find_property(&SN_CLASS_DRAWABLE, leaf_name));
    for (const SnComponent *at = component; at; at = at->parent)
        if (sn_class_is_a(at->class, &SN_CLASS_DRAWABLE) &&
            sn_field_mode(at, leaf) == SN_MODE_EXPLICIT)
            return true;
    return false;
}

static bool is_muscle(const SnComponent *component)
{
    if (component->class == &SN_CLASS_SPLINE_STRAND) {
        const SnSplineStrand *spline = (const SnSplineStrand *)component;
        return spline->law == SN_SPLINE_PECK || spline->law == SN_SPLINE_HILL;
    }
    const int32_t law =
        component->class == &SN_CLASS_STRAND ? ((const SnStrand *)component)->law : 0;
    return law == SN_STRAND_PECK || law == SN_STRAND_HILL;
}

/* Its real radius, and the colour of flesh where it is a muscle, unless somebody chose others; and
 * what its colours show. */
static void strand_style(const SnComponent *component, SnStyle *style)
{
    static const float flesh[3] = {0xA8 / 255.0f, 0x55 / 255.0f, 0x4B / 255.0f};
    const SnAnyStrand *strand = (const SnAnyStrand *)component;
    if (style->line_style != SN_LINE_LINE && !is_explicit(component, "render.line_radius"))
        style->line_radius = (float)strand->radius;
    if (is_muscle(component) && !is_explicit(component, "render.color"))
        memcpy(style->color, flesh, sizeof flesh);
    style->fem.embedded = true; /* the mesh that a Cosserat strand carries */
    style->strand_field = (SnStrandField)strand->color_by;
    style->fem.field = strand->color_by != SN_STRAND_FIELD_NONE;
    style->fem.field_automatic = strand->color_automatic;
    style->fem.field_range[0] = (float)strand->color_minimum;
    style->fem.field_range[1] = (float)strand->color_maximum;
    style->fem.field_label = strand_texts[strand->color_by].label;
    style->fem.field_unit = strand_texts[strand->color_by].unit;
    style->fem.color_map = (SnColorMap)strand->color_map;
}

/* --- captions --- */

/* One line, as much as there is room for, with "…" where letters are left out. */
static void set_caption(const char *text, SnStyle *style)
{
    static const char dots[] = "\u2026";
    const size_t room = sizeof style->caption, n = strlen(text);
    size_t kept = n < room ? n : room - sizeof dots;
    while (kept > 0 && kept < n && ((unsigned char)text[kept] & 0xc0) == 0x80)
        kept--; /* into the middle of a letter */
    memcpy(style->caption, text, kept);
    memcpy(style->caption + kept, kept < n ? dots : "", kept < n ? sizeof dots : 1);
    for (char *c = style->caption; *c != '\0'; c++)
        if ((unsigned char)*c < ' ') /* an end of line, a tab */
            *c = ' ';
}

/* --- rigid bodies --- */

static bool names(const SnIdList *bodies, SnId id)
{
    for (int i = 0; i < bodies->n; i++)
        if (sn_id_equal(bodies->ids[i], id))
            return true;
    return bodies->n == 0;
}

static bool shows_pressure_on(const SnCollision *collision, SnId id)
{
    return collision->show_pressure && collision->method >= SN_COLLISION_ELASTIC_FOUNDATION &&
           ((collision->layer != SN_COLLISION_LAYER_B && names(&collision->bodies_a, id)) ||
            (collision->layer != SN_COLLISION_LAYER_A && names(&collision->bodies_b, id)));
}

/* The last collision in the tree that shows pressure on a body. */
static const SnCollision *pressing(const SnComponent *at, SnId id)
{
    const SnCollision *found = NULL;
    if (at->class == &SN_CLASS_COLLISION)
        return shows_pressure_on((const SnCollision *)at, id) ? (const SnCollision *)at : NULL;
    for (guint i = 0; at->children && i < at->children->len; i++) {
        const SnComponent *child = at->children->pdata[i];
        const SnCollision *one =
            child->children || child->class == &SN_CLASS_COLLISION ? pressing(child, id) : NULL;
        found = one ? one : found;
    }
    return found;
}

static void body_style(const SnModel *model, SnId id, SnStyle *style)
{
    const SnCollision *collision = pressing(model->root, id);
    if (!collision)
        return;
    style->fem.embedded = style->fem.field = true;
    style->fem.field_automatic = collision->pressure_automatic;
    style->fem.field_range[0] = (float)collision->pressure_minimum;
    style->fem.field_range[1] = (float)collision->pressure_maximum;
    style->fem.field_label = field_texts[SN_FIELD_CONTACT_PRESSURE].label;
    style->fem.field_unit = field_texts[SN_FIELD_CONTACT_PRESSURE].unit;
    style->fem.color_map = (SnColorMap)collision->color_map;
}

bool sn_model_style(const SnModel *model, const SnComponent *component, struct SnStyle *style)
{
    if (!sn_class_is_a(component->class, &SN_CLASS_DRAWABLE))
        return false;
    SnDrawable drawable = {0};
    for (int i = 0; i < SN_CLASS_DRAWABLE.n_properties; i++)
        if (SN_CLASS_DRAWABLE.properties[i].bind == SN_BIND_STYLE && /* tags are not drawn */
            SN_CLASS_DRAWABLE.properties[i].flags & SN_INHERITABLE)
            effective_leaf(component, i, &drawable);
    const SnRenderProperties *r = &drawable.render;
    *style = (SnStyle){
        .visible = r->visible,
        .alpha = (float)r->alpha,
        .specular = (float)r->specular,
        .shading = (SnShading)r->shading,
        .faces = (SnFaces)r->faces,
        .point_style = (SnPointStyle)r->point_style,
        .line_style = (SnLineStyle)r->line_style,
        .point_radius =
            (float)(r->point_style == SN_POINT_SQUARE ? r->point_size : r->point_radius),
        .line_radius = (float)(r->line_style == SN_LINE_LINE ? r->line_width : r->line_radius),
        .fem = fem_style(component),
    };
    for (int i = 0; i < 3; i++) {
        style->color[i] = (float)r->color[i];
        style->edge_color[i] = (float)r->edge_color[i];
    }
    set_caption(sn_component_caption(component), style);
    if (sn_class_is_a(component->class, &SN_CLASS_ANY_STRAND))
        strand_style(component, style);
    if (component->class == &SN_CLASS_RIGID_BODY)
        body_style(model, component->id, style);
    return true;
}

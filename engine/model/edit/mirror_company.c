/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/mirror_company.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/places.h"
#include "engine/model/references.h"

#include <math.h>

/* --- what stands for what on the other side --- */

/* The component of the same list and class that is called as the mirrored one would be. */
static SnComponent *counterpart(const SnComponent *component)
{
    g_autofree char *name =
        component->name && component->parent ? sn_mirrored_name(component->name) : NULL;
    SnComponent *other = name ? sn_component_child(component->parent, name) : NULL;
    return other && other->class == component->class ? other : NULL;
}

static void stand_for(SnCopies *copies, const SnComponent *component, const SnComponent *other)
{
    g_hash_table_insert(copies->copy_of, GUINT_TO_POINTER(component->id.index),
                        g_memdup2(&other->id, sizeof other->id));
}

static bool is_copied(const SnCopies *copies, SnId id)
{
    return !sn_id_is_null(id) && copies->marks[id.index] != 0;
}

/* --- what goes along --- */

typedef struct Company {
    SnCopies *copies;
    const SnMirrorPlane *plane;
    uint8_t *left_out; /* by SnId.index */
    bool changed;
} Company;

/* A thing of this side alone: what hangs on it and on something mirrored cannot go over. */
static bool stays_here(const Company *company, SnId id)
{
    const SnComponent *component = sn_model_get(company->copies->model, id);
    if (!component || is_copied(company->copies, id))
        return false;
    g_autofree char *name = component->name ? sn_mirrored_name(component->name) : NULL;
    return company->left_out[id.index] || (name && !counterpart(component));
}

bool sn_mirror_drives_vectors(const SnModel *model, SnId object, const SnProperty *property)
{
    if (property->type != SN_TYPE_TARGETS || !(property->flags & SN_DRIVES))
        return false;
    SnValue value;
    sn_field_get(sn_model_object(model, object), property, &value);
    bool vectors = false;
    for (int i = 0; i < value.targets.n; i++) {
        const SnTarget *t = &value.targets.targets[i];
        vectors = vectors || sn_type_width(sn_model_property(model, t->id, t->row)->type) > 1;
    }
    sn_value_clear(&value);
    return vectors;
}

static bool goes_along(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    const Company *company = data;
    const SnModel *model = company->copies->model;
    const SnProperty *property = sn_model_property(model, object, row);
    if (property->flags & SN_CLONES && target.entry == 0 && !company->left_out[target.index]) {
        /* a point goes over with its path if what carries it does */
        const SnComponent *point = sn_model_get(model, target);
        return !sn_class_is_a(point->class, &SN_CLASS_MARKER) ||
               !stays_here(company, ((const SnMarker *)point)->frame) || counterpart(point);
    }
    if (sn_mirror_drives_vectors(model, object, property))
        return false;
    /* a path can be without a surface, but not over one of the other side */
    const bool soft = (property->flags & SN_SOFT) && property->target != &SN_CLASS_WRAP_SURFACE;
    return soft || !stays_here(company, target);
}

static bool leave_out(SnComponent *component, void *data)
{
    Company *company = data;
    uint8_t *mark = company->copies->marks + component->id.index;
    if (*mark != SN_MARK_DEPENDENT || sn_component_references(component, goes_along, company))
        return true;
    *mark = 0;
    company->left_out[component->id.index] = 1;
    company->changed = true;
    return true;
}

static void choose_company(Company *company)
{
    company->changed = true;
    while (company->changed) {
        company->changed = false;
        sn_component_walk(company->copies->model->root, leave_out, company);
    }
}

/* Whether a thing on a carrier that stays is its own image as far as its centre tells. */
static bool is_in_plane(const Company *company, SnId id)
{
    enum { PER_METRE = 1000000 }; /* rounding of what a file says: a micrometre off is in it */
    const SnMirrorPlane *plane = company->plane;
    double place[3], off[3];
    if (!sn_component_place(company->copies->model, id, place))
        return true;
    sn_v3_sub(place, plane->point, off);
    return fabs(sn_v3_dot(off, plane->normal)) * PER_METRE < sn_v3_norm(plane->normal);
}

/* A surface beside the plane on what both sides share (a pelvis, a trunk) is one of this side: the
 * path on the other side runs over its image. */
static bool take_surface(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    const Company *company = data;
    SnComponent *surface = sn_model_get(company->copies->model, target);
    if (surface && surface->class == &SN_CLASS_WRAP_SURFACE &&
        !is_copied(company->copies, target) && !company->left_out[target.index] &&
        !counterpart(surface) && !stays_here(company, ((SnWrapSurface *)surface)->body) &&
        !is_in_plane(company, target))
        sn_marks_set(company->copies->marks, surface, SN_MARK_DEPENDENT);
    return true;
}

static bool take_surfaces_of(SnComponent *component, void *data)
{
    const Company *company = data;
    if (company->copies->marks[component->id.index])
        sn_component_references(component, take_surface, data);
    return true;
}

/* Points of mirrored paths that are there on the other side already are taken as they are. */
static bool spare_point(SnComponent *component, void *data)
{
    SnCopies *copies = data;
    uint8_t *mark = copies->marks + component->id.index;
    const bool point = sn_class_is_a(component->class, &SN_CLASS_POINT);
    if (*mark == SN_MARK_DEPENDENT && point && counterpart(component))
        *mark = 0;
    return true;
}

static bool pair_reference(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    SnCopies *copies = data;
    const SnComponent *component = sn_model_get(copies->model, target);
    const SnComponent *other =
        component && !is_copied(copies, target) ? counterpart(component) : NULL;
    if (other)
        stand_for(copies, component, other);
    return true;
}

/* What the mirrored ones refer to and is on the other side already. */
static bool pair_references(SnComponent *component, void *data)
{
    const SnCopies *copies = data;
    if (copies->marks[component->id.index])
        sn_component_references(component, pair_reference, data);
    return true;
}

void sn_mirror_choose(SnCopies *copies, const SnMirrorPlane *plane)
{
    g_autofree uint8_t *left_out = g_malloc0(copies->model->slots->len);
    Company company = {.copies = copies, .plane = plane, .left_out = left_out};
    choose_company(&company);
    sn_component_walk(copies->model->root, take_surfaces_of, &company);
    sn_copies_mark_points(copies);
    sn_component_walk(copies->model->root, spare_point, copies);
    sn_component_walk(copies->model->root, pair_references, copies);
}

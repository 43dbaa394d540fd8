/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/private.h"

#include "engine/base/memory.h"
#include "engine/model/classes/fem.h"

#include <math.h>

enum { NODES, ELEMENTS }; /* arrays of a FEM */

/* A FEM as it is seen; mesh NULL: it is not. */
typedef struct Seen {
    SnId id;
    const SnFemMesh *mesh;
    const double *points;
} Seen;

static Seen see(SnViewport *viewport, SnId id)
{
    Seen seen = {.id = sn_id_component(id)};
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    const SnSceneItem *item = sn_shown_item(viewport->session, seen.id);
    if (item && item->kind == SN_ITEM_FEM) {
        seen.mesh = item->fem;
        seen.points = snapshot->points + 3 * (size_t)item->first;
    }
    return seen;
}

static bool is_fem(SnViewport *viewport, SnId id)
{
    const SnModel *model = sn_session_model(viewport->session);
    const SnComponent *component = model ? sn_model_get(model, id) : NULL;
    return component && component->class == &SN_CLASS_FEM;
}

static double angle_of(const SnViewport *viewport)
{
    return viewport->part_angle * G_PI / 180;
}

/* --- sets and ids --- */

static void add_ids(const Seen *seen, int array, const uint8_t *set, GArray *ids)
{
    const int n = array == NODES ? seen->mesh->n_nodes : seen->mesh->n_elements;
    for (int i = 0; i < n; i++) {
        const int number = array == NODES ? i : seen->mesh->original[i];
        const SnId id = sn_id_of_entry(seen->id, (unsigned)array, (uint32_t)number);
        if (set[i])
            g_array_append_val(ids, id);
    }
}

/* The nodes or elements of a FEM that are selected, as a set; returns how many. */
static int selected_set(SnViewport *viewport, const Seen *seen, int array, uint8_t *set)
{
    const int n = array == NODES ? seen->mesh->n_nodes : seen->mesh->n_elements;
    int count = 0;
    for (int i = 0; i < n; i++) {
        const int number = array == NODES ? i : seen->mesh->original[i];
        set[i] = sn_session_is_selected(
            viewport->session, sn_id_of_entry(seen->id, (unsigned)array, (uint32_t)number));
        count += set[i];
    }
    return count;
}

/* --- spreading what is selected --- */

/* Adds the ids that the selected parts of one kind of a FEM are spread to; false: it cannot be. */
static bool spread(SnViewport *viewport, const Seen *seen, int array, SnSpread how, GArray *ids)
{
    const SnFemMesh *mesh = seen->mesh;
    uint8_t *set = sn_alloc((size_t)(array == NODES ? mesh->n_nodes : mesh->n_elements), 1);
    bool good = true;
    if (selected_set(viewport, seen, array, set) > 0) {
        good = (array == NODES ? sn_fem_spread_nodes : sn_fem_spread_elements)(
            mesh, seen->points, how, angle_of(viewport), set);
        add_ids(seen, array, set, ids);
    }
    sn_free(set);
    return good;
}

/* FEMs with selected parts, each once, in the order of the selection. */
static GArray *fems_with_parts(SnViewport *viewport)
{
    GArray *fems = g_array_new(FALSE, FALSE, sizeof(SnId));
    int n = 0;
    const SnId *ids = sn_session_selection(viewport->session, &n);
    for (int i = 0; i < n; i++) {
        const SnId id = sn_id_component(ids[i]);
        bool known = ids[i].entry == 0 || !is_fem(viewport, id);
        for (guint k = 0; k < fems->len && !known; k++)
            known = sn_id_equal(g_array_index(fems, SnId, k), id);
        if (!known)
            g_array_append_val(fems, id);
    }
    return fems;
}

static void note(SnViewport *viewport, const char *text)
{
    sn_session_report(viewport->session, &(SnBar){.severity = SN_NOTE,
                                                  .text = text,
                                                  .button = "Pick Nodes",
                                                  .action = "win.pick::nodes"});
}

void sn_viewport_spread(SnViewport *viewport, SnSpread how)
{
    GArray *fems = fems_with_parts(viewport), *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    bool good = true;
    for (guint i = 0; i < fems->len; i++) {
        const Seen seen = see(viewport, g_array_index(fems, SnId, i));
        for (int array = NODES; array <= ELEMENTS && seen.mesh; array++)
            good = spread(viewport, &seen, array, how, ids) && good;
    }
    if (fems->len == 0)
        note(viewport, "This goes on from selected nodes or elements of a FEM: press 2 (3), then "
                       "click one, double-click a side, or drag a box.");
    else if (!good)
        note(viewport, "What is selected lies inside: there is no side and no plane of three "
                       "nodes to go on from.");
    else
        sn_session_select(viewport->session, (const SnId *)(void *)ids->data, (int)ids->len,
                          SN_SELECT_REPLACE);
    g_array_unref(ids);
    g_array_unref(fems);
}

/* --- at a place --- */

void sn_parts_select_at(SnViewport *viewport, SnId fem, const double place[3], SnSpread how,
                        SnSelect mode)
{
    const Seen seen = see(viewport, fem);
    const int face = seen.mesh ? sn_fem_nearest_face(seen.mesh, seen.points, place) : -1;
    if (face < 0)
        return;
    const bool elements = viewport->settings.pick_detail == SN_PICK_ELEMENTS;
    uint8_t *nodes = sn_alloc((size_t)seen.mesh->n_nodes, 1);
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    sn_fem_face_nodes(seen.mesh, face, nodes);
    sn_fem_spread_nodes(seen.mesh, seen.points, how, angle_of(viewport), nodes);
    if (elements) {
        uint8_t *set = sn_alloc((size_t)seen.mesh->n_elements, 1);
        sn_fem_elements_behind(seen.mesh, nodes, set);
        add_ids(&seen, ELEMENTS, set, ids);
        sn_free(set);
    } else {
        add_ids(&seen, NODES, nodes, ids);
    }
    sn_session_select(viewport->session, (const SnId *)(void *)ids->data, (int)ids->len, mode);
    g_array_unref(ids);
    sn_free(nodes);
}

bool sn_parts_double_click(SnViewport *viewport, const SnPickHit *hit, const SnPointer *at)
{
    if (viewport->settings.pick_detail == SN_PICK_COMPONENTS || !is_fem(viewport, hit->id))
        return false;
    const SnSelect mode = sn_how_to_select(at->state);
    sn_parts_select_at(viewport, sn_id_component(hit->id), hit->position, SN_SPREAD_FACE,
                       mode == SN_SELECT_TOGGLE ? SN_SELECT_REMOVE : mode);
    return true;
}

bool sn_parts_keep(SnViewport *viewport, SnId id, SnSelect how)
{
    if (how == SN_SELECT_REPLACE || id.entry != 0 ||
        viewport->settings.pick_detail == SN_PICK_COMPONENTS || !is_fem(viewport, id))
        return false;
    GArray *fems = fems_with_parts(viewport);
    bool keep = false;
    for (guint i = 0; i < fems->len; i++)
        keep = keep || sn_id_equal(g_array_index(fems, SnId, i), id);
    g_array_unref(fems);
    return keep;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/navigator/model.h"

#include "engine/model/drawable.h"

/* --- item --- */

struct _SnNavigatorItem {
    GObject parent_instance;
    SnRowKind kind;
    SnId id;
    int array; /* -1: children */
    int first, count;
};

G_DEFINE_FINAL_TYPE(SnNavigatorItem, sn_navigator_item, G_TYPE_OBJECT)

static void sn_navigator_item_class_init(SnNavigatorItemClass *class)
{
}

static void sn_navigator_item_init(SnNavigatorItem *item)
{
}

SnRowKind sn_navigator_item_kind(SnNavigatorItem *item)
{
    return item->kind;
}

SnId sn_navigator_item_id(SnNavigatorItem *item)
{
    return item->id;
}

int sn_navigator_item_array(SnNavigatorItem *item)
{
    return item->array;
}

int sn_navigator_item_first(SnNavigatorItem *item)
{
    return item->first;
}

int sn_navigator_item_count(SnNavigatorItem *item)
{
    return item->count;
}

/* --- model --- */

typedef enum SourceKind {
    SOURCE_ROOT,     /* the root component */
    SOURCE_CHILDREN, /* of a component, then its arrays */
    SOURCE_ENTRIES,  /* of an array of a component */
    SOURCE_FLAT,
} SourceKind;

struct _SnNavigatorModel {
    GObject parent_instance;
    SnSession *session; /* owns a reference */
    SourceKind source;
    SnId parent;
    int array;
    int first, count; /* SOURCE_CHILDREN, _ENTRIES within a range; count -1: all */
    bool ranges;      /* rows are ranges */
    GArray *ids;      /* of SnId, rows of components when not ranges */
    int n_arrays;     /* rows after them */
    bool leafy;       /* no row can be opened */
    int n_ranged;     /* number of children or entries behind ranges or entries */
    GPtrArray *items; /* objects handed out so far, by position; owned */
};

static void sn_navigator_model_list_model_init(GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(SnNavigatorModel, sn_navigator_model, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL,
                                                    sn_navigator_model_list_model_init))

static guint n_rows(const SnNavigatorModel *model)
{
    if (model->ranges)
        return (guint)(model->n_ranged + SN_RANGE - 1) / SN_RANGE;
    if (model->source == SOURCE_ENTRIES)
        return (guint)model->n_ranged;
    return model->ids->len + (guint)model->n_arrays;
}

static void fill_item(const SnNavigatorModel *model, guint position, SnNavigatorItem *item)
{
    item->array = model->array;
    item->first = 0;
    item->count = 0;
    if (model->ranges) {
        item->kind = SN_ROW_RANGE;
        item->id = model->parent;
        item->first = (int)position * SN_RANGE;
        item->count = MIN(SN_RANGE, model->n_ranged - item->first);
    } else if (model->source == SOURCE_ENTRIES) {
        item->kind = SN_ROW_ENTRY;
        item->id = sn_id_of_entry(model->parent, (unsigned)model->array,
                                  (uint32_t)model->first + position);
    } else if (position < model->ids->len) {
        item->kind = SN_ROW_COMPONENT;
        item->id = g_array_index(model->ids, SnId, position);
        item->array = -1;
    } else {
        item->kind = SN_ROW_ARRAY;
        item->id = model->parent;
        item->array = (int)(position - model->ids->len);
    }
}

static GType list_item_type(GListModel *list)
{
    return SN_TYPE_NAVIGATOR_ITEM;
}

static guint list_n_items(GListModel *list)
{
    return n_rows(SN_NAVIGATOR_MODEL(list));
}

static gpointer list_item(GListModel *list, guint position)
{
    SnNavigatorModel *model = SN_NAVIGATOR_MODEL(list);
    if (position >= n_rows(model))
        return NULL;
    if (model->items->len <= position)
        g_ptr_array_set_size(model->items, (gint)n_rows(model));
    SnNavigatorItem *item = g_ptr_array_index(model->items, position);
    if (!item) {
        item = g_object_new(SN_TYPE_NAVIGATOR_ITEM, NULL);
        fill_item(model, position, item);
        g_ptr_array_index(model->items, position) = item;
    }
    return g_object_ref(item);
}

static void sn_navigator_model_list_model_init(GListModelInterface *iface)
{
    iface->get_item_type = list_item_type;
    iface->get_n_items = list_n_items;
    iface->get_item = list_item;
}

static void sn_navigator_model_finalize(GObject *object)
{
    SnNavigatorModel *model = SN_NAVIGATOR_MODEL(object);
    g_array_unref(model->ids);
    g_ptr_array_unref(model->items);
    g_object_unref(model->session);
    G_OBJECT_CLASS(sn_navigator_model_parent_class)->finalize(object);
}

static void sn_navigator_model_class_init(SnNavigatorModelClass *class)
{
    G_OBJECT_CLASS(class)->finalize = sn_navigator_model_finalize;
}

static void clear_item(gpointer item)
{
    if (item)
        g_object_unref(item);
}

static void sn_navigator_model_init(SnNavigatorModel *model)
{
    model->ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    model->items = g_ptr_array_new_with_free_func(clear_item);
    model->array = -1;
    model->count = -1;
}

/* --- what the rows are --- */

static bool is_nameless(const GPtrArray *children)
{
    return ((const SnComponent *)g_ptr_array_index(children, 0))->name == NULL;
}

static const char EMPTY_KEY[] = "sn-navigator-empty-lists";

bool sn_navigator_shows_empty(SnSession *session)
{
    return g_object_get_data(G_OBJECT(session), EMPTY_KEY) != NULL;
}

void sn_navigator_show_empty(SnSession *session, bool shown)
{
    g_object_set_data(G_OBJECT(session), EMPTY_KEY, shown ? GINT_TO_POINTER(1) : NULL);
}

bool sn_navigator_is_empty_list(const SnComponent *component)
{
    return sn_class_is_a(component->class, &SN_CLASS_LIST) && component->children &&
           component->children->len == 0;
}

/* Reads the rows from the document into `ids` and the counts of the model. */
static void read_rows(SnNavigatorModel *model, GArray *ids)
{
    const SnModel *document = sn_session_model(model->session);
    model->n_arrays = model->n_ranged = 0;
    model->leafy = false;
    if (!document)
        return;
    if (model->source == SOURCE_ROOT) {
        g_array_append_val(ids, document->root->id);
        return;
    }
    const SnComponent *parent = sn_model_get(document, model->parent);
    if (!parent)
        return;
    if (model->source == SOURCE_ENTRIES) {
        int n = sn_component_array(parent, model->array)->n;
        model->n_ranged = model->count < 0 ? n : CLAMP(n - model->first, 0, model->count);
        model->ranges = model->count < 0 && n > SN_RANGE;
        model->leafy = !model->ranges;
        return;
    }
    int n = parent->children ? (int)parent->children->len : 0;
    if (model->count < 0) {
        model->ranges = n > SN_RANGE_NAMED || (n > SN_RANGE && is_nameless(parent->children));
        if (model->ranges) {
            model->n_ranged = n;
            return;
        }
        model->n_arrays = parent->class->n_arrays;
    }
    int last = model->count < 0 ? n : MIN(n, model->first + model->count);
    model->leafy = model->n_arrays == 0;
    for (int i = MAX(model->first, 0); i < last; i++) {
        const SnComponent *child = g_ptr_array_index(parent->children, i);
        if (sn_navigator_is_empty_list(child) && !sn_navigator_shows_empty(model->session))
            continue;
        model->leafy = model->leafy && !child->children && child->class->n_arrays == 0;
        g_array_append_val(ids, child->id);
    }
}

/* Takes new ids; keeps the objects of the rows that stay. */
static void replace_rows(SnNavigatorModel *model, GArray *ids, guint old_n)
{
    GArray *old = model->ids;
    guint same = 0, tail = 0;
    guint shorter = MIN(old->len, ids->len);
    while (same < shorter &&
           sn_id_equal(g_array_index(old, SnId, same), g_array_index(ids, SnId, same)))
        same++;
    while (tail < shorter - same && sn_id_equal(g_array_index(old, SnId, old->len - 1 - tail),
                                                g_array_index(ids, SnId, ids->len - 1 - tail)))
        tail++;
    guint removed = old->len - same - tail, added = ids->len - same - tail;
    model->ids = ids;
    g_array_unref(old);
    if (removed == 0 && added == 0)
        return;
    g_ptr_array_set_size(model->items, (gint)old_n);
    if (removed > 0)
        g_ptr_array_remove_range(model->items, same, removed);
    GPtrArray *items = g_ptr_array_new_full(n_rows(model), clear_item);
    g_ptr_array_set_size(items, (gint)n_rows(model));
    for (guint i = 0; i < model->items->len; i++) {
        guint to = i < same ? i : i + added;
        items->pdata[to] = model->items->pdata[i];
        model->items->pdata[i] = NULL;
    }
    g_ptr_array_unref(model->items);
    model->items = items;
    g_list_model_items_changed(G_LIST_MODEL(model), same, removed, added);
}

/* Ranges before and after: those that hold as many as before stay, and stay open. */
static guint same_ranges(int old_n, int n)
{
    return (guint)(old_n == n ? (n + SN_RANGE - 1) / SN_RANGE : MIN(old_n, n) / SN_RANGE);
}

/* The rows after the first `same` are others now. */
static void replace_tail(SnNavigatorModel *model, guint same, guint old_n)
{
    if (model->items->len > same)
        g_ptr_array_set_size(model->items, (gint)same);
    g_list_model_items_changed(G_LIST_MODEL(model), same, old_n - same, n_rows(model) - same);
}

void sn_navigator_model_refresh(SnNavigatorModel *model)
{
    if (model->source == SOURCE_FLAT)
        return;
    guint old_n = n_rows(model);
    bool were_ranges = model->ranges;
    int old_ranged = model->n_ranged;
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    read_rows(model, ids);
    if (were_ranges || model->ranges || model->source == SOURCE_ENTRIES) {
        g_array_unref(model->ids);
        model->ids = ids;
        if (were_ranges != model->ranges)
            replace_tail(model, 0, old_n);
        else if (old_ranged != model->n_ranged)
            replace_tail(model,
                         model->ranges ? same_ranges(old_ranged, model->n_ranged)
                                       : (guint)MIN(old_ranged, model->n_ranged),
                         old_n);
    } else {
        replace_rows(model, ids, old_n);
    }
}

static SnNavigatorModel *model_new(SnSession *session, SourceKind source, SnId parent)
{
    SnNavigatorModel *model = g_object_new(SN_TYPE_NAVIGATOR_MODEL, NULL);
    model->session = g_object_ref(session);
    model->source = source;
    model->parent = parent;
    return model;
}

SnNavigatorModel *sn_navigator_model_root(SnSession *session)
{
    SnNavigatorModel *model = model_new(session, SOURCE_ROOT, SN_ID_NULL);
    read_rows(model, model->ids);
    return model;
}

SnNavigatorModel *sn_navigator_model_below(SnSession *session, SnNavigatorItem *item)
{
    const SnModel *document = sn_session_model(session);
    const SnComponent *component = document ? sn_model_get(document, item->id) : NULL;
    if (!component || item->kind == SN_ROW_ENTRY)
        return NULL;
    bool leaf = !component->children && component->class->n_arrays == 0;
    if (item->kind == SN_ROW_COMPONENT && leaf)
        return NULL;
    SnNavigatorModel *model = model_new(
        session, item->kind == SN_ROW_ARRAY || item->array >= 0 ? SOURCE_ENTRIES : SOURCE_CHILDREN,
        item->id);
    model->array = item->array;
    if (item->kind == SN_ROW_RANGE) {
        model->first = item->first;
        model->count = item->count;
    }
    read_rows(model, model->ids);
    return model;
}

SnNavigatorModel *sn_navigator_model_flat(SnSession *session, GArray *ids)
{
    SnNavigatorModel *model = model_new(session, SOURCE_FLAT, SN_ID_NULL);
    g_array_unref(model->ids);
    model->ids = ids;
    model->leafy = true;
    return model;
}

int sn_navigator_model_find(SnNavigatorModel *model, SnId id)
{
    if (model->source == SOURCE_ENTRIES) {
        int index = (int)sn_id_entry_index(id);
        if (!sn_id_equal(sn_id_component(id), model->parent) || sn_id_array(id) != model->array)
            return -1;
        return model->ranges ? index / SN_RANGE
                             : (index >= model->first && index < model->first + model->n_ranged
                                    ? index - model->first
                                    : -1);
    }
    if (model->ranges) {
        const SnComponent *parent = sn_model_get(sn_session_model(model->session), model->parent);
        const SnComponent *child = sn_model_get(sn_session_model(model->session), id);
        guint index = 0;
        return parent && child && g_ptr_array_find(parent->children, child, &index)
                   ? (int)index / SN_RANGE
                   : -1;
    }
    for (guint i = 0; i < model->ids->len; i++) {
        if (sn_id_equal(g_array_index(model->ids, SnId, i), id))
            return (int)i;
    }
    return -1;
}

int sn_navigator_model_find_array(SnNavigatorModel *model, int array)
{
    return array < model->n_arrays ? (int)model->ids->len + array : -1;
}

SnId sn_navigator_model_id(SnNavigatorModel *model, guint position)
{
    if (model->ranges || position >= n_rows(model))
        return SN_ID_NULL;
    if (model->source == SOURCE_ENTRIES) {
        return sn_id_of_entry(model->parent, (unsigned)model->array,
                              (uint32_t)model->first + position);
    }
    return position < model->ids->len ? g_array_index(model->ids, SnId, position) : SN_ID_NULL;
}

bool sn_navigator_model_is_leafy(SnNavigatorModel *model)
{
    return model->leafy;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_rows.h"

#include "engine/model/classes/model_component.h"

struct SnTrackRows {
    GArray *rows;         /* of SnTrackRow */
    GArray *probes;       /* of SnId, in the order of the document: all, also of folded groups */
    const SnModel *model; /* while the rows are built */
    char **folded;        /* names of folded groups, then */
};

SnTrackRows *sn_track_rows_new(void)
{
    SnTrackRows *rows = g_new0(SnTrackRows, 1);
    rows->rows = g_array_new(FALSE, TRUE, sizeof(SnTrackRow));
    rows->probes = g_array_new(FALSE, TRUE, sizeof(SnId));
    return rows;
}

void sn_track_rows_free(SnTrackRows *rows)
{
    g_array_unref(rows->rows);
    g_array_unref(rows->probes);
    g_free(rows);
}

static SnTrackRow *row_at(const SnTrackRows *rows, int index)
{
    g_assert(index >= 0 && index < (int)rows->rows->len);
    return &g_array_index(rows->rows, SnTrackRow, index);
}

/* --- building --- */

/* Gives every row its place. */
static void stack(SnTrackRows *rows)
{
    int y = 0;
    for (guint i = 0; i < rows->rows->len; i++) {
        SnTrackRow *row = &g_array_index(rows->rows, SnTrackRow, i);
        row->y = y;
        y += row->height;
    }
}

static const char *group_of(const SnModel *model, SnId probe)
{
    const char *group = ((const SnProbe *)sn_model_get(model, probe))->group;
    return group && group[0] != '\0' ? g_intern_string(group) : NULL;
}

static bool collect(SnComponent *component, void *data)
{
    if (sn_class_is_a(component->class, &SN_CLASS_PROBE))
        g_array_append_val((GArray *)data, component->id);
    return true;
}

static void append_probe(SnTrackRows *rows, SnId probe, const char *group)
{
    const SnProbe *component = (const SnProbe *)sn_model_get(rows->model, probe);
    SnTrackRow row = {.probe = probe,
                      .group = group,
                      .height = component->track_open ? component->track_height : SN_TRACK_FOLDED,
                      .open = component->track_open};
    g_array_append_val(rows->rows, row);
}

static void append_group(SnTrackRows *rows, const char *group)
{
    const bool open = !g_strv_contains((const char *const *)rows->folded, group);
    const guint head = rows->rows->len;
    SnTrackRow row = {.probe = SN_ID_NULL, .group = group, .height = SN_TRACK_GROUP, .open = open};
    g_array_append_val(rows->rows, row);
    int count = 0;
    for (guint i = 0; i < rows->probes->len; i++) {
        const SnId probe = g_array_index(rows->probes, SnId, i);
        if (group_of(rows->model, probe) != group)
            continue;
        count++;
        if (open)
            append_probe(rows, probe, group);
    }
    g_array_index(rows->rows, SnTrackRow, head).count = count;
}

void sn_track_rows_build(SnTrackRows *rows, const SnModel *model)
{
    g_array_set_size(rows->rows, 0);
    g_array_set_size(rows->probes, 0);
    if (!model)
        return;
    const char *folded = ((const SnModelComponent *)model->root)->folded_groups;
    rows->model = model;
    rows->folded = g_strsplit(folded ? folded : "", "\n", -1);
    sn_component_walk(model->root, collect, rows->probes);
    GHashTable *done = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < rows->probes->len; i++) {
        const SnId probe = g_array_index(rows->probes, SnId, i);
        const char *group = group_of(model, probe);
        if (!group)
            append_probe(rows, probe, NULL);
        else if (g_hash_table_add(done, (gpointer)group))
            append_group(rows, group);
    }
    g_hash_table_unref(done);
    g_clear_pointer(&rows->folded, g_strfreev);
    rows->model = NULL;
    stack(rows);
}

/* --- reading --- */

int sn_track_rows_count(const SnTrackRows *rows)
{
    return (int)rows->rows->len;
}

const SnTrackRow *sn_track_rows_get(const SnTrackRows *rows, int index)
{
    return row_at(rows, index);
}

int sn_track_rows_find(const SnTrackRows *rows, SnId probe)
{
    for (guint i = 0; i < rows->rows->len && !sn_id_is_null(probe); i++) {
        if (sn_id_equal(g_array_index(rows->rows, SnTrackRow, i).probe, probe))
            return (int)i;
    }
    return -1;
}

int sn_track_rows_at(const SnTrackRows *rows, double y)
{
    for (guint i = 0; i < rows->rows->len; i++) {
        const SnTrackRow *row = &g_array_index(rows->rows, SnTrackRow, i);
        if (y >= row->y && y < row->y + row->height)
            return (int)i;
    }
    return -1;
}

int sn_track_rows_height(const SnTrackRows *rows)
{
    const guint n = rows->rows->len;
    const SnTrackRow *last = n > 0 ? &g_array_index(rows->rows, SnTrackRow, n - 1) : NULL;
    return last ? last->y + last->height : 0;
}

/* --- changing --- */

void sn_track_rows_set_height(SnTrackRows *rows, int index, int height)
{
    SnTrackRow *row = row_at(rows, index);
    if (row->open && !sn_id_is_null(row->probe)) {
        row->height = CLAMP(height, SN_TRACK_LEAST, SN_TRACK_MOST);
        stack(rows);
    }
}

/* --- dragging a header --- */

/* The probe after the place before row `index` that is not the dragged one: of the same group where
 * the place is in one. */
static SnId probe_from(const SnTrackRows *rows, int index, SnId dragged, const char *group)
{
    for (guint i = (guint)index; i < rows->rows->len; i++) {
        const SnTrackRow *row = &g_array_index(rows->rows, SnTrackRow, i);
        if (group && row->group != group)
            break;
        if (!sn_id_is_null(row->probe) && !sn_id_equal(row->probe, dragged))
            return row->probe;
    }
    return SN_ID_NULL;
}

SnTrackSlot sn_track_rows_slot(const SnTrackRows *rows, SnId dragged, double y)
{
    SnTrackSlot place = {sn_track_rows_height(rows), NULL, SN_ID_NULL};
    const int at = sn_track_rows_at(rows, MAX(y, 0));
    if (at < 0)
        return place;
    const SnTrackRow *row = row_at(rows, at);
    const double share = (MAX(y, 0) - row->y) / row->height;
    const bool head = sn_id_is_null(row->probe);
    /* upper half: before it; lower half: after it.  A group's own row takes it in, but for its
     * upper third. */
    const bool before = share < (head ? 1.0 / 3 : 0.5);
    place.line = before ? row->y : row->y + row->height;
    place.group = head ? (before ? NULL : row->group) : row->group;
    const SnTrackRow *above = at > 0 ? row_at(rows, at - 1) : NULL;
    if (!head && before && row->group && (!above || above->group != row->group))
        place.group = NULL;
    place.before = probe_from(rows, before ? at : at + 1, dragged, place.group);
    return place;
}

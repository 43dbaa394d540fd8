/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/watch_list.h"

#include "ui/session/id_set.h"

typedef struct Interest {
    SnWatch what;
    SnWatchCall call;
    gpointer data;
    int index; /* in the list last built; -1: added since */
} Interest;

struct SnWatchList {
    GHashTable *interests; /* handle -> Interest, owned */
    GArray *built;         /* of SnWatch, each once */
    uint64_t serial;       /* engine's number of `built`; 0: not sent */
    guint last_handle;
};

SnWatchList *sn_watch_list_new(void)
{
    SnWatchList *list = g_new0(SnWatchList, 1);
    list->interests = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    list->built = g_array_new(FALSE, FALSE, sizeof(SnWatch));
    return list;
}

void sn_watch_list_free(SnWatchList *list)
{
    g_hash_table_unref(list->interests);
    g_array_unref(list->built);
    g_free(list);
}

void sn_watch_list_clear(SnWatchList *list)
{
    g_hash_table_remove_all(list->interests);
    g_array_set_size(list->built, 0);
    list->serial = 0;
}

guint sn_watch_list_add(SnWatchList *list, SnId id, int row, SnWatchCall call, gpointer data)
{
    Interest *interest = g_new0(Interest, 1);
    interest->what = (SnWatch){id, row};
    interest->call = call;
    interest->data = data;
    interest->index = -1;
    guint handle = ++list->last_handle;
    g_hash_table_insert(list->interests, GUINT_TO_POINTER(handle), interest);
    return handle;
}

void sn_watch_list_remove(SnWatchList *list, guint handle)
{
    g_hash_table_remove(list->interests, GUINT_TO_POINTER(handle));
}

static guint watch_hash(gconstpointer key)
{
    const SnWatch *watch = key;
    return sn_id_hash(&watch->id) * 31u + (guint)watch->property;
}

static gboolean watch_same(gconstpointer a, gconstpointer b)
{
    const SnWatch *first = a, *second = b;
    return sn_id_equal(first->id, second->id) && first->property == second->property;
}

const SnWatch *sn_watch_list_build(SnWatchList *list, int *n)
{
    g_array_set_size(list->built, 0);
    list->serial = 0;
    GHashTable *places = g_hash_table_new(watch_hash, watch_same);
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, list->interests);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        Interest *interest = value;
        gpointer place;
        if (g_hash_table_lookup_extended(places, &interest->what, NULL, &place)) {
            interest->index = GPOINTER_TO_INT(place);
        } else {
            interest->index = (int)list->built->len;
            g_hash_table_insert(places, &interest->what, GINT_TO_POINTER(interest->index));
            g_array_append_val(list->built, interest->what);
        }
    }
    g_hash_table_unref(places);
    *n = (int)list->built->len;
    return (const SnWatch *)(void *)list->built->data;
}

void sn_watch_list_sent(SnWatchList *list, uint64_t serial)
{
    list->serial = serial;
}

void sn_watch_list_deliver(SnWatchList *list, const SnSnapshot *snapshot)
{
    if (list->serial == 0 || snapshot->watch_serial != list->serial)
        return;
    /* by handle: a callback may remove its own or another interest */
    guint n = 0;
    gpointer *handles = g_hash_table_get_keys_as_array(list->interests, &n);
    for (guint i = 0; i < n; i++) {
        const Interest *interest = g_hash_table_lookup(list->interests, handles[i]);
        if (!interest || interest->index < 0 || interest->index >= snapshot->n_watched)
            continue;
        const SnWatched *watched = &snapshot->watched[interest->index];
        if (watched->n > 0)
            interest->call(watched, interest->data);
    }
    g_free(handles);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/ask.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/strand.h"
#include "ui/edits/edits.h"
#include "ui/edits/joint.h"

#define KEY "sn-ask"

typedef struct Ask {
    SnSession *session; /* borrowed: it goes with it */
    SnId list;
    const SnClass *class;
    GArray *ids; /* of SnId, in the order of the clicks */
    SnAddNeeds needs;
    double place[3]; /* where the last one was clicked */
    bool placed;
    bool again;     /* and then the next one */
    bool told;      /* the bar says what to click */
    bool selecting; /* the selection is being made to show them */
    guint source;   /* makes it when the main loop turns; 0: not yet */
    gulong handlers[2];
} Ask;

static Ask *ask_of(SnSession *session)
{
    return g_object_get_data(G_OBJECT(session), KEY);
}

static void ask_free(gpointer data)
{
    Ask *ask = data;
    g_clear_handle_id(&ask->source, g_source_remove);
    g_array_unref(ask->ids);
    g_free(ask->needs.missing);
    g_free(ask);
}

static const SnId *ids_of(const Ask *ask)
{
    return (const SnId *)(const void *)ask->ids->data;
}

static void end(SnSession *session)
{
    Ask *ask = ask_of(session);
    for (int i = 0; i < 2; i++)
        g_clear_signal_handler(&ask->handlers[i], session);
    g_object_set_data(G_OBJECT(session), KEY, NULL);
    sn_session_asking(session);
}

static void show(Ask *ask)
{
    ask->selecting = true;
    sn_session_select(ask->session, ids_of(ask), (int)ask->ids->len, SN_SELECT_REPLACE);
    ask->selecting = false;
    sn_session_asking(ask->session);
}

/* What it needs with these. */
static void find_needs(Ask *ask, bool *used)
{
    for (guint i = ask->ids->len; i-- > 0;) /* an undo may have taken one away */
        if (!sn_model_get(sn_session_model(ask->session), ids_of(ask)[i]))
            g_array_remove_index(ask->ids, i);
    g_clear_pointer(&ask->needs.missing, g_free);
    sn_edits_add_needs(ask->session, ask->class, ids_of(ask), (int)ask->ids->len, &ask->needs,
                       used);
}

/* What goes where the last body was clicked; the rest goes where such things go. */
static bool is_placed(const SnClass *class)
{
    return sn_class_is_a(class, &SN_CLASS_FRAME_JOINT) || class == &SN_CLASS_MARKER ||
           class == &SN_CLASS_FRAME || class == &SN_CLASS_WRAP_SURFACE || class == &SN_CLASS_PULLEY;
}

static void make(Ask *ask)
{
    SnSession *session = ask->session;
    const SnId list = ask->list;
    const SnClass *class = ask->class;
    const bool placed = ask->placed && is_placed(class), again = ask->again;
    double place[3];
    sn_v3_copy(ask->place, place);
    show(ask);
    end(session);
    if (sn_id_is_null(sn_edits_add(session, list, class, placed ? place : NULL)) || !again)
        return;
    sn_session_select_none(session);
    sn_ask_begin(session, list, class);
}

static gboolean make_later(gpointer data)
{
    Ask *ask = data;
    ask->source = 0;
    make(ask);
    return G_SOURCE_REMOVE;
}

/* Takes an id if the class can; says nothing. */
static bool take(Ask *ask, SnId id)
{
    for (guint i = 0; i < ask->ids->len; i++)
        if (sn_id_equal(ids_of(ask)[i], id))
            return false;
    g_array_append_val(ask->ids, id);
    g_autofree bool *used = g_new0(bool, ask->ids->len);
    find_needs(ask, used);
    if (ask->ids->len > 0 && used[ask->ids->len - 1])
        return true;
    if (ask->ids->len > 0)
        g_array_set_size(ask->ids, ask->ids->len - 1);
    find_needs(ask, used);
    return false;
}

bool sn_ask_offer(SnSession *session, SnId id, const double place[3], bool again)
{
    Ask *ask = ask_of(session);
    if (!ask || ask->source != 0 || !take(ask, id))
        return false;
    ask->again = again;
    ask->placed = place != NULL;
    if (place)
        sn_v3_copy(place, ask->place);
    show(ask);
    if (ask->needs.full) /* not from inside of a click, or of a change of the selection */
        ask->source = g_idle_add(make_later, ask);
    return true;
}

/* A click in the navigator; what does not fit changes nothing. */
static void on_selection(SnSession *session, Ask *ask)
{
    if (ask->selecting || ask->source != 0)
        return;
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_array_append_vals(ids, selected, (guint)n);
    bool some = false;
    for (guint i = 0; i < ids->len; i++)
        some = sn_ask_offer(session, g_array_index(ids, SnId, i), NULL, false) || some;
    if (!some)
        show(ask);
}

static void on_document(SnSession *session, Ask *ask)
{
    end(session);
}

void sn_ask_begin(SnSession *session, SnId list, const SnClass *class)
{
    if (ask_of(session))
        end(session);
    sn_session_set_tool(session, SN_TOOL_SELECT);
    Ask *ask = g_new0(Ask, 1);
    ask->session = session;
    ask->list = list;
    ask->class = class;
    ask->ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++)
        take(ask, selected[i]);
    bool used = false;
    if (ask->ids->len == 0)
        find_needs(ask, &used);
    ask->handlers[0] =
        g_signal_connect(session, "selection-changed", G_CALLBACK(on_selection), ask);
    ask->handlers[1] = g_signal_connect(session, "document-changed", G_CALLBACK(on_document), ask);
    g_object_set_data_full(G_OBJECT(session), KEY, ask, ask_free);
    show(ask);
    g_autofree char *hint = sn_ask_hint(session);
    sn_session_report(session, &(SnBar){.severity = SN_NOTE, .text = hint, .of_asking = true});
}

bool sn_ask_active(SnSession *session)
{
    return ask_of(session) != NULL;
}

bool sn_ask_takes_points(SnSession *session)
{
    const Ask *ask = ask_of(session);
    return ask && ask->needs.points;
}

const SnClass *sn_ask_class(SnSession *session)
{
    const Ask *ask = ask_of(session);
    return ask ? ask->class : NULL;
}

const SnId *sn_ask_chosen(SnSession *session, int *n)
{
    const Ask *ask = ask_of(session);
    *n = ask ? (int)ask->ids->len : 0;
    return ask ? ids_of(ask) : NULL;
}

bool sn_ask_axes(SnSession *session, SnId side, double orientation[4])
{
    const Ask *ask = ask_of(session);
    const SnModel *model = sn_session_model(session);
    const SnComponent *component = side.entry == 0 ? sn_model_get(model, side) : NULL;
    if (!ask || ask->ids->len == 0 || !sn_class_is_a(ask->class, &SN_CLASS_FRAME_JOINT) ||
        !component || !sn_class_is_a(component->class, &SN_CLASS_BODY_FRAME) ||
        sn_id_equal(ids_of(ask)[0], side))
        return false;
    SnFrameJoint *joint = (SnFrameJoint *)sn_component_new(ask->class, NULL);
    joint->frame_a = ids_of(ask)[0];
    joint->frame_b = side;
    sn_joint_axes(model, joint, orientation);
    sn_component_free(&joint->base.base.base);
    return true;
}

void sn_ask_accept(SnSession *session, bool again)
{
    Ask *ask = ask_of(session);
    if (!ask || ask->source != 0)
        return;
    ask->again = again;
    if (!ask->needs.missing) {
        make(ask);
        return;
    }
    g_autofree char *hint = sn_ask_hint(session);
    sn_session_report(session, &(SnBar){.severity = SN_NOTE, .text = hint, .of_asking = true});
}

bool sn_ask_back(SnSession *session, bool all)
{
    Ask *ask = ask_of(session);
    if (!ask)
        return false;
    if (all || ask->ids->len == 0) {
        end(session);
        return true;
    }
    g_array_set_size(ask->ids, ask->ids->len - 1);
    g_autofree bool *used = g_new0(bool, ask->ids->len + 1);
    find_needs(ask, used);
    ask->placed = false;
    show(ask);
    return true;
}

void sn_ask_tell(SnSession *session, bool told)
{
    Ask *ask = ask_of(session);
    if (!ask || ask->told == told)
        return;
    ask->told = told;
    sn_session_asking(session);
}

bool sn_ask_told(SnSession *session)
{
    const Ask *ask = ask_of(session);
    return ask && ask->told;
}

char *sn_ask_hint(SnSession *session)
{
    const Ask *ask = ask_of(session);
    if (!ask)
        return NULL;
    const int n = (int)ask->ids->len;
    const char *keys = n > 0 ? "Backspace: back · Esc: leave" : "Esc: leave";
    const bool two_frames = sn_class_find_property(ask->class, "frame_a") >= 0;
    const char *where = is_placed(ask->class) ? ", where it shall be" : "";
    if (two_frames && n == 0)
        return g_strdup_printf(
            "%s: click the first body or frame · Shift and the last: and the next · %s",
            ask->class->label, keys);
    if (two_frames && n == 1) {
        g_autofree char *first = sn_session_label(session, ids_of(ask)[0]);
        return g_strdup_printf("%s with %s: click the second body%s · Enter: to the world · %s",
                               ask->class->label, first, where, keys);
    }
    if (ask->needs.missing)
        return g_strdup_printf("%s: click %s%s · %s", ask->class->label, ask->needs.missing,
                               ask->needs.points ? ", or places on surfaces" : "", keys);
    if (n == 0)
        return g_strdup_printf("%s: click %s · Enter: in the world · %s", ask->class->label,
                               is_placed(ask->class) ? "a place on its body" : "its body", keys);
    return g_strdup_printf("%s: Enter makes it of %d, with Shift: and the next · click: more · %s",
                           ask->class->label, n, keys);
}

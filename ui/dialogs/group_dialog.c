/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/group_dialog.h"

#include "engine/model/edit/members.h"
#include "ui/edits/groups.h"
#include "ui/widgets/form.h"

#include <string.h>

typedef struct Group {
    GtkWindow *window;
    SnSession *session;    /* owned reference */
    GtkStringList *groups; /* there are, after a first line that asks; borrowed from `known` */
    GtkWidget *name, *known, *text;
} Group;

static char *name_of(const Group *group)
{
    return g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(group->name))));
}

static void on_edited(GtkEditable *entry, Group *group)
{
    g_autofree char *name = name_of(group);
    g_autofree char *mark = g_strconcat("group:", name, NULL);
    g_autoptr(GArray) members = sn_members(sn_session_model(group->session), mark);
    g_autofree char *words = *name == '\0' ? g_strdup("No name: out of the group.")
                             : members->len == 0
                                 ? g_strdup("A new group.")
                                 : g_strdup_printf("%u there already.", members->len);
    sn_form_say(group->text, words, false);
}

static void on_known(GObject *object, GParamSpec *pspec, Group *group)
{
    const guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(object));
    if (chosen > 0 && chosen != GTK_INVALID_LIST_POSITION)
        gtk_editable_set_text(GTK_EDITABLE(group->name),
                              gtk_string_list_get_string(group->groups, chosen));
}

static void on_accept(Group *group)
{
    g_autofree char *name = name_of(group);
    sn_edits_group(group->session, name);
    gtk_window_destroy(group->window);
}

static void group_free(gpointer data)
{
    Group *group = data;
    g_object_unref(group->session);
    g_free(group);
}

/* Groups there are already; NULL for none. */
static GtkWidget *make_known(Group *group)
{
    g_autoptr(GPtrArray) marks = sn_marks_in_use(sn_session_model(group->session));
    group->groups = gtk_string_list_new((const char *const[]){"Choose…", NULL});
    for (guint i = 0; i < marks->len; i++) {
        g_autofree char *label = sn_mark_label(marks->pdata[i]);
        if (sn_mark_tag(marks->pdata[i]) == SN_TAG_NONE)
            gtk_string_list_append(group->groups, label);
    }
    GtkWidget *known = gtk_drop_down_new(G_LIST_MODEL(group->groups), NULL);
    gtk_widget_set_sensitive(known, g_list_model_get_n_items(G_LIST_MODEL(group->groups)) > 1);
    g_signal_connect(known, "notify::selected", G_CALLBACK(on_known), group);
    return known;
}

void sn_group_dialog_open(GtkWindow *parent, SnSession *session)
{
    Group *group = g_new0(Group, 1);
    group->window = sn_form_window(parent, session, "Put in Group", "group-window");
    group->session = g_object_ref(session);
    g_object_set_data_full(G_OBJECT(group->window), "sn-group", group, group_free);
    GtkWidget *grid = sn_form_grid();
    group->name = sn_form_row(grid, 0, "Group", gtk_entry_new(), "group-name");
    gtk_entry_set_placeholder_text(GTK_ENTRY(group->name), "flexors");
    gtk_entry_set_activates_default(GTK_ENTRY(group->name), TRUE);
    group->known = sn_form_row(grid, 1, "Or one of", make_known(group), "group-known");
    group->text = sn_form_text(grid, 2, "group-text");
    GtkWidget *cancel = gtk_button_new_with_label("Cancel");
    GtkWidget *accept = gtk_button_new_with_label("Put in Group");
    gtk_widget_set_name(cancel, "group-cancel");
    gtk_widget_set_name(accept, "group-accept");
    g_signal_connect_swapped(accept, "clicked", G_CALLBACK(on_accept), group);
    g_signal_connect(group->name, "changed", G_CALLBACK(on_edited), group);
    const char *own =
        sn_component_group(sn_model_get(sn_session_model(session), sn_session_primary(session)));
    gtk_editable_set_text(GTK_EDITABLE(group->name), own ? own : "");
    on_edited(GTK_EDITABLE(group->name), group);
    sn_form_present(group->window, grid, cancel, accept);
}

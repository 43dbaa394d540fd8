/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/menu_parts.h"

#include "engine/model/edit/members.h"
#include "ui/actions/action_keys.h"

#include <string.h>

/* The row of the table that an item of a menu stands for; NULL: none. */
static const SnActionRow *row_of(GMenuModel *menu, int i)
{
    g_autofree char *name = NULL;
    if (!g_menu_model_get_item_attribute(menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name))
        return NULL;
    GVariant *target =
        g_menu_model_get_item_attribute_value(menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
    g_autofree char *detailed = g_action_print_detailed_name(name, target);
    g_clear_pointer(&target, g_variant_unref);
    return sn_action_row(detailed);
}

static void renew_keys(GMenu *menu)
{
    const int n = g_menu_model_get_n_items(G_MENU_MODEL(menu));
    for (int i = 0; i < n; i++) {
        const SnActionRow *row = row_of(G_MENU_MODEL(menu), i);
        g_autofree char *shown = NULL;
        g_menu_model_get_item_attribute(G_MENU_MODEL(menu), i, "accel", "s", &shown);
        if (!row || g_strcmp0(shown, row->keys[0]) == 0)
            continue;
        GMenuItem *item = g_menu_item_new_from_model(G_MENU_MODEL(menu), i);
        g_menu_item_set_attribute(item, "accel", row->keys[0] ? "s" : NULL, row->keys[0]);
        g_menu_remove(menu, i);
        g_menu_insert_item(menu, i, item);
        g_object_unref(item);
    }
}

void sn_menu_append(GMenu *menu, const char *action)
{
    const SnActionRow *row = sn_action_row(action);
    g_assert(row);
    if (!g_object_get_data(G_OBJECT(menu), "follows")) {
        g_object_set_data(G_OBJECT(menu), "follows", menu);
        sn_action_keys_follow(menu, G_CALLBACK(renew_keys));
    }
    GMenuItem *item = g_menu_item_new(row->label, row->name);
    if (row->keys[0])
        g_menu_item_set_attribute(item, "accel", "s", row->keys[0]);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

void sn_menu_append_section(GMenu *menu, const char *label, const char *const *actions)
{
    GMenu *section = g_menu_new();
    for (; *actions; actions++)
        sn_menu_append(section, *actions);
    g_menu_append_section(menu, label, G_MENU_MODEL(section));
    g_object_unref(section);
}

void sn_menu_append_submenu(GMenu *menu, const char *label, GMenu *submenu)
{
    g_menu_append_submenu(menu, label, G_MENU_MODEL(submenu));
    g_object_unref(submenu);
}

void sn_menu_append_target(GMenu *menu, const char *label, const char *action, const char *target)
{
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, action, "s", target);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

char *sn_menu_plain(const char *name)
{
    GString *plain = g_string_new(name);
    g_string_replace(plain, "_", "__", 0);
    return g_string_free(plain, FALSE);
}

char *sn_menu_title(const char *label)
{
    char *title = g_strdup(label);
    for (char *space = strchr(title, ' '); space; space = strchr(space + 1, ' '))
        space[1] = g_ascii_toupper(space[1]);
    return title;
}

void sn_menu_append_submenus(GMenu *menu, const char *first, GMenu *one, const char *second,
                             GMenu *other)
{
    GMenu *section = g_menu_new();
    sn_menu_append_submenu(section, first, one);
    if (other)
        sn_menu_append_submenu(section, second, other);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

GMenu *sn_menu_convert(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.convert::axial_spring", "win.convert::muscle",
                    "win.convert::ligament", "win.convert::strand");
    SN_MENU_SECTION(menu, NULL, "win.to-fem", "win.to-body", "win.hull");
    return menu;
}

GMenu *sn_menu_select(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.select-all", "win.select-none", "win.select-inverse");
    SN_MENU_SECTION(menu, NULL, "win.select-by", "win.select-similar", "win.select-connected",
                    "win.select-all-connected", "win.select-parent");
    SN_MENU_SECTION(menu, NULL, "win.spread::grow", "win.spread::shrink");
    return menu;
}

GMenu *sn_menu_copies(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.duplicate", "win.duplicate-attached", "win.array");
    SN_MENU_SECTION(menu, NULL, "win.mirror::auto", "win.mirror::x", "win.mirror::y",
                    "win.mirror::z");
    SN_MENU_SECTION(menu, NULL, "win.align");
    return menu;
}

GMenu *sn_menu_showing(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.hide", "win.show-only", "win.show-all");
    return menu;
}

/* --- tags, groups, locks --- */

GMenu *sn_menu_marks(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.tag::red", "win.tag::orange", "win.tag::yellow",
                    "win.tag::green", "win.tag::blue", "win.tag::violet", "win.tag::grey",
                    "win.tag::none");
    SN_MENU_SECTION(menu, NULL, "win.group");
    SN_MENU_SECTION(menu, NULL, "win.lock", "win.unlock", "win.unlock-all");
    return menu;
}

static void append_member_action(GMenu *menu, const char *label, const char *verb, const char *mark)
{
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, "win.members", "(ss)", verb, mark);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

GMenu *sn_menu_members(const char *mark)
{
    static const char *const rows[][4][2] = {
        {{"Select", "select"}, {"Add to Selection", "add"}},
        {{"Hide", "hide"}, {"Show", "show"}, {"Show Only These", "only"}},
        {{"Lock", "lock"}, {"Unlock", "unlock"}},
    };
    GMenu *menu = g_menu_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        GMenu *section = g_menu_new();
        for (gsize k = 0; k < G_N_ELEMENTS(rows[i]) && rows[i][k][0]; k++)
            append_member_action(section, rows[i][k][0], rows[i][k][1], mark);
        g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
        g_object_unref(section);
    }
    GMenu *last = g_menu_new();
    append_member_action(last,
                         sn_mark_tag(mark) != SN_TAG_NONE ? "Take the Tag Off" : "Dissolve Group",
                         "clear", mark);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(last));
    g_object_unref(last);
    return menu;
}

void sn_menu_append_marks(GMenu *menu, const SnModel *model)
{
    g_autoptr(GPtrArray) marks = sn_marks_in_use(model);
    if (marks->len == 0)
        return;
    GMenu *select = g_menu_new();
    for (guint i = 0; i < marks->len; i++) {
        g_autofree char *label = sn_mark_label(marks->pdata[i]);
        append_member_action(select, label, "select", marks->pdata[i]);
    }
    sn_menu_append_submenus(menu, "Tag or Group", select, NULL, NULL);
}

void sn_tag_dot_set(GtkWidget *dot, SnTag tag)
{
    for (int i = 1; i < SN_TAG_COUNT; i++) {
        g_autofree char *class = g_strconcat("tag-", SN_TAG_NAMES[i], NULL);
        if (i == (int)tag)
            gtk_widget_add_css_class(dot, class);
        else
            gtk_widget_remove_css_class(dot, class);
    }
    gtk_widget_set_visible(dot, tag != SN_TAG_NONE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(dot), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   SN_TAG_LABELS[tag], -1);
}

GtkWidget *sn_tag_dot(SnTag tag)
{
    GtkWidget *dot = gtk_label_new("\u25cf");
    gtk_widget_add_css_class(dot, "sn-tag");
    sn_tag_dot_set(dot, tag);
    return dot;
}

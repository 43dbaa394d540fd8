/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/palette.h"

#include "engine/model/drawable.h"
#include "ui/actions/action_table.h"
#include "ui/actions/menu_parts.h"
#include "ui/actions/menus.h"
#include "ui/edits/solids.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/spoken.h"

#include <string.h>

/* --- one thing that can be done --- */

#define SN_TYPE_COMMAND (sn_command_get_type())
G_DECLARE_FINAL_TYPE(SnCommand, sn_command, SN, COMMAND, GObject)

struct _SnCommand {
    GObject parent_instance;
    char *label, *group, *help, *keys;
    char *action; /* detailed name */
    char *name;   /* the label, without case */
    char *folded; /* what is searched */
    bool enabled;
    guint order; /* among all */
    int rank;    /* of the present search: smaller is better */
};

G_DEFINE_FINAL_TYPE(SnCommand, sn_command, G_TYPE_OBJECT)

static void sn_command_finalize(GObject *object)
{
    SnCommand *command = SN_COMMAND(object);
    g_free(command->label);
    g_free(command->group);
    g_free(command->help);
    g_free(command->keys);
    g_free(command->action);
    g_free(command->name);
    g_free(command->folded);
    G_OBJECT_CLASS(sn_command_parent_class)->finalize(object);
}

static void sn_command_class_init(SnCommandClass *class)
{
    G_OBJECT_CLASS(class)->finalize = sn_command_finalize;
}

static void sn_command_init(SnCommand *command)
{
}

typedef struct Palette {
    SnWindow *window;
    GtkWidget *popover, *entry, *view, *empty;
    GWeakRef before;     /* had the keys when it opened */
    GPtrArray *commands; /* of SnCommand */
    GListStore *matches;
    GtkSingleSelection *selection;
} Palette;

/* Whether the action exists in the window or the application and may be used now. */
static bool is_enabled(SnWindow *window, const char *detailed)
{
    char *name = NULL;
    GVariant *target = NULL;
    bool enabled = false;
    if (g_action_parse_detailed_name(detailed, &name, &target, NULL)) {
        GActionGroup *group = g_str_has_prefix(name, "app.")
                                  ? G_ACTION_GROUP(gtk_window_get_application(GTK_WINDOW(window)))
                                  : G_ACTION_GROUP(window);
        enabled = group && g_action_group_get_action_enabled(group, name + 4);
    }
    g_free(name);
    g_clear_pointer(&target, g_variant_unref);
    return enabled;
}

/* What other programs of the field call our classes, and people. */
static const struct {
    const char *said, *label;
} synonyms[] = {{"contact", "collision"},
                {"pin", "hinge"},
                {"pin joint", "hinge"},
                {"hinge joint", "hinge"},
                {"revolute", "hinge"},
                {"revolute joint", "hinge"},
                {"spherical", "ball joint"},
                {"plane", "ground"},
                {"weld", "fixed joint"},
                {"weld joint", "fixed joint"},
                {"prismatic", "slider"},
                {"slider joint", "slider"},
                {"station", "marker"},
                {"bone", "rigid body"},
                {"body", "rigid body"},
                {"bushing", "frame spring"},
                {"wrap", "wrapping surface"},
                {"actuator", "muscle"},
                {"sensor", "output probe"},
                {"sphere", "ball"},
                {"cube", "box"},
                {"half-space", "ground"},
                {"floor", "ground"}};

/* Those words for what "add ..." adds, one after another; g_free. */
static char *other_words(const char *name)
{
    GString *words = g_string_new(NULL);
    for (gsize i = 0; g_str_has_prefix(name, "add ") && i < G_N_ELEMENTS(synonyms); i++)
        if (strcmp(name + strlen("add "), synonyms[i].label) == 0)
            g_string_append_printf(words, " %s", synonyms[i].said);
    return g_string_free(words, FALSE);
}

/* Takes label and action. */
static void add_command(Palette *palette, char *label, const char *group, const char *help,
                        char *keys, char *action)
{
    SnCommand *command = g_object_new(SN_TYPE_COMMAND, NULL);
    command->label = label;
    command->group = g_strdup(group);
    command->help = g_strdup(help);
    command->keys = keys;
    command->action = action;
    command->enabled = is_enabled(palette->window, action);
    command->name = g_utf8_casefold(label, -1);
    g_autofree char *words = other_words(command->name);
    char *all = g_strconcat(label, " ", group, " ", help ? help : "", words, NULL);
    command->folded = g_utf8_casefold(all, -1);
    command->order = palette->commands->len;
    g_free(all);
    g_ptr_array_add(palette->commands, command);
}

static char *detailed(const char *action, GVariant *target)
{
    g_variant_ref_sink(target);
    char *name = g_action_print_detailed_name(action, target);
    g_variant_unref(target);
    return name;
}

static void add_all(Palette *palette)
{
    int n = 0;
    const SnActionRow *rows = sn_action_table(&n);
    for (int i = 0; i < n; i++) {
        if (strcmp(rows[i].name, "win.palette") != 0) {
            add_command(palette, g_strdup(rows[i].label), rows[i].group, rows[i].help,
                        sn_action_key_label(&rows[i]), g_strdup(rows[i].name));
        }
    }
    for (const char *const *demo = sn_window_demos(palette->window); *demo; demo++) {
        add_command(palette, g_strdup_printf("Open Demo %s", *demo), "File", NULL, NULL,
                    detailed("win.open-demo", g_variant_new_string(*demo)));
    }
    int n_kinds = 0;
    const SnBodyKind *kinds = sn_body_kinds(&n_kinds);
    for (int i = 0; i < n_kinds; i++)
        add_command(palette, g_strdup_printf("Add %s", kinds[i].label), "Add",
                    "A rigid body of that shape", NULL,
                    detailed("win.add-body", g_variant_new_string(kinds[i].name)));
    SnModel *model = sn_session_model(sn_window_session(palette->window));
    const SnClass *root = model->root->class;
    for (int i = 0; i < root->n_lists; i++) {
        GPtrArray *classes = sn_list_classes(&root->lists[i]);
        char *path = sn_model_path(model, sn_model_list(model->root, root->lists[i].name)->id);
        for (guint k = 0; k < classes->len; k++) {
            const SnClass *class = g_ptr_array_index(classes, k);
            g_autofree char *title = sn_menu_title(class->label);
            add_command(palette, g_strdup_printf("Add %s", title), "Add", class->help, NULL,
                        detailed("win.add", g_variant_new("(ss)", path, class->name)));
        }
        g_free(path);
        g_ptr_array_unref(classes);
    }
}

/* --- searching --- */

/* "fem" is "Add FEM" and not "Add FEM load", "contact" is "Add Collision". */
static bool is_called(const SnCommand *command, const char *text)
{
    const char *name = command->name;
    const bool adds = g_str_has_prefix(name, "add ");
    if (strcmp(name, text) == 0 || (adds && strcmp(name + strlen("add "), text) == 0))
        return true;
    const char *said = g_str_has_prefix(text, "add ") ? text + strlen("add ") : text;
    for (gsize i = 0; adds && i < G_N_ELEMENTS(synonyms); i++)
        if (strcmp(said, synonyms[i].said) == 0)
            return strcmp(name + strlen("add "), synonyms[i].label) == 0;
    return false;
}

/* A thing is called by its last word: a rigid body is a body, a body load is a load. */
static bool is_one(const SnCommand *command, char **words)
{
    const guint n = g_strv_length(words);
    const char *last = strrchr(command->name, ' ');
    return n > 0 && strcmp(last ? last + 1 : command->name, words[n - 1]) == 0;
}

/* --- what the model has --- */

enum { MOST_COMPONENTS = 40 };

typedef struct Naming {
    Palette *palette;
    GPtrArray *found; /* of SnCommand */
    char **words;
    const char *text;
    bool exact; /* only those that are called so */
    guint n;
} Naming;

static bool has_all(const char *name, char **words)
{
    for (; *words; words++)
        if (!strstr(name, *words))
            return false;
    return true;
}

/* A component whose name has all the words: chosen, it is selected. */
static bool offer_component(SnComponent *component, void *data)
{
    Naming *naming = data;
    if (!component->name || !component->parent || component->class == &SN_CLASS_LIST)
        return true;
    char *name = g_utf8_casefold(component->name, -1);
    g_strdelimit(name, "_", ' ');
    const bool exact = strcmp(name, naming->text) == 0;
    if (exact == naming->exact && has_all(name, naming->words)) {
        Palette *palette = naming->palette;
        SnCommand *command = g_object_new(SN_TYPE_COMMAND, NULL);
        g_autofree char *path =
            sn_model_path(sn_session_model(sn_window_session(palette->window)), component->id);
        command->label = g_strdup(component->name);
        command->group = g_strdup_printf("%s: select it", component->class->label);
        command->action = detailed("win.select-path", g_variant_new_string(path));
        command->enabled = true;
        g_ptr_array_add(naming->found, command);
        naming->n++;
    }
    g_free(name);
    return naming->n < MOST_COMPONENTS;
}

/* Those called exactly so come before commands that are not, others after all.  The array owns
 * them. */
static GPtrArray *offer_components(Palette *palette, GPtrArray *found, const char *text,
                                   char **words)
{
    SnModel *model = sn_session_model(sn_window_session(palette->window));
    GPtrArray *made = g_ptr_array_new_with_free_func(g_object_unref);
    if (*text == '\0')
        return made;
    sn_component_walk(model->root, offer_component, &(Naming){palette, made, words, text, true, 0});
    const guint n = made->len;
    sn_component_walk(model->root, offer_component,
                      &(Naming){palette, made, words, text, false, 0});
    const SnCommand *best = found->len > 0 ? g_ptr_array_index(found, 0) : NULL;
    const guint after = best && best->rank == 0; /* "muscle" is the command that is called so */
    for (guint i = 0; i < made->len; i++)
        g_ptr_array_insert(found, i < n ? (int)(after + i) : -1, g_ptr_array_index(made, i));
    return made;
}

/* Every word must occur; the label itself comes first, then words at its start. -1: no match. */
static int rank_of(const SnCommand *command, const char *text, char **words)
{
    enum { OTHER_THING = 20 };
    if (command->enabled && is_called(command, text))
        return 0;
    int rank = (command->enabled ? 1 : 1000) + (is_one(command, words) ? 0 : OTHER_THING);
    for (char **word = words; *word; word++) {
        if (**word == '\0')
            continue;
        const char *found = strstr(command->folded, *word);
        if (!found)
            return -1;
        bool starts_word = found == command->folded || found[-1] == ' ';
        rank += (int)(found - command->folded) + (starts_word ? 0 : 100);
    }
    return rank;
}

static int compare_ranks(gconstpointer a, gconstpointer b)
{
    const SnCommand *first = *(SnCommand *const *)a, *second = *(SnCommand *const *)b;
    return first->rank != second->rank ? first->rank - second->rank
                                       : (first->order > second->order ? 1 : -1);
}

static void search(Palette *palette)
{
    char *folded = g_utf8_casefold(gtk_editable_get_text(GTK_EDITABLE(palette->entry)), -1);
    g_strdelimit(folded, "_", ' '); /* as the file writes classes: rigid_body */
    char **words = g_strsplit(folded, " ", -1);
    GPtrArray *found = g_ptr_array_new();
    for (guint i = 0; i < palette->commands->len; i++) {
        SnCommand *command = g_ptr_array_index(palette->commands, i);
        command->rank = *folded == '\0' ? (int)i : rank_of(command, folded, words);
        if (command->rank >= 0)
            g_ptr_array_add(found, command);
    }
    g_ptr_array_sort(found, compare_ranks);
    g_autoptr(GPtrArray) made = offer_components(palette, found, folded, words);
    guint old = g_list_model_get_n_items(G_LIST_MODEL(palette->matches));
    g_list_store_splice(palette->matches, 0, old, found->pdata, found->len);
    gtk_widget_set_visible(palette->empty, found->len == 0);
    gtk_single_selection_set_selected(palette->selection, 0);
    if (found->len > 0) /* what Enter performs is seen, wherever the list was */
        gtk_widget_activate_action(palette->view, "list.scroll-to-item", "u", 0);
    if (gtk_widget_get_mapped(palette->popover))
        gtk_popover_present(GTK_POPOVER(palette->popover)); /* as high as its rows are now */
    g_ptr_array_unref(found);
    g_strfreev(words);
    g_free(folded);
}

/* At once, not when typing pauses as "search-changed" does: Enter performs what the text says. */
static void on_search(GtkEditable *entry, Palette *palette)
{
    search(palette);
}

static void perform(Palette *palette, guint position)
{
    SnCommand *command = g_list_model_get_item(G_LIST_MODEL(palette->matches), position);
    if (!command)
        return;
    SnWindow *window = g_object_ref(palette->window);
    char *name = NULL;
    GVariant *target = NULL;
    if (command->enabled && g_action_parse_detailed_name(command->action, &name, &target, NULL)) {
        gtk_popover_popdown(GTK_POPOVER(palette->popover));
        gtk_widget_activate_action_variant(GTK_WIDGET(window), name, target);
    }
    g_free(name);
    g_clear_pointer(&target, g_variant_unref);
    g_object_unref(window);
    g_object_unref(command);
}

static void on_entry_activate(GtkSearchEntry *entry, Palette *palette)
{
    perform(palette, gtk_single_selection_get_selected(palette->selection));
}

static void on_stop(GtkSearchEntry *entry, Palette *palette)
{
    gtk_popover_popdown(GTK_POPOVER(palette->popover));
}

static const char ITEM_KEY[] = "sn-list-item"; /* of what a row shows */

/* A click carries a row out.  GTK's own way to that also selects what the pointer happens to rest
 * on when the list opens below it, and Enter would mean that. */
static void on_click(GtkGestureClick *click, int presses, double x, double y, Palette *palette)
{
    GtkWidget *row = gtk_widget_pick(palette->view, x, y, GTK_PICK_INSENSITIVE);
    while (row && row != palette->view && gtk_widget_get_parent(row) != palette->view)
        row = gtk_widget_get_parent(row);
    GtkWidget *shown = row && row != palette->view ? gtk_widget_get_first_child(row) : NULL;
    GtkListItem *item = shown ? g_object_get_data(G_OBJECT(shown), ITEM_KEY) : NULL;
    if (item)
        perform(palette, gtk_list_item_get_position(item));
}

/* Up and Down move in the list while the cursor stays in the entry. */
static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code,
                       GdkModifierType state, Palette *palette)
{
    guint n = g_list_model_get_n_items(G_LIST_MODEL(palette->matches));
    guint at = gtk_single_selection_get_selected(palette->selection);
    if (n == 0 || (value != GDK_KEY_Down && value != GDK_KEY_Up))
        return GDK_EVENT_PROPAGATE;
    at = value == GDK_KEY_Down ? MIN(at + 1, n - 1) : (at > 0 ? at - 1 : 0);
    gtk_single_selection_set_selected(palette->selection, at);
    gtk_widget_activate_action(palette->view, "list.scroll-to-item", "u", at);
    return GDK_EVENT_STOP;
}

/* --- widgets --- */

static void setup_row(GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    GtkWidget *help = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(help), 0);
    gtk_label_set_ellipsize(GTK_LABEL(help), PANGO_ELLIPSIZE_END);
    gtk_widget_set_hexpand(help, TRUE);
    gtk_widget_add_css_class(help, "dim-label");
    GtkWidget *keys = gtk_label_new(NULL);
    gtk_widget_add_css_class(keys, "sn-keys");
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), help);
    gtk_box_append(GTK_BOX(box), keys);
    gtk_list_item_set_child(item, box);
    g_object_set_data(G_OBJECT(box), ITEM_KEY, item);
}

static void bind_row(GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
    SnCommand *command = gtk_list_item_get_item(item);
    GtkWidget *box = gtk_list_item_get_child(item);
    GtkWidget *label = gtk_widget_get_first_child(box);
    GtkWidget *help = gtk_widget_get_next_sibling(label);
    GtkWidget *keys = gtk_widget_get_next_sibling(help);
    gtk_label_set_text(GTK_LABEL(label), command->label);
    gtk_label_set_text(GTK_LABEL(help), command->help ? command->help : command->group);
    gtk_label_set_text(GTK_LABEL(keys), command->keys ? command->keys : "");
    gtk_widget_set_sensitive(box, command->enabled);
    sn_set_spoken_row(box, command->label);
}

static gboolean end_later(gpointer popover)
{
    sn_popover_end(popover);
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

/* The keys go back to what had them: GTK gives them to the first button of the window. */
static void on_closed(GtkPopover *popover, Palette *palette)
{
    g_signal_handlers_disconnect_by_data(palette->entry, palette);
    GtkWidget *before = g_weak_ref_get(&palette->before);
    const bool there = before && gtk_widget_get_mapped(before);
    gtk_widget_grab_focus(there ? before : sn_window_viewer(palette->window));
    g_clear_object(&before);
    /* not from inside its own signal */
    g_idle_add_full(G_PRIORITY_HIGH, end_later, g_object_ref(popover), NULL);
}

static void palette_free(gpointer data)
{
    Palette *palette = data;
    g_weak_ref_clear(&palette->before);
    g_ptr_array_unref(palette->commands);
    g_object_unref(palette->matches);
    g_free(palette);
}

static GtkWidget *make_list(Palette *palette)
{
    palette->matches = g_list_store_new(SN_TYPE_COMMAND);
    palette->selection = gtk_single_selection_new(g_object_ref(G_LIST_MODEL(palette->matches)));
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup_row), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind_row), NULL);
    palette->view = gtk_list_view_new(GTK_SELECTION_MODEL(palette->selection), factory);
    gtk_widget_set_name(palette->view, "palette-list");
    GtkGesture *click = gtk_gesture_click_new();
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(click), GTK_PHASE_CAPTURE);
    g_signal_connect(click, "released", G_CALLBACK(on_click), palette);
    gtk_widget_add_controller(palette->view, GTK_EVENT_CONTROLLER(click));
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), palette->view);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 360);
    gtk_widget_set_size_request(scrolled, 620, -1);
    return scrolled;
}

void sn_palette_open(SnWindow *window)
{
    Palette *palette = g_new0(Palette, 1);
    palette->window = window;
    g_weak_ref_init(&palette->before, gtk_root_get_focus(GTK_ROOT(window)));
    palette->commands = g_ptr_array_new_with_free_func(g_object_unref);
    add_all(palette);

    palette->popover = gtk_popover_new();
    gtk_widget_set_name(palette->popover, "palette");
    gtk_widget_add_css_class(palette->popover, "sn-palette");
    gtk_popover_set_has_arrow(GTK_POPOVER(palette->popover), FALSE);
    GtkWidget *content = gtk_window_get_child(GTK_WINDOW(window));
    gtk_widget_set_parent(palette->popover, content);
    GdkRectangle top = {gtk_widget_get_width(content) / 2, 0, 1, 1};
    gtk_popover_set_pointing_to(GTK_POPOVER(palette->popover), &top);
    gtk_popover_set_position(GTK_POPOVER(palette->popover), GTK_POS_BOTTOM);

    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    palette->entry = gtk_search_entry_new();
    gtk_widget_set_name(palette->entry, "palette-entry");
    gtk_accessible_update_property(GTK_ACCESSIBLE(palette->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Find a command", -1);
    g_object_set(palette->entry, "placeholder-text", "What do you want to do?", NULL);
    g_signal_connect(palette->entry, "changed", G_CALLBACK(on_search), palette);
    g_signal_connect(palette->entry, "activate", G_CALLBACK(on_entry_activate), palette);
    g_signal_connect(palette->entry, "stop-search", G_CALLBACK(on_stop), palette);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), palette);
    gtk_widget_add_controller(palette->entry, keys);
    gtk_box_append(GTK_BOX(box), palette->entry);
    gtk_box_append(GTK_BOX(box), make_list(palette));
    palette->empty =
        gtk_label_new("No command is called that. Components are found in the list at the left.");
    gtk_widget_add_css_class(palette->empty, "dim-label");
    gtk_box_append(GTK_BOX(box), palette->empty);
    gtk_popover_set_child(GTK_POPOVER(palette->popover), box);
    g_object_set_data_full(G_OBJECT(palette->popover), "sn-palette", palette, palette_free);
    g_signal_connect(palette->popover, "closed", G_CALLBACK(on_closed), palette);
    search(palette);
    gtk_popover_popup(GTK_POPOVER(palette->popover));
    gtk_widget_grab_focus(palette->entry);
}

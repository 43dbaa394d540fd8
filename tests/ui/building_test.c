/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a new user meets while building a model of strands: where new things go, on which side a
 * strand passes a pulley, fields that are clicked and undone in, the text about a model. */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/strand.h"
#include "tests/ui/window_support.h"
#include "ui/edits/edits.h"
#include "ui/properties/property_row.h"
#include "ui/widgets/widget_tree.h"

#include <glib/gstdio.h>
#include <string.h>

static SnId add(Stage *stage, const char *class)
{
    const double centre[3] = {0.03, 0, 0};
    const SnId id = sn_edits_add_near(stage->session, SN_ID_NULL, sn_class_by_name(class), centre);
    g_assert_false(sn_id_is_null(id));
    return id;
}

static const SnComponent *get(Stage *stage, SnId id)
{
    return sn_model_get(sn_session_model(stage->session), id);
}

static void put(Stage *stage, SnId body, double x, double z)
{
    const double position[3] = {x, 0, z};
    for (int i = 0; i < 3; i++)
        sn_edits_set_number(stage->session, &body, 1, "position", i, position[i]);
}

/* Bodies beside one another, the rest on the body that is selected. */
static void test_places(void)
{
    Stage stage;
    stage_open(&stage);
    const SnId first = add(&stage, "rigid_body"), second = add(&stage, "rigid_body");
    const double *a = ((const SnRigidBody *)get(&stage, first))->position;
    const double *b = ((const SnRigidBody *)get(&stage, second))->position;
    g_assert_cmpfloat_with_epsilon(a[0], 0.03, 1e-12);
    g_assert_cmpfloat(sn_v3_distance(a, b), >=, 0.05); /* their size */
    put(&stage, second, 0.2, -0.3);
    sn_session_select_one(stage.session, second);
    const SnMarker *marker = (const SnMarker *)get(&stage, add(&stage, "marker"));
    g_assert_true(sn_id_equal(marker->frame, second));
    g_assert_cmpfloat(sn_v3_norm(marker->location), <, 1e-12);
    sn_session_select_one(stage.session, second);
    act(&stage, "win.pulley-on");
    const SnPulley *pulley = (const SnPulley *)get(&stage, sn_session_primary(stage.session));
    const double z[3] = {0, 0, 1};
    double axle[3];
    sn_q_rotate(pulley->orientation, z, axle);
    g_assert_cmpfloat(sn_v3_norm(pulley->position), <, 1e-12);
    g_assert_cmpfloat_with_epsilon(pulley->radii[0], 0.025, 1e-12); /* as thick as its body */
    g_assert_cmpfloat_with_epsilon(axle[2], 0, 1e-12);              /* level */
    sn_session_select_one(stage.session, second);
    const SnDrag *drag = (const SnDrag *)get(&stage, add(&stage, "drag"));
    g_assert_true(sn_id_equal(drag->body, second));
    g_assert_cmpfloat(sn_v3_norm(drag->location), <, 1e-12);
    for (int k = 0; k < 3; k++) /* its body's faces are in the way */
        g_assert_cmpfloat_with_epsilon(drag->half_lengths[k], 0.025, 1e-12);
    const double at[3] = {0.01, 0.02, 0.025};
    marker = (const SnMarker *)get(&stage, sn_edits_add_marker(stage.session, first, at));
    g_assert_cmpfloat(sn_v3_distance(marker->location, at), <, 1e-12);
    stage_close(&stage);
}

/* Over a pulley from left to right and from right to left: always around it. */
static void test_sides(void)
{
    Stage stage;
    stage_open(&stage);
    SnId bodies[3], markers[2];
    for (int i = 0; i < 3; i++) {
        sn_session_select_none(stage.session);
        bodies[i] = add(&stage, "rigid_body");
    }
    put(&stage, bodies[0], 0, 0);
    put(&stage, bodies[1], -0.05, -0.2);
    put(&stage, bodies[2], 0.05, -0.2);
    for (int i = 0; i < 2; i++) {
        sn_session_select_one(stage.session, bodies[1 + i]);
        markers[i] = add(&stage, "marker");
    }
    sn_session_select_one(stage.session, bodies[0]);
    act(&stage, "win.pulley-on");
    const SnId pulley = sn_session_primary(stage.session);
    int side[2];
    for (int i = 0; i < 2; i++) {
        /* a pulley that was selected first or last holds no end */
        const SnId points[2][3] = {{pulley, markers[0], markers[1]},
                                   {markers[1], markers[0], pulley}};
        sn_session_select(stage.session, points[i], 3, SN_SELECT_REPLACE);
        act(&stage, "win.strand-through");
        const SnId strand = sn_session_primary(stage.session);
        const SnStrand *made = (const SnStrand *)get(&stage, strand);
        g_assert_cmpint(made->nodes.n, ==, 3);
        const SnStrandNode *nodes = made->nodes.entries;
        g_assert_true(sn_id_equal(nodes[0].point, markers[i]));
        g_assert_true(sn_id_equal(nodes[1].guide, pulley));
        g_assert_true(sn_id_equal(nodes[2].point, markers[1 - i]));
        side[i] = ((const SnStrandNode *)made->nodes.entries)[1].side;
    }
    g_assert_cmpint(side[0], !=, side[1]);
    /* the axle points away from one who sees x to the right: over the top from left to right is
     * right */
    g_assert_cmpint(side[0], ==, 1);
    stage_close(&stage);
}

/* A widget once it is there; the window makes its rows when it is idle. */
static GtkWidget *appears(Stage *stage, const char *name)
{
    GtkWidget *found = NULL;
    for (int i = 0; i < 1000 && (!found || !gtk_widget_get_mapped(found)); i++) {
        settle(5);
        found = sn_find_widget(GTK_WIDGET(stage->window), name);
    }
    g_assert_nonnull(found);
    return found;
}

/* Whether a field shows a text before long. */
static bool comes_to_show(GtkWidget *field, const char *text)
{
    for (int i = 0; i < 1000 && strcmp(gtk_editable_get_text(GTK_EDITABLE(field)), text) != 0; i++)
        settle(5);
    return strcmp(gtk_editable_get_text(GTK_EDITABLE(field)), text) == 0;
}

static GtkWidget *text_in(GtkWidget *widget)
{
    if (GTK_IS_TEXT(widget))
        return widget;
    GtkWidget *found = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child && !found;
         child = gtk_widget_get_next_sibling(child))
        found = text_in(child);
    return found;
}

/* A field that has the focus follows the document until something is typed, and then keeps that. */
static void test_field(void)
{
    Stage stage;
    stage_open(&stage);
    const SnId body = add(&stage, "rigid_body");
    GtkWidget *text = text_in(appears(&stage, "property-position"));
    g_assert_nonnull(text);
    gtk_widget_grab_focus(text);
    g_assert_true(comes_to_show(text, "30"));
    int start = -1, end = -1;
    g_assert_true(gtk_editable_get_selection_bounds(GTK_EDITABLE(text), &start, &end));
    gtk_editable_set_text(GTK_EDITABLE(text), "200");
    g_signal_emit_by_name(text, "activate");
    const SnRigidBody *rigid = (const SnRigidBody *)get(&stage, body);
    g_assert_cmpfloat_with_epsilon(rigid->position[0], 0.2, 1e-12);
    act(&stage, "win.undo");
    g_assert_true(comes_to_show(text, "30"));
    gtk_widget_grab_focus(widget(&stage, "viewer"));
    g_assert_true(comes_to_show(text, "30.00"));
    g_assert_cmpfloat_with_epsilon(rigid->position[0], 0.03, 1e-12); /* not 200 again */
    gtk_widget_grab_focus(text);
    g_assert_true(comes_to_show(text, "30"));
    gtk_editable_set_text(GTK_EDITABLE(text), "7");
    sn_edits_set_number(stage.session, &body, 1, "position", 0, 0.5);
    settle(100);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(text)), ==, "7");
    stage_close(&stage);
}

static bool bar_is_shown(Stage *stage)
{
    GtkWidget *revealer = gtk_widget_get_ancestor(widget(stage, "bar-text"), GTK_TYPE_REVEALER);
    return gtk_revealer_get_reveal_child(GTK_REVEALER(revealer));
}

static bool bar_is_gone(Stage *stage)
{
    return !bar_is_shown(stage);
}

/* The offer to take a deletion back goes when it has been taken back, and what was refused once it
 * is right. */
static void test_offer(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    sn_session_select_one(stage.session, id_of(&stage, "/model/bodies/link2"));
    delete_selected(&stage);
    settle(100);
    g_assert_true(bar_is_shown(&stage));
    act(&stage, "win.undo");
    g_assert_true(wait_for(&stage, bar_is_gone));
    const SnId link = id_of(&stage, "/model/bodies/link2");
    g_assert_false(sn_edits_set_number(stage.session, &link, 1, "damping", 0, -1));
    settle(100);
    g_assert_true(bar_is_shown(&stage));
    g_assert_true(sn_edits_set_number(stage.session, &link, 1, "damping", 0, 0.5));
    g_assert_true(wait_for(&stage, bar_is_gone));
    /* that the model could not be saved, once it has been */
    GError *error = NULL;
    char *folder = g_dir_make_tmp("sinew-offer-XXXXXX", &error);
    char *path = g_build_filename(folder, "chain.sinew", NULL);
    sn_session_report(stage.session, &(SnBar){.severity = SN_ERROR,
                                              .text = "could not be saved",
                                              .button = "Save As…",
                                              .action = "win.save-as"});
    settle(100);
    g_assert_true(bar_is_shown(&stage));
    g_assert_true(sn_project_save(stage.project, path, &error));
    g_assert_no_error(error);
    g_assert_true(wait_for(&stage, bar_is_gone));
    g_assert_cmpint(g_remove(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(path);
    g_free(folder);
    stage_close(&stage);
}

static bool is_reported(Stage *stage)
{
    return g_list_model_get_n_items(sn_session_messages(stage->session)) > 0 && bar_is_shown(stage);
}

/* Two nodes of a strand in one place: the bar says which, and so does a click on the message. */
static void test_message(void)
{
    Stage stage;
    stage_open(&stage);
    const double at[3] = {0, 0, 0};
    const SnId points[] = {sn_edits_add_marker(stage.session, SN_ID_NULL, at),
                           sn_edits_add_marker(stage.session, SN_ID_NULL, at)};
    sn_session_clear_messages(stage.session);
    sn_session_select(stage.session, points, 2, SN_SELECT_REPLACE);
    act(&stage, "win.strand-through");
    const SnId strand = sn_session_primary(stage.session);
    g_assert_true(wait_for(&stage, is_reported));
    sn_session_select_none(stage.session);
    GtkWidget *log = widget(&stage, "log");
    g_signal_emit_by_name(log, "activate", 0);
    g_assert_true(sn_id_equal(sn_id_component(sn_session_primary(stage.session)), strand));
    stage_close(&stage);
}

static bool notes_are_hidden(Stage *stage)
{
    return !gtk_widget_get_mapped(widget(stage, "model-notes"));
}

/* A mirror image that is where its original is says so; one beside it does not. */
static void test_mirror(void)
{
    Stage stage;
    stage_open(&stage);
    const SnId body = add(&stage, "rigid_body");
    for (int turn = 0; turn < 2; turn++) {
        put(&stage, body, turn == 0 ? 0.005 : 0.4, 0);
        settle(1500); /* until it is seen there */
        sn_session_select_one(stage.session, body);
        act(&stage, "win.mirror::x");
        settle(100);
        const char *text = gtk_label_get_text(GTK_LABEL(widget(&stage, "bar-text")));
        g_assert_nonnull(strstr(text, "Mirrored to the other side of x = 0"));
        g_assert_true((strstr(text, "in one place") != NULL) == (turn == 0));
        act(&stage, "win.undo");
    }
    stage_close(&stage);
}

/* With nothing selected the properties tell what the model is. */
static void test_page(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "hanging");
    GtkWidget *notes = appears(&stage, "model-notes");
    g_assert_nonnull(strstr(gtk_label_get_text(GTK_LABEL(notes)), "catenary"));
    sn_session_select_one(stage.session, id_of(&stage, "/model/strands"));
    g_assert_true(wait_for(&stage, notes_are_hidden));
    stage_close(&stage);
}

/* --- what is added works at once --- */

static void ignore(const SnWatched *value, gpointer data)
{
}

static double result_of(Stage *stage, SnId id, const char *property)
{
    const int row = sn_model_find_property(sn_session_model(stage->session), id, property);
    const guint watch = sn_session_watch(stage->session, id, row, ignore, NULL);
    const SnWatched *known = NULL;
    for (int i = 0; i < 100 && !known; i++) {
        settle(20);
        known = sn_session_watched(stage->session, id, row);
    }
    g_assert_nonnull(known);
    const double value = known->value[0];
    sn_session_unwatch(stage->session, watch);
    return value;
}

/* A muscle between any two points is at its optimal length and pulls what it can, also of lengths
 * far from those its class was written for. */
static void test_muscle(void)
{
    static const double lengths[] = {0.012, 0.1, 0.33, 2.5};
    for (gsize i = 0; i < G_N_ELEMENTS(lengths); i++) {
        Stage stage;
        stage_open(&stage);
        const SnId a = add(&stage, "rigid_body"), b = add(&stage, "rigid_body");
        put(&stage, a, 0, 0);
        put(&stage, b, 0, lengths[i]);
        const double middle[3] = {0, 0, 0};
        const SnId from = sn_edits_add_marker(stage.session, a, middle);
        const SnId to = sn_edits_add_marker(stage.session, b, middle);
        sn_session_select(stage.session, (const SnId[]){from, to}, 2, SN_SELECT_REPLACE);
        act(&stage, "win.add(('/model/muscles', 'muscle'))");
        const SnId id = sn_session_primary(stage.session);
        const SnMuscle *muscle = (const SnMuscle *)get(&stage, id);
        g_assert_true(muscle->base.base.base.class == &SN_CLASS_MUSCLE);
        g_assert_cmpfloat_with_epsilon(muscle->optimal_length, lengths[i], 1e-12);
        g_assert_cmpfloat_with_epsilon(muscle->max_force / (750 * G_PI * lengths[i] * lengths[i]),
                                       1, 0.05);
        const double full = muscle->max_force;
        sn_edits_set_number(stage.session, &id, 1, "excitation", 0, 1);
        settle(200);
        g_assert_cmpfloat_with_epsilon(result_of(&stage, id, "force") / full, 1, 1e-6);
        act(&stage, "win.undo");
        act(&stage, "win.undo");
        g_assert_null(get(&stage, id)); /* one step */
        stage_close(&stage);
    }
}

/* --- lists of references --- */

static GtkWidget *first_of(GtkWidget *from, GType type)
{
    GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE(from, type) ? from : NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(from); child && !found;
         child = gtk_widget_get_next_sibling(child))
        found = first_of(child, type);
    return found;
}

/* What "+" of a row offers. */
static GtkListBox *offered(Stage *stage, const char *row)
{
    GtkWidget *button = first_of(appears(stage, row), GTK_TYPE_MENU_BUTTON);
    gtk_menu_button_popup(GTK_MENU_BUTTON(button));
    settle(100);
    GtkPopover *popover = gtk_menu_button_get_popover(GTK_MENU_BUTTON(button));
    return GTK_LIST_BOX(first_of(GTK_WIDGET(popover), GTK_TYPE_LIST_BOX));
}

static GtkListBoxRow *offer_of(GtkListBox *list, const char *path)
{
    for (int i = 0;; i++) {
        GtkListBoxRow *item = gtk_list_box_get_row_at_index(list, i);
        if (!item || strcmp(g_object_get_data(G_OBJECT(item), "text"), path) == 0)
            return item;
    }
}

static SnId muscle_between(Stage *stage, SnId a, SnId b)
{
    const double middle[3] = {0, 0, 0};
    const SnId ends[] = {sn_edits_add_marker(stage->session, a, middle),
                         sn_edits_add_marker(stage->session, b, middle)};
    sn_session_select(stage->session, ends, 2, SN_SELECT_REPLACE);
    act(stage, "win.add(('/model/muscles', 'muscle'))");
    return sn_session_primary(stage->session);
}

/* Of several each keeps its own list; a broad end is offered no point of its muscle's path. */
static void test_lists(void)
{
    Stage stage;
    stage_open(&stage);
    const SnId a = add(&stage, "rigid_body"), b = add(&stage, "rigid_body");
    put(&stage, b, 0, 0.3);
    const SnId both[] = {muscle_between(&stage, a, b), muscle_between(&stage, b, a)};
    SnId wraps[] = {sn_edits_add(stage.session, SN_ID_NULL, &SN_CLASS_WRAP_SURFACE, NULL),
                    sn_edits_add(stage.session, SN_ID_NULL, &SN_CLASS_WRAP_SURFACE, NULL)};
    const SnValue first = {.type = SN_TYPE_REFS, .refs = {1, wraps}};
    g_assert_true(sn_edits_set(stage.session, both, 1, "wraps", &first));
    sn_session_select(stage.session, both, 2, SN_SELECT_REPLACE);
    settle(100);
    const char *second = get(&stage, wraps[1])->name;
    g_autofree char *path = g_strconcat("wraps/", second, NULL);
    GtkListBox *list = offered(&stage, "property-wraps");
    g_signal_emit_by_name(list, "row-activated", offer_of(list, path));
    const SnPath *one = (const SnPath *)get(&stage, both[0]);
    const SnPath *other = (const SnPath *)get(&stage, both[1]);
    g_assert_cmpint(one->wraps.n, ==, 2);
    g_assert_cmpint(other->wraps.n, ==, 1);
    g_assert_true(sn_id_equal(one->wraps.ids[0], wraps[0]));
    g_assert_true(sn_id_equal(one->wraps.ids[1], other->wraps.ids[0]));
    act(&stage, "win.undo");
    g_assert_cmpint(one->wraps.n, ==, 1);
    g_assert_cmpint(other->wraps.n, ==, 0);
    sn_session_select_one(stage.session, both[0]);
    settle(100);
    list = offered(&stage, "property-insertion");
    for (int i = 0; i < 2; i++) {
        g_autofree char *own = g_strconcat("markers/", get(&stage, one->points.ids[i])->name, NULL);
        g_autofree char *free =
            g_strconcat("markers/", get(&stage, other->points.ids[i])->name, NULL);
        g_assert_null(offer_of(list, own));
        g_assert_nonnull(offer_of(list, free));
    }
    gtk_popover_popdown(GTK_POPOVER(gtk_widget_get_ancestor(GTK_WIDGET(list), GTK_TYPE_POPOVER)));
    settle(100);
    stage_close(&stage);
}

/* --- coordinates of one joint --- */

static int rows_called(GtkWidget *from, const char *text)
{
    if (SN_IS_PROPERTY_ROW(from))
        return sn_property_row_matches(SN_PROPERTY_ROW(from), text);
    int n = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(from); child;
         child = gtk_widget_get_next_sibling(child))
        n += rows_called(child, text);
    return n;
}

static bool one_is_flexion(Stage *stage)
{
    return rows_called(widget(stage, "pose-page"), "flexion") == 1;
}

/* The six sliders of a free joint are told apart, by the names that they have where they have. */
static void test_coordinates(void)
{
    Stage stage;
    stage_open(&stage);
    const SnId bodies[] = {add(&stage, "rigid_body"), add(&stage, "rigid_body")};
    sn_session_select(stage.session, bodies, 2, SN_SELECT_REPLACE);
    const SnId joint = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("free"), NULL);
    g_assert_false(sn_id_is_null(joint));
    act(&stage, "win.page::pose");
    settle(300);
    GtkWidget *page = appears(&stage, "pose-page");
    g_assert_cmpint(rows_called(page, "angle"), ==, 3);
    g_assert_cmpint(rows_called(page, "angle 2"), ==, 1);
    g_assert_cmpint(rows_called(page, "translation 3"), ==, 1);
    const SnValue names = {.type = SN_TYPE_STRING, .string = (char[]){"flexion, ,rotation"}};
    g_assert_true(sn_edits_set(stage.session, &joint, 1, "coordinate_names", &names));
    g_assert_true(wait_for(&stage, one_is_flexion));
    g_assert_cmpint(rows_called(widget(&stage, "pose-page"), "angle 2"), ==, 1);
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/building/muscle", test_muscle);
    g_test_add_func("/building/places", test_places);
    g_test_add_func("/building/sides", test_sides);
    g_test_add_func("/building/field", test_field);
    g_test_add_func("/building/offer", test_offer);
    g_test_add_func("/building/message", test_message);
    g_test_add_func("/building/mirror", test_mirror);
    g_test_add_func("/building/page", test_page);
    g_test_add_func("/building/lists", test_lists);
    g_test_add_func("/building/coordinates", test_coordinates);
    return g_test_run();
}

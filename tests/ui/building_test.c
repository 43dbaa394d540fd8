/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a new user meets while building a model of strands: where new things go, on which side a
 * strand passes a pulley, fields that are clicked and undone in, the text about a model. */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/strand.h"
#include "tests/ui/window_support.h"
#include "ui/edits.h"
#include "ui/number_field.h"

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
    for (int i = 0; i < 3; i++) {
        sn_edits_set_number(stage->session, &body, 1, "position", i, position[i]);
    }
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
    g_assert_cmpfloat_with_epsilon(axle[2], 0, 1e-12); /* level */
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
        const SnId points[] = {markers[i], pulley, markers[1 - i]};
        sn_session_select(stage.session, points, 3, SN_SELECT_REPLACE);
        act(&stage, "win.strand-through");
        const SnId strand = sn_session_primary(stage.session);
        const SnStrand *made = (const SnStrand *)get(&stage, strand);
        g_assert_cmpint(made->nodes.n, ==, 3);
        side[i] = ((const SnStrandNode *)made->nodes.entries)[1].side;
    }
    g_assert_cmpint(side[0], !=, side[1]);
    /* the axle points away from one who sees x to the right: over the top from left to right is
     * right */
    g_assert_cmpint(side[0], ==, 1);
    stage_close(&stage);
}

static GtkWidget *text_in(GtkWidget *widget)
{
    if (GTK_IS_TEXT(widget)) {
        return widget;
    }
    GtkWidget *found = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL && found == NULL;
         child = gtk_widget_get_next_sibling(child)) {
        found = text_in(child);
    }
    return found;
}

/* A field that has the focus follows the document until something is typed, and then keeps that. */
static void test_field(void)
{
    Stage stage;
    stage_open(&stage);
    const SnId body = add(&stage, "rigid_body");
    settle(100);
    GtkWidget *text = text_in(widget(&stage, "property-position"));
    g_assert_nonnull(text);
    gtk_widget_grab_focus(text);
    settle(50);
    int start = -1, end = -1;
    g_assert_true(gtk_editable_get_selection_bounds(GTK_EDITABLE(text), &start, &end));
    gtk_editable_set_text(GTK_EDITABLE(text), "200");
    g_signal_emit_by_name(text, "activate");
    const SnRigidBody *rigid = (const SnRigidBody *)get(&stage, body);
    g_assert_cmpfloat_with_epsilon(rigid->position[0], 0.2, 1e-12);
    settle(50);
    act(&stage, "win.undo");
    settle(100);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(text)), ==, "30");
    gtk_widget_grab_focus(widget(&stage, "viewer"));
    settle(50);
    g_assert_cmpfloat_with_epsilon(rigid->position[0], 0.03, 1e-12); /* not 200 again */
    gtk_widget_grab_focus(text);
    settle(50);
    gtk_editable_set_text(GTK_EDITABLE(text), "7");
    sn_edits_set_number(stage.session, &body, 1, "position", 0, 0.5);
    settle(50);
    g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(text)), ==, "7");
    stage_close(&stage);
}

static bool has_changed(Stage *stage)
{
    return !sn_edit_is_saved(sn_session_model(stage->session));
}

static bool is_shown(GtkWidget *bar_text)
{
    return gtk_revealer_get_reveal_child(
        GTK_REVEALER(gtk_widget_get_ancestor(bar_text, GTK_TYPE_REVEALER)));
}

/* The offer to take a deletion back goes when it has been, or another change came after it. */
static void test_offer(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "chain");
    sn_session_select_one(stage.session, id_of(&stage, "/model/bodies/link2"));
    act(&stage, "win.delete");
    g_assert_true(wait_for(&stage, has_changed));
    settle(50);
    g_assert_true(is_shown(widget(&stage, "bar-text")));
    act(&stage, "win.undo");
    settle(50);
    g_assert_false(is_shown(widget(&stage, "bar-text")));
    /* so does what was refused, once it is right */
    const SnId link = id_of(&stage, "/model/bodies/link2");
    g_assert_false(sn_edits_set_number(stage.session, &link, 1, "damping", 0, -1));
    settle(50);
    g_assert_true(is_shown(widget(&stage, "bar-text")));
    g_assert_true(sn_edits_set_number(stage.session, &link, 1, "damping", 0, 0.5));
    settle(50);
    g_assert_false(is_shown(widget(&stage, "bar-text")));
    stage_close(&stage);
}

/* With nothing selected the properties tell what the model is. */
static void test_page(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "hanging");
    settle(100);
    GtkWidget *notes = widget(&stage, "model-notes");
    g_assert_true(gtk_widget_get_mapped(notes));
    g_assert_nonnull(strstr(gtk_label_get_text(GTK_LABEL(notes)), "catenary"));
    sn_session_select_one(stage.session, id_of(&stage, "/model/strands"));
    settle(100);
    g_assert_false(gtk_widget_get_mapped(notes));
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv)) {
        return 77;
    }
    g_test_add_func("/building/places", test_places);
    g_test_add_func("/building/sides", test_sides);
    g_test_add_func("/building/field", test_field);
    g_test_add_func("/building/offer", test_offer);
    g_test_add_func("/building/page", test_page);
    return g_test_run();
}

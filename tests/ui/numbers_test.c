/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of the property panel: whole at any width of the panel, and of several selected things
 * their range. */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/places.h"
#include "tests/ui/window_support.h"
#include "ui/edits/edits.h"
#include "ui/edits/joint.h"
#include "ui/properties/property_row.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/widget_tree.h"

#include <string.h>

/* Every number field below a widget that is on the screen. */
static void collect(GtkWidget *from, GPtrArray *fields)
{
    if (SN_IS_NUMBER_FIELD(from) && gtk_widget_get_mapped(from) && gtk_widget_get_width(from) > 0)
        g_ptr_array_add(fields, from);
    for (GtkWidget *child = gtk_widget_get_first_child(from); child;
         child = gtk_widget_get_next_sibling(child))
        collect(child, fields);
}

static GPtrArray *fields_of(Stage *stage, const char *row)
{
    GPtrArray *fields = g_ptr_array_new();
    collect(widget(stage, row), fields);
    return fields;
}

static GtkWidget *text_in(GtkWidget *field)
{
    return gtk_widget_get_first_child(field);
}

/* What stands in it, also where nothing has been typed. */
static const char *shown_in(GtkWidget *field)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(text_in(field)));
    const char *instead = gtk_text_get_placeholder_text(GTK_TEXT(text_in(field)));
    return text[0] != '\0' || !instead ? text : instead;
}

static int width_of_text(GtkWidget *field)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(text_in(field), shown_in(field));
    int width;
    pango_layout_get_pixel_size(layout, &width, NULL);
    g_object_unref(layout);
    return width;
}

static bool is_cut(GtkWidget *field)
{
    return width_of_text(field) > gtk_widget_get_width(text_in(field));
}

/* A field fits its text right after it was given another width: in between it may be too long. */
static bool all_whole(Stage *stage)
{
    GPtrArray *fields = fields_of(stage, "properties");
    bool whole = true;
    for (guint i = 0; i < fields->len; i++)
        whole = whole && !is_cut(fields->pdata[i]);
    g_ptr_array_unref(fields);
    return whole;
}

/* All fields of the panel say something, none more than it has room for; how many are "…". */
static int check_panel(Stage *stage, int *n)
{
    const bool whole = wait_for(stage, all_whole);
    GPtrArray *fields = fields_of(stage, "properties");
    int nothing = 0;
    for (guint i = 0; i < fields->len; i++) {
        if (!whole && is_cut(fields->pdata[i]))
            g_error("\"%s\" is %d wide in %d", shown_in(fields->pdata[i]),
                    width_of_text(fields->pdata[i]),
                    gtk_widget_get_width(text_in(fields->pdata[i])));
        g_assert_cmpstr(shown_in(fields->pdata[i]), !=, "");
        nothing += strcmp(shown_in(fields->pdata[i]), "…") == 0;
    }
    *n = (int)fields->len;
    g_ptr_array_unref(fields);
    return nothing;
}

static bool has_fields(Stage *stage)
{
    GPtrArray *fields = fields_of(stage, "properties");
    const bool some = fields->len > 3;
    g_ptr_array_unref(fields);
    return some;
}

static void test_whole(void)
{
    static const char *const paths[] = {"/model/fems/tongue/nodes/17", "/model/fems/tongue",
                                        "/model/fems/tongue/elements/3"};
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "tongue");
    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        sn_session_select_one(stage.session, id_of(&stage, paths[i]));
        settle(60);
        g_assert_true(wait_for(&stage, has_fields));
        settle(60);
        int n;
        g_assert_cmpint(check_panel(&stage, &n) * 10, <=, n);
    }
    /* in wide and narrow windows the same */
    gtk_window_set_default_size(GTK_WINDOW(stage.window), 900, 600);
    settle(200);
    int n;
    check_panel(&stage, &n);
    g_assert_cmpint(n, >, 3);
    stage_close(&stage);
}

/* What the one number of a row says. */
static const char *number_in(Stage *stage, const char *row)
{
    GPtrArray *fields = fields_of(stage, row);
    const char *text = fields->len == 1 ? shown_in(fields->pdata[0]) : "";
    g_ptr_array_unref(fields);
    return text;
}

static bool has_range(Stage *stage)
{
    return sn_find_widget(GTK_WIDGET(stage->window), "property-mass") &&
           strstr(number_in(stage, "property-mass"), "0.200 – 0.400");
}

static bool has_one(Stage *stage)
{
    return strcmp(number_in(stage, "property-mass"), "0.400") == 0;
}

static bool has_both_sizes(Stage *stage)
{
    GPtrArray *sizes = fields_of(stage, "property-geometry.size");
    const bool both = sizes->len > 0 && strcmp(shown_in(sizes->pdata[0]), "200.0") == 0;
    g_ptr_array_unref(sizes);
    return both;
}

/* Two ends that are not the same, or a word. */
static bool has_honest_range(Stage *stage)
{
    GPtrArray *sizes = fields_of(stage, "property-geometry.size");
    char **ends = g_strsplit(shown_in(sizes->pdata[1]), " – ", 2);
    const bool honest =
        g_strv_length(ends) == 2 ? strcmp(ends[0], ends[1]) != 0 : strcmp(ends[0], "Mixed") == 0;
    g_strfreev(ends);
    g_ptr_array_unref(sizes);
    return honest;
}

/* Results of several are a range, never the last one's alone; so are values that are typed. */
static void test_several(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "four-bar");
    const SnId ids[] = {id_of(&stage, "/model/bodies/crank"),
                        id_of(&stage, "/model/bodies/coupler")};
    sn_session_select(stage.session, ids, 2, SN_SELECT_REPLACE);
    g_assert_true(wait_for(&stage, has_range));
    g_assert_cmpstr(number_in(&stage, "property-damping"), ==, "0.000");
    GPtrArray *sizes = fields_of(&stage, "property-geometry.size");
    g_assert_true(strstr(shown_in(sizes->pdata[0]), "320") ||
                  strcmp(shown_in(sizes->pdata[0]), "Mixed") == 0);
    g_assert_cmpstr(shown_in(sizes->pdata[1]), ==, "12.00"); /* what they share is a number */
    g_ptr_array_unref(sizes);
    /* nearly shared: a range that reads "12 – 12" where there is little room would be none */
    g_assert_true(sn_edits_set_number(stage.session, ids, 1, "geometry.size", 1, 0.01201));
    g_assert_true(wait_for(&stage, has_honest_range));
    /* a number typed over is everyone's */
    g_assert_true(sn_edits_set_number(stage.session, ids, 2, "geometry.size", 0, 0.2));
    g_assert_true(wait_for(&stage, has_both_sizes));
    sn_session_select_one(stage.session, ids[1]);
    settle(60);
    g_assert_true(wait_for(&stage, has_one));
    stage_close(&stage);
}

static bool is_mixed(Stage *stage)
{
    GPtrArray *fields = fields_of(stage, "property-acceleration");
    const bool mixed = fields->len > 0 && strcmp(shown_in(fields->pdata[2]), "Mixed") == 0;
    g_ptr_array_unref(fields);
    return mixed;
}

/* Of more than are watched no range is told, which would be that of some. */
static void test_very_many(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "cube");
    const SnId fem = id_of(&stage, "/model/fems/cube");
    SnId ids[343]; /* of 6 x 6 x 6 cells */
    for (uint32_t i = 0; i < G_N_ELEMENTS(ids); i++)
        ids[i] = sn_id_of_entry(fem, 0, i);
    sn_session_select(stage.session, ids, G_N_ELEMENTS(ids), SN_SELECT_REPLACE);
    g_assert_true(wait_for(&stage, is_mixed));
    stage_close(&stage);
}

static bool has_near_range(Stage *stage)
{
    return strstr(number_in(stage, "property-mass"), "0.02098 – 0.02104");
}

static bool has_common(Stage *stage)
{
    return strcmp(number_in(stage, "property-mass"), "0.021") == 0;
}

/* Masses that read the same in three digits are two; those that differ by rounding are one. */
static void test_near(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "four-bar");
    const SnId ids[] = {id_of(&stage, "/model/bodies/crank"),
                        id_of(&stage, "/model/bodies/coupler")};
    sn_session_select(stage.session, ids, 2, SN_SELECT_REPLACE);
    g_assert_true(sn_edits_set_number(stage.session, ids, 1, "inertia.mass", 0, 0.02098));
    g_assert_true(sn_edits_set_number(stage.session, ids + 1, 1, "inertia.mass", 0, 0.02104));
    g_assert_true(wait_for(&stage, has_near_range));
    g_assert_true(sn_edits_set_number(stage.session, ids, 2, "inertia.mass", 0, 0.02104));
    g_assert_true(
        sn_edits_set_number(stage.session, ids, 1, "inertia.mass", 0, 0.02104 * (1 + 1e-9)));
    g_assert_true(wait_for(&stage, has_common));
    stage_close(&stage);
}

static const char *chosen_in(GtkWidget *from)
{
    if (GTK_IS_DROP_DOWN(from)) {
        GtkStringObject *item = gtk_drop_down_get_selected_item(GTK_DROP_DOWN(from));
        return item ? gtk_string_object_get_string(item) : "(None)";
    }
    for (GtkWidget *child = gtk_widget_get_first_child(from); child;
         child = gtk_widget_get_next_sibling(child)) {
        const char *text = chosen_in(child);
        if (text)
            return text;
    }
    return NULL;
}

static int shape_of(Stage *stage, SnId id)
{
    const SnModel *model = sn_session_model(stage->session);
    SnValue value;
    sn_model_effective(
        model, id,
        sn_model_property(model, id, sn_model_find_property(model, id, "geometry.shape")), &value,
        NULL);
    return value.integer;
}

/* A box and a mesh have mixed shapes, which changes neither. */
static void test_choices(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    act(&stage, "win.add(('/model/bodies', 'rigid_body'))");
    const SnId box = sn_session_primary(stage.session), jaw = id_of(&stage, "/model/bodies/jaw");
    const int shapes[] = {shape_of(&stage, box), shape_of(&stage, jaw)};
    g_assert_cmpint(shapes[0], !=, shapes[1]);
    sn_session_select(stage.session, (const SnId[]){jaw, box}, 2, SN_SELECT_REPLACE);
    settle(100);
    g_assert_cmpstr(chosen_in(widget(&stage, "property-geometry.shape")), ==, "Mixed");
    g_assert_cmpint(shape_of(&stage, box), ==, shapes[0]);
    g_assert_cmpint(shape_of(&stage, jaw), ==, shapes[1]);
    const SnValue value = {.type = SN_TYPE_ENUM, .integer = shapes[0]};
    g_assert_true(
        sn_edits_set(stage.session, (const SnId[]){jaw, box}, 2, "geometry.shape", &value));
    settle(100);
    g_assert_cmpstr(chosen_in(widget(&stage, "property-geometry.shape")), ==, "Box");
    stage_close(&stage);
}

/* In the smallest window too, what to do next is not cut off. */
static bool hint_is_whole(Stage *stage)
{
    GtkWidget *hint = widget(stage, "viewport-hint"), *viewer = widget(stage, "viewer");
    graphene_rect_t at;
    return gtk_widget_get_width(GTK_WIDGET(stage->window)) <= 900 &&
           gtk_widget_compute_bounds(hint, viewer, &at) && at.origin.x >= 0 &&
           at.origin.x + at.size.width <= (float)gtk_widget_get_width(viewer) &&
           !pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(hint)));
}

static void test_hint(void)
{
    Stage stage;
    stage_open(&stage);
    gtk_window_set_default_size(GTK_WINDOW(stage.window), 900, 600);
    stage_demo(&stage, "chain");
    act(&stage, "win.add(('/model/muscles', 'muscle'))");
    g_assert_true(strlen(gtk_label_get_text(GTK_LABEL(widget(&stage, "viewport-hint")))) > 40);
    settle(50);
    g_assert_true(wait_for(&stage, hint_is_whole));
    stage_close(&stage);
}

static void place_of(Stage *stage, const char *path, double place[3])
{
    const SnModel *model = sn_session_model(stage->session);
    g_assert_true(sn_component_place(model, sn_model_resolve(model, NULL, path, NULL), place));
}

/* A marker's place in the axes of another body, typed there: it goes along that body's axis. */
static void test_other_axes(void)
{
    Stage stage;
    double before[3], after[3];
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnModel *model = sn_session_model(stage.session);
    const SnId jaw = sn_model_resolve(model, NULL, "/model/bodies/jaw", NULL);
    const SnValue turned = {.type = SN_TYPE_QUAT, .number = {0.6, 0, 0, 0.8}};
    g_assert_true(sn_edits_set(stage.session, &jaw, 1, "orientation", &turned));
    place_of(&stage, "/model/markers/lower_incisor", before);
    sn_session_select_one(stage.session,
                          sn_model_resolve(model, NULL, "/model/markers/lower_incisor", NULL));
    settle(100);
    g_assert_true(gtk_widget_activate_action(widget(&stage, "property-location"),
                                             "property.other-axes", NULL));
    settle(100);
    GtkDropDown *chooser = GTK_DROP_DOWN(widget(&stage, "axes-of"));
    gtk_drop_down_set_selected(chooser, 0); /* the world's */
    GtkWidget *field = widget(&stage, "axes-x");
    g_assert_cmpfloat(fabs(sn_number_field_get(SN_NUMBER_FIELD(field)) - before[0]), <, 1e-15);
    sn_number_field_set(SN_NUMBER_FIELD(field), before[0] + 0.01);
    g_signal_emit_by_name(field, "edited", before[0] + 0.01);
    place_of(&stage, "/model/markers/lower_incisor", after);
    g_assert_cmpfloat(fabs(after[0] - before[0] - 0.01), <, 1e-15);
    g_assert_cmpfloat(fabs(after[1] - before[1]) + fabs(after[2] - before[2]), <, 1e-15);
    gtk_popover_popdown(GTK_POPOVER(widget(&stage, "axes-popover")));
    settle(100);
    act(&stage, "win.undo");
    place_of(&stage, "/model/markers/lower_incisor", after);
    g_assert_cmpfloat(sn_v3_distance(after, before), ==, 0);
    stage_close(&stage);
}

static bool words_shown(Stage *stage)
{
    GtkWidget *words = sn_find_widget(GTK_WIDGET(stage->window), "number-words");
    return words && gtk_widget_get_mapped(words);
}

static bool words_gone(Stage *stage)
{
    return !words_shown(stage);
}

static GtkWidget *type_words(Stage *stage, const char *words)
{
    sn_session_select_one(stage->session, id_of(stage, "/model/bodies/jaw"));
    settle(100);
    GPtrArray *fields = fields_of(stage, "property-damping");
    GtkWidget *text = text_in(g_ptr_array_index(fields, 0));
    gtk_widget_grab_focus(text);
    gtk_editable_set_text(GTK_EDITABLE(text), words);
    g_ptr_array_unref(fields);
    return text;
}

/* Words for what is no number hang on the field; one that is taken out of the window with them
 * typed in it has no place for them (this ended the program). */
static void test_words(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    GtkWidget *text = type_words(&stage, "abc");
    g_signal_emit_by_name(text, "activate");
    g_assert_true(wait_for(&stage, words_shown));
    act(&stage, "win.select-none");
    g_assert_true(wait_for(&stage, words_gone));
    for (int i = 0; i < 3; i++) {
        type_words(&stage, "abc");
        act(&stage, "win.select-none");
        for (int k = 0; k < 200; k++) { /* no key goes to what is gone, not even for a moment */
            g_main_context_iteration(NULL, FALSE);
            GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(stage.window));
            g_assert_true(!focus || gtk_widget_get_ancestor(focus, GTK_TYPE_WINDOW));
        }
    }
    g_assert_true(words_gone(&stage));
    stage_close(&stage);
}

/* What drives a property of several components is all of it that is named, and selected by a click.
 */
static bool two_drive(Stage *stage)
{
    GtkWidget *chip = sn_find_widget(GTK_WIDGET(stage->window), "driver-excitation");
    return chip && gtk_widget_get_mapped(chip) &&
           strcmp(gtk_label_get_text(GTK_LABEL(gtk_button_get_child(GTK_BUTTON(chip)))),
                  "◆ 2 drivers: 2 of 2") == 0;
}

static void test_drivers(void)
{
    Stage stage;
    int n;
    stage_open(&stage);
    stage_demo(&stage, "arm");
    const SnId both[] = {id_of(&stage, "/model/muscles/TRIlong"),
                         id_of(&stage, "/model/muscles/BIClong")};
    sn_session_select(stage.session, both, 2, SN_SELECT_REPLACE);
    g_assert_true(wait_for(&stage, two_drive));
    g_signal_emit_by_name(widget(&stage, "driver-excitation"), "clicked");
    const SnId *ids = sn_session_selection(stage.session, &n);
    g_assert_cmpint(n, ==, 2);
    const SnId flexors = id_of(&stage, "/model/probes/flexors");
    g_assert_true(sn_id_equal(ids[0], flexors) || sn_id_equal(ids[1], flexors));
    stage_close(&stage);
}

static GtkWidget *shape_list(GtkWidget *widget)
{
    GtkWidget *found = GTK_IS_DROP_DOWN(widget) ? widget : NULL;
    for (GtkWidget *at = gtk_widget_get_first_child(widget); at && !found;
         at = gtk_widget_get_next_sibling(at))
        found = shape_list(at);
    return found;
}

static bool is_ball(Stage *stage)
{
    GtkWidget *list = shape_list(widget(stage, "property-geometry.shape"));
    return gtk_drop_down_get_selected(GTK_DROP_DOWN(list)) == SN_SHAPE_ELLIPSOID;
}

static bool shape_has_keys(Stage *stage)
{
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(stage->window));
    GtkWidget *row = focus ? gtk_widget_get_ancestor(focus, SN_TYPE_PROPERTY_ROW) : NULL;
    return is_ball(stage) && row &&
           strcmp(gtk_widget_get_name(row), "property-geometry.shape") == 0;
}

/* Another shape makes the rows of a body anew: who chose it by keys is at the shape still. */
static void test_focus(void)
{
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    sn_edits_add(stage.session, SN_ID_NULL, &SN_CLASS_RIGID_BODY, NULL);
    settle(200);
    GtkWidget *list = shape_list(widget(&stage, "property-geometry.shape"));
    g_assert_true(gtk_widget_grab_focus(list));
    gtk_drop_down_set_selected(GTK_DROP_DOWN(list), SN_SHAPE_ELLIPSOID);
    settle(100);
    g_assert_true(wait_for(&stage, shape_has_keys));
    stage_close(&stage);
}

static int shown_sizes(Stage *stage)
{
    GPtrArray *fields = fields_of(stage, "property-size");
    const int n = (int)fields->len;
    g_ptr_array_unref(fields);
    return n;
}

static bool shows_one(Stage *stage)
{
    return shown_sizes(stage) == 1;
}

static bool shows_two(Stage *stage)
{
    return shown_sizes(stage) == 2;
}

static bool shows_three(Stage *stage)
{
    return shown_sizes(stage) == 3;
}

/* Of a size only what the shape has: a ball's radius, a cylinder's and its length. */
static void test_counted(void)
{
    static const struct {
        int32_t shape;
        Condition shown;
    } cases[] = {{SN_WRAP_SURFACE_SPHERE, shows_one},
                 {SN_WRAP_SURFACE_CYLINDER, shows_two},
                 {SN_WRAP_SURFACE_ELLIPSOID, shows_three},
                 {SN_WRAP_SURFACE_TORUS, shows_two}};
    Stage stage;
    stage_open(&stage);
    stage_demo(&stage, "jaw");
    const SnId jaw = id_of(&stage, "/model/bodies/jaw");
    const SnId wrap =
        sn_edits_add_wrap(stage.session, jaw, (double[3]){0}, (double[3]){0, 0, 1}, 0.01);
    sn_session_select_one(stage.session, wrap);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        SnValue value = {.type = SN_TYPE_ENUM, .integer = cases[i].shape};
        sn_edits_set(stage.session, &wrap, 1, "shape", &value);
        g_assert_true(wait_for(&stage, cases[i].shown));
    }
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/numbers/whole", test_whole);
    g_test_add_func("/numbers/several", test_several);
    g_test_add_func("/numbers/near", test_near);
    g_test_add_func("/numbers/very-many", test_very_many);
    g_test_add_func("/numbers/choices", test_choices);
    g_test_add_func("/numbers/hint", test_hint);
    g_test_add_func("/numbers/other-axes", test_other_axes);
    g_test_add_func("/numbers/words", test_words);
    g_test_add_func("/numbers/drivers", test_drivers);
    g_test_add_func("/numbers/focus", test_focus);
    g_test_add_func("/numbers/counted", test_counted);
    return g_test_run();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/number_field.h"

#include "ui/widgets/number_layout.h"
#include "ui/widgets/words.h"

#include <math.h>
#include <string.h>

struct _SnNumberField {
    GtkWidget parent_instance;
    GtkWidget *text, *unit;     /* unit: NULL without one of its own */
    const SnProperty *property; /* borrowed: constant table */
    SnUnitScale scale;          /* of what is shown while nothing is typed */
    double value, low, high;    /* low, high: of several */
    double beside;              /* size of its vector; 0: none */
    enum { KNOWN, MIXED, UNKNOWN } state;
    PangoLayout *measure; /* how wide a text would be */
    guint refit;          /* idle source: the room has changed */
    int room;             /* for the text [px]; 0: not laid out yet */
    char *why;            /* what is wrong with what was typed; NULL: nothing */
    bool shortened;       /* less is shown than four digits or the range of several */
    bool typing;          /* has the focus and may have been changed */
    bool taking; /* the press takes all of it: also at the release, which may not move the cursor */
    bool taken;  /* without a click since, which will take it too */
    bool fresh;  /* all of it is taken: what is typed comes in its place */
    bool rests;  /* Enter or Escape has ended the typing: letters are the window's */
    bool editable;
};

G_DEFINE_FINAL_TYPE(SnNumberField, sn_number_field, GTK_TYPE_WIDGET)

static guint edited_signal, changed_signal, reset_signal;

static bool is_whole(const SnNumberField *field)
{
    return field->property->type == SN_TYPE_INT;
}

/* Angles and lengths that are solved for, or read in other units, have a last digit or two of
 * rounding: nobody has typed "45.00000000000001". */
static double without_noise(const SnNumberField *field)
{
    const SnUnitScale scale = sn_unit_scale(field->property->unit);
    char text[32];
    g_ascii_formatd(text, sizeof text, "%.10g", field->value * scale.factor);
    const double plain = g_ascii_strtod(text, NULL) / scale.factor;
    return fabs(plain - field->value) <= 1e-13 * fabs(plain) ? plain : field->value;
}

/* All of it, as it is typed; free with g_free. */
static char *text_of(const SnNumberField *field)
{
    return field->state == MIXED     ? g_strdup("")
           : field->state == UNKNOWN ? g_strdup("–")
           : is_whole(field)         ? g_strdup_printf("%.0f", round(field->value))
                             : sn_unit_format(without_noise(field), field->property->unit, 0);
}

/* One end of the range in `level` steps shorter; NULL: there is none so short. */
static char *brief(const SnNumberField *field, double si, int level)
{
    if (!is_whole(field))
        return sn_unit_brief(si, field->beside, field->property->unit, field->scale, level);
    return level == 0 ? g_strdup_printf("%.0f", round(si))
                      : sn_unit_brief(si, 0, SN_UNIT_NONE, sn_unit_scale(SN_UNIT_NONE), level);
}

/* Several that differ by rounding only, or are all noise about zero. */
static bool reads_the_same(const SnNumberField *field)
{
    const double size = fmax(fabs(field->low), fabs(field->high));
    if (!isfinite(field->low) || !isfinite(field->high))
        return false;
    if (!is_whole(field) && field->high - field->low <= 1e-6 * size)
        return true;
    g_autofree char *low = brief(field, field->low, 0);
    g_autofree char *high = brief(field, field->high, 0);
    g_autofree char *zero = brief(field, 0, 0);
    return strcmp(low, high) == 0 && strcmp(low, zero) == 0;
}

/* Both ends of the range in as many digits more as tell them apart; NULL: they are not told apart,
 * or not that short. */
static char *range(const SnNumberField *field, int level)
{
    enum { FEWEST = 4, MOST = 8 };
    g_autofree char *low = brief(field, field->low, level);
    g_autofree char *high = brief(field, field->high, level);
    for (int digits = FEWEST + 1; level == 0 && digits <= MOST && strcmp(low, high) == 0;
         digits++) {
        g_free(low);
        g_free(high);
        low = sn_unit_digits(field->low, field->property->unit, field->scale, digits);
        high = sn_unit_digits(field->high, field->property->unit, field->scale, digits);
    }
    return !low || !high || strcmp(low, high) == 0 /* "7 – 7" is no range */
               ? NULL
               : g_strdup_printf("%s – %s", low, high);
}

/* The level-th of the ways to say it, from the longest; NULL: there is none so short. */
static char *variant(const SnNumberField *field, int level)
{
    enum { RANGES = 4 }; /* "Mixed: 2.000 – 3.500" and three ranges come before "Mixed" */
    if (field->state == UNKNOWN)
        return level == 0 ? g_strdup("–") : NULL;
    if (field->state == KNOWN || reads_the_same(field))
        return brief(field, field->state == KNOWN ? field->value : field->low, level);
    if (!isfinite(field->low) || !isfinite(field->high) || level >= RANGES)
        return level <= RANGES ? g_strdup("Mixed") : NULL;
    g_autofree char *ends = range(field, MAX(level - 1, 0));
    return !ends ? g_strdup("Mixed") : g_strconcat(level == 0 ? "Mixed: " : "", ends, NULL);
}

static bool fits(SnNumberField *field, const char *text)
{
    enum { CURSOR = 2 }; /* GtkText keeps room for it [px] */
    int width = 0;
    if (field->room <= 0)
        return true;
    pango_layout_set_text(field->measure, text, -1);
    pango_layout_get_pixel_size(field->measure, &width, NULL);
    return width + CURSOR <= field->room;
}

/* What is shown while nothing is typed: whole, or nothing but "…".  Free with g_free. */
static char *fitting(SnNumberField *field)
{
    for (int level = 0;; level++) {
        char *text = variant(field, level);
        field->shortened = level > 0;
        if (!text)
            return g_strdup("…");
        if (fits(field, text))
            return text;
        g_free(text);
    }
}

static void put(SnNumberField *field, const char *text)
{
    if (g_strcmp0(text, gtk_editable_get_text(GTK_EDITABLE(field->text))) != 0)
        gtk_editable_set_text(GTK_EDITABLE(field->text), text);
}

/* As a person reads it; of several the text is empty, to be typed over. */
static void show(SnNumberField *field)
{
    char *text = fitting(field);
    gtk_text_set_placeholder_text(GTK_TEXT(field->text), field->state == MIXED ? text : NULL);
    put(field, field->state == MIXED ? "" : text);
    g_free(text);
}

static void complain(SnNumberField *field, const char *why)
{
    gtk_widget_add_css_class(GTK_WIDGET(field), "error");
    g_free(field->why);
    field->why = g_strdup(why);
    sn_words_say(GTK_WIDGET(field), why);
}

static void calm(SnNumberField *field)
{
    gtk_widget_remove_css_class(GTK_WIDGET(field), "error");
    g_clear_pointer(&field->why, g_free);
}

static void forgive(SnNumberField *field)
{
    sn_words_hush(GTK_WIDGET(field));
    calm(field);
}

/* All digits, where fewer are shown; free with g_free. */
static char *whole(const SnNumberField *field)
{
    const SnUnit unit = is_whole(field) ? SN_UNIT_NONE : field->property->unit;
    if (field->state == KNOWN) {
        g_autofree char *plain = sn_unit_whole(field->value, unit);
        GString *together = g_string_new(plain); /* tooltips would break the line there */
        g_string_replace(together, " ", "\u00a0", 0);
        return g_string_free(together, FALSE);
    }
    char *low = sn_unit_whole(field->low, unit), *high = sn_unit_whole(field->high, unit);
    char *text = g_strdup_printf("Mixed: from %s to %s", low, high);
    g_free(low);
    g_free(high);
    return text;
}

static gboolean on_tooltip(GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                           gpointer data)
{
    SnNumberField *field = SN_NUMBER_FIELD(widget);
    if (field->why) {
        gtk_tooltip_set_text(tooltip, field->why);
        return TRUE;
    }
    const bool result = gtk_widget_has_css_class(widget, "result");
    if (field->typing || field->state == UNKNOWN ||
        (field->state == MIXED && !isfinite(field->low)) ||
        (field->state == KNOWN && !field->shortened && !result))
        return FALSE;
    g_autofree char *text = whole(field);
    gtk_tooltip_set_text(tooltip, text);
    return TRUE;
}

/* Whether what stands in the field that has the focus is its value and nothing typed. */
static bool is_untouched(SnNumberField *field)
{
    g_autofree char *before = text_of(field);
    return g_strcmp0(before, gtk_editable_get_text(GTK_EDITABLE(field->text))) == 0;
}

/* Selects it from its end: where all of it has no room, its head is seen, not "9999999". */
static void take_all(SnNumberField *field)
{
    gtk_editable_select_region(GTK_EDITABLE(field->text), -1, 0);
}

static void show_all_of_it(SnNumberField *field)
{
    g_autofree char *text = text_of(field);
    put(field, text);
    take_all(field);
    field->fresh = field->taken = true;
}

/* "+= 5": of one number it makes another, of several each goes its way; false: nobody does that. */
static bool take_change(SnNumberField *field, const SnUnitChange *change, double *si)
{
    *si = change->factor * field->value + change->term;
    if (field->state == KNOWN || change->factor == 0)
        return true;
    forgive(field);
    put(field, "");
    if (g_signal_has_handler_pending(field, changed_signal, 0, TRUE))
        g_signal_emit(field, changed_signal, 0, change->factor, change->term);
    else
        complain(field, "The values differ: type one for all");
    return false;
}

/* Takes what was typed; false if it is no number. */
static bool take_text(SnNumberField *field)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(field->text));
    SnUnitChange change;
    double si;
    char why[160];
    if (is_untouched(field))
        return true;
    if (!sn_unit_parse_change(text, field->property->unit, &change, why, sizeof why)) {
        complain(field, why);
        return false;
    }
    if (!take_change(field, &change, &si))
        return field->why == NULL;
    forgive(field);
    field->value = si;
    field->state = KNOWN;
    g_signal_emit(field, edited_signal, 0, si);
    return true;
}

/* The focus stays, for the next number; until one is begun it looks as if nothing were typed. */
void sn_number_field_rest(SnNumberField *field)
{
    show_all_of_it(field);
    gtk_editable_select_region(GTK_EDITABLE(field->text), -1, -1);
    field->rests = true;
}

static void on_activate(GtkText *text, SnNumberField *field)
{
    const char *typed = gtk_editable_get_text(GTK_EDITABLE(field->text));
    if (typed[0] == '\0' && !is_untouched(field) &&
        g_signal_has_handler_pending(field, reset_signal, 0, TRUE)) {
        forgive(field);
        show_all_of_it(field);
        g_signal_emit(field, reset_signal, 0);
        sn_number_field_rest(field);
    } else if (take_text(field)) {
        sn_number_field_rest(field);
    }
}

static void on_enter(GtkEventControllerFocus *focus, SnNumberField *field)
{
    if (!field->editable || field->typing)
        return;
    field->typing = true;
    field->rests = false;
    show_all_of_it(field);
}

static void on_leave(GtkEventControllerFocus *focus, SnNumberField *field)
{
    if (!field->typing)
        return;
    take_text(field);
    field->typing = false;
    calm(field);
    show(field);
    gtk_editable_select_region(GTK_EDITABLE(field->text), 0, 0);
}

/* A first click, on the number or the unit behind it, takes the whole number, to be typed over, as
 * coming with Tab does; where the cursor goes is for later ones to say.  After Enter one is the
 * first again. */
static void on_press(GtkGestureClick *click, int presses, double x, double y, SnNumberField *field)
{
    field->taking = field->editable && (!field->typing || (field->taken && is_untouched(field)));
    if (field->taking) {
        gtk_widget_grab_focus(field->text);
        gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_CLAIMED);
    } else {
        gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_DENIED);
    }
    field->taken = field->rests = false;
    field->fresh = field->taking;
}

static void on_release(GtkGesture *click, GdkEventSequence *sequence, SnNumberField *field)
{
    if (field->taking && field->typing && is_untouched(field))
        take_all(field);
    field->taking = false;
}

static void step(SnNumberField *field, double steps)
{
    if (field->state != KNOWN)
        return;
    if (field->property->type == SN_TYPE_INT)
        field->value += copysign(fmax(1, round(fabs(steps))), steps);
    else
        field->value += steps * 10 * sn_unit_drag_step(field->property, field->value);
    show_all_of_it(field);
    g_signal_emit(field, edited_signal, 0, field->value);
}

/* What was typed and not taken goes first, then the document's last change. */
static bool undo(SnNumberField *field, bool redo)
{
    if (field->typing && !is_untouched(field)) {
        forgive(field);
        show_all_of_it(field);
        return true;
    }
    return gtk_widget_activate_action(GTK_WIDGET(field), redo ? "win.redo" : "win.undo", NULL);
}

static bool in_dialog(SnNumberField *field)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(field));
    return GTK_IS_WINDOW(root) && gtk_window_get_modal(GTK_WINDOW(root));
}

/* On a busy machine GTK 4.8 moves the cursor after the press that took the number: until a key or
 * a later click has moved it, what is typed takes the number's place all the same. */
static void before_typing(SnNumberField *field, guint key, GdkModifierType state)
{
    const bool types = key == GDK_KEY_BackSpace || key == GDK_KEY_Delete ||
                       g_unichar_isprint(gdk_keyval_to_unicode(key));
    const bool plain = (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0;
    if (field->fresh && types && plain && is_untouched(field))
        gtk_editable_select_region(GTK_EDITABLE(field->text), 0, -1);
    field->rests = field->rests && !(types && plain);
    field->fresh = field->fresh && (key == GDK_KEY_Shift_L || key == GDK_KEY_Shift_R);
}

static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       SnNumberField *field)
{
    const double size = (state & GDK_SHIFT_MASK) != 0     ? 0.1
                        : (state & GDK_CONTROL_MASK) != 0 ? 10
                                                          : 1;
    before_typing(field, key, state);
    switch (key) {
    case GDK_KEY_z:
    case GDK_KEY_Z:
        return (state & GDK_CONTROL_MASK) != 0 && undo(field, (state & GDK_SHIFT_MASK) != 0);
    case GDK_KEY_Escape:
        if (!field->typing || (is_untouched(field) && (field->rests || in_dialog(field))))
            return GDK_EVENT_PROPAGATE; /* closes the dialog */
        forgive(field);
        if (is_untouched(field))
            sn_number_field_rest(field);
        else
            show_all_of_it(field);
        return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_Down:
        if (field->editable)
            step(field, key == GDK_KEY_Up ? size : -size);
        return field->editable;
    default:
        return GDK_EVENT_PROPAGATE;
    }
}

static void dispose(GObject *object)
{
    SnNumberField *field = SN_NUMBER_FIELD(object);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(field))) != NULL)
        gtk_widget_unparent(child);
    field->text = field->unit = NULL;
    g_clear_handle_id(&field->refit, g_source_remove);
    g_clear_object(&field->measure);
    g_clear_pointer(&field->why, g_free);
    G_OBJECT_CLASS(sn_number_field_parent_class)->dispose(object);
}

/* --- layout: the number takes what the unit leaves, and says what fits there --- */

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    SnNumberField *field = SN_NUMBER_FIELD(widget);
    sn_number_measure(field->text, field->unit, orientation, minimum, natural);
    *minimum_baseline = *natural_baseline = -1;
}

/* A text may not be changed while it is being allocated. */
static gboolean on_refit(gpointer data)
{
    SnNumberField *field = data;
    field->refit = 0;
    if (!field->typing)
        show(field);
    return G_SOURCE_REMOVE;
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    SnNumberField *field = SN_NUMBER_FIELD(widget);
    sn_number_place(field->text, field->unit, width, height);
    const int room = gtk_widget_get_width(field->text);
    if (room == field->room)
        return;
    field->room = room;
    if (field->refit == 0)
        field->refit = g_idle_add_full(G_PRIORITY_HIGH_IDLE, on_refit, field, NULL);
}

static void css_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
    GTK_WIDGET_CLASS(sn_number_field_parent_class)->css_changed(widget, change);
    if (SN_NUMBER_FIELD(widget)->measure)
        pango_layout_context_changed(SN_NUMBER_FIELD(widget)->measure);
}

static gboolean grab_focus(GtkWidget *widget)
{
    return gtk_widget_grab_focus(SN_NUMBER_FIELD(widget)->text);
}

static void sn_number_field_class_init(SnNumberFieldClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = dispose;
    widget_class->grab_focus = grab_focus;
    widget_class->measure = measure;
    widget_class->size_allocate = size_allocate;
    widget_class->css_changed = css_changed;
    gtk_widget_class_set_css_name(widget_class, "numberfield");
    edited_signal = g_signal_new("edited", SN_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
    changed_signal = g_signal_new("changed-by", SN_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
    reset_signal = g_signal_new("reset", SN_TYPE_NUMBER_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void sn_number_field_init(SnNumberField *field)
{
    field->state = UNKNOWN;
    field->editable = true;
    field->text = gtk_text_new();
    gtk_editable_set_enable_undo(GTK_EDITABLE(field->text), FALSE); /* undo() does it */
    gtk_editable_set_alignment(GTK_EDITABLE(field->text), 1);
    gtk_editable_set_width_chars(GTK_EDITABLE(field->text), 4);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(field->text), 7);
    gtk_widget_set_hexpand(field->text, TRUE);
    gtk_widget_set_parent(field->text, GTK_WIDGET(field));
    field->measure = gtk_widget_create_pango_layout(field->text, NULL);
    gtk_widget_set_has_tooltip(GTK_WIDGET(field), TRUE);
    g_signal_connect(field, "query-tooltip", G_CALLBACK(on_tooltip), NULL);
    g_signal_connect(field->text, "activate", G_CALLBACK(on_activate), field);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "enter", G_CALLBACK(on_enter), field);
    g_signal_connect(focus, "leave", G_CALLBACK(on_leave), field);
    gtk_widget_add_controller(field->text, focus);
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_PRIMARY);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(click), GTK_PHASE_CAPTURE);
    g_signal_connect(click, "pressed", G_CALLBACK(on_press), field);
    g_signal_connect(click, "end", G_CALLBACK(on_release), field);
    gtk_widget_add_controller(GTK_WIDGET(field), GTK_EVENT_CONTROLLER(click));
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), field);
    gtk_widget_add_controller(field->text, keys);
}

GtkWidget *sn_number_unit_new(const SnProperty *property)
{
    GtkWidget *unit = gtk_label_new(sn_unit_shown(property->unit));
    gtk_widget_add_css_class(unit, "unit");
    gtk_label_set_xalign(GTK_LABEL(unit), 0);
    return unit;
}

GtkWidget *sn_number_field_new(const SnProperty *property, const char *name, bool show_unit)
{
    SnNumberField *field = g_object_new(SN_TYPE_NUMBER_FIELD, NULL);
    field->property = property;
    const char *symbol = sn_unit_shown(property->unit);
    char *label = symbol[0] != '\0' ? g_strdup_printf("%s in %s", name, symbol) : g_strdup(name);
    gtk_accessible_update_property(GTK_ACCESSIBLE(field->text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   label, -1);
    g_free(label);
    field->scale = sn_unit_scale(property->unit);
    if (show_unit) {
        field->unit = sn_number_unit_new(property);
        gtk_widget_set_parent(field->unit, GTK_WIDGET(field));
    }
    show(field);
    return GTK_WIDGET(field);
}

void sn_number_field_set(SnNumberField *field, double si)
{
    if (field->state == KNOWN && field->value == si)
        return;
    const bool touched = field->typing && !is_untouched(field);
    field->value = si;
    field->state = KNOWN;
    if (!field->typing)
        show(field);
    else if (!touched)
        show_all_of_it(field); /* else leaving the field would bring the former value back */
}

double sn_number_field_get(SnNumberField *field)
{
    return field->state == KNOWN ? field->value : (double)NAN;
}

void sn_number_field_set_mixed(SnNumberField *field, double low, double high)
{
    field->state = MIXED;
    field->low = low;
    field->high = high;
    if (!field->typing)
        show(field);
}

void sn_number_field_set_scale(SnNumberField *field, SnUnitScale scale, double beside)
{
    /* another power of ten is another text; each other size is not */
    const bool same =
        field->scale.factor == scale.factor &&
        (beside == field->beside ||
         (beside > 0 && field->beside > 0 && floor(log10(beside)) == floor(log10(field->beside))));
    if (same)
        return;
    field->scale = scale;
    field->beside = beside;
    if (field->unit)
        gtk_label_set_text(GTK_LABEL(field->unit), scale.symbol);
    if (!field->typing)
        show(field);
}

void sn_number_field_set_editable(SnNumberField *field, bool editable)
{
    field->editable = editable;
    gtk_editable_set_editable(GTK_EDITABLE(field->text), editable);
    gtk_widget_set_focusable(field->text, editable);
    gtk_widget_set_can_target(field->text, editable);
    if (editable)
        gtk_widget_remove_css_class(GTK_WIDGET(field), "result");
    else
        gtk_widget_add_css_class(GTK_WIDGET(field), "result");
}

bool sn_number_field_rests(SnNumberField *field)
{
    return field->rests;
}

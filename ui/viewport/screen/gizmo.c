/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/screen/gizmo.h"

#include "engine/base/vec.h"
#include "ui/viewport/screen/style.h"

#include <stdbool.h>

#define SIZE   84
#define ARM    30.0 /* [px] */
#define RADIUS 9.0  /* of the discs [px] */

struct _SnGizmo {
    GtkWidget parent_instance;
    double orientation[4];
    int lit; /* end under the pointer, -1: none */
    bool inside;
    bool dragged;
    double last_x, last_y;
};

G_DEFINE_FINAL_TYPE(SnGizmo, sn_gizmo, GTK_TYPE_WIDGET)

enum { SIGNAL_AXIS, SIGNAL_ORBIT, N_SIGNALS };
static guint signals[N_SIGNALS];

/* Position relative to the middle, x right, y up, z towards the viewer. */
static void end_of(const SnGizmo *gizmo, int axis, double end[3])
{
    double unit[3] = {0, 0, 0};
    unit[axis % 3] = axis < 3 ? 1 : -1;
    sn_q_unrotate(gizmo->orientation, unit, end);
}

/* Where an end lies in the widget. */
static void gizmo_end(SnGizmo *gizmo, int axis, double *x, double *y)
{
    double end[3];
    end_of(gizmo, axis, end);
    *x = SIZE / 2.0 + ARM * end[0];
    *y = SIZE / 2.0 - ARM * end[1];
}

/* Nearest to the viewer of the ends under a place; -1: none. */
static int end_at(SnGizmo *gizmo, double x, double y)
{
    int found = -1;
    double depth = -2;
    for (int axis = 0; axis < 6; axis++) {
        double ex = 0, ey = 0, end[3];
        gizmo_end(gizmo, axis, &ex, &ey);
        end_of(gizmo, axis, end);
        if (hypot(x - ex, y - ey) <= RADIUS + 1 && end[2] > depth) {
            found = axis;
            depth = end[2];
        }
    }
    return found;
}

/* --- drawing --- */

static void draw_letter(SnGizmo *gizmo, cairo_t *cairo, double x, double y, int axis)
{
    static const char *const letters[] = {"X", "Y", "Z"};
    PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(gizmo), letters[axis % 3]);
    PangoFontDescription *font = pango_font_description_from_string("Sans Bold");
    pango_font_description_set_absolute_size(font, 10.5 * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    PangoRectangle ink;
    pango_layout_get_pixel_extents(layout, &ink, NULL);
    cairo_move_to(cairo, x - ink.x - ink.width / 2.0, y - ink.y - ink.height / 2.0);
    pango_cairo_show_layout(cairo, layout);
    pango_font_description_free(font);
    g_object_unref(layout);
}

static void draw_end(SnGizmo *gizmo, cairo_t *cairo, int axis, bool dark)
{
    static const double colors[3][3] = {{0.80, 0.27, 0.28}, {0.28, 0.56, 0.24}, {0.25, 0.44, 0.80}};
    const double *color = colors[axis % 3];
    double end[3], x = 0, y = 0, middle = SIZE / 2.0;
    cairo_new_path(cairo); /* text leaves a current point */
    end_of(gizmo, axis, end);
    gizmo_end(gizmo, axis, &x, &y);
    double alpha = 0.72 + 0.28 * end[2]; /* what points away is fainter */
    bool lit = gizmo->lit == axis;
    double shade = dark ? 1.18 : 1;
    cairo_set_source_rgba(cairo, color[0] * shade, color[1] * shade, color[2] * shade, alpha);
    if (axis < 3) {
        cairo_move_to(cairo, middle, middle);
        cairo_line_to(cairo, x, y);
        cairo_set_line_width(cairo, 2.5);
        cairo_stroke(cairo);
        cairo_arc(cairo, x, y, RADIUS, 0, 2 * G_PI);
        cairo_fill(cairo);
        cairo_set_source_rgba(cairo, 1, 1, 1, lit ? 1 : 0.95);
        draw_letter(gizmo, cairo, x, y, axis);
    } else {
        cairo_new_path(cairo);
        cairo_arc(cairo, x, y, RADIUS - 2.5, 0, 2 * G_PI);
        cairo_set_line_width(cairo, 1.5);
        cairo_stroke_preserve(cairo);
        cairo_set_source_rgba(cairo, color[0], color[1], color[2], lit ? 0.8 : 0.25 * alpha);
        cairo_fill(cairo);
    }
    if (lit) {
        cairo_new_path(cairo);
        cairo_arc(cairo, x, y, RADIUS + 1, 0, 2 * G_PI);
        cairo_set_source_rgba(cairo, dark ? 1 : 0.1, dark ? 1 : 0.1, dark ? 1 : 0.1, 0.9);
        cairo_set_line_width(cairo, 1.5);
        cairo_stroke(cairo);
    }
}

static void sn_gizmo_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnGizmo *gizmo = SN_GIZMO(widget);
    cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, SIZE, SIZE));
    bool dark = sn_viewport_is_dark(widget);
    if (gizmo->inside) {
        cairo_arc(cairo, SIZE / 2.0, SIZE / 2.0, SIZE / 2.0, 0, 2 * G_PI);
        cairo_set_source_rgba(cairo, dark, dark, dark, 0.10);
        cairo_fill(cairo);
    }
    int order[6] = {0, 1, 2, 3, 4, 5};
    for (int i = 1; i < 6; i++) { /* far ends first */
        for (int k = i; k > 0; k--) {
            double a[3], b[3];
            end_of(gizmo, order[k - 1], a);
            end_of(gizmo, order[k], b);
            if (a[2] > b[2]) {
                int swap = order[k];
                order[k] = order[k - 1];
                order[k - 1] = swap;
            }
        }
    }
    for (int i = 0; i < 6; i++)
        draw_end(gizmo, cairo, order[i], dark);
    cairo_destroy(cairo);
}

static void sn_gizmo_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
    *minimum = *natural = SIZE;
    *minimum_baseline = *natural_baseline = -1;
}

/* --- input --- */

static void light(SnGizmo *gizmo, int axis, bool inside)
{
    if (gizmo->lit != axis || gizmo->inside != inside) {
        gizmo->lit = axis;
        gizmo->inside = inside;
        gtk_widget_queue_draw(GTK_WIDGET(gizmo));
    }
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, SnGizmo *gizmo)
{
    light(gizmo, end_at(gizmo, x, y), true);
}

static void on_leave(GtkEventControllerMotion *controller, SnGizmo *gizmo)
{
    light(gizmo, -1, false);
}

static void on_begin(GtkGestureDrag *gesture, double x, double y, SnGizmo *gizmo)
{
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    gizmo->dragged = false;
    gizmo->last_x = gizmo->last_y = 0;
}

static void on_update(GtkGestureDrag *gesture, double dx, double dy, SnGizmo *gizmo)
{
    if (!gizmo->dragged && hypot(dx, dy) < 4)
        return;
    gizmo->dragged = true;
    g_signal_emit(gizmo, signals[SIGNAL_ORBIT], 0, dx - gizmo->last_x, dy - gizmo->last_y);
    gizmo->last_x = dx;
    gizmo->last_y = dy;
}

static void on_end(GtkGestureDrag *gesture, double dx, double dy, SnGizmo *gizmo)
{
    double x = 0, y = 0;
    gtk_gesture_drag_get_start_point(gesture, &x, &y);
    int axis = end_at(gizmo, x, y);
    if (!gizmo->dragged && axis >= 0)
        g_signal_emit(gizmo, signals[SIGNAL_AXIS], 0, axis);
}

static void sn_gizmo_class_init(SnGizmoClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    widget->snapshot = sn_gizmo_snapshot;
    widget->measure = sn_gizmo_measure;
    signals[SIGNAL_AXIS] = g_signal_new("axis", SN_TYPE_GIZMO, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, G_TYPE_INT);
    signals[SIGNAL_ORBIT] = g_signal_new("orbit", SN_TYPE_GIZMO, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
    gtk_widget_class_set_css_name(widget, "sn-gizmo");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void sn_gizmo_init(SnGizmo *gizmo)
{
    sn_q_identity(gizmo->orientation);
    gizmo->lit = -1;
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), gizmo);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), gizmo);
    gtk_widget_add_controller(GTK_WIDGET(gizmo), motion);
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_begin), gizmo);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_update), gizmo);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_end), gizmo);
    gtk_widget_add_controller(GTK_WIDGET(gizmo), GTK_EVENT_CONTROLLER(drag));
}

GtkWidget *sn_gizmo_new(void)
{
    GtkWidget *gizmo = g_object_new(SN_TYPE_GIZMO, NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(gizmo), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Orientation of the view", -1);
    gtk_widget_set_tooltip_text(gizmo, "Click an end to look along its axis, drag to turn");
    return gizmo;
}

void sn_gizmo_set_orientation(SnGizmo *gizmo, const double orientation[4])
{
    for (int i = 0; i < 4; i++) {
        if (gizmo->orientation[i] != orientation[i]) {
            sn_q_copy(orientation, gizmo->orientation);
            gtk_widget_queue_draw(GTK_WIDGET(gizmo));
            return;
        }
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move, rotate and scale by keys: X Y Z choose the axis (once more: the component's own), digits
 * the amount, Enter keeps it, Esc takes it back.  Works with the mouse at rest, and while it drags.
 */
#include "ui/viewport/private.h"

#include "ui/actions/shortcuts.h"
#include "ui/session/units.h"
#include "ui/viewport/move/target.h"

#include <string.h>

enum { WHOLE = 6 }; /* no axis: in the view, or along all three */

/* Keys of the window that are the viewer's while there is a manipulator, and while a number is
 * being typed. */
void sn_move_claim_keys(SnViewport *viewport)
{
    static const char *const standing[] = {"x", "y", "z", "0", "1", "2", "3",
                                           "4", "5", "6", "7", "8", "9", NULL};
    static const char *const typing[] = {
        "x",           "y",     "z",    "0",    "1",    "2",          "3",
        "4",           "5",     "6",    "7",    "8",    "9",          "period",
        "comma",       "minus", "KP_0", "KP_1", "KP_2", "KP_3",       "KP_4",
        "KP_5",        "KP_6",  "KP_7", "KP_8", "KP_9", "KP_Decimal", "KP_Separator",
        "KP_Subtract", NULL};
    const bool any = viewport->settings.manipulator != 0;
    const char *const *keys = viewport->move.typing ? typing : any ? standing : NULL;
    g_object_set_data(G_OBJECT(viewport), SN_OWN_KEYS, (gpointer)(gsize)keys);
}

static bool begin(SnViewport *viewport)
{
    SnMoveDrag *move = &viewport->move;
    const bool dragging = viewport->input.drag == &SN_DRAG_MOVE;
    if (!dragging) {
        if (viewport->settings.manipulator == 0 || viewport->input.press != SN_PRESS_NONE ||
            !SN_DRAG_MOVE.begin(viewport, &viewport->input.at, NULL))
            return false;
        move->axis = move->kind == SN_MANIPULATOR_MOVE ? 0 : WHOLE;
    }
    move->typing = true;
    move->own_axes = false;
    move->typed[0] = '\0';
    sn_move_claim_keys(viewport);
    return true;
}

void sn_move_end_typing(SnViewport *viewport, bool keep)
{
    SnMoveDrag *move = &viewport->move;
    if (!move->typing)
        return;
    move->typing = false;
    move->typed[0] = '\0';
    if (viewport->input.drag != &SN_DRAG_MOVE)
        SN_DRAG_MOVE.end(viewport, &viewport->input.at, !keep);
    sn_move_claim_keys(viewport);
    sn_viewport_update_hint(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

/* Along the manipulator's axis, or along the component's own where it is asked for once more. */
static void choose_axis(SnMoveDrag *move, const SnViewSettings *settings, int axis, bool again)
{
    const SnMoveTarget *last = &g_array_index(move->targets, SnMoveTarget, move->targets->len - 1);
    const bool own = again && move->axis == axis && !move->own_axes;
    double matrix[9];
    sn_q_to_m3(own ? last->orientation : settings->manipulator_pose + 3, matrix);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            move->axes[i][k] = matrix[3 * k + i];
    move->own_axes = own;
    move->axis = axis;
}

/* What was typed as a motion; nothing yet: none. */
static void apply(SnViewport *viewport)
{
    SnMoveDrag *move = &viewport->move;
    static const SnUnit units[] = {SN_UNIT_NONE, SN_UNIT_LENGTH, SN_UNIT_ANGLE, SN_UNIT_NONE};
    const int manipulator = move->kind;
    double value = manipulator == 3 ? 1 : 0;
    char problem[200];
    const bool known =
        sn_unit_parse(move->typed, units[manipulator], &value, problem, sizeof problem);
    if (!known)
        value = manipulator == 3 ? 1 : 0;
    memset(move->travel, 0, sizeof move->travel);
    if (manipulator == 1)
        sn_v3_scale(value, move->axes[move->axis], move->travel);
    move->angle = manipulator == 2 ? value : 0;
    move->factor = manipulator == 3 ? value : 1;
    const SnPointer still = {.state = 0};
    sn_move_apply(viewport, &still);
    static const char *const names[] = {"x", "y", "z"};
    const char *about = manipulator == 2 ? "about" : "along";
    g_autofree char *amount = g_strdup_printf("%s%s %s", manipulator == 3 ? "× " : "", move->typed,
                                              manipulator == 1   ? sn_unit_shown(SN_UNIT_LENGTH)
                                              : manipulator == 2 ? "°"
                                                                 : "");
    if (move->axis < 3)
        g_snprintf(move->text, sizeof move->text, "%s %s %s%s", amount, about,
                   move->own_axes ? "its own " : "", names[move->axis]);
    else
        g_snprintf(move->text, sizeof move->text, "%s", amount);
    viewport->settings.manipulator_axis = move->axis;
    if (viewport->settings.manipulator == SN_MANIPULATOR_ALL)
        viewport->settings.manipulator_axis += (manipulator - 1) * SN_HANDLE_AXES;
    sn_viewport_settings_changed(viewport);
    sn_viewport_update_hint(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

static char digit_of(guint value)
{
    if (value >= GDK_KEY_0 && value <= GDK_KEY_9)
        return (char)('0' + (value - GDK_KEY_0));
    if (value >= GDK_KEY_KP_0 && value <= GDK_KEY_KP_9)
        return (char)('0' + (value - GDK_KEY_KP_0));
    switch (value) {
    case GDK_KEY_period:
    case GDK_KEY_comma:
    case GDK_KEY_KP_Decimal:
    case GDK_KEY_KP_Separator:
        return '.';
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
        return '-';
    default:
        return '\0';
    }
}

/* A minus sign turns the number over wherever it is typed. */
static void type(SnMoveDrag *move, char letter)
{
    const size_t n = strlen(move->typed);
    if (letter == '-' && move->typed[0] == '-') {
        memmove(move->typed, move->typed + 1, n);
    } else if (letter == '-' && n + 2 < sizeof move->typed) {
        memmove(move->typed + 1, move->typed, n + 1);
        move->typed[0] = '-';
    } else if (letter != '-' && n + 2 < sizeof move->typed) {
        move->typed[n] = letter;
        move->typed[n + 1] = '\0';
    }
}

bool sn_move_key(SnViewport *viewport, guint value, GdkModifierType state)
{
    SnMoveDrag *move = &viewport->move;
    const bool typing = move->typing;
    if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
        return false;
    if (typing && (value == GDK_KEY_Return || value == GDK_KEY_KP_Enter)) {
        sn_move_end_typing(viewport, true);
        return true;
    }
    if (typing && value == GDK_KEY_BackSpace) {
        const size_t n = strlen(move->typed);
        move->typed[n > 0 ? n - 1 : 0] = '\0';
        apply(viewport);
        return true;
    }
    const guint lower = gdk_keyval_to_lower(value);
    const bool axis = lower >= GDK_KEY_x && lower <= GDK_KEY_z;
    const char digit = digit_of(value);
    const bool starts = axis || (digit >= '0' && digit <= '9');
    if (!(typing ? axis || digit : starts) || (!typing && !begin(viewport)))
        return false;
    if (axis)
        choose_axis(move, &viewport->settings, (int)(lower - GDK_KEY_x), typing);
    else
        type(move, digit);
    apply(viewport);
    return true;
}

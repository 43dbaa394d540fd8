/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/axis.h"

#include <math.h>

#define SHORTEST 1e-4 /* [s] */
#define LONGEST  1e6
#define MARGIN   12 /* [px] right of the last moment */

struct _SnAxis {
    GObject parent_instance;
    double from, to;
};

G_DEFINE_FINAL_TYPE(SnAxis, sn_axis, G_TYPE_OBJECT)

static guint changed_signal;

static void sn_axis_class_init(SnAxisClass *class)
{
    changed_signal = g_signal_new("changed", SN_TYPE_AXIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void sn_axis_init(SnAxis *axis)
{
    axis->to = 1;
}

SnAxis *sn_axis_new(void)
{
    return g_object_new(SN_TYPE_AXIS, NULL);
}

void sn_axis_set_range(SnAxis *axis, double from, double to)
{
    double span = CLAMP(to - from, SHORTEST, LONGEST);
    from = MAX(from, 0);
    if (from != axis->from || from + span != axis->to) {
        axis->from = from;
        axis->to = from + span;
        g_signal_emit(axis, changed_signal, 0);
    }
}

double sn_axis_from(SnAxis *axis)
{
    return axis->from;
}

double sn_axis_to(SnAxis *axis)
{
    return axis->to;
}

static double room(int width)
{
    return MAX(width - SN_AXIS_GUTTER - MARGIN, 1);
}

double sn_axis_pixel(SnAxis *axis, double time, int width)
{
    return SN_AXIS_GUTTER + (time - axis->from) / (axis->to - axis->from) * room(width);
}

double sn_axis_time(SnAxis *axis, double pixel, int width)
{
    return axis->from + (pixel - SN_AXIS_GUTTER) / room(width) * (axis->to - axis->from);
}

void sn_axis_zoom(SnAxis *axis, double factor, double pixel, int width)
{
    double span = CLAMP((axis->to - axis->from) / factor, SHORTEST, LONGEST);
    double share = CLAMP((pixel - SN_AXIS_GUTTER) / room(width), 0, 1);
    double fixed = axis->from + share * (axis->to - axis->from);
    sn_axis_set_range(axis, fixed - share * span, fixed - share * span + span);
}

void sn_axis_pan(SnAxis *axis, double seconds)
{
    double from = MAX(axis->from + seconds, 0);
    sn_axis_set_range(axis, from, from + axis->to - axis->from);
}

double sn_round_step(double span, int most)
{
    double rough = span / MAX(most, 1);
    double power = pow(10, floor(log10(rough)));
    static const double mantissas[] = {1, 2, 5, 10};
    for (gsize i = 0; i < G_N_ELEMENTS(mantissas); i++) {
        if (mantissas[i] * power >= rough * (1 - 1e-12))
            return mantissas[i] * power;
    }
    return 10 * power;
}

char *sn_format_tick(double value, double step)
{
    int decimals = CLAMP((int)ceil(-log10(step) - 1e-9), 0, 9);
    if (fabs(value) < step * 1e-6)
        value = 0;
    return g_strdup_printf("%.*f", decimals, value);
}

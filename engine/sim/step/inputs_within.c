/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs within a step: on the polynomial through the times at which they are known. */
#include "engine/sim/step/parts.h"

/* Through start, middle and end. */
static void on_parabola(const SnStepInputs *inputs, int input, double s, double at[3])
{
    const double middle = inputs->middle[input];
    const double start = inputs->start[input] - middle, end = inputs->before_end[input] - middle;
    at[0] = middle + 2 * (s - 0.5) * (s - 1) * start + 2 * s * (s - 0.5) * end;
    at[1] = (4 * s - 3) * start + (4 * s - 1) * end;
    at[2] = 4 * start + 4 * end;
}

/* Through the quarters too: Stirling's form, x from -2 to 2. */
static void on_quartic(const SnStepInputs *inputs, int input, double s, double at[3])
{
    const double middle = inputs->middle[input]; /* from there: large values leave less rounding */
    const double first = inputs->start[input] - middle, second = inputs->quarter[input] - middle,
                 fourth = inputs->three_quarters[input] - middle,
                 fifth = inputs->before_end[input] - middle;
    const double d1 = (fourth - second) / 2, d2 = fourth + second,
                 d3 = (fifth - 2 * fourth + 2 * second - first) / 2,
                 d4 = fifth - 4 * fourth - 4 * second + first;
    const double x = 4 * s - 2;
    at[0] =
        middle + x * d1 + x * x / 2 * d2 + x * (x * x - 1) / 6 * d3 + x * x * (x * x - 1) / 24 * d4;
    at[1] = 4 * (d1 + x * d2 + (3 * x * x - 1) / 6 * d3 + x * (2 * x * x - 1) / 12 * d4);
    at[2] = 16 * (d2 + x * d3 + (6 * x * x - 1) / 12 * d4);
}

void sn_input_within(const SnStepInputs *inputs, int input, double s, double at[3])
{
    if (inputs->quarter)
        on_quartic(inputs, input, s, at);
    else
        on_parabola(inputs, input, s, at);
}

void sn_inputs_within(const SnStepInputs *inputs, int n, double s, double *value)
{
    for (int i = 0; i < n; i++) {
        double at[3];
        sn_input_within(inputs, i, s, at);
        value[i] = at[0];
    }
}

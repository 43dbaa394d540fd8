/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/flesh.h"

#include <math.h>
#include <string.h>

/* Proximal to whole tendon, where that is not known. */
static const double proximal = 0.25;
/* A belly is at most so thick, over its length, before it becomes broader instead ... */
static const double most_thick = 0.14;
/* ... up to so much broader than thick. */
static const double most_broad = 3.5;
/* By how much full activation raises half the power of the profile: the flesh gathers in the
 * middle, an eighth thicker there, of the same volume; excitation is to be seen without colour too.
 */
static const double gathering = 0.8;
/* A belt's width over its thickness. */
static const double band_broad = 4;
/* A broad origin is flesh: so much of the profile is missing there. */
static const double fleshy = 0.3;
static const uint8_t tendon_color[3] = {0xEF, 0xEA, 0xE0};

/* The integral of sin^(2p)(pi u) over u from 0 to 1: Gamma(p + 1/2) / (sqrt(pi) Gamma(p + 1)). */
static double profile_integral(double p)
{
    return exp(lgamma(p + 0.5) - lgamma(p + 1)) / sqrt(M_PI);
}

/* The same from a part `open` of the profile on, by the midpoint rule. */
static double open_integral(double power, double open)
{
    const int n = 64;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += pow(sin(M_PI * (open + (1 - open) * (i + 0.5) / n)), power) / n;
    return sum;
}

SnFlesh sn_flesh_of(const SnSceneItem *item, double length, double activation)
{
    const SnBelly *belly = &item->belly;
    const bool strand = item->path_kind == SN_PATH_STRAND && belly->volume > 0;
    const double stated = strand ? 0 : (double)item->style.line_radius;
    const double rest = belly->length > 0 ? belly->length : 0.8 * length;
    const double now = belly->length > 0 ? length - belly->tendon_length : rest;
    const double whole = fmin(fmax(now, 0.3 * rest), 0.94 * length);
    const double volume = stated > 0 ? M_PI * stated * stated * rest / 2 : belly->volume;
    const double p = 1 + gathering * fmax(activation, 0);
    SnFlesh flesh = {.length = length, .power = 2 * p, .broad = 1.25};
    flesh.from = (belly->length > 0 ? belly->proximal : proximal) * (length - whole);
    flesh.to = flesh.from + whole;
    double rest_area = whole > 0 ? 2 * volume / whole : 0;
    if (rest_area > M_PI * flesh.broad * pow(most_thick * whole, 2)) {
        flesh.broad = fmin(rest_area / (M_PI * pow(most_thick * whole, 2)), most_broad);
        rest_area = fmin(rest_area, M_PI * flesh.broad * pow(1.3 * most_thick * whole, 2));
    }
    flesh.belly = rest_area / (2 * profile_integral(p));
    const double tendon =
        belly->tendon_radius > 0 ? M_PI * pow(belly->tendon_radius, 2) : 0.04 * rest_area;
    flesh.tendon = fmin(tendon, 0.2 * rest_area);
    return flesh;
}

SnFlesh sn_flesh_band(double length, double radius)
{
    return (SnFlesh){.length = length,
                     .to = length,
                     .tendon = M_PI * radius * radius,
                     .power = 2,
                     .broad = band_broad};
}

SnFlesh sn_flesh_sheet(const SnFlesh *whole)
{
    const double covered = whole->to - whole->from;
    SnFlesh sheet = *whole;
    sheet.from = 0;
    sheet.to = covered;
    sheet.open = fleshy;
    sheet.belly *= profile_integral(whole->power / 2) / open_integral(sheet.power, fleshy);
    return sheet;
}

double sn_flesh_area(const SnFlesh *flesh, double s, double *slope)
{
    const double rate = (1 - flesh->open) / (flesh->to - flesh->from);
    const double u = flesh->open + rate * (s - flesh->from);
    const bool inside = u > 0 && u < 1;
    const double sine = inside ? sin(M_PI * u) : 0;
    if (slope)
        *slope = inside ? flesh->belly * flesh->power * pow(sine, flesh->power - 1) *
                              cos(M_PI * u) * M_PI * rate
                        : 0;
    return flesh->tendon + (inside ? flesh->belly * pow(sine, flesh->power) : 0);
}

double sn_flesh_share(const SnFlesh *flesh, double s)
{
    if (!(flesh->belly > 0))
        return 0;
    const double more = sn_flesh_area(flesh, s, NULL) - flesh->tendon;
    const double full = fmin(8 * flesh->tendon, 0.8 * flesh->belly);
    const double t = fmin(fmax((more / full - 0.10) / 0.75, 0), 1);
    return t * t * (3 - 2 * t);
}

void sn_flesh_color(const SnFlesh *flesh, double s, uint8_t color[3])
{
    const double share = sn_flesh_share(flesh, s);
    for (int k = 0; k < 3; k++)
        color[k] = (uint8_t)lrint(tendon_color[k] * (1 - share) + color[k] * share);
}

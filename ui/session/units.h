/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person reads: lengths in mm, angles in degrees, stress in kPa ...; the program is SI
 * inside (DESIGN 2). Pure functions, but for what is preferred. */
#ifndef SN_UI_SESSION_UNITS_H
#define SN_UI_SESSION_UNITS_H

#include "engine/model/property.h"

#include <glib.h>

/* How lengths ("mm", "cm", "m") and angles ("°", "rad") are written from now on, with their
 * velocities; anything else: mm, degrees.  thread: main. */
void sn_units_prefer(const char *length, const char *angle);
/* Symbol shown after the number ("mm"), "" for none. */
const char *sn_unit_shown(SnUnit unit);
/* What is shown for an SI value of 1. */
double sn_unit_factor(SnUnit unit);

/* SI number as shown: `digits` significant ones (0: all that are needed to read it back,
 * lengths and angles below 1e-14 of what is shown as 0), true minus sign, no exponent between 1e-4
 * and 1e6.  Free with g_free. */
char *sn_unit_format(double si, SnUnit unit, int digits);
/* --- where there is little room, or the number is far from its unit --- */

/* A unit as it is shown: its symbol, and what is shown for an SI value of 1. */
typedef struct SnUnitScale {
    const char *symbol; /* borrowed: constant */
    double factor;
} SnUnitScale;

/* The unit that is shown if nothing else is asked for. */
SnUnitScale sn_unit_scale(SnUnit unit);
/* The one in which a size [SI] can be read: MN for 3e6 N.  The usual one, or `now`, while the
 * number is neither tiny nor long in it, so that a value that ticks keeps its unit. */
SnUnitScale sn_unit_fitting(SnUnit unit, double si, SnUnitScale now);
/* The one in which both ends of a range can be read, their sizes above zero [SI]: 0.12 to 1 g. */
SnUnitScale sn_unit_fitting_range(SnUnit unit, double least, double most, SnUnitScale now);
/* As sn_unit_format with four digits, and shorter with each level from 1 on: fewer digits, then an
 * exponent; never without the power of ten that belongs to it.  NULL: there is nothing shorter.
 * beside: size [SI] of the largest number of a vector, 0 for a number alone: the decimals that say
 * enough of that one are enough.  Free with g_free. */
char *sn_unit_brief(double si, double beside, SnUnit unit, SnUnitScale scale, int level);
/* In as many significant digits, where four do not tell two numbers apart.  Free with g_free. */
char *sn_unit_digits(double si, SnUnit unit, SnUnitScale scale, int digits);
/* All digits with the unit: "1034567890.5 N".  Free with g_free. */
char *sn_unit_whole(double si, SnUnit unit);

/* Reads a shown number back to SI; a unit symbol may follow ("2 cm", "30°", "1e-3"), and arithmetic
 * is done ("2*3.5", "(10 + 5) mm / 2", "pi/2 rad", "3^2", "sqrt(2)", "100 sin(30°)", "2 pi", "max(2
 * mm; 3)"). False if it is no number or has no unit known here, with a sentence in text and *si as
 * it was. */
bool sn_unit_parse(const char *input, SnUnit unit, double *si, char *text, size_t text_size);

/* What becomes of a value [SI]: itself times factor plus term; of a number alone the factor is 0.
 */
typedef struct SnUnitChange {
    double factor, term;
} SnUnitChange;

/* The same, and "+= 5 mm", "-= 1", "*= 110 %", "/= 2". */
bool sn_unit_parse_change(const char *input, SnUnit unit, SnUnitChange *change, char *text,
                          size_t text_size);

/* Whether a property may have a number [SI], as sn_property_check; if not, what it must be and is,
 * as shown ("must be greater than 0 mm, is −3 mm"), is left in text. */
bool sn_unit_check(const SnProperty *property, double si, char *text, size_t text_size);

/* Amount by which one pixel of a label drag changes the value [SI]: from the slider range where
 * there is one, else from the value's own size. */
double sn_unit_drag_step(const SnProperty *property, double si);

/* The value to the power of ten next below what a step of the hand means: one that people can write
 * down. */
double sn_unit_rounded(double value, double step);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number with its unit: four significant digits shown, or as many as there is room for (in the
 * tooltip all of them), all of them while it is being edited.
 * Enter or leaving takes it, Esc puts the old one back, Up and Down step it.
 *
 * Signals:
 *   "edited" (double value)              a new SI number was typed
 *   "changed-by" (double factor, term)   "+= 5", "*= 2" was typed where several differ: each of
 * them times factor plus term "reset" (void)                       the field was emptied and Enter
 * pressed */
#ifndef SN_UI_WIDGETS_NUMBER_FIELD_H
#define SN_UI_WIDGETS_NUMBER_FIELD_H

#include "ui/session/units.h"

#include <gtk/gtk.h>

#define SN_TYPE_NUMBER_FIELD (sn_number_field_get_type())
G_DECLARE_FINAL_TYPE(SnNumberField, sn_number_field, SN, NUMBER_FIELD, GtkWidget)

/* name: for screen readers ("Mass").  show_unit: append the unit's symbol. */
GtkWidget *sn_number_field_new(const SnProperty *property, const char *name, bool show_unit);
/* The unit as it stands behind numbers, one width for all (empty where there is none): the numbers
 * of a panel end in one column. */
GtkWidget *sn_number_unit_new(const SnProperty *property);
/* Shows a value; ignored while the user is typing. */
void sn_number_field_set(SnNumberField *field, double si);
double sn_number_field_get(SnNumberField *field);
/* Several components with different values, from low to high (NaN: not known). */
void sn_number_field_set_mixed(SnNumberField *field, double low, double high);
/* The unit a result is shown in (sn_unit_fitting); what is typed is in the usual one.  beside: size
 * [SI] of the largest number of its vector, 0 without. */
void sn_number_field_set_scale(SnNumberField *field, SnUnitScale scale, double beside);
void sn_number_field_set_editable(SnNumberField *field, bool editable);
/* Enter or Escape has ended what was typed, and nothing has been since: letters begin no number. */
bool sn_number_field_rests(SnNumberField *field);
/* As after Enter: of a number that has the keys because the one before it had them. */
void sn_number_field_rest(SnNumberField *field);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of components as one byte per slot, for the edit layer. */
#ifndef SN_MODEL_REFERENCES_H
#define SN_MODEL_REFERENCES_H

#include "engine/model/model.h"

enum { SN_MARK_GIVEN = 1, SN_MARK_DEPENDENT = 2 };

/* Marks of the components given and all below them, by SnId.index; g_free. */
uint8_t *sn_marks_new(const SnModel *model, const SnId *ids, int n);
/* Marks a component and all below it, where they have no mark yet. */
void sn_marks_set(uint8_t *marks, SnComponent *component, uint8_t mark);
/* Marks what cannot stay when the marked ones go; with closure, also what cannot stay then. */
void sn_marks_close(const SnModel *model, uint8_t *marks, bool closure);
/* Takes references to marked components out of a value; false if its holder cannot stay without. */
bool sn_value_without(const SnProperty *property, const uint8_t *marks, SnValue *value);

#endif

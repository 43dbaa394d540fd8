/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scalar fields: the range their colours span, and how its numbers are written. */
#ifndef SN_RENDER_FIELD_H
#define SN_RENDER_FIELD_H

#include "engine/snapshot.h"

enum { SN_MAX_FIELDS = 6, SN_MAX_TICKS = 9 };

/* What is shown alike: one colour bar. */
typedef struct SnField {
    const char *label, *unit; /* never NULL */
    SnColorMap map;
    bool automatic;
    double range[2]; /* of the colours */
    double found[2]; /* least and largest value; [1] < [0]: none is finite */
} SnField;

/* Fields of one picture. */
typedef struct SnFields {
    int n;
    SnField field[SN_MAX_FIELDS];
} SnFields;

/* Automatic ranges of earlier pictures: they stay while they suit, so that colours do not flicker
 * while a simulation runs. */
typedef struct SnFieldMemory {
    int n;
    struct {
        const char *label;
        SnColorMap map;
        double range[2];
    } known[SN_MAX_FIELDS];
} SnFieldMemory;

/* An item's colours are those of a field, which has a colour bar. */
bool sn_field_is_shown(const SnSceneItem *item);
/* Finds the fields of all visible items of a snapshot (NULL: none) and their ranges. */
void sn_fields_find(SnFields *fields, SnFieldMemory *memory, const SnSnapshot *snapshot);
/* What a strand's colours show: *n values, one for each point or one for all. */
const float *sn_strand_values(const SnSnapshot *snapshot, const SnSceneItem *item, int *n);
/* Number of an item's field, counted from 1; 0: it shows none. */
int sn_fields_of(const SnFields *fields, const SnSceneItem *item);

/* Round limits around values from `low` to `high`, a quarter of whose distance is round too;
 * about zero for maps with a middle.  Keeps what *range has (NULL or low = high: nothing) while all
 * values are in it and span at least 40 % of it. */
void sn_field_round(double low, double high, bool diverging, const double kept[2], double range[2]);

typedef struct SnTicks {
    int n;
    double value[SN_MAX_TICKS]; /* in the field's unit, the ends of the range among them */
    char text[SN_MAX_TICKS][16];
    char title[96]; /* "Von Mises stress [kPa]" */
} SnTicks;

/* Round numbers for a colour bar: quarters of an automatic range, else steps of 1, 2 or 5. */
void sn_field_ticks(const SnField *field, SnTicks *ticks);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the model tests share: a canonical dump made from the tables, and random models. */
#ifndef TESTS_MODEL_SUPPORT_H
#define TESTS_MODEL_SUPPORT_H

#include "engine/model/edit/edit.h"

/* Everything a model holds, one line a row: ids, numbers, names, order, values to the last bit,
 * modes, entries.  g_free. */
char *dump_model(const SnModel *model);
/* Fails the test with the first line that differs. */
void assert_same(const char *expected, const char *found, const char *what);

typedef struct Random {
    uint64_t state;
} Random;
double random_unit(Random *random);
int random_below(Random *random, int n);

/* A value the row accepts, with references to what is in the model; false if there is nothing to
 * refer to. */
bool random_value(Random *random, const SnModel *model, SnId holder, const SnProperty *property,
                  SnValue *value);
/* A component of the class with random values in every row; NULL where a required reference has
 * nothing to refer to. */
SnComponent *random_component(Random *random, const SnModel *model, const SnClass *class);
/* All components of a family, in tree order (GArray of SnId). */
GArray *all_of(const SnModel *model, const SnClass *family);
/* A list of the model, or of a fem in it, that takes the class; NULL if there is none. */
SnComponent *random_list_for(Random *random, const SnModel *model, const SnClass *class);
/* A model with some of every class, two models deep. */
SnModel *random_model(Random *random, int n_components);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verification cases behind `sinew verify`: numbers of our own code beside reference values,
 * most from closed forms.  Ids are those of the project's catalogue (reference/verification.md);
 * tolerances are never looser than there. */
#ifndef SN_CHECK_VERIFY_H
#define SN_CHECK_VERIFY_H

#include <stdbool.h>

typedef struct SnVerification {
    char name[64]; /* id, then what: "B1-pendulum-60" */
    double value;  /* of this program */
    double reference;
    double error; /* absolute or relative, as the tolerance is meant */
    double tolerance;
    bool pass;
    const char *source; /* where the reference comes from */
} SnVerification;

typedef void (*SnVerifyReport)(const SnVerification *result, void *data);

/* Runs the cases whose names begin with `name` (NULL: all; an id such as "B1" runs its group) and
 * reports every result.  Returns how many failed, -1 if no case has such a name. */
int sn_verify_run(const char *name, SnVerifyReport report, void *data);

/* Id of group number i, NULL behind the last. */
const char *sn_verify_group(int i);
/* Ids of the catalogue that are not covered yet. */
const char *const *sn_verify_pending(int *n);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of an elastic foundation: springs of one surface that press on the other shape. */
#ifndef SN_SIM_CONTACT_COMPLIANT_FOUNDATION_H
#define SN_SIM_CONTACT_COMPLIANT_FOUNDATION_H

#include "engine/sim/contact/compliant_pair.h"

/* Of a pair, into its sums and wrenches; pressure [n springs]: of each [Pa]; hint [n springs]: the
 * triangle of the other surface that it touched last. */
void sn_pair_foundation(const SnCompliantContacts *contacts, SnPairForce *c, double *pressure,
                        int32_t *hint);

#endif

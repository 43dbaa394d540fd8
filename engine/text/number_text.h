/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal text of doubles, whatever the locale. */
#ifndef SN_TEXT_NUMBER_TEXT_H
#define SN_TEXT_NUMBER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#define SN_NUMBER_TEXT_SIZE 32

/* Shortest decimal text that reads back as the same double: 0.1, -2.5e-7, 3.  The value must be
 * finite.  Returns the length. */
int sn_number_format(double value, char text[SN_NUMBER_TEXT_SIZE]);

/* Reads a decimal number ("1", "-.5", "2.", "+3.1e-4") that starts at text; returns how many
 * characters it took, 0 if there is no number.  Correctly rounded; overflow gives an infinity.
 * Words (nan, inf) and hexadecimal digits are no numbers. */
size_t sn_number_parse(const char *text, size_t length, double *value);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program with windows. */
#ifndef SN_APP_APPLICATION_H
#define SN_APP_APPLICATION_H

/* Opens the model or demo named, or the default demo; returns the exit status when the last window
 * is closed.  "--log FILE" at the end: the commands of the first window's present document that
 * can change its motion go to the file, for `sinew run --commands`. */
int sn_application_run(int argc, char **argv);

#endif

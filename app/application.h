/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program with windows. */
#ifndef SN_APP_APPLICATION_H
#define SN_APP_APPLICATION_H

/* Opens the model or demo named, or the default demo; returns the exit status when the last window
 * is closed. */
int sn_application_run(int argc, char **argv);

#endif

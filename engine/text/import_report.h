/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of a model of another program: of each component whether it was taken over exactly,
 * approximated or left out, and why. */
#ifndef SN_TEXT_IMPORT_REPORT_H
#define SN_TEXT_IMPORT_REPORT_H

#include <glib.h>

typedef enum SnImportFate {
    SN_IMPORT_EXACT,
    SN_IMPORT_APPROXIMATED,
    SN_IMPORT_LEFT_OUT,
    SN_N_IMPORT_FATES
} SnImportFate;

typedef struct SnImportReport SnImportReport;

SnImportReport *sn_import_report_new(void);
void sn_import_report_free(SnImportReport *report);

/* A component of class `kind` called `name`; `reason` (may be NULL where exact) says in a few words
 * what differs or why it is not there. */
void sn_import_report_add(SnImportReport *report, SnImportFate fate, const char *kind,
                          const char *name, const char *reason, ...) G_GNUC_PRINTF(5, 6);
/* Something to know that is no component: a missing file, a turned axis. */
void sn_import_report_note(SnImportReport *report, const char *format, ...) G_GNUC_PRINTF(2, 3);

int sn_import_report_count(const SnImportReport *report, SnImportFate fate);
/* "12 exact, 3 approximated, 1 left out". */
char *sn_import_report_summary(const SnImportReport *report);
/* Lines: the summary; each class with its counts; each component approximated or left out with the
 * reason, those of one class and reason together; the notes.  To be freed with g_free. */
char *sn_import_report_text(const SnImportReport *report);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/import_report.h"

#include <string.h>

/* Components of one class with one fate and one reason. */
typedef struct Group {
    SnImportFate fate;
    char *kind, *reason;
    GPtrArray *names;
} Group;

struct SnImportReport {
    GPtrArray *groups;  /* of Group, in order of appearance */
    GHashTable *by_key; /* fate, class and reason -> Group */
    GPtrArray *notes;
    int count[SN_N_IMPORT_FATES];
};

static void free_group(gpointer data)
{
    Group *group = data;
    g_ptr_array_unref(group->names);
    g_free(group->kind);
    g_free(group->reason);
    g_free(group);
}

SnImportReport *sn_import_report_new(void)
{
    SnImportReport *report = g_new0(SnImportReport, 1);
    report->groups = g_ptr_array_new_with_free_func(free_group);
    report->by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    report->notes = g_ptr_array_new_with_free_func(g_free);
    return report;
}

void sn_import_report_free(SnImportReport *report)
{
    if (!report)
        return;
    g_ptr_array_unref(report->groups);
    g_hash_table_unref(report->by_key);
    g_ptr_array_unref(report->notes);
    g_free(report);
}

static char *format_text(const char *format, va_list arguments)
{
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    return g_utf8_make_valid(text, -1);
}

void sn_import_report_add(SnImportReport *report, SnImportFate fate, const char *kind,
                          const char *name, const char *reason, ...)
{
    g_autofree char *why = NULL;
    if (reason) {
        va_list arguments;
        va_start(arguments, reason);
        why = format_text(reason, arguments);
        va_end(arguments);
    }
    g_autofree char *key = g_strdup_printf("%d %s %s", (int)fate, kind, why ? why : "");
    Group *group = g_hash_table_lookup(report->by_key, key);
    if (!group) {
        group = g_new0(Group, 1);
        group->fate = fate;
        group->kind = g_strdup(kind);
        group->reason = g_steal_pointer(&why);
        group->names = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(report->groups, group);
        g_hash_table_insert(report->by_key, g_steal_pointer(&key), group);
    }
    g_ptr_array_add(group->names, g_utf8_make_valid(name && *name ? name : "(no name)", -1));
    report->count[fate]++;
}

void sn_import_report_note(SnImportReport *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(report->notes, format_text(format, arguments));
    va_end(arguments);
}

int sn_import_report_count(const SnImportReport *report, SnImportFate fate)
{
    return report->count[fate];
}

char *sn_import_report_summary(const SnImportReport *report)
{
    return g_strdup_printf("%d exact, %d approximated, %d left out", report->count[SN_IMPORT_EXACT],
                           report->count[SN_IMPORT_APPROXIMATED],
                           report->count[SN_IMPORT_LEFT_OUT]);
}

/* --- text --- */

static gint by_kind(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* One line a class: how many of each fate. */
static void append_classes(const SnImportReport *report, GString *text)
{
    g_autoptr(GPtrArray) kinds = g_ptr_array_new();
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    for (guint i = 0; i < report->groups->len; i++) {
        const Group *group = report->groups->pdata[i];
        int *count = g_hash_table_lookup(counts, group->kind);
        if (!count) {
            count = g_new0(int, SN_N_IMPORT_FATES);
            g_hash_table_insert(counts, group->kind, count);
            g_ptr_array_add(kinds, group->kind);
        }
        count[group->fate] += (int)group->names->len;
    }
    g_ptr_array_sort(kinds, by_kind);
    g_string_append_printf(text, "%-36s %7s %12s %8s\n", "class", "exact", "approximated",
                           "left out");
    for (guint i = 0; i < kinds->len; i++) {
        const int *count = g_hash_table_lookup(counts, kinds->pdata[i]);
        g_string_append_printf(text, "%-36s %7d %12d %8d\n", (const char *)kinds->pdata[i],
                               count[SN_IMPORT_EXACT], count[SN_IMPORT_APPROXIMATED],
                               count[SN_IMPORT_LEFT_OUT]);
    }
}

static void append_groups(const SnImportReport *report, SnImportFate fate, const char *title,
                          GString *text)
{
    if (!report->count[fate])
        return;
    g_string_append_printf(text, "\n%s\n", title);
    for (guint i = 0; i < report->groups->len; i++) {
        const Group *group = report->groups->pdata[i];
        if (group->fate != fate)
            continue;
        g_string_append_printf(text, "  %s: %s: ", group->kind, group->reason ? group->reason : "");
        for (guint k = 0; k < group->names->len; k++)
            g_string_append_printf(text, "%s%s", k ? ", " : "", (char *)group->names->pdata[k]);
        g_string_append_c(text, '\n');
    }
}

char *sn_import_report_text(const SnImportReport *report)
{
    GString *text = g_string_new(NULL);
    g_autofree char *summary = sn_import_report_summary(report);
    g_string_append_printf(text, "%s\n\n", summary);
    append_classes(report, text);
    append_groups(report, SN_IMPORT_APPROXIMATED, "Approximated:", text);
    append_groups(report, SN_IMPORT_LEFT_OUT, "Left out:", text);
    if (report->notes->len)
        g_string_append(text, "\nNotes:\n");
    for (guint i = 0; i < report->notes->len; i++)
        g_string_append_printf(text, "  %s\n", (const char *)report->notes->pdata[i]);
    return g_string_free(text, FALSE);
}

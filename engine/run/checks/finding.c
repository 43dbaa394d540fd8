/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/checks/finding.h"

static void clear_finding(gpointer data)
{
    SnFinding *finding = data;
    g_free(finding->message);
    g_free(finding->label);
    sn_value_clear(&finding->value);
}

GArray *sn_findings_new(void)
{
    GArray *findings = g_array_new(FALSE, TRUE, sizeof(SnFinding));
    g_array_set_clear_func(findings, clear_finding);
    return findings;
}

SnFinding *sn_finding_add(GArray *findings, SnSeverity severity, SnId id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const SnFinding finding = {
        .severity = severity, .id = id, .message = g_strdup_vprintf(format, arguments)};
    va_end(arguments);
    g_array_append_val(findings, finding);
    return &g_array_index(findings, SnFinding, findings->len - 1);
}

void sn_finding_remedy(SnFinding *finding, SnRemedy remedy, const char *label)
{
    finding->remedy = remedy;
    finding->label = g_strdup(label);
}

void sn_finding_set(SnFinding *finding, const SnModel *model, SnId on, const char *property,
                    const SnValue *value, const char *label)
{
    sn_finding_remedy(finding, SN_REMEDY_SET, label);
    finding->on = on;
    finding->property = sn_model_find_property(model, on, property);
    sn_value_copy(value, &finding->value);
}

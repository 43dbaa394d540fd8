/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew laxity: how far a joint gives way under forces and moments along its axes. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/command/stop_signals.h"
#include "app/command/view_options.h"
#include "engine/base/terminal.h"
#include "engine/small_motion.h"
#include "engine/text/refuse.h"

#include <gio/gio.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

typedef struct Laxity {
    const char *joint;
    double force, moment;
    GPtrArray *sets;
    bool json;
} Laxity;

static bool is_wanted(double done, void *data)
{
    (void)done, (void)data;
    return !sn_stop_signals_seen();
}

/* Rounding is nothing. */
static double shown(double value)
{
    return fabs(value) < 1e-9 ? 0 : value;
}

static void print_table(const SnLaxity *laxity)
{
    sn_say(stdout, "%-10s  %10s %10s %10s  %9s %9s %9s", "load", "x mm", "y mm", "z mm", "about x",
           "about y", "about z deg");
    for (int i = 0; i < SN_LAXITY_LOADS; i++) {
        const SnLaxityMove *m = &laxity->moves[i];
        if (m->trouble)
            sn_say(stdout, "%-10s  %s", sn_laxity_load_name(i), m->trouble);
        else
            sn_say(stdout, "%-10s  %10.4g %10.4g %10.4g  %9.4g %9.4g %9.4g", sn_laxity_load_name(i),
                   shown(1e3 * m->move[0]), shown(1e3 * m->move[1]), shown(1e3 * m->move[2]),
                   shown(180 / G_PI * m->turn[0]), shown(180 / G_PI * m->turn[1]),
                   shown(180 / G_PI * m->turn[2]));
    }
}

static void print_json(const SnLaxity *laxity)
{
    json_t *list = json_array();
    for (int i = 0; i < SN_LAXITY_LOADS; i++) {
        const SnLaxityMove *m = &laxity->moves[i];
        json_array_append_new(
            list, m->trouble ? json_pack("{s:s,s:s}", "load", sn_laxity_load_name(i), "trouble",
                                         m->trouble)
                             : json_pack("{s:s,s:[fff],s:[fff]}", "load", sn_laxity_load_name(i),
                                         "move", m->move[0], m->move[1], m->move[2], "turn",
                                         m->turn[0], m->turn[1], m->turn[2]));
    }
    json_t *root =
        json_pack("{s:f,s:f,s:o}", "force", laxity->force, "moment", laxity->moment, "loads", list);
    json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', stdout);
    json_decref(root);
}

static bool test_joint(const Laxity *l, const SnModel *model, GError **error)
{
    const SnId id = sn_model_resolve(model, model->root, l->joint, error);
    const SnComponent *joint = sn_model_get(model, id);
    if (!joint)
        return false;
    if (!sn_has_laxity(joint))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "--joint %s is a %s: give a joint of two frames, such as joints/knee",
                         l->joint, joint->class->name);
    SnLaxity *laxity = sn_laxity_new(model, id, l->force, l->moment, is_wanted, NULL, error);
    if (!laxity && error && !*error)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s: not all loads were tried",
                    sn_stop_signals_seen());
    if (laxity && l->json)
        print_json(laxity);
    else if (laxity)
        print_table(laxity);
    const bool good = laxity != NULL;
    sn_laxity_free(laxity);
    return good;
}

static GError *check_options(const Laxity *l)
{
    if (!l->joint)
        return sn_option_wrong("--joint is missing: which is loaded, as joints/knee");
    if (!(l->force > 0) || !(l->moment > 0))
        return sn_option_wrong("--force and --moment take numbers above 0");
    return NULL;
}

SnExit sn_command_laxity(int n, char **words, GError **misused)
{
    Laxity l = {.force = 100, .moment = 1, .sets = g_ptr_array_new()};
    const SnOption options[] = {
        {"--joint", SN_OPTION_TEXT, &l.joint, "PATH", "which is loaded, as joints/knee"},
        {"--force", SN_OPTION_NUMBER, &l.force, "N", "[N] along each axis (100)"},
        {"--moment", SN_OPTION_NUMBER, &l.moment, "NM", "[N m] about each axis (1)"},
        SN_OPTION_SET(l.sets),
        {"--json", SN_OPTION_FLAG, &l.json, NULL, "as JSON"},
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&l);
    SnExit status = SN_EXIT_DONE;
    if (error) {
        status = sn_command_misused(misused, error);
    } else {
        sn_stop_signals_catch();
        SnModel *model = sn_command_model(arguments->pdata[0], l.sets, &error);
        if (!model || !test_joint(&l, model, &error))
            status = sn_command_failed(error);
        sn_model_free(model);
    }
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(l.sets, TRUE);
    return status;
}

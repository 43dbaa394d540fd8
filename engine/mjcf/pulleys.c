/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches of spatial tendons.  Behind a pulley a tendon goes on elsewhere, and counts there by its
 * divisor: L = sum of L_b / d_b.  Here it is one path that runs along each branch m / d_b times, to
 * and fro, so that its length is m L and that of the ways between, which are constant where both
 * ends are on one body.  What pulls along it does so with 1 / m of its force. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { MOST_BRANCHES = 10, MOST_TIMES = 12 };

typedef struct Branch {
    GPtrArray *steps; /* of const SnXmlNode: sites and geoms */
    int first, last;  /* sites */
    double divisor;
    int times; /* that the path runs along it */
} Branch;

static void clear_branch(void *data)
{
    g_ptr_array_unref(((Branch *)data)->steps);
}

static Branch *branch(const GArray *branches, guint i)
{
    return &g_array_index(branches, Branch, i);
}

/* Those that have two sites. */
static GArray *read_branches(SnMjcf *mjcf, const SnXmlNode *node)
{
    GArray *branches = g_array_new(FALSE, FALSE, sizeof(Branch));
    Branch now = {g_ptr_array_new(), -1, -1, 1, 1};
    int n_sites = 0;
    g_array_set_clear_func(branches, clear_branch);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at; at = sn_mjcf_next(mjcf, at)) {
        const SnMjcfElement element = {at, NULL, 0};
        const bool pulley = strcmp(at->name, "pulley") == 0;
        const int site = strcmp(at->name, "site") == 0
                             ? sn_mjcf_named(mjcf, &element, "site", mjcf->site_by_name)
                             : -1;
        if (pulley) {
            if (n_sites >= 2)
                g_array_append_val(branches, now);
            else
                g_ptr_array_unref(now.steps);
            now = (Branch){g_ptr_array_new(), -1, -1, sn_mjcf_number(mjcf, &element, "divisor", 1),
                           1};
            n_sites = 0;
            continue;
        }
        g_ptr_array_add(now.steps, (gpointer)at);
        now.first = now.first < 0 ? site : now.first;
        now.last = site >= 0 ? site : now.last;
        n_sites += site >= 0;
    }
    if (n_sites >= 2 || branches->len == 0)
        g_array_append_val(branches, now);
    else
        g_ptr_array_unref(now.steps);
    return branches;
}

/* How often along each; returns m, 0: no small numbers do. */
static double share_out(GArray *branches)
{
    bool alike = true;
    for (guint i = 0; i < branches->len; i++) {
        if (!(branch(branches, i)->divisor > 1e-9))
            return 0;
        alike = alike && branch(branches, i)->divisor == branch(branches, 0)->divisor;
    }
    for (int m = 1; m <= MOST_TIMES && !alike; m++) {
        bool whole = true;
        for (guint i = 0; i < branches->len; i++) {
            const double times = m / branch(branches, i)->divisor;
            branch(branches, i)->times = (int)lround(times);
            whole = whole && times > 0.5 && fabs(times - round(times)) < 1e-9;
        }
        if (whole)
            return m;
    }
    return alike ? branch(branches, 0)->divisor : 0;
}

static int body_of(const SnMjcf *mjcf, int site)
{
    const int body = sn_mjcf_site(mjcf, site)->body;
    const SnMjcfBody *of = sn_mjcf_body(mjcf, body);
    return of->moves || of->mocap ? body : 0;
}

/* Where a branch begins and ends that is first run along forwards or back. */
static int end_of(const Branch *of, bool back, bool at_end)
{
    const bool from_last = back != (at_end && of->times % 2 == 1);
    return from_last ? of->last : of->first;
}

/* Which branches are run along from their ends, as bits; -1: no way keeps the ways between them
 * constant. */
static int find_directions(const SnMjcf *mjcf, const GArray *branches)
{
    for (int way = 0; way < 1 << branches->len; way++) {
        bool good = true;
        for (guint i = 0; good && i + 1 < branches->len; i++) {
            const int end = end_of(branch(branches, i), way >> i & 1, true),
                      next = end_of(branch(branches, i + 1), way >> (i + 1) & 1, false);
            good = end == next || body_of(mjcf, end) == body_of(mjcf, next);
        }
        if (good)
            return way;
    }
    return -1;
}

static void append(SnMjcfTendon *tendon, const Branch *of, bool back)
{
    for (int run = 0; run < of->times; run++, back = !back)
        for (guint i = 0; i < of->steps->len; i++)
            g_ptr_array_add(tendon->steps, of->steps->pdata[back ? of->steps->len - 1 - i : i]);
}

static double between(const SnMjcf *mjcf, int a, int b)
{
    SnPlacement p, q;
    const SnMjcfSite *one = sn_mjcf_site(mjcf, a), *two = sn_mjcf_site(mjcf, b);
    sn_placement_mul(&sn_mjcf_body(mjcf, one->body)->world, &one->pose, &p);
    sn_placement_mul(&sn_mjcf_body(mjcf, two->body)->world, &two->pose, &q);
    return sn_v3_distance(p.p, q.p);
}

void sn_mjcf_read_branches(SnMjcf *mjcf, SnMjcfTendon *tendon)
{
    g_autoptr(GArray) branches = read_branches(mjcf, tendon->element.node);
    double times = branches->len <= MOST_BRANCHES ? share_out(branches) : 0;
    int way = times > 0 ? find_directions(mjcf, branches) : -1;
    if (way < 0) { /* to and fro along each: all begin and end where they begin */
        for (guint i = 0; i < branches->len; i++)
            branch(branches, i)->times *= 2;
        way = times > 0 ? find_directions(mjcf, branches) : -1;
        times *= 2;
    }
    tendon->times = branch(branches, 0)->divisor > 1e-9 ? branch(branches, 0)->divisor : 1;
    if (way < 0) {
        tendon->parted = true;
        branch(branches, 0)->times = 1;
        append(tendon, branch(branches, 0), false);
        return;
    }
    tendon->times = times;
    for (guint i = 0; i < branches->len; i++) {
        append(tendon, branch(branches, i), way >> i & 1);
        if (i + 1 < branches->len)
            tendon->extra += between(mjcf, end_of(branch(branches, i), way >> i & 1, true),
                                     end_of(branch(branches, i + 1), way >> (i + 1) & 1, false));
    }
}

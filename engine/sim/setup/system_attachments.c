/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which blocks an attached block hangs on in the end: order of the attachments and their roots. */
#include "engine/base/memory.h"
#include "engine/sim/system/system_plan.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int attachment_of(const SnSystem *system, int block)
{
    const int attached = block - system->n_active;
    return attached >= 0 && attached < system->n_attached ? system->attachments.of[attached] : -1;
}

/* Slaves of each attachment: start [n + 1], the array returned; waits: masters that are attached.
 */
static int *list_slaves(const SnSystem *system, int *start, int *waits)
{
    const int n = system->attachments.n;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < system->attachments.attachments[i].count; k++) {
            const int m = attachment_of(
                system, system->attachments.master[system->attachments.attachments[i].first + k]);
            if (m >= 0)
                start[m + 1]++, waits[i]++;
        }
    for (int i = 0; i < n; i++)
        start[i + 1] += start[i];
    int *slave = sn_alloc((size_t)start[n] + 1, sizeof *slave);
    int *fill = sn_alloc((size_t)n + 1, sizeof *fill);
    memcpy(fill, start, (size_t)n * sizeof *fill);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < system->attachments.attachments[i].count; k++) {
            const int m = attachment_of(
                system, system->attachments.master[system->attachments.attachments[i].first + k]);
            if (m >= 0)
                slave[fill[m]++] = i;
        }
    sn_free(fill);
    return slave;
}

/* Masters before slaves, otherwise as given (Kahn 1962). */
static SnFault sort(SnSystem *system)
{
    const int n = system->attachments.n;
    int *waits = sn_alloc((size_t)n + 1, sizeof *waits);
    int *start = sn_alloc((size_t)n + 1, sizeof *start);
    int *slave = list_slaves(system, start, waits);
    int *order = system->attachments.order;
    int placed = 0;
    for (int i = 0; i < n; i++)
        if (waits[i] == 0)
            order[placed++] = i;
    for (int k = 0; k < placed; k++)
        for (int e = start[order[k]]; e < start[order[k] + 1]; e++)
            if (--waits[slave[e]] == 0)
                order[placed++] = slave[e];
    SnFault fault = {0};
    for (int i = 0; placed < n && i < n; i++)
        if (waits[i] > 0) {
            fault = (SnFault){.code = SN_FAULT_CIRCLE, .id = system->attachments.attachments[i].id};
            snprintf(fault.text, sizeof fault.text,
                     "This component is attached to something that hangs on it in turn: remove one "
                     "attachment of the circle.");
            break;
        }
    sn_free(waits);
    sn_free(start);
    sn_free(slave);
    return fault;
}

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int root_number(const SnSystem *system, const SnSystemAttachment *a, int block)
{
    int low = a->first_root, high = a->first_root + a->n_roots - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (system->attachments.root[middle] < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Roots of one attachment whose masters have theirs. */
static void find_roots(SnSystem *system, SnSystemAttachment *a, int *capacity)
{
    int n = 0, links = 0;
    for (int k = 0; k < a->count; k++)
        links += sn_roots(system, &system->attachments.master[a->first + k]).n;
    a->first_root = system->attachments.n_roots;
    a->chain = system->attachments.n_chain;
    if (a->first_root + links > *capacity) {
        *capacity = 2 * (a->first_root + links);
        system->attachments.root =
            sn_resize(system->attachments.root, (size_t)*capacity, sizeof(int));
        system->attachments.jacobian =
            sn_resize(system->attachments.jacobian, (size_t)*capacity, sizeof(int));
    }
    system->attachments.chain = sn_resize(system->attachments.chain, (size_t)(a->chain + links + 1),
                                          sizeof *system->attachments.chain);
    int *root = system->attachments.root + a->first_root;
    for (int k = 0; k < a->count; k++) {
        const SnRoots roots = sn_roots(system, &system->attachments.master[a->first + k]);
        memcpy(root + n, roots.block, (size_t)roots.n * sizeof *root);
        n += roots.n;
    }
    if (n > 1)
        qsort(root, (size_t)n, sizeof *root, compare_int);
    a->n_roots = 0;
    for (int i = 0; i < n; i++)
        if (i == 0 || root[i] != root[i - 1])
            root[a->n_roots++] = root[i];
    for (int i = 0; i < a->n_roots; i++) {
        system->attachments.jacobian[a->first_root + i] = system->attachments.n_jacobian;
        system->attachments.n_jacobian += system->blocks[a->block].n * system->blocks[root[i]].n;
    }
    system->attachments.n_roots += a->n_roots;
    for (int k = 0; k < a->count; k++) {
        const SnRoots roots = sn_roots(system, &system->attachments.master[a->first + k]);
        for (int i = 0; i < roots.n; i++)
            system->attachments.chain[system->attachments.n_chain++] =
                root_number(system, a, roots.block[i]);
    }
}

SnFault sn_finish_attachments(SnSystem *system)
{
    const size_t n = (size_t)system->attachments.n + 1;
    assert(system->attachments.n == system->n_attached);
    sn_free(system->attachments.order);
    sn_free(system->attachments.of);
    system->attachments.order = sn_alloc(n, sizeof(int));
    system->attachments.of = sn_alloc(n, sizeof(int));
    for (int i = 0; i < system->attachments.n; i++) {
        SnSystemAttachment *a = &system->attachments.attachments[i];
        assert(a->block >= system->n_active && !sn_is_kinematic(system, a->block));
        system->attachments.of[a->block - system->n_active] = i;
        a->n_roots = 0;
    }
    const SnFault fault = sort(system);
    system->attachments.n_roots = system->attachments.n_chain = system->attachments.n_jacobian = 0;
    sn_free(system->attachments.root);
    sn_free(system->attachments.jacobian);
    sn_free(system->attachments.chain);
    int capacity = 2 * system->attachments.n_masters + 16;
    system->attachments.root = sn_alloc((size_t)capacity, sizeof(int));
    system->attachments.jacobian = sn_alloc((size_t)capacity, sizeof(int));
    system->attachments.chain = sn_alloc(1, sizeof(int));
    for (int k = 0; fault.code == SN_FAULT_NONE && k < system->attachments.n; k++)
        find_roots(system, &system->attachments.attachments[system->attachments.order[k]],
                   &capacity);
    return fault;
}

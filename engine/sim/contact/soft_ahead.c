/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of all that would meet in a step become contacts.  Where a point goes through a mesh it
 * meets triangles and edges by the dozen, and where two meshes meet, thousands of pairs say the
 * same again and again: rows that depend on each other make the contact problem slow and badly
 * posed.  So of those of a point that go one way the first counts, and edges where neither end is
 * being stopped that way.  What is left out and still meets in the next try is seen then. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/soft.h"

#include <math.h>
#include <stdlib.h>

#define SAME_WAY 0.9 /* cosine of normals */

void sn_soft_note(SnSoftWorkspace *soft, const SnSoftMeeting *meeting)
{
    if (sn_reserve(&soft->meetings, &soft->meeting_room, soft->n_meetings + 1,
                   sizeof *soft->meetings))
        soft->meetings[soft->n_meetings++] = *meeting;
}

static int in_order(const void *a, const void *b)
{
    const SnSoftMeeting *x = a, *y = b;
    const bool edges = x->n_points > 1;
    if (edges != (y->n_points > 1))
        return edges ? 1 : -1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->contact.feature > y->contact.feature) - (x->contact.feature < y->contact.feature);
}

/* Of the contacts ahead, number of the same pair; n_ahead: there is none. */
static int find_ahead(const SnSoftWorkspace *soft, uint64_t feature)
{
    int at = 0;
    while (at < soft->n_ahead && soft->ahead[at].feature != feature)
        at++;
    return at;
}

/* The same pair is known by its last normal. */
static void keep_ahead(SnSoftWorkspace *soft, const SnContact *contact, int at)
{
    if (at == soft->n_ahead) {
        if (!sn_reserve(&soft->ahead, &soft->ahead_room, at + 1, sizeof *soft->ahead))
            return;
        soft->n_ahead++;
    }
    soft->ahead[at] = *contact;
}

/* Whether a point is stopped in this way already. */
static bool stops(const SnSoftWorkspace *soft, int point, const SnSoftMeeting *meeting)
{
    for (int i = soft->first_stop[point]; i >= 0; i = soft->meetings[i].next_stop) {
        const SnSoftMeeting *other = &soft->meetings[i];
        if (other->surface[0] == meeting->surface[0] && other->surface[1] == meeting->surface[1] &&
            fabs(sn_v3_dot(other->contact.local_normal, meeting->contact.local_normal)) > SAME_WAY)
            return true;
    }
    return false;
}

static bool is_stopped(const SnSoftWorkspace *soft, const SnSoftMeeting *meeting)
{
    for (int k = 0; k < meeting->n_points; k++)
        if (stops(soft, meeting->point[k], meeting))
            return true;
    return false;
}

void sn_soft_choose_ahead(SnSoftWorkspace *soft)
{
    const int n = soft->n_meetings;
    soft->n_new = 0;
    if (n > 1)
        qsort(soft->meetings, (size_t)n, sizeof *soft->meetings, in_order);
    for (int i = 0; i < n; i++) {
        SnSoftMeeting *meeting = &soft->meetings[i];
        if (is_stopped(soft, meeting))
            continue;
        const int at = find_ahead(soft, meeting->contact.feature);
        const bool known = at < soft->n_ahead;
        soft->n_new += !known;
        keep_ahead(soft, &meeting->contact, at);
        if (meeting->n_points > 1 || known)
            continue; /* what was known does not hold by itself: others may have to help */
        meeting->next_stop = soft->first_stop[meeting->point[0]];
        soft->first_stop[meeting->point[0]] = i;
    }
    for (int i = 0; i < n; i++)
        if (soft->meetings[i].n_points == 1)
            soft->first_stop[soft->meetings[i].point[0]] = -1;
    soft->n_meetings = 0;
}

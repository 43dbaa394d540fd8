/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves a model with the states of its waypoints over and over until it is killed (kill_test.py):
 * save_helper MODEL OUT.sinew.  Its notes begin with the number of the save; "saved N" on standard
 * output once a save is done. */
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/file.h"
#include "engine/run/file/waypoint_file.h"
#include "engine/run/simulation/simulation.h"

#include <stdio.h>

static void set_notes(SnModel *model, int number)
{
    char *filler = g_strnfill(60000, 'x'); /* a save shall take a while */
    char *text = g_strdup_printf("%d %s", number, filler);
    const int row = sn_model_find_property(model, model->root->id, "notes");
    const SnValue value = {.type = SN_TYPE_STRING, .string = text};
    GError *error = NULL;
    sn_edit_set(model, model->root->id, row, &value, &error);
    g_assert_no_error(error);
    g_free(text);
    g_free(filler);
}

static SnSimulation *simulate(const SnModel *model)
{
    SnModel *copy = sn_model_copy(model);
    GError *error = NULL;
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, &error);
    g_assert_no_error(error);
    SnSimulation *simulation = sn_simulation_new();
    sn_simulation_install(simulation, copy, compiled, true);
    return simulation;
}

int main(int argc, char **argv)
{
    g_assert_cmpint(argc, ==, 3);
    GError *error = NULL;
    SnModel *model = sn_file_read(argv[1], &error);
    g_assert_no_error(error);
    SnSimulation *simulation = simulate(model);
    SnWaypointFile *file =
        sn_waypoint_file_new(sn_layout_of(simulation->model, simulation->compiled->system));
    char *states = sn_waypoint_file_name(argv[2]);
    for (int number = 1;; number++) {
        set_notes(model, number);
        if (number < 200) { /* the file grows */
            char *path = g_strdup_printf("/model/waypoints/%d", number);
            sn_simulation_step(simulation);
            SnState *state = simulation->state;
            const SnSavedState saved = {
                .path = path,
                .marked = state->time,
                .step = state->step,
                .time = state->time,
                .data = state->data,
                .n = (uint32_t)((state->size - sizeof *state) / sizeof *state->data)};
            sn_waypoint_file_add(file, &saved);
            g_free(path);
        }
        const bool saved =
            sn_file_write(model, argv[2], &error) && sn_waypoint_file_write(file, states, &error);
        g_assert_no_error(error);
        g_assert_true(saved);
        printf("saved %d\n", number);
        fflush(stdout);
    }
}

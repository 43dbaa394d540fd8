/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A document and its engine: states of waypoints go with the file, values set by hand in the middle
 * of a run are taken back. */
#include "tests/ui/window_support.h"
#include "ui/edits/edits.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char CHAIN[] =
    "{\"sinew\": 1, \"model\": {\"particles\": [{\"name\": \"top\", \"dynamic\": false}, "
    "{\"name\": "
    "\"bob\", \"mass\": 1, \"position\": [0.3, 0, 0]}%s], \"springs\": [{\"class\": "
    "\"axial_spring\", \"points\": [\"particles/top\", \"particles/bob\"], \"law\": "
    "{\"stiffness\": "
    "200}}], \"waypoints\": [{\"name\": \"early\", \"time\": 0.05}, {\"time\": 0.1}]}}";

static char *write_model(const char *folder, const char *more)
{
    char *path = g_build_filename(folder, "bob.sinew", NULL);
    char *text = g_strdup_printf(CHAIN, more);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_free(text);
    return path;
}

static void open_file(Stage *stage, const char *path)
{
    GError *error = NULL;
    g_assert_true(sn_project_open(stage->project, path, false, &error));
    g_assert_no_error(error);
    g_assert_true(sn_engine_sync(sn_session_engine(stage->session), 5000));
    g_assert_true(wait_for(stage, has_snapshot));
    settle(50); /* events of the first compile */
}

static uint64_t run_until(Stage *stage, double time)
{
    SnEngine *engine = sn_session_engine(stage->session);
    double reached = 0;
    uint64_t hash = 0;
    sn_engine_set_speed(engine, 0);
    sn_engine_play_until(engine, time);
    for (int i = 0; i < 1000 && reached < time - 1e-9; i++) {
        settle(5);
        hash = sn_engine_hash(engine, &reached, NULL);
    }
    g_assert_cmpfloat_with_epsilon(reached, time, 1e-9);
    settle(30);
    return hash;
}

static uint64_t hash_at(Stage *stage, double *time)
{
    const uint64_t hash = sn_engine_hash(sn_session_engine(stage->session), time, NULL);
    settle(40); /* its snapshot comes */
    return hash;
}

static int n_kept(Stage *stage)
{
    SnRecordingReport *recording = sn_engine_recording(sn_session_engine(stage->session));
    const int n = recording->n_kept;
    sn_recording_report_free(recording);
    return n;
}

/* Newest text of a bar or of the log. */
static bool was_reported(Stage *stage, const char *part)
{
    GListModel *messages = sn_session_messages(stage->session);
    for (guint i = g_list_model_get_n_items(messages); i-- > 0;) {
        SnMessage *message = g_list_model_get_item(messages, i);
        const bool found = strstr(sn_message_text(message), part) != NULL;
        g_object_unref(message);
        if (found)
            return true;
    }
    return false;
}

static void save_as(Stage *stage, const char *path)
{
    GError *error = NULL;
    g_assert_true(sn_project_save(stage->project, path, &error));
    g_assert_no_error(error);
}

static void test_waypoints(void)
{
    Stage stage;
    stage_open(&stage);
    char *folder = g_dir_make_tmp("sinew-document-XXXXXX", NULL);
    char *path = write_model(folder, "");
    char *states = g_build_filename(folder, "bob.waypoints", NULL);
    char *other = g_build_filename(folder, "other.sinew", NULL);
    open_file(&stage, path);
    g_assert_cmpint(n_kept(&stage), ==, 0);
    save_as(&stage, path);
    g_assert_false(g_file_test(states, G_FILE_TEST_EXISTS)); /* nothing to keep yet */
    const uint64_t end = run_until(&stage, 0.2);
    g_assert_cmpint(n_kept(&stage), ==, 2);
    save_as(&stage, path);
    g_assert_true(g_file_test(states, G_FILE_TEST_EXISTS));

    open_file(&stage, path);
    g_assert_cmpint(n_kept(&stage), ==, 2);
    sn_engine_seek(sn_session_engine(stage.session), 0.1);
    double time;
    hash_at(&stage, &time);
    g_assert_cmpfloat_with_epsilon(time, 0.1, 1e-9);
    g_assert_true(run_until(&stage, 0.2) == end); /* the bits of the whole run */

    open_file(&stage, path);
    save_as(&stage, other); /* under another name: they go along */
    char *other_states = g_build_filename(folder, "other.waypoints", NULL);
    char *a = NULL, *b = NULL;
    gsize na = 0, nb = 0;
    g_assert_true(g_file_get_contents(states, &a, &na, NULL));
    g_assert_true(g_file_get_contents(other_states, &b, &nb, NULL));
    g_assert_true(na == nb && memcmp(a, b, na) == 0);
    g_free(a);
    g_free(b);

    /* what does not fit is refused, with a word; so is what is damaged; the model opens */
    char *same = write_model(folder, ", {\"name\": \"extra\"}");
    open_file(&stage, same);
    g_assert_true(was_reported(&stage, "particles/extra is new"));
    g_assert_cmpint(n_kept(&stage), ==, 0);
    g_assert_true(g_file_set_contents(states, "no states", -1, NULL));
    open_file(&stage, same);
    g_assert_true(was_reported(&stage, "not a file of waypoint states"));
    g_assert_cmpint(n_kept(&stage), ==, 0);
    g_free(same);
    g_unlink(path), g_unlink(states), g_unlink(other), g_unlink(other_states);
    g_rmdir(folder);
    g_free(other_states);
    g_free(other);
    g_free(states);
    g_free(path);
    g_free(folder);
    stage_close(&stage);
}

/* --- files that are not the document's --- */

static void assert_holds(const char *path, const char *bytes, gsize length)
{
    g_autofree char *there = NULL;
    gsize n = 0;
    g_assert_true(g_file_get_contents(path, &there, &n, NULL));
    g_assert_true(n == length && memcmp(there, bytes, n) == 0);
}

/* Every way in which a file of states can be beside the model and not be its own. */
static void test_foreign_states(void)
{
    Stage stage;
    stage_open(&stage);
    g_autofree char *folder = g_dir_make_tmp("sinew-document-XXXXXX", NULL);
    g_autofree char *path = write_model(folder, "");
    g_autofree char *states = g_build_filename(folder, "bob.waypoints", NULL);
    g_autofree char *other = g_build_filename(folder, "other.sinew", NULL);
    g_autofree char *other_states = g_build_filename(folder, "other.waypoints", NULL);
    g_autofree char *valid = NULL;
    gsize length = 0;

    /* a text of somebody's: left, with a word; Replace It takes its place */
    g_assert_true(g_file_set_contents(states, "my notes", -1, NULL));
    open_file(&stage, path);
    run_until(&stage, 0.2);
    save_as(&stage, path);
    assert_holds(states, "my notes", 8);
    g_assert_true(was_reported(&stage, "bob.waypoints beside it is not of this document"));
    sn_project_replace_states(stage.project);
    g_assert_true(g_file_get_contents(states, &valid, &length, NULL));
    g_assert_cmpmem(valid, 8, "SINEWWPT", 8);

    /* the same document, states of its own that others changed meanwhile */
    g_assert_true(g_file_set_contents(states, "changed", -1, NULL));
    save_as(&stage, path);
    assert_holds(states, "changed", 7);

    /* another name where somebody's states are; and back */
    g_assert_true(g_file_set_contents(other_states, valid, (gssize)length, NULL));
    save_as(&stage, other);
    assert_holds(other_states, valid, length);

    /* a model without waypoints beside states of another: they stay */
    g_assert_true(g_file_set_contents(
        other, "{\"sinew\": 1, \"model\": {\"particles\": [{\"mass\": 1}]}}", -1, NULL));
    open_file(&stage, other);
    save_as(&stage, other);
    assert_holds(other_states, valid, length);
    g_unlink(path), g_unlink(states), g_unlink(other), g_unlink(other_states);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    stage_close(&stage);
}

static void assert_mode(const char *path, int mode)
{
    struct stat status;
    g_assert_cmpint(stat(path, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 0777, ==, mode);
}

/* What is ours goes along: saved, saved again, elsewhere and back, removed with the waypoints. */
static void test_own_states(void)
{
    Stage stage;
    stage_open(&stage);
    g_autofree char *folder = g_dir_make_tmp("sinew-document-XXXXXX", NULL);
    g_autofree char *path = write_model(folder, "");
    g_autofree char *states = g_build_filename(folder, "bob.waypoints", NULL);
    g_autofree char *other = g_build_filename(folder, "other.sinew", NULL);
    g_autofree char *other_states = g_build_filename(folder, "other.waypoints", NULL);
    g_assert_cmpint(g_chmod(path, 0600), ==, 0);
    open_file(&stage, path);
    run_until(&stage, 0.2);
    save_as(&stage, path);
    save_as(&stage, other); /* what is made of a private model is private */
    const char *const private[] = {path, states, other, other_states};
    for (size_t i = 0; i < G_N_ELEMENTS(private); i++)
        assert_mode(private[i], 0600);
    save_as(&stage, path);
    g_assert_false(was_reported(&stage, "not of this document"));
    assert_mode(states, 0600);
    open_file(&stage, path); /* read again: they fit, and are ours */
    SnModel *model = sn_session_model(stage.session);
    const char *const waypoints[] = {"/model/waypoints/early", "/model/waypoints/1"};
    SnId ids[2];
    for (int i = 0; i < 2; i++)
        ids[i] = sn_model_resolve(model, NULL, waypoints[i], NULL);
    g_assert_true(sn_edit_remove(model, ids, 2, NULL));
    save_as(&stage, path);
    g_assert_false(g_file_test(states, G_FILE_TEST_EXISTS));
    g_assert_true(g_file_test(other_states, G_FILE_TEST_EXISTS));
    g_unlink(path), g_unlink(other), g_unlink(other_states);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    stage_close(&stage);
}

/* What the project knows of its file: saved, it is its own; changed by others, it is not. */
static void test_stamp(void)
{
    Stage stage;
    stage_open(&stage);
    g_autofree char *folder = g_dir_make_tmp("sinew-document-XXXXXX", NULL);
    g_autofree char *path = write_model(folder, "");
    g_autofree char *text = NULL, *kept = NULL;
    open_file(&stage, path);
    SnFileStamp stamp = *sn_project_stamp(stage.project);
    g_assert_cmpint(sn_file_stamp_compare(&stamp, path, true), ==, SN_FILE_SAME);
    save_as(&stage, path);
    stamp = *sn_project_stamp(stage.project);
    g_assert_true(stamp.known);
    g_assert_cmpint(sn_file_stamp_compare(&stamp, path, false), ==, SN_FILE_SAME);
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_true(g_file_set_contents(path, text, -1, NULL)); /* touched: the same contents */
    g_assert_cmpint(sn_file_stamp_compare(&stamp, path, false), ==, SN_FILE_SAME);
    /* as many bytes, within the same tick of the clock, in the same inode */
    struct stat before;
    g_assert_cmpint(stat(path, &before), ==, 0);
    FILE *file = fopen(path, "r+");
    fputc('[', file);
    fclose(file);
    const struct timespec times[2] = {before.st_atim, before.st_mtim};
    g_assert_cmpint(utimensat(AT_FDCWD, path, times, 0), ==, 0);
    g_assert_cmpint(sn_file_stamp_compare(&stamp, path, true), ==, SN_FILE_CHANGED);
    kept = sn_file_stamp_text(&stamp);
    SnFileStamp parsed;
    g_assert_true(sn_file_stamp_parse(kept, &parsed));
    g_assert_cmpmem(parsed.digest, 32, stamp.digest, 32);
    g_assert_false(sn_file_stamp_parse("12", &parsed));
    g_assert_false(sn_file_stamp_parse(NULL, &parsed));
    g_unlink(path);
    g_assert_cmpint(sn_file_stamp_compare(&stamp, path, false), ==, SN_FILE_GONE);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    stage_close(&stage);
}

/* --- interventions --- */

typedef struct Run {
    Stage stage;
    char *folder, *path;
    SnId bob;
} Run;

static void run_open(Run *run)
{
    stage_open(&run->stage);
    run->folder = g_dir_make_tmp("sinew-document-XXXXXX", NULL);
    run->path = write_model(run->folder, "");
    open_file(&run->stage, run->path);
    run->bob = id_of(&run->stage, "/model/particles/bob");
}

static void run_close(Run *run)
{
    stage_close(&run->stage);
    g_unlink(run->path);
    g_rmdir(run->folder);
    g_free(run->path);
    g_free(run->folder);
}

static void set_velocity(Run *run, double value)
{
    g_assert_true(sn_edits_set_number(run->stage.session, &run->bob, 1, "velocity", 2, value));
}

static void expect(Run *run, double time, uint64_t hash)
{
    double now;
    const uint64_t present = hash_at(&run->stage, &now);
    g_assert_cmpfloat_with_epsilon(now, time, 1e-9);
    g_assert_true(present == hash);
}

static void test_intervention(void)
{
    Run run;
    run_open(&run);
    SnModel *model = sn_session_model(run.stage.session);
    const uint64_t before = run_until(&run.stage, 0.1);
    set_velocity(&run, 3);
    g_assert_cmpstr(sn_undo_label(model), ==, "Set velocity");
    g_assert_true(sn_edit_is_saved(model)); /* the document is as it was */
    const uint64_t first = hash_at(&run.stage, NULL);
    set_velocity(&run, 4); /* a step of its own, at the same moment */
    const uint64_t second = hash_at(&run.stage, NULL);
    g_assert_true(first != before && second != first);
    const uint64_t end = run_until(&run.stage, 0.15);
    act(&run.stage, "win.undo");
    expect(&run, 0.1, first);
    act(&run.stage, "win.undo");
    expect(&run, 0.1, before);
    g_assert_null(sn_undo_label(model));
    act(&run.stage, "win.redo");
    expect(&run, 0.1, first);
    act(&run.stage, "win.redo");
    expect(&run, 0.1, second);
    sn_engine_seek(sn_session_engine(run.stage.session), 0.15); /* what came after it, too */
    expect(&run, 0.15, end);
    run_close(&run);
}

/* Many values, one step of the undo list: at a stop, and while it runs. */
static void test_intervention_drag(void)
{
    Run run;
    run_open(&run);
    SnSession *session = run.stage.session;
    const uint64_t before = run_until(&run.stage, 0.1);
    sn_edits_drag_begin(session, "Drag velocity");
    for (int i = 1; i <= 20; i++)
        set_velocity(&run, 0.1 * i);
    sn_edits_drag_end(session);
    g_assert_cmpstr(sn_undo_label(sn_session_model(session)), ==, "Drag velocity");
    run_until(&run.stage, 0.12);
    act(&run.stage, "win.undo");
    expect(&run, 0.1, before);

    sn_edits_drag_begin(session, "Cancelled");
    set_velocity(&run, 1);
    set_velocity(&run, 2);
    sn_edits_drag_cancel(session); /* Escape */
    expect(&run, 0.1, before);
    g_assert_null(sn_undo_label(sn_session_model(session)));

    sn_engine_set_speed(sn_session_engine(session), 1);
    sn_engine_play(sn_session_engine(session));
    settle(100);
    sn_edits_drag_begin(session, "Drag in the run");
    for (int i = 1; i <= 10; i++) {
        set_velocity(&run, 0.1 * i);
        settle(20);
    }
    sn_edits_drag_end(session);
    settle(50);
    sn_engine_pause(sn_session_engine(session));
    double reached, back;
    hash_at(&run.stage, &reached);
    act(&run.stage, "win.undo");
    const uint64_t undone = hash_at(&run.stage, &back);
    g_assert_cmpfloat(back, <, reached - 0.15); /* all of it */
    g_assert_cmpfloat(back, >, 0.1);
    g_assert_null(sn_undo_label(sn_session_model(session)));

    /* the same as a run nobody touched */
    sn_engine_reset(sn_session_engine(session));
    g_assert_true(run_until(&run.stage, back) == undone);
    run_close(&run);
}

static const char PENDULUM[] =
    "<OpenSimDocument Version=\"20302\"><Model name=\"p\"><BodySet><objects><Body "
    "name=\"ground\"><Joint/></Body><Body name=\"rod\"><mass>1</mass><inertia_xx>1</inertia_xx>"
    "<inertia_yy>1</inertia_yy><inertia_zz>1</inertia_zz><Joint><PinJoint name=\"pin\">"
    "<parent_body>ground</parent_body><location>0 0.5 0</location><CoordinateSet><objects>"
    "<Coordinate name=\"q\"/></objects></CoordinateSet></PinJoint></Joint></Body></objects>"
    "</BodySet><ForceSet><objects><TorqueActuator name=\"t\"/></objects></ForceSet></Model>"
    "</OpenSimDocument>";

/* An OpenSim model opens as a new document that has no file yet, with a report. */
static void test_osim(void)
{
    Stage stage;
    stage_open(&stage);
    g_autofree char *folder = g_dir_make_tmp("sinew-osim-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "p.osim", NULL);
    g_assert_true(g_file_set_contents(path, PENDULUM, -1, NULL));
    open_file(&stage, path);
    const SnModel *model = sn_session_model(stage.session);
    g_assert_null(model->path);
    g_assert_false(sn_id_is_null(sn_model_resolve(model, NULL, "/model/joints/pin", NULL)));
    const char *report = sn_project_import_report(stage.project);
    g_assert_nonnull(report);
    g_assert_nonnull(strstr(report, "TorqueActuator"));
    sn_project_clear(stage.project);
    g_assert_null(sn_project_import_report(stage.project));
    g_unlink(path);
    g_rmdir(folder);
    stage_close(&stage);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/document/waypoints", test_waypoints);
    g_test_add_func("/document/osim", test_osim);
    g_test_add_func("/document/foreign-states", test_foreign_states);
    g_test_add_func("/document/own-states", test_own_states);
    g_test_add_func("/document/stamp", test_stamp);
    g_test_add_func("/document/intervention", test_intervention);
    g_test_add_func("/document/intervention-drag", test_intervention_drag);
    return g_test_run();
}

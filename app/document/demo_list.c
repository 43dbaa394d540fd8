/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/demo_list.h"

#include "app/demos/demos.h"

void sn_demo_list_add(SnWindow *window)
{
    GError *error = NULL;
    GPtrArray *demos = sn_demos_list(&error);
    if (!demos) {
        sn_session_fail(sn_window_session(window), error->message);
        g_error_free(error);
        return;
    }
    GPtrArray *names = g_ptr_array_new(), *titles = g_ptr_array_new();
    GPtrArray *groups = g_ptr_array_new();
    char *folder = NULL;
    for (guint i = 0; i < demos->len; i++) {
        const SnDemo *demo = g_ptr_array_index(demos, i);
        g_ptr_array_add(names, demo->name);
        g_ptr_array_add(titles, demo->title[0] != '\0' ? demo->title : demo->name);
        g_ptr_array_add(groups, (gpointer)(demo->group ? demo->group : ""));
        if (!folder)
            folder = g_path_get_dirname(demo->path);
    }
    char *pictures = g_build_filename(folder ? folder : ".", "pictures", NULL);
    GPtrArray *lists[] = {names, titles, groups};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
        g_ptr_array_add(lists[i], NULL);
    sn_window_set_demos(window, &(SnDemoList){(const char *const *)names->pdata,
                                              (const char *const *)titles->pdata,
                                              (const char *const *)groups->pdata, pictures});
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
        g_ptr_array_unref(lists[i]);
    g_free(pictures);
    g_free(folder);
    sn_demos_free(demos);
}

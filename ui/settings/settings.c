/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/settings/settings.h"

#include "engine/base/terminal.h"
#include "engine/text/write_file.h"

#include <string.h>

#define GROUP       "window"
#define KEYS        "keys"
#define MAX_RECENTS 12

struct SnSettings {
    GKeyFile *file;
    char *path;
    bool changed;
};

SnSettings *sn_settings_new(void)
{
    SnSettings *settings = g_new0(SnSettings, 1);
    settings->file = g_key_file_new();
    settings->path = g_build_filename(g_get_user_config_dir(), "sinew", "state.ini", NULL);
    g_key_file_load_from_file(settings->file, settings->path, G_KEY_FILE_NONE, NULL);
    return settings;
}

void sn_settings_save(SnSettings *settings)
{
    if (!settings->changed)
        return;
    char *folder = g_path_get_dirname(settings->path);
    GError *error = NULL;
    gsize length;
    g_autofree char *text = g_key_file_to_data(settings->file, &length, NULL);
    if (g_mkdir_with_parents(folder, 0700) != 0 ||
        !sn_write_file(settings->path, SN_OUTPUT_QUICK, text, length, &error)) {
        sn_say(stderr, "sinew: settings cannot be kept: %s",
               error ? error->message : "there is no folder for them");
        g_clear_error(&error);
    }
    g_free(folder);
    settings->changed = false;
}

void sn_settings_free(SnSettings *settings)
{
    sn_settings_save(settings);
    g_key_file_unref(settings->file);
    g_free(settings->path);
    g_free(settings);
}

int sn_settings_get_int(SnSettings *settings, const char *key, int otherwise)
{
    GError *error = NULL;
    int value = g_key_file_get_integer(settings->file, GROUP, key, &error);
    if (error) {
        g_error_free(error);
        return otherwise;
    }
    return value;
}

void sn_settings_set_int(SnSettings *settings, const char *key, int value)
{
    if (sn_settings_get_int(settings, key, ~value) != value) {
        g_key_file_set_integer(settings->file, GROUP, key, value);
        settings->changed = true;
    }
}

char *sn_settings_get_text(SnSettings *settings, const char *key, const char *otherwise)
{
    char *value = g_key_file_get_string(settings->file, GROUP, key, NULL);
    return value ? value : g_strdup(otherwise);
}

void sn_settings_set_text(SnSettings *settings, const char *key, const char *value)
{
    g_key_file_set_string(settings->file, GROUP, key, value);
    settings->changed = true;
}

char **sn_settings_get_keys(SnSettings *settings, const char *action)
{
    return g_key_file_get_string_list(settings->file, KEYS, action, NULL, NULL);
}

void sn_settings_set_keys(SnSettings *settings, const char *action, const char *const *keys)
{
    if (keys)
        g_key_file_set_string_list(settings->file, KEYS, action, keys,
                                   g_strv_length((char **)(void *)keys));
    else if (!g_key_file_remove_key(settings->file, KEYS, action, NULL))
        return;
    settings->changed = true;
}

char **sn_settings_recent(SnSettings *settings)
{
    char **all = g_key_file_get_string_list(settings->file, "files", "recent", NULL, NULL);
    GPtrArray *found = g_ptr_array_new();
    for (char **path = all; path && *path; path++) {
        if (g_file_test(*path, G_FILE_TEST_EXISTS))
            g_ptr_array_add(found, g_strdup(*path));
    }
    g_strfreev(all);
    g_ptr_array_add(found, NULL);
    return (char **)(void *)g_ptr_array_free(found, FALSE);
}

void sn_settings_add_recent(SnSettings *settings, const char *path)
{
    char **old = sn_settings_recent(settings);
    const char *paths[MAX_RECENTS];
    gsize n = 0;
    paths[n++] = path;
    for (char **other = old; *other && n < MAX_RECENTS; other++) {
        if (strcmp(*other, path) != 0)
            paths[n++] = *other;
    }
    g_key_file_set_string_list(settings->file, "files", "recent", paths, n);
    g_strfreev(old);
    settings->changed = true;
    sn_settings_save(settings);
}

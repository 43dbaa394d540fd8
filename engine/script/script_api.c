/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a script can call; the README of this room says it for people. */
#include "engine/script/script_parts.h"

#include "engine/pose.h"
#include "engine/text/json_text.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

static SnModel *model_of(lua_State *lua)
{
    const SnScript *script = sn_script_of(lua);
    SnModel *model = script->host->model(script->data);
    if (!model)
        luaL_error(lua, "no model is open: open(\"arm\"), or name one after the script");
    return model;
}

/* --- values --- */

/* "joints/knee:angle", or a coordinate's own name. */
static SnTarget target_at(lua_State *lua, int index)
{
    const char *path = luaL_checkstring(lua, index);
    const SnModel *model = model_of(lua);
    SnTarget target;
    GError *error = NULL;
    if (!sn_property_find(model, path, &target, &error))
        sn_script_raise(lua, error);
    return target;
}

/* As the window shows them: results, coordinates and, once it has moved, starts are those of the
 * present state. */
static bool is_present(const SnScript *script, const SnProperty *property)
{
    return property->kind == SN_RESULT || sn_is_coordinate(property) ||
           (property->kind == SN_START && script->host->time(script->data) > 0);
}

static bool value_now(const SnScript *script, const SnTarget *target, const SnProperty *property,
                      SnValue *value, GError **error)
{
    double number[6];
    int n = 0;
    if (!is_present(script, property)) {
        sn_model_effective(script->host->model(script->data), target->id, property, value, NULL);
        return true;
    }
    if (!script->host->present(script->data, target, number, &n, error))
        return false;
    return sn_value_from_numbers(property, number, n, value) ||
           sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s is not known now", property->name);
}

/* A value that must be given back, whatever Lua does. */
typedef struct Pushed {
    const SnModel *model;
    const SnTarget *target;
    const SnValue *value;
} Pushed;

static int push_value(lua_State *lua)
{
    const Pushed *pushed = lua_touserdata(lua, 1);
    sn_script_push_value(lua, pushed->model, pushed->target, pushed->value);
    return 1;
}

/* get(PATH:PROPERTY) */
static int get(lua_State *lua)
{
    const SnScript *script = sn_script_of(lua);
    const SnTarget target = target_at(lua, 1);
    const SnModel *model = model_of(lua);
    SnValue value;
    GError *error = NULL;
    if (!value_now(script, &target, sn_model_property(model, target.id, target.row), &value,
                   &error))
        return sn_script_raise(lua, error);
    Pushed pushed = {model, &target, &value};
    lua_pushcfunction(lua, push_value);
    lua_pushlightuserdata(lua, &pushed);
    const int status = lua_pcall(lua, 1, 1, 0);
    sn_value_clear(&value);
    return status == LUA_OK ? 1 : lua_error(lua);
}

static bool set_text(const SnScript *script, const SnTarget *target, const char *text,
                     GError **error)
{
    const SnModel *model = script->host->model(script->data);
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    SnValue value;
    if (!sn_value_from_text(model, sn_model_get(model, target->id), property, text, &value, error))
        return false;
    const bool good = script->host->set(script->data, target, &value, error);
    sn_value_clear(&value);
    return good;
}

/* set(PATH:PROPERTY, VALUE) */
static int set(lua_State *lua)
{
    const SnScript *script = sn_script_of(lua);
    const SnTarget target = target_at(lua, 1);
    GError *error = NULL;
    char *text = sn_script_value_text(lua, 2, &error);
    const bool good = text && set_text(script, &target, text, &error);
    g_free(text);
    return good ? 0 : sn_script_raise(lua, error);
}

/* --- components --- */

typedef struct Found {
    const SnModel *model;
    GPatternSpec *pattern;
    GPtrArray *paths; /* char * */
} Found;

static bool add_found(SnComponent *component, void *data)
{
    Found *found = data;
    char *path = sn_model_path(found->model, component->id);
    const char *inner = g_str_has_prefix(path, "/model/") ? path + strlen("/model/") : path;
    if (g_pattern_spec_match_string(found->pattern, path) ||
        g_pattern_spec_match_string(found->pattern, inner))
        g_ptr_array_add(found->paths, g_strdup(inner));
    g_free(path);
    return true;
}

static int push_texts(lua_State *lua)
{
    const GPtrArray *texts = lua_touserdata(lua, 1);
    lua_createtable(lua, (int)texts->len, 0);
    for (guint i = 0; i < texts->len; i++) {
        lua_pushstring(lua, texts->pdata[i]);
        lua_rawseti(lua, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* A table of texts, which are given back. */
static int return_texts(lua_State *lua, GPtrArray *texts)
{
    lua_pushcfunction(lua, push_texts);
    lua_pushlightuserdata(lua, texts);
    const int status = lua_pcall(lua, 1, 1, 0);
    g_ptr_array_unref(texts);
    return status == LUA_OK ? 1 : lua_error(lua);
}

/* find(PATTERN) */
static int find(lua_State *lua)
{
    const char *pattern = luaL_checkstring(lua, 1);
    SnModel *model = model_of(lua);
    Found found = {model, g_pattern_spec_new(pattern), g_ptr_array_new_with_free_func(g_free)};
    sn_component_walk(model->root, add_found, &found);
    g_pattern_spec_free(found.pattern);
    return return_texts(lua, found.paths);
}

static SnId component_at(lua_State *lua, int index)
{
    const char *path = luaL_checkstring(lua, index);
    const SnModel *model = model_of(lua);
    GError *error = NULL;
    const SnId id = sn_model_resolve(model, NULL, path, &error);
    if (error)
        sn_script_raise(lua, error);
    return id;
}

/* class(PATH) */
static int class_of(lua_State *lua)
{
    const SnId id = component_at(lua, 1);
    lua_pushstring(lua, sn_model_get(model_of(lua), id)->class->name);
    return 1;
}

/* exists(PATH) */
static int exists(lua_State *lua)
{
    const char *path = luaL_checkstring(lua, 1);
    const SnModel *model = model_of(lua);
    SnTarget target;
    lua_pushboolean(lua, strchr(path, ':')
                             ? sn_model_resolve_property(model, NULL, path, &target, NULL)
                             : !sn_id_is_null(sn_model_resolve(model, NULL, path, NULL)));
    return 1;
}

/* properties(PATH) */
static int properties(lua_State *lua)
{
    const SnId id = component_at(lua, 1);
    const SnModel *model = model_of(lua);
    GPtrArray *names = g_ptr_array_new();
    for (int i = 0; i < sn_model_n_properties(model, id); i++)
        g_ptr_array_add(names, (gpointer)sn_model_property(model, id, i)->name);
    return return_texts(lua, names);
}

/* The text that the clipboard would have of one component; NULL with an error. */
static char *clipboard_text(lua_State *lua, const char *list, const SnModel *model, GError **error)
{
    json_t *item = sn_script_json(lua, 2, model, error);
    if (!item)
        return NULL;
    if (!json_is_object(item)) {
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "add takes a table with names as keys, as {name = \"a\", mass = 1}");
        json_decref(item);
        return NULL;
    }
    json_t *document =
        json_pack("{s:i, s:{s:[o]}}", "sinew", SN_FORMAT_VERSION, "model", list, item);
    char *text = document ? sn_json_print(document) : NULL;
    json_decref(document);
    if (!text)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "\"%s\" is no name of a list", list);
    return text;
}

/* As if the text had been written by hand: without the place in a text that nobody sees. */
static GError *without_place(GError *error)
{
    const char *path = strstr(error->message, "/model/");
    if (g_str_has_prefix(error->message, "clipboard") && path) {
        char *text = g_strdup(path);
        g_free(error->message);
        error->message = text;
    }
    return error;
}

/* add(LIST, {KEY = VALUE, ...}) */
static int add(lua_State *lua)
{
    const SnScript *script = sn_script_of(lua);
    const char *list = luaL_checkstring(lua, 1);
    luaL_checktype(lua, 2, LUA_TTABLE);
    const SnModel *model = model_of(lua);
    if (g_str_has_prefix(list, "/model/"))
        list += strlen("/model/");
    GError *error = NULL;
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    char *text = clipboard_text(lua, list, model, &error);
    const bool good = text && script->host->add(script->data, text, ids, &error);
    g_free(text);
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < ids->len; i++)
        g_ptr_array_add(paths, sn_model_path(model, g_array_index(ids, SnId, i)));
    g_array_unref(ids);
    if (!good) {
        g_ptr_array_unref(paths);
        return sn_script_raise(lua, without_place(error));
    }
    return_texts(lua, paths);
    lua_rawgeti(lua, -1, 1);
    return 1;
}

/* remove(PATH) */
static int remove_component(lua_State *lua)
{
    const SnScript *script = sn_script_of(lua);
    const SnId id = component_at(lua, 1);
    GError *error = NULL;
    return script->host->remove(script->data, &id, 1, &error) ? 0 : sn_script_raise(lua, error);
}

/* --- time --- */

static int time_now(lua_State *lua)
{
    const SnScript *script = sn_script_of(lua);
    model_of(lua);
    lua_pushnumber(lua, script->host->time(script->data));
    return 1;
}

/* The time reached, or why not. */
static int after_run(lua_State *lua, int status, lua_KContext context)
{
    const SnScript *script = sn_script_of(lua);
    GError *error = NULL;
    if (!script->host->outcome(script->data, &error))
        return sn_script_raise(lua, error);
    return time_now(lua);
}

static int run(lua_State *lua, SnScriptRun what, double amount)
{
    SnScript *script = sn_script_of(lua);
    model_of(lua);
    GError *error = NULL;
    if (!script->host->run(script->data, what, amount, &error))
        return sn_script_raise(lua, error);
    script->waits = script->host->busy(script->data);
    if (script->waits)
        return lua_yieldk(lua, 0, 0, after_run);
    return after_run(lua, LUA_OK, 0);
}

static double amount_at(lua_State *lua, int index)
{
    const double amount = luaL_checknumber(lua, index);
    luaL_argcheck(lua, isfinite(amount) && amount >= 0, index, "a number of at least 0");
    return amount;
}

/* play(TIME): to that time [s] */
static int play(lua_State *lua)
{
    const SnScript *script = sn_script_of(lua);
    const double time = amount_at(lua, 1);
    model_of(lua);
    const double now = script->host->time(script->data);
    if (time < now)
        return luaL_error(lua, "it is at %f s already: reset() begins again", now);
    return run(lua, SN_SCRIPT_PLAY, time);
}

/* step([N]) */
static int step(lua_State *lua)
{
    const lua_Integer n = luaL_optinteger(lua, 1, 1);
    luaL_argcheck(lua, n >= 1 && n <= 1000000, 1, "a whole number from 1 to 1000000");
    return run(lua, SN_SCRIPT_STEP, (double)n);
}

static int reset(lua_State *lua)
{
    return run(lua, SN_SCRIPT_RESET, 0);
}

/* go(TIME): shows a recorded moment */
static int go(lua_State *lua)
{
    return run(lua, SN_SCRIPT_GO, amount_at(lua, 1));
}

/* --- files and menus --- */

typedef bool (*HostCall)(void *data, const char *text, GError **error);

static int call_host(lua_State *lua, HostCall function, const char *name, const char *instead)
{
    const SnScript *script = sn_script_of(lua);
    const char *text = luaL_checkstring(lua, 1);
    if (!function)
        return luaL_error(lua, "%s is not available here: %s", name, instead);
    GError *error = NULL;
    return function(script->data, text, &error) ? 0 : sn_script_raise(lua, error);
}

static int command(lua_State *lua)
{
    model_of(lua);
    return call_host(lua, sn_script_of(lua)->host->command, "command",
                     "the script runs without a window");
}

static int open_model(lua_State *lua)
{
    return call_host(lua, sn_script_of(lua)->host->open, "open",
                     "the script works on the document of its window");
}

static int save(lua_State *lua)
{
    model_of(lua);
    return call_host(lua, sn_script_of(lua)->host->save, "save",
                     "command(\"Save\") saves the document of the window");
}

static int picture(lua_State *lua)
{
    model_of(lua);
    return call_host(lua, sn_script_of(lua)->host->picture, "picture",
                     "run it with sinew script, without a window");
}

/* print(...) */
static int print(lua_State *lua)
{
    const SnScript *script = sn_script_of(lua);
    const int n = lua_gettop(lua);
    luaL_Buffer line;
    luaL_buffinit(lua, &line);
    for (int i = 1; i <= n; i++) {
        if (i > 1)
            luaL_addchar(&line, '\t');
        luaL_tolstring(lua, i, NULL);
        luaL_addvalue(&line);
    }
    luaL_pushresult(&line);
    script->host->say(script->data, lua_tostring(lua, -1));
    return 0;
}

void sn_script_add_functions(lua_State *lua)
{
    static const luaL_Reg functions[] = {
        {"get", get},         {"set", set},
        {"find", find},       {"class", class_of},
        {"exists", exists},   {"properties", properties},
        {"add", add},         {"remove", remove_component},
        {"time", time_now},   {"play", play},
        {"step", step},       {"reset", reset},
        {"go", go},           {"command", command},
        {"open", open_model}, {"save", save},
        {"picture", picture}, {"print", print},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
        lua_register(lua, functions[i].name, functions[i].func);
}

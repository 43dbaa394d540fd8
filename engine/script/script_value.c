/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/script/script_parts.h"

#include "engine/model/file_names.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* --- to Lua --- */

static void push_numbers(lua_State *lua, const double *values, int n)
{
    lua_createtable(lua, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(lua, values[i]);
        lua_rawseti(lua, -2, i + 1);
    }
}

/* A text of ours: Lua copies it, and it is given back whatever happens. */
static int push_text(lua_State *lua)
{
    lua_pushstring(lua, lua_touserdata(lua, 1));
    return 1;
}

static void push_owned(lua_State *lua, char *text)
{
    lua_pushcfunction(lua, push_text);
    lua_pushlightuserdata(lua, text);
    const int status = lua_pcall(lua, 1, 1, 0);
    g_free(text);
    if (status != LUA_OK)
        lua_error(lua);
}

static void push_paths(lua_State *lua, const SnModel *model, const SnIdList *list)
{
    lua_createtable(lua, list->n, 0);
    for (int i = 0; i < list->n; i++) {
        push_owned(lua, sn_model_path(model, list->ids[i]));
        lua_rawseti(lua, -2, i + 1);
    }
}

void sn_script_push_value(lua_State *lua, const SnModel *model, const SnTarget *target,
                          const SnValue *value)
{
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    switch (value->type) {
    case SN_TYPE_BOOL:
        lua_pushboolean(lua, value->boolean);
        break;
    case SN_TYPE_INT:
        lua_pushinteger(lua, value->integer);
        break;
    case SN_TYPE_REAL:
        lua_pushnumber(lua, value->number[0]);
        break;
    case SN_TYPE_VEC3:
    case SN_TYPE_QUAT:
    case SN_TYPE_SYM3:
        push_numbers(lua, value->number, sn_type_width(value->type));
        break;
    case SN_TYPE_REALS:
        push_numbers(lua, value->reals.values, value->reals.n);
        break;
    case SN_TYPE_REFS:
        push_paths(lua, model, &value->refs);
        break;
    case SN_TYPE_REF:
        if (sn_id_is_null(value->ref))
            lua_pushnil(lua);
        else
            push_owned(lua, sn_model_path(model, value->ref));
        break;
    default:
        push_owned(lua, sn_value_to_text(model, model->root, property, value));
    }
}

/* --- from Lua --- */

/* A number, truth or text at an index; false: it is none. */
static bool append_scalar(lua_State *lua, int index, GString *text)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    switch (lua_type(lua, index)) {
    case LUA_TNUMBER:
        if (lua_isinteger(lua, index))
            g_string_append_printf(text, "%lld", (long long)lua_tointeger(lua, index));
        else
            g_string_append(
                text, g_ascii_formatd(number, sizeof number, "%.17g", lua_tonumber(lua, index)));
        return true;
    case LUA_TBOOLEAN:
        g_string_append(text, lua_toboolean(lua, index) ? "true" : "false");
        return true;
    case LUA_TSTRING:
        g_string_append(text, lua_tostring(lua, index));
        return true;
    default:
        return false;
    }
}

char *sn_script_value_text(lua_State *lua, int index, GError **error)
{
    GString *text = g_string_new(NULL);
    bool good = true;
    if (lua_istable(lua, index)) {
        const lua_Integer n = (lua_Integer)lua_rawlen(lua, index);
        for (lua_Integer i = 1; i <= n && good; i++) {
            if (i > 1)
                g_string_append_c(text, ',');
            lua_rawgeti(lua, index, i);
            good = append_scalar(lua, -1, text);
            lua_pop(lua, 1);
        }
    } else {
        good = append_scalar(lua, index, text);
    }
    if (good)
        return g_string_free(text, FALSE);
    sn_refuse(error, SN_MODEL_ERROR_VALUE,
              "expected a number, true or false, a text, or a table of them, is a %s",
              luaL_typename(lua, index));
    g_string_free(text, TRUE);
    return NULL;
}

/* --- to JSON --- */

enum { DEEPEST = 50 };

typedef struct Writer {
    lua_State *lua;
    const SnModel *model;
    char *folder; /* of the model, from the root of the disk on */
    GError **error;
} Writer;

/* Whether a key of a component is one that names a file. */
static bool names_file(const SnModel *model, const char *key)
{
    for (int c = 0; c < model->classes->n; c++) {
        const SnClass *class = model->classes->rows[c];
        for (int i = 0; i < sn_class_n_properties(class); i++) {
            const SnProperty *property = sn_class_property(class, i);
            const char *dot = strrchr(property->name, '.');
            if (property->type == SN_TYPE_FILE && strcmp(dot ? dot + 1 : property->name, key) == 0)
                return true;
        }
    }
    return false;
}

static json_t *value_json(const Writer *writer, int index, const char *key, int depth);

static json_t *refuse_json(const Writer *writer, const char *key, const char *what)
{
    sn_refuse(writer->error, SN_MODEL_ERROR_VALUE, "%s%s%s", key ? key : "", key ? ": " : "", what);
    return NULL;
}

/* The value on top of the stack, which is taken off, into a list or under a key. */
static bool take_value(const Writer *writer, json_t *whole, const char *key, int depth)
{
    json_t *value = value_json(writer, lua_gettop(writer->lua), key, depth + 1);
    lua_pop(writer->lua, 1);
    if (!value)
        return false;
    if (json_is_array(whole))
        json_array_append_new(whole, value);
    else
        json_object_set_new(whole, key, value);
    return true;
}

static json_t *table_json(const Writer *writer, int index, const char *key, int depth)
{
    lua_State *lua = writer->lua;
    if (depth > DEEPEST || !lua_checkstack(lua, 4))
        return refuse_json(writer, key, "tables within tables without end");
    const lua_Integer n = (lua_Integer)lua_rawlen(lua, index);
    lua_pushnil(lua);
    const bool empty = lua_next(lua, index) == 0;
    if (!empty)
        lua_pop(lua, 2);
    json_t *whole = n > 0 || empty ? json_array() : json_object();
    bool good = true;
    for (lua_Integer i = 1; i <= n && good; i++) {
        lua_rawgeti(lua, index, i);
        good = take_value(writer, whole, key, depth);
    }
    if (n > 0 || empty) {
        if (!good)
            json_decref(whole);
        return good ? whole : NULL;
    }
    lua_pushnil(lua);
    while (good && lua_next(lua, index) != 0) {
        if (lua_type(lua, -2) == LUA_TSTRING) {
            good = take_value(writer, whole, lua_tostring(lua, -2), depth);
        } else {
            refuse_json(writer, key, "a table has either names or the numbers 1, 2, ... as keys");
            good = false;
        }
    }
    if (!good) {
        json_decref(whole);
        whole = NULL;
    }
    return whole;
}

static json_t *text_json(const Writer *writer, const char *text, const char *key)
{
    if (!g_utf8_validate(text, -1, NULL))
        return refuse_json(writer, key, "a text in UTF-8 is expected");
    if (!key || !*text || !names_file(writer->model, key))
        return json_string(text);
    g_autofree char *path = g_canonicalize_filename(text, writer->folder);
    return json_string(path + strspn(path, "/")); /* as the clipboard names files */
}

static json_t *value_json(const Writer *writer, int index, const char *key, int depth)
{
    lua_State *lua = writer->lua;
    switch (lua_type(lua, index)) {
    case LUA_TBOOLEAN:
        return json_boolean(lua_toboolean(lua, index));
    case LUA_TNUMBER:
        if (lua_isinteger(lua, index))
            return json_integer(lua_tointeger(lua, index));
        return isfinite(lua_tonumber(lua, index)) ? json_real(lua_tonumber(lua, index))
                                                  : refuse_json(writer, key, "not a finite number");
    case LUA_TSTRING:
        return text_json(writer, lua_tostring(lua, index), key);
    case LUA_TTABLE:
        return table_json(writer, index, key, depth);
    default:
        return refuse_json(writer, key, "expected a number, true or false, a text or a table");
    }
}

json_t *sn_script_json(lua_State *lua, int index, const SnModel *model, GError **error)
{
    g_autofree char *beside = sn_model_folder(model);
    Writer writer = {lua, model, g_canonicalize_filename(beside, NULL), error};
    json_t *json = value_json(&writer, lua_absindex(lua, index), NULL, 0);
    g_free(writer.folder);
    return json;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/script/script_parts.h"

#include "engine/base/clock.h"
#include "engine/text/refuse.h"

#include <string.h>

SnScript *sn_script_of(lua_State *lua)
{
    return *(SnScript **)lua_getextraspace(lua);
}

int sn_script_raise(lua_State *lua, GError *error)
{
    luaL_where(lua, 1);
    lua_pushstring(lua, error->message); /* may jump for want of memory: the error is then lost */
    g_error_free(error);
    lua_concat(lua, 2);
    lua_error(lua);
    g_assert_not_reached();
}

typedef struct Beginning {
    const char *text, *name;
    size_t length;
    const char *const *arguments;
} Beginning;

/* Under lua_pcall: whatever Lua cannot do for want of memory is an error. */
static int begin(lua_State *lua)
{
    const Beginning *beginning = lua_touserdata(lua, 1);
    SnScript *script = sn_script_of(lua);
    sn_script_open_libraries(lua);
    sn_script_add_functions(lua);
    lua_newtable(lua);
    for (int i = 0; beginning->arguments && beginning->arguments[i]; i++) {
        lua_pushstring(lua, beginning->arguments[i]);
        lua_rawseti(lua, -2, i + 1);
    }
    lua_setglobal(lua, "args");
    script->thread = lua_newthread(lua);
    lua_setfield(lua, LUA_REGISTRYINDEX, "sinew.thread");
    if (luaL_loadbufferx(script->thread, beginning->text, beginning->length, beginning->name,
                         "t") != LUA_OK) {
        lua_xmove(script->thread, lua, 1);
        return lua_error(lua);
    }
    return 0;
}

/* What stands on top of a stack, as the reason. */
static bool refuse_top(lua_State *lua, GError **error)
{
    const char *text = lua_tostring(lua, -1);
    sn_refuse(error, SN_MODEL_ERROR_FORMAT, "%s",
              text ? text : "the script raised an error that is no text");
    lua_pop(lua, 1);
    return false;
}

SnScript *sn_script_new(const SnScriptHost *host, void *data, const char *text, size_t length,
                        const char *name, const char *const *arguments, GError **error)
{
    SnScript *script = g_new0(SnScript, 1);
    script->host = host;
    script->data = data;
    script->lua = lua_newstate(sn_script_allocate, script);
    if (!script->lua) {
        sn_refuse(error, SN_MODEL_ERROR_MEMORY, "%s: there is no memory for a script", name);
        sn_script_free(script);
        return NULL;
    }
    *(SnScript **)lua_getextraspace(script->lua) = script;
    g_autofree char *chunk = g_strdup_printf("@%s", name);
    Beginning beginning = {text, chunk, length, arguments};
    lua_pushcfunction(script->lua, begin);
    lua_pushlightuserdata(script->lua, &beginning);
    if (lua_pcall(script->lua, 1, 0, 0) == LUA_OK)
        return script;
    refuse_top(script->lua, error);
    sn_script_free(script);
    return NULL;
}

SnScriptState sn_script_go_on(SnScript *script, GError **error)
{
    if (script->waits && script->host->busy(script->data))
        return SN_SCRIPT_WAITS;
    script->waits = false;
    script->resumed = sn_clock_ns();
    sn_script_watch(script);
    int n = 0;
    const int status = lua_resume(script->thread, NULL, 0, &n);
    if (status == LUA_YIELD) {
        lua_pop(script->thread, n);
        return SN_SCRIPT_WAITS;
    }
    if (status == LUA_OK)
        return SN_SCRIPT_DONE;
    refuse_top(script->thread, error);
    return SN_SCRIPT_FAILED;
}

void sn_script_free(SnScript *script)
{
    if (script->lua)
        lua_close(script->lua);
    g_free(script);
}

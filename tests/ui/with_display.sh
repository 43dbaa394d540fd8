#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# with_display.sh PROGRAM...: runs it on a display of its own, with nothing of the user's.
runtime=$(mktemp -d)
chmod 700 "$runtime"
export XDG_RUNTIME_DIR="$runtime" XDG_CONFIG_HOME="$runtime/config" XDG_DATA_HOME="$runtime/data"
export XDG_STATE_HOME="$runtime/state"
export GDK_BACKEND=x11 GTK_A11Y=test GSETTINGS_BACKEND=memory GIO_USE_VFS=local
export DBUS_SESSION_BUS_ADDRESS=disabled: LIBGL_ALWAYS_SOFTWARE=1
# a little less than the test itself may take (meson.build), which with a sanitizer is four times as long (./dev sanitize)
limit=${DISPLAY_TIMEOUT:-350}
[ -z "${SN_SANITIZE:-}" ] || limit=$((4 * limit))
timeout "$limit" xvfb-run -a -s "-screen 0 ${SCREEN:-1600x1000}x24 -noreset" "$@"
status=$?
rm -rf "$runtime"
exit $status

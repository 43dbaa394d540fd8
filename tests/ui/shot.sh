#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Picture of the real window: shot.sh SINEW DEMO OUT.png [sinew arguments]; on a display of its own (./dev shot).
# SHOT_DO may hold xdotool commands, one a line, carried out before the picture is taken.
set -euo pipefail
sinew=$1 demo=$2 out=$3
shift 3
"$sinew" "$demo" "$@" &
program=$!
trap 'kill $program 2>/dev/null || true' EXIT
window=$(timeout 30 xdotool search --sync --onlyvisible --pid "$program" --name '.*' | tail -1)
xdotool windowsize --sync "$window" "$(xdotool getdisplaygeometry | cut -d' ' -f1)" \
    "$(xdotool getdisplaygeometry | cut -d' ' -f2)" windowmove "$window" 0 0 || true
sleep "${SHOT_WAIT:-3}"
if [ -n "${SHOT_DO:-}" ]; then
    while IFS= read -r line; do
        # shellcheck disable=SC2086
        [ -z "$line" ] || xdotool $line
        sleep 0.4
    done <<<"$SHOT_DO"
    sleep 1
fi
import -window root "$out"

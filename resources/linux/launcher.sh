#!/bin/sh
# crawlscope                    opens the window
# crawlscope FILE.crawl|--demo  opens the window with it
# crawlscope COMMAND …          runs the command line, without a window and without a display
home=$(dirname "$(dirname "$(readlink -f "$0")")")
for app in "$home/crawlscope" "$home/crawlscope-testbuild"; do
  [ -x "$app" ] && break
done
case "${1-}" in
  '' | --demo) exec "$app" "$@" ;;
  *.crawl) [ $# -eq 1 ] && exec "$app" "$1" ;;
esac
# After "--" Chromium reads no switches, so --user-agent and the like reach the command line untouched.
# Chromium's own messages (no message bus, no graphics) are not the command line's: only what ends it is shown.
set -- --ozone-platform=headless --disable-gpu --log-level=3 --crawlscope-cli -- "$@"
# No web content is loaded here. For root Chromium has no sandbox to start at all.
[ "$(id -u)" -eq 0 ] && set -- --no-sandbox "$@"
exec "$app" "$@"

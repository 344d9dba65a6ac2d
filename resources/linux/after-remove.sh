#!/bin/sh
set -e
# An upgrade runs the old package's script too: by then the link belongs to the new one (deb says "upgrade", rpm says 1).
case "${1-}" in upgrade | failed-upgrade | abort-* | 1) exit 0 ;; esac
rm -f '/usr/bin/${executable}'
if [ -e '/etc/apparmor.d/${executable}' ]; then
  command -v apparmor_parser >/dev/null 2>&1 && apparmor_parser --remove '/etc/apparmor.d/${executable}' >/dev/null 2>&1 || true
  rm -f '/etc/apparmor.d/${executable}'
fi
if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi

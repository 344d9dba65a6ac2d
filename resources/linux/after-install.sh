#!/bin/sh
set -e
ln -sf '/opt/${sanitizedProductName}/bin/crawlscope' '/usr/bin/${executable}'

# Chromium's sandbox: by user namespaces where the kernel gives them to users, else by its setuid helper.
helper='/opt/${sanitizedProductName}/chrome-sandbox'
if [ -e "$helper" ]; then
  if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null; then chmod 0755 "$helper"; else chmod 4755 "$helper"; fi
fi

# Ubuntu 24.04 and later give user namespaces only to programs with an AppArmor profile.
profile='/opt/${sanitizedProductName}/resources/apparmor-profile'
if [ -e "$profile" ] && command -v apparmor_parser >/dev/null 2>&1 && [ -d /etc/apparmor.d ] &&
  apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" '/etc/apparmor.d/${executable}'
  apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' >/dev/null 2>&1 || true
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi

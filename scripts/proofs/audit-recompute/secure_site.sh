#!/usr/bin/env bash
# Crawls an https site with AMP pages in a private network namespace (root, Linux), and judges the checks of TLS, AMP and probes.
#   secure_site.sh OUT      writes OUT/secure.crawl
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ "${IN_WORLD:-}" != 1 ]; then
  mkdir -p "$1"
  IN_WORLD=1 exec unshare --net --mount "$0" "$(realpath "$1")"
fi
out=$1
ip link set lo up
ip route add local 44.0.0.0/8 dev lo
python3 "$here/secure_site.py" plan "$out"
mount --bind "$out/hosts" /etc/hosts
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3000 -subj '/CN=Test CA' \
  -keyout "$out/ca.key" -out "$out/ca.pem" 2>/dev/null
# Name, days that the certificate has left, and the names in it
while read -r name days names; do
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$name" -keyout "$out/$name.key" -out "$out/$name.csr" 2>/dev/null
  openssl x509 -req -in "$out/$name.csr" -CA "$out/ca.pem" -CAkey "$out/ca.key" -CAcreateserial -days "$days" -out "$out/$name.pem" \
    -extfile <(echo "subjectAltName=$names") 2>/dev/null
done < "$out/certificates"
python3 -W ignore "$here/secure_site.py" serve "$out" & server=$!
trap 'kill $server' EXIT
for _ in $(seq 50); do (exec 3<>/dev/tcp/44.0.0.1/443) 2>/dev/null && break; sleep 0.2; done
cd "$here/../../.."
export NODE_EXTRA_CA_CERTS=$out/ca.pem
[ -n "${KEEP:-}" ] || rm -f "$out"/secure.crawl*
[ -n "${KEEP:-}" ] || timeout 300 npm run --silent crawlscope -- crawl --list "$out/seeds" --out "$out/secure.crawl" --delay 0 --check-delay 0 --connections 8 --attempts 1 \
  --check-resources --check-external --crawl-references amp --probe > "$out/secure.log" 2>&1 || tail -1 "$out/secure.log" # two hosts never respond, so their URLs wait
python3 -W ignore "$here/secure_site_judge.py" "$out"

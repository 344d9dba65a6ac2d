#!/usr/bin/env bash
# Crawls real pages, robots.txt files and sitemaps at their own URLs, in a private network namespace (root, Linux).
#   second_half_world.sh CORPORA OUT      writes OUT/pages.crawl, OUT/robots.crawl, OUT/sitemaps.crawl
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ "${IN_WORLD:-}" != 1 ]; then
  mkdir -p "$2"
  python3 "$here/second_half_world.py" "$1" plan "$2"
  IN_WORLD=1 exec unshare --net --mount "$0" "$(realpath "$1")" "$(realpath "$2")"
fi
out=$2
ip link set lo up
ip route add local 44.0.0.0/8 dev lo
mount --bind "$out/hosts" /etc/hosts
names=$(sed 's/^/DNS:/' "$out/names" | paste -sd, -)
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 300 -subj '/CN=test world' \
  -addext "subjectAltName=$names" -keyout "$out/key.pem" -out "$out/cert.pem" 2>/dev/null
python3 "$here/second_half_world.py" "$1" serve "$out" & server=$!
trap 'kill $server' EXIT
for _ in $(seq 50); do (exec 3<>/dev/tcp/127.0.0.1/443) 2>/dev/null && break; sleep 0.2; done
cd "$here/../../.."
export NODE_EXTRA_CA_CERTS=$out/cert.pem
for kind in ${KINDS:-robots sitemaps pages}; do
  rm -f "$out/$kind.crawl"
  more=(--max-pages 3500 --max-depth 1)
  [ "$kind" != pages ] || more=(--max-pages 1800 --max-depth 1 --check-resources --max-checks 60 --check-delay 0 --crawl-references canonical --crawl-references hreflang)
  timeout 900 npm run --silent crawlscope -- crawl --list "$out/seeds-$kind.txt" --out "$out/$kind.crawl" --delay 0 --connections 8 \
    --attempts 1 "${more[@]}" > "$out/$kind.log" 2>&1 || echo "$kind: exit $?"
  tail -3 "$out/$kind.log"
done

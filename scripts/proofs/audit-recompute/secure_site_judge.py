"""Judges the checks of TLS, AMP and probes on the crawl of secure_site.sh. It asks the servers itself and reads raw bytes, with html5lib, ssl
and http.client. It uses nothing that Crawlscope derived.   secure_site_judge.py OUT"""
import http.client
import json
import re
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import html5lib

OUT = Path(sys.argv[1])
HOSTS = [line.strip().split('/')[2] for line in (OUT / 'seeds').read_text().split()]
NS = '{http://www.w3.org/1999/xhtml}'


def ask(url, agent='judge', hops=0):
    """(status, headers, body) of a request, or None."""
    parts = urlsplit(url)
    context = ssl.create_default_context(cafile=OUT / 'ca.pem')
    make = http.client.HTTPSConnection if parts.scheme == 'https' else http.client.HTTPConnection
    try:
        connection = make(parts.hostname, timeout=5, **({'context': context} if parts.scheme == 'https' else {}))
        connection.request('GET', (parts.path or '/') + (f'?{parts.query}' if parts.query else ''), headers={'User-Agent': agent})
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    except OSError:
        return None


def follow(url, agent='judge'):
    """The last (url, response) of a chain of redirects."""
    for _ in range(10):
        got = ask(url, agent)
        if got is None or got[0] not in (301, 302, 303, 307, 308):
            return url, got
        url = urljoin(url, got[1]['Location'])
    return url, got


def secured(host):
    """(days left, the certificate names the host, version of TLS), with all faults allowed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.set_ciphers('ALL:@SECLEVEL=0')
    with socket.create_connection((host, 443), 5) as raw, context.wrap_socket(raw, server_hostname=host) as sock:
        der, version = sock.getpeercert(True), sock.version()
    text = subprocess.run(['openssl', 'x509', '-inform', 'der', '-noout', '-enddate', '-ext', 'subjectAltName'], input=der, capture_output=True, check=True).stdout.decode()
    end = ssl.cert_time_to_seconds(re.search(r'notAfter=(.*)', text)[1])
    return int((end - time.time()) // 86400), f'DNS:{host}' in re.split(r'[,\s]+', text), version


class Page:
    def __init__(self, url, response):
        self.url, (self.status, self.headers, self.body) = url, response
        self.raw = self.body.decode('utf-8', 'replace')
        self.tree = html5lib.parse(self.raw)
        self.all = [e for e in self.tree.iter() if isinstance(e.tag, str)]

    def tags(self, *names):
        return [e for e in self.all if e.tag.replace(NS, '') in names]

    def rel(self, token):
        return [urljoin(self.url, e.get('href')) for e in self.tags('link') if token in (e.get('rel') or '').lower().split() and e.get('href')]

    @property
    def canonicals(self):
        header = re.findall(r'<([^>]*)>\s*;\s*rel="canonical"', self.headers.get('Link') or '')
        return [urljoin(self.url, h) for h in header] + self.rel('canonical')

    @property
    def is_amp(self):
        return bool({'amp', '⚡'} & set(self.tree.attrib))

    @property
    def noindex(self):
        metas = [e.get('content', '') for e in self.tags('meta') if e.get('name') == 'robots']
        return any('noindex' in t for t in metas + [self.headers.get('X-Robots-Tag') or ''])


def crawl():
    """Pages of the hosts, found by links and rel=amphtml from the home pages; robots.txt of the shop is known to forbid /amp/blocked."""
    found, queue, asked = {}, [f'https://{h}/' for h in HOSTS], {}
    while queue:
        url = queue.pop().split('#')[0]
        parts = urlsplit(url)
        if url in asked or parts.hostname not in HOSTS or parts.path == '/amp/blocked':
            continue
        asked[url] = got = ask(url)
        if got is None:
            continue
        if got[0] in (301, 302):
            queue.append(urljoin(url, got[1]['Location']))
        elif got[0] == 200 and got[1].get_content_type() == 'text/html':
            found[url] = page = Page(url, got)
            queue += [urljoin(url, e.get('href')) for e in page.tags('a') if e.get('href')] + page.rel('amphtml')
    return found, asked


pages, asked = crawl()
amp_of = {to: url for url in sorted(pages, reverse=True) for to in pages[url].rel('amphtml')}
own = {to: src for to, src in amp_of.items() if urlsplit(to).hostname in HOSTS}
secure = [u for u in pages if u.startswith('https:')]
hits = {}


def over(check, urls, test):
    hits[check] = {u for u in urls if test(u)}


def loads(url, *names):
    return [urljoin(url, e.get('src') or e.get('href') or '') for e in pages[url].tags(*names)
            if e.get('src') or (e.tag.endswith('link') and 'stylesheet' in (e.get('rel') or ''))]


def status(url):
    got = asked[url] if url in asked else ask(url)
    return got and got[0]


def boilerplate(url):
    page = pages[url]
    return (not page.raw.lower().startswith('<!doctype html>') or not re.search(r'<meta charset="?utf-8', page.raw)
            or not re.search(r'content="width=device-width', page.raw) or 'cdn.ampproject.org/v0.js' not in page.raw
            or not page.raw.count('amp-boilerplate'))


def disallowed(url):
    for script in pages[url].tags('script'):
        if not (script.get('src') or '').startswith('https://cdn.ampproject.org/') and script.get('type') not in ('application/ld+json', 'application/json'):
            return True
    return bool(pages[url].tags('frame', 'frameset', 'object', 'embed', 'applet'))


amps = [u for u in pages if pages[u].is_amp]
over('amp.non200', [u for u in pages if pages[u].rel('amphtml')], lambda u: any(status(t) not in (200, None) for t in pages[u].rel('amphtml') if not t.endswith('/amp/blocked')))
over('amp.no_return', [t for t in own if t in pages], lambda t: own[t] not in pages[t].canonicals)
over('amp.no_canonical', amps, lambda u: not pages[u].canonicals)
over('amp.noindex', [*amps, *own], lambda u: u.endswith('/amp/blocked') or (u in pages and pages[u].noindex))
over('amp.html_tag', [t for t in own if t in pages], lambda t: not pages[t].is_amp)
over('amp.boilerplate', amps, boilerplate)
over('amp.disallowed', amps, disallowed)

http_only = lambda urls: any(u.startswith('http:') for u in urls)
over('sec.mixed_active', secure, lambda u: http_only(loads(u, 'script', 'iframe', 'link')))
over('sec.mixed_passive', secure, lambda u: http_only(loads(u, 'img', 'video', 'audio')))
over('sec.link_http', secure, lambda u: any(urljoin(u, e.get('href')).startswith('http:') for e in pages[u].tags('a') if e.get('href')))
over('sec.form_insecure_action', pages, lambda u: any((e.get('action') or '').startswith('http:') for e in pages[u].tags('form')))
age = lambda u: re.search(r'max-age=(\d+)', pages[u].headers.get('Strict-Transport-Security') or '')
over('sec.hsts_missing', secure, lambda u: pages[u].headers.get('Strict-Transport-Security') is None)
over('sec.hsts_short', [u for u in secure if age(u)], lambda u: int(age(u)[1]) < 2_678_400)
over('sec.cookie_flags', asked, lambda u: asked[u] and u.startswith('https:') and 'secure' not in (asked[u][1].get('Set-Cookie') or 'secure').lower())
over('resp.redirect_downgrade', asked, lambda u: asked[u] and u.startswith('https:') and (asked[u][1].get('Location') or '').startswith('http:'))
over('soc.og_image_broken', pages, lambda u: any(status(urljoin(u, e.get('content'))) != 200 for e in pages[u].tags('meta') if e.get('property') == 'og:image'))

facts = {h: secured(h) for h in HOSTS}
origins = {f'https://{h}': h for h in HOSTS}
over('sec.cert_expiring', origins, lambda o: facts[origins[o]][0] < 30)
over('sec.cert_name', origins, lambda o: not facts[origins[o]][1])
over('sec.tls_old', origins, lambda o: facts[origins[o]][2] in ('SSLv3', 'TLSv1', 'TLSv1.1'))
over('resp.tls_error', [o + '/' for o in origins], lambda u: ask(u) is None)

alive = [o for o in origins if ask(o + '/')]
random_path = {o: follow(f'{o}/judge-9f2c71e0b3')[1] for o in alive}
over('resp.no404', alive, lambda o: random_path[o][0] == 200)
text = lambda body: ' '.join(''.join(html5lib.parse(body).itertext()).split())
over('resp.soft404', [u for u in pages if urlsplit(u).path != '/'], lambda u: any(
    u.startswith(o + '/') and got[0] == 200 and text(got[2]) == text(pages[u].body) for o, got in random_path.items()))


def homes(origin):
    """The addresses of a host that return a page, with the address that each stands for."""
    name = origins[origin]
    found = {}
    for scheme in ('http', 'https'):
        for host in (name, f'www.{name}'):
            end, got = follow(f'{scheme}://{host}/')
            if got and got[0] == 200:
                canonical = Page(end, got).canonicals
                found[f'{scheme}://{host}/'] = canonical[0] if canonical else end
    return found


over('resp.www_variants', alive, lambda o: len(set(homes(o).values())) > 1)
over('sec.http_home_noredirect', alive, lambda o: (homes(o).get(f'http://{origins[o]}/') or 'https:').startswith('http:'))


def robots(url):
    got = follow(url)[1]
    return got and (got[2] if got[0] == 200 else got[0])


over('robots.variant_differs', alive, lambda o: any(
    (r := robots(f'{s}://{h}/robots.txt')) is not None and r != robots(o + '/robots.txt')
    and not (isinstance(r, int) and isinstance(robots(o + '/robots.txt'), int))
    for s in ('http', 'https') for h in (origins[o], f'www.{origins[o]}')))
llms = {o: follow(o + '/llms.txt')[1] for o in alive}
over('robots.llms_missing', alive, lambda o: llms[o][0] in (404, 410))
over('robots.llms_bad', alive, lambda o: llms[o][0] == 200 and (llms[o][1].get_content_type() == 'text/html' or not llms[o][2].startswith(b'# ')))
icon = {o: follow(o + '/favicon.ico')[1][0] == 200 for o in alive}
indexable = [u for u in pages if not pages[u].noindex and not any(c != u for c in pages[u].canonicals)]
over('soc.favicon', indexable, lambda u: not pages[u].rel('icon') and not icon[f'https://{urlsplit(u).hostname}'])
phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Mobile Safari/537.36'
over('val.vary_missing', pages, lambda u: abs(len(ask(u, phone)[2]) - len(pages[u].body)) * 10 > max(len(ask(u, phone)[2]), len(pages[u].body)))

run = lambda *args: subprocess.run(['npm', 'run', '--silent', 'crawlscope', '--', 'issues', str(OUT / 'secure.crawl'), *args], capture_output=True, text=True, check=True).stdout
rows = {r['check']: r for r in json.loads(run('--format', 'json'))}
theirs = {c: set() for c in hits}
for line in run(*[a for c in hits for a in ('--check', c)], '--format', 'jsonl').splitlines():
    found = json.loads(line)
    theirs[found['check']].add(found['url'])
differ = 0
print('| check | checked | hits | not checkable | judged |\n| --- | ---: | ---: | ---: | --- |')
for check, mine in hits.items():
    row, missing, extra = rows[check], mine - theirs[check], theirs[check] - mine
    differ += bool(missing or extra)
    verdict = 'equal' if not missing and not extra else f'DIFFERENT: missing {sorted(missing)}, extra {sorted(extra)}'
    reasons = ', '.join(f'{n} {r}' for r, n in row['notCheckable'].items())
    print(f"| `{check}` | {row['checked']} | {row['hits']} | {reasons} | {verdict} |")
print(f'{len(hits)} checks, {differ} different', file=sys.stderr)
sys.exit(1 if differ else 0)

"""Serves real pages, robots.txt files and sitemaps at their own URLs, without a network.

Run by second_half_world.sh inside a private network namespace (nothing leaves the machine).
Sources: a folder with html/, robots/ and sitemaps/, each with its index. Pages are served at the URL that
they name as canonical. What the corpus lacks (targets of links, hreflang, AMP and sitemap entries) is made
up: what such a URL returns depends only on its MD5.

  second_half_world.py CORPORA plan OUT     writes OUT/hosts, OUT/seeds-*.txt, OUT/names
  second_half_world.py CORPORA serve OUT    serves on ports 80 and 443 (certificate in OUT)
"""
import gzip
import hashlib
import html
import json
import re
import socketserver
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

CORPORA = Path(sys.argv[1])
OUT = Path(sys.argv[3])
PLAIN = 'http://corpus-pages.example.com'


def digest(text):
    return hashlib.md5(text.encode('utf-8', 'replace')).digest()


def read(path):
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == '.gz' and data[:2] == b'\x1f\x8b' else data


def pages():
    """URL → (file, body) of each real page."""
    found = {}
    for line in (CORPORA / 'html/truth.jsonl').read_text().splitlines():
        row = json.loads(line)
        file = row['file']
        links = [c if isinstance(c, str) else c.get('href') for c in row['canonical']]
        links = [c for c in links if c and re.match(r'https?://[a-z0-9.-]+(:\d+)?/', c)]
        url = links[-1] if links else None
        if url is None:
            named = re.match(r'\d+-\d{5}-(.+)\.html$', file)
            url = f'http://{named[1]}/robots.txt' if named else f'{PLAIN}/{quote(file)}'
        if url in found:
            url = f'{PLAIN}/{quote(file)}'
        found[url] = (file, read(CORPORA / 'html' / file))
    return found


def robots_files():
    """Host → raw robots.txt: every unusual one and a sample of the others."""
    hosts = dict(re.findall(r'"([^"]+)" "([^"]+)";', (CORPORA / 'robots/by-host.map').read_text()))
    features = {}
    for line in (CORPORA / 'robots/index.tsv').read_text().splitlines()[1:]:
        cells = line.split('\t')
        features[cells[0]] = cells[4]
    rare = re.compile(r'html|junk-line|path-no-slash|multi-path|no-user-agent|url-in-rule|absolute-url|relative-or-odd|rule-before'
                      r'|bare-star|utf-16|utf16|nul|rtf|bom|big|noindex|eol-cr\b|multi-ua')
    chosen = {}
    taken = {}
    for host, file in sorted(hosts.items(), key=lambda item: digest(item[0])):
        if not re.fullmatch(r'[a-z0-9-]+(\.[a-z0-9-]+)+', host) or re.fullmatch(r'[\d.]+', host):
            continue
        kinds = [k for k in features.get(file, '').split() if rare.search(k)]
        if has_tie(read(CORPORA / 'robots' / file)):
            kinds.append('tie')
        for kind in kinds or ['plain']:
            if taken.get(kind, 0) < (60 if kind == 'plain' else 14):
                taken[kind] = taken.get(kind, 0) + 1
                chosen[host] = read(CORPORA / 'robots' / file)
                break
    return chosen


def sitemaps():
    """Host → {path: (bytes, type)}: each file at the host that its first entry names."""
    found = {}
    for line in (CORPORA / 'sitemaps/index.tsv').read_text().splitlines()[1:]:
        file = line.split('\t')[0]
        raw = (CORPORA / 'sitemaps' / file).read_bytes()
        text = gzip.decompress(raw) if raw[:2] == b'\x1f\x8b' else raw
        first = re.search(rb'https?://([a-z0-9.-]+)', re.sub(rb'<\?.*?\?>|<urlset[^>]*>|<sitemapindex[^>]*>|<!--.*?-->', b'', text, flags=re.S))
        host = first[1].decode() if first else f'{file[:3]}.sitemaps.example.com'
        kind = 'text/plain' if file.endswith('.txt') else 'application/gzip' if file.endswith('.gz') else 'application/xml'
        found.setdefault(host, {})[f'/{file}'] = (raw, kind)
    return found


def rule_paths(raw):
    """Paths that rules of a robots.txt match, and such that match only in another case."""
    paths = []
    for line in re.split(r'[\r\n]+', raw.decode('utf-8', 'replace')):
        match = re.match(r'\s*(?:dis)?allow\s*:\s*([^\s#]+)', line, re.I)
        if not match or not match[1].startswith('/'):
            continue
        path = match[1].rstrip('$').replace('*', 'x')
        if len(path) > 1 and path not in paths:
            paths.append(path)
    chosen = sorted(paths, key=digest)[:9]
    return chosen + [p.swapcase() for p in chosen[:2]]


def has_tie(raw):
    """Whether an Allow and a Disallow of one length match the same path."""
    sides = {'allow': {}, 'disallow': {}}
    for line in re.split(r'[\r\n]+', raw[:200_000].decode('utf-8', 'replace')):
        match = re.match(r'\s*(allow|disallow)\s*:\s*(/[^\s#]+)', line, re.I)
        if match:
            sides[match[1].lower()].setdefault(len(match[2]), []).append(match[2])
    for size, allowed in sides['allow'].items():
        for one in allowed[:50]:
            for other in sides['disallow'].get(size, [])[:200]:
                for rule, path in ((one, other), (other, one)):
                    pattern = re.compile('.*'.join(map(re.escape, rule.rstrip('$').split('*'))))
                    if pattern.match(path.rstrip('$').replace('*', 'x')):
                        return True
    return False


def robots_home(raw):
    links = []
    for path in rule_paths(raw):
        ref = html.escape(path)
        kind = digest(path)[3] % 5
        if kind == 0:
            links.append(f'<link rel=stylesheet href="{ref}">')
        elif kind == 1:
            links.append(f'<script src="{ref}"></script>')
        elif kind == 2:
            links.append(f'<a rel=nofollow href="{ref}">{ref}</a>')
        else:
            links.append(f'<a href="{ref}">{ref}</a>')
    return f'<!doctype html><html lang=en><head><meta charset=utf-8><title>Start page of the robots test</title></head><body><h1>Start</h1>{" ".join(links)}<a href="/about">About</a></body></html>'


class World:
    def __init__(self):
        self.pages = pages()
        self.robots = robots_files()
        self.sitemaps = sitemaps()
        self.sets = self.alternates()

    def hosts(self):
        names = {urlsplit(u).hostname for u in self.pages} | set(self.robots) | set(self.sitemaps)
        names |= {urlsplit(u).hostname for u in self.sets}
        return sorted(n for n in names if n and re.fullmatch(r'[a-z0-9-]+(\.[a-z0-9-]+)+', n) and not re.fullmatch(r'[\d.]+', n))

    def alternates(self):
        """Targets of hreflang → what the page that lists them lists."""
        sets = {}
        for url, (file, body) in self.pages.items():
            text = body.decode('utf-8', 'replace')
            listed = []
            for tag in re.findall(r'<link\b[^>]*hreflang[^>]*>', text, re.I):
                code = re.search(r'hreflang\s*=\s*["\']?([^"\'\s>]+)', tag, re.I)
                href = re.search(r'\shref\s*=\s*["\']?([^"\'\s>]+)', tag, re.I)
                if code and href:
                    listed.append((code[1], urljoin(url, html.unescape(href[1]))))
            for _, target in listed:
                sets.setdefault(target.split('#')[0], listed)
        return sets

    def answer(self, scheme, host, path):
        """Status, headers, body of a URL."""
        url = f'{scheme}://{host}{path}'
        typed = {'Content-Type': 'text/html'}
        for known in (url, f'{scheme}://{host}:80{path}', f'https://{host}{path}', f'http://{host}{path}'):
            if known in self.pages:
                file, body = self.pages[known]
                if int(file[:3]) % 3 == 0:
                    typed['Content-Type'] = 'text/html; charset=UTF-8'
                return 200, typed, body
        maps = self.sitemaps.get(host, {})
        if path == '/robots.txt':
            if host in self.robots:
                return 200, {'Content-Type': 'text/plain'}, self.robots[host]
            if maps:
                lines = ''.join(f'Sitemap: {scheme}://{host}{p}\n' for p in maps)
                return 200, {'Content-Type': 'text/plain'}, f'User-agent: *\nDisallow: /feed/\nDisallow: /de/\n\n{lines}'.encode()
            odd = digest(host)[5] % 16
            if odd == 0:
                return 503, {'Content-Type': 'text/plain'}, b'busy'
            if odd == 1:
                return 403, {'Content-Type': 'text/html'}, b'<html><body>Forbidden</body></html>'
            if odd == 2:
                return 301, {'Location': f'http://corpus-pages.example.com/robots.txt'}, b''
            if odd == 3:
                return 301, {'Location': f'{scheme}://{host}/robots2.txt'}, b''
            return 404, {'Content-Type': 'text/html'}, b'<html><head><title>Not found</title></head><body>Not found</body></html>'
        if path == '/robots2.txt':
            return 200, {'Content-Type': 'text/plain'}, b'User-agent: *\nDisallow: /en/\n'
        if path in maps:
            return 200, {'Content-Type': maps[path][1]}, maps[path][0]
        if path == '/' and host in self.robots:
            return 200, typed, robots_home(self.robots[host]).encode()
        return self.invented(url, scheme, host)

    def invented(self, url, scheme, host):
        mark = digest(url)
        listed = self.sets.get(url, [])
        if mark[0] % 10 == 6:
            return 301, {'Location': '/moved/' + mark.hex()[:6]}, b''
        if mark[0] % 10 == 7:
            return 404, {'Content-Type': 'text/html'}, b'<html><head><title>Not found</title></head><body>Not found</body></html>'
        if mark[0] % 40 == 8:
            return 500, {'Content-Type': 'text/html'}, b'<html><body>Error</body></html>'
        head = ['<meta charset=utf-8>', f'<title>Page {mark.hex()[:8]}</title>']
        if mark[1] % 7 == 0:
            head.append('<meta name=robots content="noindex,follow">')
        if mark[2] % 4 == 0:
            head.append(f'<link rel=canonical href="{html.escape(url)}">')
        if mark[2] % 9 == 1:
            head.append(f'<link rel=canonical href="{scheme}://{host}/elsewhere">')
        for at, (code, target) in enumerate(listed):
            if mark[3] % 3 == 0 and at % 4 == 1:
                continue
            if mark[3] % 5 == 1 and target == url:
                code = 'en-UK'
            head.append(f'<link rel=alternate hreflang="{html.escape(code)}" href="{html.escape(target)}">')
        lang = ' lang=en' if mark[4] % 2 else ''
        text = ' '.join(f'word{n}' for n in range(40 + mark[5]))
        page = f'<!doctype html><html{lang}><head>{"".join(head)}</head><body><h1>Page</h1><p>{text}</p>{"" if mark[6] % 5 == 0 else "<a href=/>Home</a>"}</body></html>'
        return 200, {'Content-Type': 'text/html; charset=utf-8'}, page.encode()


def serve(world):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'
        scheme = 'http'

        def do_GET(self):
            host = self.headers.get('Host', '').split(':')[0]
            status, headers, body = world.answer(self.scheme, host, self.path)
            if self.command == 'GET' and len(body) > 1500 and digest(self.path)[7] % 2 and 'gzip' in self.headers.get('Accept-Encoding', ''):
                body = gzip.compress(body)
                headers = {**headers, 'Content-Encoding': 'gzip'}
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            if self.command == 'GET':
                self.wfile.write(body)

        do_HEAD = do_GET

        def log_message(self, *args):
            return

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    class Secure(Handler):
        scheme = 'https'

    plain = Server(('0.0.0.0', 80), Handler)
    secure = Server(('0.0.0.0', 443), Secure)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(OUT / 'cert.pem', OUT / 'key.pem')
    secure.socket = context.wrap_socket(secure.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=secure.serve_forever, daemon=True).start()
    plain.serve_forever()


def plan(world):
    OUT.mkdir(parents=True, exist_ok=True)
    names = world.hosts()
    (OUT / 'hosts').write_text('127.0.0.1 localhost\n' + ''.join(f'44.1.{i // 250}.{i % 250 + 1} {n}\n' for i, n in enumerate(names)))
    (OUT / 'names').write_text('\n'.join(names))
    (OUT / 'seeds-pages.txt').write_text('\n'.join(u for u in world.pages))
    (OUT / 'seeds-robots.txt').write_text('\n'.join(f'http://{h}/' for h in sorted(world.robots)))
    (OUT / 'seeds-sitemaps.txt').write_text('\n'.join(f'{"http" if digest(h)[0] % 2 else "https"}://{h}/' for h in sorted(world.sitemaps)))
    print(len(world.pages), 'pages', len(world.robots), 'robots', len(world.sitemaps), 'sitemap hosts', len(names), 'names')


if __name__ == '__main__':
    whole = World()
    plan(whole) if sys.argv[2] == 'plan' else serve(whole)

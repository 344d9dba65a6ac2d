"""Reads a crawl file and its raw pages for second_half.py, with html5lib: no code of Crawlscope.

From the file come only what was requested and received (URLs, bodies, headers, times) and the links' targets
are resolved here again.
"""
import hashlib
import json
import os
import pickle
import re
import sqlite3
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

import html5lib
from html5lib import _tokenizer
import webencodings

from crawlfile import body_of

HEAD_ONLY = {'base', 'basefont', 'bgsound', 'link', 'meta', 'title', 'noscript', 'noframes', 'style', 'script', 'template', 'head', 'html'}
CACHE = os.environ.get('RECOMPUTE_CACHE', '/tmp/audit-recompute-cache')
SPACE = ' \t\n\f\r'


def resolve(base, href):
    """An absolute URL without fragment, nearly as the WHATWG URL standard says; None: not a URL."""
    href = re.sub(r'[\t\n\r]', '', href.strip(''.join(map(chr, range(33)))))
    if re.match(r'[a-zA-Z][a-zA-Z0-9+.-]*:', href) and not re.match(r'https?:', href, re.I):
        return href
    if re.match(r'https?:(?!//)', href, re.I) and href.split(':')[0].lower() == urlsplit(base).scheme:
        href = href.split(':', 1)[1]
    href = re.sub(r'^(https?:)/*', r'\1//', href, flags=re.I)
    before, mark, after = href.partition('?')
    href = before.replace('\\', '/') + mark + after
    try:
        parts = urlsplit(urljoin(base, href))
        host = parts.hostname or ''
        if not host or re.search(r'[ <>^|%#]', host):
            return None
        if any(ord(c) > 127 for c in host):
            host = host.encode('idna').decode()
        if ':' in host:
            host = f'[{host}]'
        port = parts.port
    except (ValueError, UnicodeError):
        return None
    if port and port != {'http': 80, 'https': 443}.get(parts.scheme):
        host += f':{port}'
    path = quote(parts.path or '/', safe="/%:@!$&'()*+,;=-._~[]|\\^")
    query = quote(parts.query, safe="/%:@!$&()*+,;=-._~?[]|\\^`{}")
    url = urlunsplit((parts.scheme, host, dots(path), query, ''))
    return url + '?' if '?' in href.split('#')[0] and not query else url


def dots(path):
    out = []
    pieces = path.split('/')
    for at, piece in enumerate(pieces):
        low = piece.lower().replace('%2e', '.')
        if low == '..':
            if len(out) > 1:
                out.pop()
            if at == len(pieces) - 1:
                out.append('')
        elif low == '.':
            if at == len(pieces) - 1:
                out.append('')
        else:
            out.append(piece)
    return '/'.join(out) or '/'


PLAIN_TOKENS = _tokenizer.HTMLTokenizer.__iter__


def recorded(tokenizer):
    """The tokens, whose names are kept in their order beside the tree."""
    seen = tokenizer.parser.seen
    for token in PLAIN_TOKENS(tokenizer):
        kind = token['type']
        if kind in (3, 5):
            seen.append(('start', token['name']))
        elif kind == 4:
            seen.append(('end', token['name']))
        elif kind == 1 and token['data'].strip(SPACE + '\0\ufeff'):
            if not seen or seen[-1][0] != 'text':
                seen.append(('text', token['data'].strip()[:40]))
        elif kind == 0:
            seen.append(('doctype', token.get('name')))
        yield token


_tokenizer.HTMLTokenizer.__iter__ = recorded


class Parser(html5lib.HTMLParser):
    def __init__(self):
        self.seen = []
        super().__init__(namespaceHTMLElements=False)

    def reset(self):
        self.seen.clear()  # the page is read again where a meta names another encoding
        super().reset()


def text_of(element):
    return ''.join(element.itertext())


def accessible(element, ids):
    """Whether an accessible name can be found: text, alt, aria-label, aria-labelledby, title, svg title."""
    def has(node):
        if not isinstance(node.tag, str) or node.tag.split('}')[-1] in ('script', 'style', 'template'):
            return False
        if (node.get('aria-label') or '').strip():
            return True
        if any((ids.get(i) or '').strip() for i in (node.get('aria-labelledby') or '').split()):
            return True
        if node.tag in ('img', 'area') and (node.get('alt') or '').strip():
            return True
        if node.tag == 'input' and node.get('type', '').lower() == 'image' and (node.get('alt') or '').strip():
            return True
        if (node.get('title') or '').strip():
            return True
        if (node.text or '').strip():
            return True
        return any(has(child) or (child.tail or '').strip() for child in node)
    return has(element)


def parse(body, header_charset):
    while True:  # html5lib does not know template, whose content is inert
        shorter = re.sub(rb'<template\b(?:(?!<template\b).)*?</template\s*>', b'', body, flags=re.I | re.S)
        if shorter == body:
            break
        body = shorter
    parser = Parser()
    tree = parser.parse(body, transport_encoding=header_charset)
    ids = {}
    labels = set()
    for node in tree.iter():
        if isinstance(node.tag, str) and node.get('id') and node.get('id') not in ids:
            ids[node.get('id')] = text_of(node)
        if node.tag == 'label' and node.get('for'):
            labels.add(node.get('for'))
    page = {'metas': [], 'links': [], 'bases': [], 'anchors': [], 'fields': [], 'buttons': [], 'jsonld': [], 'forms': 0,
            'html': {}, 'tags': {}, 'text': '', 'microdata': 0, 'title': None, 'images': [], 'scripts': [], 'frames': [], 'styles': []}
    words = []

    def walk(node, where):
        tag = node.tag
        if not isinstance(tag, str):
            return
        tag = tag.lower().split('}')[-1]
        page['tags'][tag] = page['tags'].get(tag, 0) + 1
        if tag in ('head', 'body'):
            where = {**where, 'in': tag}
        get = node.get
        attributes = dict(node.attrib)
        if tag == 'html':
            page['html'] = attributes
        elif tag == 'title' and page['title'] is None and where['in'] != 'svg':
            page['title'] = text_of(node)
        elif tag == 'meta':
            page['metas'].append((attributes, where['in'], where['svg']))
        elif tag == 'link':
            page['links'].append((attributes, where['in']))
        elif tag == 'base':
            page['bases'].append(attributes)
        elif tag in ('a', 'area') and get('href') is not None:
            page['anchors'].append({'href': get('href'), 'rel': (get('rel') or '').lower().split(), 'tag': tag,
                                    'named': accessible(node, ids) or (tag == 'area' and bool((get('alt') or '').strip())),
                                    'text': text_of(node).strip()[:80], 'hidden': where['hidden'], 'attrs': attributes})
        elif tag in ('frame', 'iframe') and get('src') is not None:
            page['frames'].append(get('src'))
        elif tag == 'img':
            page['images'].append(attributes)
        elif tag == 'script':
            if (get('type') or '').lower().split(';')[0].strip() == 'application/ld+json':
                page['jsonld'].append(text_of(node))
            elif get('src') is not None:
                page['scripts'].append(get('src'))
        elif tag in ('input', 'select', 'textarea'):
            kind = (get('type') or 'text').lower() if tag == 'input' else tag
            named = bool((get('aria-label') or '').strip() or get('aria-labelledby') or (get('title') or '').strip()
                         or where['label'] or (get('id') in labels))
            page['fields'].append({'kind': kind, 'named': named, 'hidden': where['hidden'], 'attrs': attributes,
                                   'alt': (get('alt') or '').strip(), 'value': (get('value') or '').strip()})
        if get('hidden') is not None or (get('aria-hidden') or '').lower() == 'true' or re.search(r'display\s*:\s*none', get('style') or ''):
            where = {**where, 'hidden': True}
        if tag == 'button' or (get('role') or '').lower() == 'button' and tag not in ('input', 'a'):
            page['buttons'].append({'named': accessible(node, ids), 'hidden': where['hidden'], 'tag': tag, 'attrs': attributes})
        if tag == 'label':
            where = {**where, 'label': True}
        if tag == 'svg':
            where = {**where, 'svg': True, 'in': 'svg'}
        if get('itemscope') is not None:
            page['microdata'] += 1
        for child in node:
            walk(child, where)
        if tag == 'body':
            words.append(text_of(node))

    import sys
    sys.setrecursionlimit(20000)
    walk(tree, {'in': '', 'label': False, 'svg': False, 'hidden': False})
    page['text'] = ' '.join(words)[:200000]
    page['tokens'] = parser.seen[:100000]
    page['errors'] = sorted({error[1] for error in parser.errors})
    page['encoding'] = parser.documentEncoding
    return page


class Crawl:
    def __init__(self, path):
        self.path = path
        self.db = sqlite3.connect(f'file:{path}?mode=ro', uri=True)
        self.db.row_factory = sqlite3.Row
        self.urls = {}
        self.by_id = {}
        for row in self.db.execute('SELECT u.*, f.response_headers AS headers, f.body_hash AS body_hash, f.first_byte_ms AS ttfb, f.total_ms AS total,'
                                   ' f.body_bytes AS size, f.wire_bytes AS wire, f.body_end AS body_end, f.outcome AS outcome, f.wait_ms AS wait_ms'
                                   ' FROM url u LEFT JOIN fetch f ON f.id = u.fetch_id'):
            url = dict(row)
            self.urls[url['url']] = url
            self.by_id[url['id']] = url
        self.seeds = [u['url'] for u in self.urls.values() if u['via'] == 'seed']
        self.hosts = {urlsplit(u).netloc for u in self.seeds}
        self.pages = {}
        self.asked = {row['url_id']: row['status'] for row in self.db.execute('SELECT url_id, status FROM url_check')}
        self.state = self.db.execute('SELECT state FROM crawl').fetchone()[0]
        self.entries = {}
        for row in self.db.execute('SELECT s.url AS sitemap, u.url AS url FROM sitemap_entry e JOIN sitemap s ON s.id = e.sitemap_id JOIN url u ON u.id = e.url_id'):
            self.entries.setdefault(row['url'], set()).add(row['sitemap'])

    def body(self, key):
        return body_of(self.db, key)

    def headers(self, url):
        return [(n.lower(), v) for n, v in json.loads(url['headers'] or '[]')]

    def header(self, url, name):
        return [v for n, v in self.headers(url) if n == name]

    def internal(self, address):
        return urlsplit(address).netloc in self.hosts

    def html200(self):
        """Internal pages with status 2xx, HTML, and a stored body, parsed."""
        for url in self.urls.values():
            if url['status'] is None or not 200 <= url['status'] <= 299 or not self.internal(url['url']):
                continue
            if (url['content_type'] or '').split(';')[0].strip() not in ('text/html', 'application/xhtml+xml'):
                continue
            if url['body_hash'] is None:
                continue
            yield url, self.page(url)

    def page(self, url):
        if url['id'] in self.pages:
            return self.pages[url['id']]
        kind = (self.header(url, 'content-type') or [''])[0]
        named = re.search(r'charset\s*=\s*["\']?([^\s"\';]+)', kind, re.I)
        charset = named[1] if named and webencodings.lookup(named[1]) else None
        key = hashlib.md5(url['body_hash'] + (charset or '').encode() + b'8').hexdigest()
        os.makedirs(CACHE, exist_ok=True)
        store = f'{CACHE}/{key}'
        if os.path.exists(store):
            with open(store, 'rb') as file:
                page = pickle.load(file)
        else:
            page = parse(self.body(url['body_hash']), charset)
            with open(store, 'wb') as file:
                pickle.dump(page, file)
        page['header_charset'] = named[1] if named else None
        page['base_url'] = self.base(url['url'], page)
        self.pages[url['id']] = page
        return page

    def base(self, address, page):
        for base in page['bases']:
            if base.get('href') is not None:
                found = resolve(address, base['href'])
                return found if found and found.startswith('http') else address
        return address

    def find(self, address):
        """The row of a URL, tolerating what differs between ways to write it."""
        if address is None:
            return None
        plain = re.sub(r'%([0-9a-fA-F]{2})', lambda m: chr(int(m[1], 16)) if re.match(r'[A-Za-z0-9._~-]', chr(int(m[1], 16))) else m[0].upper(), address)
        return self.urls.get(address) or self.urls.get(plain)

    def targets(self, url, page, tags=('a', 'area')):
        for anchor in page['anchors']:
            if anchor['tag'] in tags and anchor['href'].strip():
                yield anchor, resolve(page['base_url'], anchor['href'])

    def canonicals(self, url, page):
        found = []
        for link, where in page['links']:
            if where == 'head' and 'canonical' in (link.get('rel') or '').lower().split() and (link.get('href') or '').strip():
                found.append(resolve(page['base_url'], link['href']))
        for value in self.header(url, 'link'):
            for match in re.finditer(r'<([^>]*)>\s*((?:;[^,<]*)*)', value):
                if re.search(r'rel\s*=\s*"?[^";]*\bcanonical\b', match[2], re.I):
                    found.append(resolve(url['url'], match[1]))
        return found

    def directives(self, url, page):
        """Tokens of robots metas and X-Robots-Tag for all crawlers."""
        tokens = set()
        for meta, _, _ in page['metas']:
            if (meta.get('name') or '').strip().lower() == 'robots':
                tokens |= {t.strip().lower() for t in (meta.get('content') or '').split(',')}
        for value in self.header(url, 'x-robots-tag'):
            first = value.split(':', 1)[0].strip().lower()
            if ':' in value and first not in ('max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'):
                continue
            tokens |= {t.strip().lower() for t in value.split(',')}
        return tokens

    def indexable(self, url, page):
        if self.directives(url, page) & {'noindex', 'none'} or url['may_fetch'] == 'no':
            return False
        named = {(self.find(c) or {'url': c})['url'] for c in self.canonicals(url, page) if c is not None}
        return len(named) != 1 or url['url'] in named  # several that differ decide nothing

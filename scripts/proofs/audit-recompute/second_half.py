"""Recomputes the checks of high and medium priority of CHECKS.md's groups 12 to 25 and compares.

  second_half.py F.crawl HITS.jsonl [CHECK…]
HITS.jsonl: crawlscope issues F.crawl --check A --check B … --format jsonl. Written from the definitions in
CHECKS.md alone. Prints a line a check (hits here, hits there, only here, only there) and each difference.
"""
import collections
import json
import re
import sys
from urllib.parse import urlsplit

import second_half_robots as robots_txt
from second_half_read import HEAD_ONLY, SPACE, Crawl, resolve
import webencodings
from lxml import etree

crawl = Crawl(sys.argv[1])
given = collections.defaultdict(dict)
for line in open(sys.argv[2]):
    hit = json.loads(line)
    given[hit['check']].setdefault(hit['url'], hit)
wanted = set(sys.argv[3:])
found = collections.defaultdict(dict)
checked = collections.Counter()
FILES = robots_txt.files(crawl)
PAGES_READ = list(crawl.html200())
CHALLENGES = {url['id'] for url, page in PAGES_READ if len(page['text']) < 500 and any('_Incapsula_Resource' in s for s in page['scripts'])}
PAGES = [(url, page) for url, page in PAGES_READ if not (len(page['text']) < 500 and any('_Incapsula_Resource' in s for s in page['scripts']))]
OWN = {robots_txt.origin(u['url']) for u in crawl.urls.values() if u['class'] == 'page'}
NAMED_PAGES = {u['url']: (u, p) for u, p in PAGES}


def hit(check, address, why=''):
    found[check].setdefault(address, []).append(why) if address in found[check] else found[check].update({address: [why]})


def blocked(address):
    file = FILES.get(robots_txt.origin(address))
    return bool(file and file.blocked(address))


def status_of(row):
    """Status of a fetched or checked URL; None: not requested."""
    if row is None:
        return None
    return row['status'] if row['status'] is not None else crawl.asked.get(row['id'])


def failed(row):
    return row is not None and row['status'] is None and row['state'] == 'failed'


def group_robots():
    for file in FILES.values():
        at = file.origin
        if at not in OWN:
            continue
        if file.status is None or file.status >= 500 or file.status == 429:
            hit('robots.unreachable', at, file.status)
        if file.status in (401, 403):
            hit('robots.forbidden', at, file.status)
        if file.final and urlsplit(file.final).netloc != urlsplit(at).netloc:
            hit('robots.cross_host_redirect', at, file.final)
        if file.raw is None or not 200 <= (file.status or 0) <= 299:
            continue
        if file.html():
            hit('robots.html', at)
        if file.binary():
            hit('robots.binary', at)
        if len(file.raw) > 512000:
            hit('robots.too_big', at)
        if file.blocked(at + '/'):
            hit('robots.blocks_all', at)
        if file.html() or file.binary():
            continue
        for check, test in robots_txt.FILE_CHECKS.items():
            if test(file.raw):
                hit(check, at)
        sitemaps = [l['value'] for l in robots_txt.lines_of(file.raw) if l['field'] == 'sitemap']
        if any(s.lower().startswith('http') and (resolve(at, s) or '').startswith('http') and urlsplit(resolve(at, s)).hostname == urlsplit(at).hostname and file.blocked(resolve(at, s)) for s in sitemaps):
            hit('robots.sitemap_blocked', at)
        for value in sitemaps:
            row = crawl.db.execute('SELECT f.status, s.state, s.detail FROM sitemap s LEFT JOIN fetch f ON f.id = s.fetch_id WHERE s.url = ?', (resolve(at + '/', value),)).fetchone()
            if not re.match(r'https?://[^/\s]+', value, re.I):
                hit('robots.sitemap_bad', at, value)
            elif row and row['status'] is not None and not 200 <= row['status'] <= 299:
                hit('robots.sitemap_bad', at, (value, row['status']))
            elif row and row['state'] == 'failed' and row['status'] is None:
                hit('robots.sitemap_bad', at, (value, row['detail']))
    for file in FILES.values():
        if file.access == 'rules' and file.raw and file.origin in OWN:
            values = {v for _, rules in robots_txt.groups_of(file.raw) for _, v, _ in rules if v.startswith(('/', '*'))}
            both = [(v, robots_txt.pattern(v, False), robots_txt.pattern(v)) for v in values]
            for address in (u for u in crawl.urls if u.startswith(file.origin + '/')):
                path = robots_txt.path_of(address)
                for value, loose, strict in both:
                    if loose.match(path) and not strict.match(path):
                        same = [v for v, _, other in both if v.lower() == value.lower() and other.match(path)]
                        if '*' in value or '$' in value or not same:
                            hit('robots.case_path', file.origin, (address, value))
        rules = file.rules()
        if not rules:
            continue
        mine = [u['url'] for u in crawl.urls.values() if u['url'].startswith(file.origin + '/') and u['url'] != file.origin + '/robots.txt']
        for address in mine:
            path = robots_txt.path_of(address)
            sizes = collections.defaultdict(set)
            for kind, value, strict, _ in rules:
                if strict.match(path):
                    sizes[len(value.encode())].add(kind)
            if any(len(kinds) == 2 for kinds in sizes.values()):
                hit('robots.conflict', file.origin, address)


def group_hreflang():
    def listed(url, page):
        out = []
        for link, where in page['links']:
            if 'alternate' in (link.get('rel') or '').lower().split() and (link.get('hreflang') or '').strip() and (link.get('href') or '').strip():
                out.append((link['hreflang'].strip().lower(), resolve(page['base_url'], link['href']), where))
        return out

    sets = {}
    for url, page in PAGES:
        if listed(url, page):
            sets[url['url']] = listed(url, page)

    for row in crawl.db.execute('SELECT f.body_hash FROM sitemap s JOIN fetch f ON f.id = s.fetch_id WHERE f.body_hash IS NOT NULL'):
        body = crawl.body(row['body_hash']) or b''
        if b'hreflang' not in body:
            continue
        root = etree.fromstring(body, etree.XMLParser(recover=True, resolve_entities=False))
        for entry in root if root is not None else ():
            locs = [e.text.strip() for e in entry if isinstance(e.tag, str) and etree.QName(e).localname == 'loc' and e.text]
            links = [(e.get('hreflang').strip().lower(), resolve(locs[0], e.get('href')), 'sitemap') for e in entry
                     if locs and isinstance(e.tag, str) and etree.QName(e).localname == 'link' and e.get('hreflang') and e.get('href')]
            page = crawl.find(resolve(locs[0], locs[0])) if locs else None
            if links and page is not None and page['url'] in NAMED_PAGES:
                known = sets.setdefault(page['url'], [])
                known.extend(link for link in links if link not in known)

    def node(address):
        row = crawl.find(address)
        return (row['url'] if row else address)

    for address, entries in sets.items():
        url, page = NAMED_PAGES[address]
        canonicals = {node(c) for c in crawl.canonicals(url, page)}
        if canonicals and address not in canonicals:
            hit('hl.not_using_canonical', address, canonicals)
        codes = collections.defaultdict(set)
        targets = collections.defaultdict(set)
        for code, target, where in entries:
            codes[code].add(node(target))
            if code != 'x-default':
                targets[node(target)].add(code.split('-')[0])
            if where == 'body':
                hit('hl.outside_head', address, code)
            if code != 'x-default' and not valid_code(code):
                hit('hl.bad_code', address, code)
            row = crawl.find(target)
            status = status_of(row)
            if status is not None and not 200 <= status <= 299:
                hit('hl.non200', address, (code, target, status))
            if failed(row):
                hit('hl.non200', address, (code, target, 'failed'))
            if row is not None and blocked(row['url']) and robots_txt.origin(row['url']) in FILES and FILES[robots_txt.origin(row['url'])].access == 'rules':
                hit('hl.blocked', address, target)
            other = NAMED_PAGES.get(node(target))
            if other is None or other[0]['url'] == address:
                continue
            if crawl.directives(*other) & {'noindex', 'none'}:
                hit('hl.noindex', address, target)
            named = {node(c) for c in crawl.canonicals(*other)}
            if named and other[0]['url'] not in named:
                hit('hl.non_canonical', address, (target, named))
            back = [c for c, t, _ in sets.get(other[0]['url'], []) if node(t) == address]
            if not back:
                hit('hl.missing_return', address, target)
            else:
                own = {c for c, t, _ in entries if node(t) == address}
                if own and not own & set(back):
                    hit('hl.inconsistent_return', address, (own, back))
            elif_back = {node(t) for _, t, _ in sets.get(other[0]['url'], [])}
            own_set = {node(t) for _, t, _ in entries} | {address}
            if back and elif_back - own_set:
                hit('hl.incomplete_set', address, sorted(elif_back - own_set)[:2])
        known = [(t, blocked(t)) for t in {node(t) for _, t, _ in entries} if robots_txt.origin(t) in FILES and FILES[robots_txt.origin(t)].access != 'disallow-all']
        if any(b for _, b in known) and not all(b for _, b in known):
            hit('x.hreflang_vs_robots', address, known[:3])
        for code in codes:
            by_source = {source: {node(t) for c, t, w in entries if c == code and (w == 'sitemap') == source} for source in (True, False)}
            if by_source[True] and by_source[False] and by_source[True] != by_source[False]:
                hit('hl.source_conflict', address, code)
        for code, places in codes.items():
            if len(places) > 1:
                hit('hl.multiple_same_code', address, (code, places))
        for place, languages in targets.items():
            if len(languages) > 1:
                hit('hl.multiple_codes', address, (place, languages))


LANGUAGES = set('aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'.split())
REGIONS = set('AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split())


def valid_code(code):
    parts = code.split('-')
    if parts[0] not in LANGUAGES:
        return False
    rest = parts[1:]
    if rest and re.fullmatch(r'[a-z]{4}', rest[0]):
        rest = rest[1:]
    return not rest or (len(rest) == 1 and rest[0].upper() in REGIONS)


LINKING = collections.defaultdict(list)


def listed_redirect(url):
    """Whether only a redirect led here that itself was found in a sitemap or list."""
    before = [r for r in crawl.urls.values() if r['redirect_id'] == url['id']]
    return bool(before) and all(not LINKING[r['url']] and (r['url'] in crawl.entries or r['url'] in crawl.seeds or listed_redirect(r)) for r in before if r['id'] != url['id'])


def group_links():
    linking = LINKING
    hyper = collections.Counter()
    for url, page in PAGES:
        inside = 0
        for anchor, target in crawl.targets(url, page):
            if target is None or not target.startswith('http'):
                host = None
                if target is None:
                    continue
                continue
            row = crawl.find(target)
            host = urlsplit(target).hostname or ''
            if re.fullmatch(r'localhost|.*\.localhost|.*\.local|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|::1|0\.0\.0\.0', host) and host != urlsplit(url['url']).hostname:
                hit('link.localhost', url['url'], target)
            if crawl.internal(target):
                inside += row is None or row is not url
                if row is not None and row is not url:
                    linking[row['url']].append((url['url'], 'nofollow' in anchor['rel']))
                    hyper[row['url']] += 1
                status = status_of(row)
                if status is not None and 400 <= status <= 599:
                    hit('link.to_broken', url['url'], (target, status))
                if 'nofollow' not in anchor['rel'] and row is not None and blocked(target):
                    hit('link.to_blocked', url['url'], target)
        for frame in page['frames']:
            target = crawl.find(resolve(page['base_url'], frame))
            if target is not None and target is not url:
                linking[target['url']].append((url['url'], False))
        if not inside:
            hit('link.no_outlinks', url['url'])
    for address, (url, page) in NAMED_PAGES.items():
        if not linking[address] and crawl.indexable(url, page) and not linking[address] and FINISHED and (address in crawl.entries or address in crawl.seeds or listed_redirect(url)) and urlsplit(address).path != '/':
            hit('link.orphan', address)
        if FINISHED and crawl.indexable(url, page) and linking[address] and not any(s in NAMED_PAGES and len(set(crawl.canonicals(*NAMED_PAGES[s]))) > 1 or s in NAMED_PAGES and crawl.indexable(*NAMED_PAGES[s]) for s, _ in linking[address]):
            hit('link.nonindexable_only', address, [s for s, _ in linking[address]][:2])
    for address, row in crawl.urls.items():
        if not crawl.internal(address) or urlsplit(address).path == '/robots.txt':
            continue
        if blocked(address):
            followed = [s for s, nofollow in linking[address] if not nofollow]
            if followed:
                hit('robots.blocked_linked', address, followed[0])
            if followed or address in crawl.entries:
                hit('x.blocked_may_list', address)
            if address in crawl.entries:
                hit('robots.blocked_important', address, 'sitemap')
                hit('sm.blocked', address)
    variants = collections.defaultdict(list)
    for at, file in FILES.items():
        if at in OWN and file.raw is not None and file.access == 'rules':
            variants[urlsplit(at).netloc.removeprefix('www.')].append(file)
    for files in variants.values():
        if len({f.raw for f in files}) > 1:
            for file in files:
                if any(other.raw != file.raw for other in files):
                    hit('robots.variant_differs', file.origin)
    for url, page in PAGES:
        for raw in page['scripts']:
            resource(url, page, raw)
        for link, _ in page['links']:
            if 'stylesheet' in (link.get('rel') or '').lower().split() and link.get('href'):
                resource(url, page, link['href'])


def resource(url, page, raw):
    target = resolve(page['base_url'], raw)
    if target and target.startswith('http') and crawl.internal(target) and blocked(target):
        hit('robots.blocks_resources', target, url['url'])


def group_sitemaps():
    for row in crawl.db.execute('SELECT s.*, f.status, f.body_hash, f.content_type FROM sitemap s LEFT JOIN fetch f ON f.id = s.fetch_id'):
        if row['source'] == 'well-known' and (row['state'] != 'done' or row['kind'] == 'none'):
            continue
        if row['body_hash'] is None or not 200 <= (row['status'] or 0) <= 299:
            continue
        body = crawl.body(row['body_hash']) or b''
        if body[:2] == b'\x1f\x8b':
            import gzip
            try:
                body = gzip.decompress(body)
            except Exception as error:
                hit('sm.syntax', row['url'], str(error))
                continue
        if len(body) > 52428800:
            hit('sm.too_large', row['url'])
        try:
            root = etree.fromstring(body, etree.XMLParser(resolve_entities=False, huge_tree=True))
            name = etree.QName(root).localname.lower()
            if name not in ('urlset', 'sitemapindex', 'rss', 'feed', 'rdf'):
                hit('sm.syntax', row['url'], name)
            if len(root) > 50000:
                hit('sm.too_many', row['url'])
        except etree.XMLSyntaxError as error:
            text = body.decode('utf-8', 'replace').lstrip('\ufeff')
            if not text.lstrip().startswith('<') and re.match(r'\s*https?://\S+\s*$', text.split('\n')[0]):
                continue
            hit('sm.syntax', row['url'], str(error)[:80])
    for at in OWN:
        file = FILES.get(at)
        if file is None or file.access == 'disallow-all':
            continue
        lines = [l for l in robots_txt.lines_of(file.raw) if l['field'] == 'sitemap'] if file.raw and file.access == 'rules' else []
        found_one = crawl.db.execute("SELECT state FROM sitemap WHERE url = ? AND kind NOT IN ('', 'none')", (at + '/sitemap.xml',)).fetchone()
        asked = crawl.db.execute('SELECT f.status FROM sitemap s JOIN fetch f ON f.id = s.fetch_id WHERE s.url = ?', (at + '/sitemap.xml',)).fetchone()
        if not lines and not found_one and asked and asked[0] is not None:
            hit('sm.missing', at, asked[0])
    for address, maps in crawl.entries.items():
        row = crawl.urls[address]
        status = row['status']
        if not LINKING[address] and robots_txt.origin(address) in OWN and row['class'] == 'page':
            hit('sm.orphan', address)
        if status is not None and status >= 400 or failed(row):
            hit('sm.non200', address, status)
        if status is not None and 300 <= status <= 399:
            hit('sm.redirect', address, status)
        pair = NAMED_PAGES.get(address)
        if pair and crawl.directives(*pair) & {'noindex', 'none'}:
            hit('sm.noindex', address)
            hit('x.sitemap_vs_directive', address, 'noindex')
        if pair:
            named = {crawl.find(c)['url'] if crawl.find(c) else c for c in crawl.canonicals(*pair)}
            if named and address not in named:
                hit('sm.non_canonical', address, named)
                hit('x.sitemap_vs_directive', address, 'canonical')
        if status is not None and not 200 <= status <= 299 or failed(row):
            hit('x.sitemap_vs_directive', address, status)
        if blocked(address):
            hit('x.sitemap_vs_directive', address, 'blocked')
        others = [m for m in maps if urlsplit(m).netloc != urlsplit(address).netloc]
        if others:
            file = FILES.get(robots_txt.origin(address))
            lines = [l['value'] for l in robots_txt.lines_of(file.raw) if l['field'] == 'sitemap'] if file and file.raw else []
            if file is not None and any(m not in lines for m in others):
                hit('sm.cross_host', address, others[0])


def group_validation():
    for url, page in PAGES:
        address = url['url']
        body = crawl.body(url['body_hash'])
        bom = body[:3] == b'\xef\xbb\xbf' or body[:2] in (b'\xff\xfe', b'\xfe\xff')
        kind = (crawl.header(url, 'content-type') or [''])[0]
        named = re.search(r'charset\s*=\s*["\']?([^\s"\';]+)', kind, re.I)
        start = re.sub(rb'<!--.*?-->', lambda m: b' ' * len(m[0]), body, flags=re.S)
        meta = None
        for tag in re.finditer(rb'<meta[\s/][^>]*', start, re.I):
            charset = re.search(rb'(?<![\w-])charset\s*=\s*["\']?\s*([\w:-]+)', tag[0], re.I)
            if charset:
                meta = charset[1].decode()
                break
        if not named and not (meta and tag.start() < 1024) and not bom:
            hit('val.charset_missing', address)
        if named and meta and webencodings.lookup(named[1]) != webencodings.lookup(meta):
            hit('val.charset_conflict', address, (named[1], meta))
        tokens = page['tokens']
        starts = [name for kind, name in tokens if kind == 'start']
        if 'head' not in starts:
            hit('val.head_missing', address)
        if starts.count('head') > 1:
            hit('val.head_multiple', address)
        if 'head' in starts:
            first = tokens.index(('start', 'head'))
            before = [t for t in tokens[:first] if t[0] == 'text' or (t[0] == 'start' and t[1] not in ('html',))]
            if before:
                hit('val.head_not_first', address, before[:3])
            inside = []
            for token in tokens[first + 1:]:
                if token == ('end', 'head') or token == ('start', 'body'):
                    break
                if token[0] == 'start' and token[1] not in HEAD_ONLY:
                    inside.append(token[1])
            if inside:
                hit('val.head_invalid', address, inside[:3])
        if 'body' in starts and 'html' in starts and starts.index('body') < starts.index('html'):
            hit('val.body_before_html', address)
        loose = [m for m, where, svg in page['metas'] if where == 'body' and m.get('name') is not None]
        if loose:
            hit('val.meta_in_body', address, [m.get('name') for m in loose][:5])
        for base in page['bases']:
            if base.get('href') is not None:
                target = resolve(address, base['href'])
                if target is None or not target.startswith('http'):
                    hit('val.base_bad', address, base['href'])
        if len(body) > 2 * 1024 * 1024:
            hit('val.html_large', address, len(body))
        if len(body) > 1024 * 1024:
            hit('perf.page_weight', address, len(body))
        if {'eof-in-comment', 'eof-in-comment-double-dash', 'eof-in-comment-end-dash', 'eof-in-comment-end-bang-state', 'eof-in-script-in-script'} & set(page['errors']) or unclosed_script(page):
            hit('val.unclosed_comment', address, page['errors'])
        viewports = [m for m, _, _ in page['metas'] if (m.get('name') or '').strip().lower() == 'viewport']
        contents = [(m.get('content') or '').lower() for m in viewports]
        if not any(c.strip() for c in contents):
            hit('mob.viewport_missing', address)
        else:
            if not any(re.search(r'width\s*=\s*device-width', c) for c in contents):
                hit('mob.viewport_width', address, contents)
            for c in contents:
                most = re.search(r'maximum-scale\s*=\s*([\d.]+)', c)
                if re.search(r'user-scalable\s*=\s*(no|0|false)\b', c) or (most and float(most[1].rstrip('.') or 0) < 2):
                    hit('mob.zoom_disabled', address, c)
        if not (page['html'].get('lang') or '').strip():
            hit('a11y.lang_missing', address, page['html'].get('{http://www.w3.org/XML/1998/namespace}lang') or page['html'].get('xml:lang'))
        fields = [f for f in page['fields'] if f['kind'] not in ('hidden', 'submit', 'button', 'reset', 'image') and not f['named']]
        if fields:
            hit('a11y.form_label', address, ([f['attrs'] for f in fields][:3], all(f['hidden'] for f in fields)))
        buttons = [b for b in page['buttons'] if not b['named'] and b['tag'] == 'button']
        buttons += [f for f in page['fields'] if (f['kind'] == 'button' and not f['value'] or f['kind'] == 'image' and not f['alt']) and not f['attrs'].get('aria-label') and not f['attrs'].get('title')]
        if buttons:
            hit('a11y.button_name', address, ([b['attrs'] for b in buttons][:3], all(b['hidden'] for b in buttons)))
        links = [a for a in page['anchors'] if not a['named']]
        if links:
            hit('a11y.link_name', address, ([(a['tag'], a['attrs']) for a in links][:3], all(a['hidden'] for a in links), len(links)))
        for meta, _, _ in page['metas']:
            if (meta.get('http-equiv') or '').strip().lower() == 'refresh':
                delay = re.match(r'\s*(\d+)', meta.get('content') or '')
                if delay and 0 < int(delay[1]) < 72000:
                    hit('a11y.meta_refresh', address, meta.get('content'))
        if url['ttfb'] is not None and url['ttfb'] > 800:
            hit('perf.ttfb', address, url['ttfb'])
        if url['total'] is not None and url['total'] > 1000:
            hit('perf.slow', address, url['total'])
        if len(body) > 1024 and not (crawl.header(url, 'content-encoding') or [''])[0].strip():
            hit('perf.uncompressed', address, len(body))
        for block in page['jsonld']:
            try:
                json.loads(block, strict=True)
            except ValueError as error:
                hit('sd.parse_error', address, (str(error), block[:60]))


def unclosed_script(page):
    opened = [i for i, t in enumerate(page['tokens']) if t == ('start', 'script')]
    return bool(opened) and ('end', 'script') not in page['tokens'][opened[-1]:]


TOKENS = [['crawlscope'], ['googlebot'], ['bingbot'], ['yandexbot', 'yandex'], ['baiduspider'], ['applebot', 'googlebot'], ['seznambot'],
          ['duckduckbot'], ['yeti'], ['petalbot'], ['gptbot'], ['oai-searchbot'], ['claudebot'], ['claude-searchbot'], ['perplexitybot'],
          ['amazonbot'], ['meta-externalagent'], ['bytespider'], ['ccbot']]


def group_crossing():
    import copy
    for file in FILES.values():
        if file.access != 'rules' or not file.raw or file.origin not in OWN:
            continue
        named = {robots_txt.product(a) for agents, _ in robots_txt.groups_of(file.raw) for a in agents}
        readers = []
        for names in TOKENS:
            reader = copy.copy(file)
            token = next((n for n in names if n in named), names[0])
            reader.compiled = [(k, robots_txt.plain(v), robots_txt.pattern(v), n) for k, v, n in robots_txt.rules_for(file.raw, token) if v]
            if all(reader.compiled != other.compiled for other in readers):
                readers.append(reader)
        for row in crawl.urls.values():
            if len(readers) > 1 and row['url'].startswith(file.origin + '/') and len({r.blocked(row['url']) for r in readers}) > 1:
                hit('robots.dialect_split', file.origin, row['url'])
                if row['class'] == 'page':
                    hit('x.allowed_only_some', row['url'])
    for address, row in crawl.urls.items():
        if row['redirect_id'] and not blocked(address) and crawl.internal(address):
            at, seen = row, set()
            while at and at['redirect_id'] and at['id'] not in seen:
                seen.add(at['id'])
                at = crawl.by_id.get(at['redirect_id'])
                if at and blocked(at['url']):
                    hit('x.redirect_then_block', address, at['url'])
                    break


def group_health():
    state = crawl.db.execute('SELECT state FROM crawl').fetchone()[0]
    start = robots_txt.origin(crawl.seeds[0])
    left = sum(1 for u in crawl.urls.values() if u['state'] in ('queued', 'leased'))
    if left or state != 'finished':
        hit('crawl.partial', start, (state, left))
    if any(u['reason'] in ('depth-limit', 'page-limit', 'too-deep', 'time-limit', 'byte-limit') for u in crawl.urls.values()):
        hit('crawl.limited', start)
    by_host = collections.defaultdict(lambda: [0, 0])
    for u in crawl.urls.values():
        if u['status'] is not None and crawl.internal(u['url']):
            by_host[robots_txt.origin(u['url'])][0] += 1
            by_host[robots_txt.origin(u['url'])][1] += u['reason'] == 'challenged' or u['id'] in CHALLENGES
    for at, (total, bad) in by_host.items():
        if bad / total >= 0.05:
            hit('crawl.challenge_rate', at, (bad, total))
    internal = {u['url'] for u in crawl.urls.values() if u['class'] == 'page' and u['status'] is not None}
    if len(internal) <= 2:
        twin = collections.Counter()
        for url, page in PAGES:
            for _, target in crawl.targets(url, page):
                if target and target.startswith('http'):
                    here, there = urlsplit(url['url']), urlsplit(target)
                    if here.netloc.removeprefix('www.') == there.netloc.removeprefix('www.') and (here.scheme, here.netloc) != (there.scheme, there.netloc):
                        twin[url['url']] += 1
        if sum(twin.values()) >= 10:
            hit('crawl.single_host_variant', start)
    same = collections.defaultdict(list)
    for url, page in PAGES:
        words = ' '.join(page['text'].split()).lower()
        if words:
            same[words].append((url, page))
    for members in same.values():
        if len(members) < 2:
            continue
        named = set()
        for url, page in members:
            targets = {crawl.find(c)['url'] if crawl.find(c) else c for c in crawl.canonicals(url, page)}
            named |= targets if len(targets) == 1 else set()
        if len(named) >= 2:
            for url, _ in members:
                hit('x.canonical_dup_disagree', url['url'], sorted(named, key=str)[:2])


def group_rare():
    """Checks that hit nothing on the crawls at hand."""
    settings = json.loads(crawl.db.execute('SELECT json FROM settings ORDER BY id DESC LIMIT 1').fetchone()[0])
    if settings.get('siteRules') or settings.get('robotsDefault') not in (None, 'inherit', 'always'):
        for at in OWN:
            hit('crawl.robots_ignored', at, settings.get('siteRules'))
    for row in crawl.db.execute("SELECT u.url, c.content_length AS size FROM url_check c JOIN url u ON u.id = c.url_id WHERE c.content_length > 2097152"):
        if re.search(r'\.(css|js)($|\?)', row['url']):
            hit('val.resource_large', row['url'], row['size'])
    seen = collections.defaultdict(list)
    for row in crawl.db.execute('SELECT o.key, v.body_hash FROM robots_version v JOIN origin o ON o.id = v.origin_id WHERE v.body_hash IS NOT NULL ORDER BY v.id'):
        if row['body_hash'] in seen[row['key']][:-1]:
            hit('robots.unstable', row['key'])
        seen[row['key']].append(row['body_hash'])
    pages = collections.defaultdict(set)
    for url, page in PAGES:
        for _, target in crawl.targets(url, page):
            row = crawl.find(target) if target and crawl.internal(target) else None
            if row is not None and (status_of(row) or 0) >= 400:
                pages[row['url']].add(url['url'])
    for target, linking in pages.items():  # more than that may differ in place; the eye decides then
        if len(linking) >= 50:
            for address in linking:
                hit('link.sitewide_broken', address, target)


def group_amp():
    for url, page in PAGES:
        amp = 'amp' in page['html'] or '⚡' in page['html']
        linked = [link for link, _ in page['links'] if 'amphtml' in (link.get('rel') or '').lower().split() and link.get('href')]
        for link in linked:
            status = status_of(crawl.find(resolve(page['base_url'], link['href'])))
            if status is not None and status != 200:
                hit('amp.non200', url['url'], status)
        if amp:
            if not crawl.canonicals(url, page):
                hit('amp.no_canonical', url['url'])
            checked['amp pages'] += 1
        mobile = [link for link, _ in page['links'] if 'alternate' in (link.get('rel') or '').lower().split() and re.search(r'handheld|only screen', link.get('media') or '', re.I)]
        for link in mobile:
            other = crawl.find(resolve(page['base_url'], link.get('href') or ''))
            pair = other and NAMED_PAGES.get(other['url'])
            if pair and url['url'] not in [crawl.find(c)['url'] if crawl.find(c) else c for c in crawl.canonicals(*pair)]:
                hit('mob.alternate_broken', url['url'], other['url'])


def report():
    names = sorted((set(found) | set(given)) if not wanted else wanted)
    for check in names:
        here, there = set(found[check]), set(given[check])
        same = 'AGREES' if here == there else 'DIFFERS'
        print(f'{same}\t{check}\there {len(here)}\tthere {len(there)}\tonly here {len(here - there)}\tonly there {len(there - here)}')
        for address in sorted(here - there)[:int(LIMIT)]:
            print(f'    only here   {address}  {str(found[check][address][:2])[:500]}')
        for address in sorted(there - here)[:int(LIMIT)]:
            print(f'    only there  {address}  {json.dumps(given[check][address].get("evidence"))[:500]}')


import os
LIMIT = os.environ.get('LIMIT', '6')
FINISHED = crawl.db.execute('SELECT state FROM crawl').fetchone()[0] == 'finished'
for group in (group_robots, group_hreflang, group_links, group_sitemaps, group_validation, group_crossing, group_amp, group_health, group_rare):
    group()
print(f'{crawl.path}: {len(crawl.urls)} URLs, {len(PAGES)} html200')
report()
if os.environ.get('DUMP'):
    universe = {'pages': sorted(NAMED_PAGES), 'hosts': sorted(OWN), 'entries': sorted(crawl.entries), 'internal': sorted(u for u, r in crawl.urls.items() if r['class'] == 'page')}
    json.dump({'found': {k: sorted(v) for k, v in found.items()}, 'universe': universe}, open(os.environ['DUMP'], 'w'))

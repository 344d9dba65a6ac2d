"""Groups 1 to 3 of the catalogue: responses, security, URLs. Checks of type H and M."""

import re
from collections import defaultdict

import web_address
from crawl_site import REDIRECTS


def pack(hits, checked=None, unsure=()):
    return {"hits": set(hits), "checked": checked if checked is None or isinstance(checked, int) else len(set(checked)), "unsure": set(unsure)}


def asked(site):
    """Internal URLs that the crawl itself requested. A check by HEAD of a URL that is not crawled does not count."""
    return {u for u in site.internal if u in site.ids and any(f.purpose == "page" for f in site.file.fetches.get(site.ids[u], []))}


def is_private(host):
    if host is None:
        return False
    host = host.rstrip(".")
    return bool(host in ("localhost", "[::1]") or host.endswith((".localhost", ".local"))
                or re.match(r"127\.\d+\.\d+\.\d+$|10\.\d+\.\d+\.\d+$|192\.168\.\d+\.\d+$|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$", host))


def had_network(site):
    """Public hosts failed and none responded: the machine had no network, and nothing outside is checked."""
    is_silent = False
    for row in site.file.rows("SELECT target, outcome, status FROM fetches WHERE outcome <> 'interrupted'"):
        address = web_address.parse(row[0])
        if address is None or is_private(address.host):
            continue
        if row[2] is not None:
            return True
        is_silent = True
    return not is_silent


def by_cause(*causes):
    def check(site):
        return pack({u for u in asked(site) if site.fetch(u).outcome == "failure" and site.fetch(u).status is None and site.fetch(u).cause in causes}, asked(site))
    return check


def responded(site):
    """Internal URLs with a response that is no bot challenge."""
    return {u for u in asked(site) if site.status(u) is not None and u not in site.challenged}


def by_status(test):
    def check(site):
        with_status = responded(site)
        return pack({u for u in with_status if test(site.status(u))}, with_status)
    return check


def gone(site):
    pointed = {to for page, links in site.links.items() for to, _, _ in links if to != page}
    found = responded(site)
    return pack({u for u in found if site.status(u) == 410 and u in pointed}, found)


def any_status(*sets):
    def check(site):
        with_status = responded(site)
        return pack({u for u in with_status if all(any(f.status in s for f in site.file.fetches[site.ids[u]]) for s in sets)}, with_status)
    return check


def redirects(site):
    return {u for u in asked(site) if site.status(u) in REDIRECTS}


def chain(site, url):
    """URLs of a chain of redirects after the first, and how it ends: 'end' or 'loop'."""
    seen, at = [url], url
    while True:
        to = site.redirect_target(at)
        if to is None:
            return seen[1:], "end"
        if to in seen:
            return seen[1:] + [to], "loop"
        seen.append(to)
        at = to


def follow(test):
    def check(site):
        population = {u for u in redirects(site) if site.redirect_target(u)}
        return pack({u for u in population if test(site, u, *chain(site, u))}, population)
    return check


def downgrade(site):
    population = {u for u in redirects(site) if site.redirect_target(u) and u.startswith("https:")}
    return pack({u for u in population if site.redirect_target(u).startswith("http:")}, population)


def redirect_home(site):
    """By host: at least 20 URLs redirect to its home page, and they are at least 5 % of its redirects."""
    hosts = {site.address(u).origin for u in site.internal}
    by_host = {h: [u for u in redirects(site) if site.address(u).origin == h] for h in hosts}
    home = {h: [u for u in urls if chain(site, u)[0][-1:] == [h + "/"]] for h, urls in by_host.items()}
    return pack({h for h, urls in home.items() if len(urls) >= 20 and len(urls) * 20 >= len(by_host[h])}, None)


def is_error(site, url):
    """An error or no response. No response of a public host says nothing where there was no network."""
    fetch = site.fetch(url)
    if fetch is not None and fetch.status is None and not is_private(site.address(url).host) and not had_network(site):
        return False
    return fetch is not None and (fetch.status is None or fetch.status >= 400)


def meta_refresh(site):
    def other(url):
        refresh = site.pages[url].refresh
        if not refresh or not refresh[1]:
            return False
        to = site.resolve(url, refresh[1])
        return to is not None and to.text() != url
    return pack({u for u in site.content_pages if other(u)}, site.content_pages)


def refresh_header(site):
    found = responded(site)
    return pack({u for u in found if site.fetch(u).header("refresh")}, found)


NOT_FOUND = re.compile("|".join((
    r"(page|seite|file|document|site|article|content)\W+(was |is |could |can)?\s*(not|n't)\s*(be )?(found|exist|available)",
    "not found", r"\b404\b", "no longer (exists|available)", "doesn.t exist", "nicht gefunden", "page introuvable", "no encontrad",
    "não encontrad", "non trovata", "niet gevonden", "nie znaleziono", "не найден", "找不到", "页面不存在", "見つかりません")), re.I)


def soft404(site):
    def hit(page):
        h1 = next((text for level, text, _ in page.headings if level == 1), "")
        return any(NOT_FOUND.search(t) for t in [t for t, _ in page.titles[:1]] + [h1] if t)
    return pack({u for u in site.content_pages if hit(site.pages[u])}, site.content_pages)


def external(site):
    """External http(s) URLs that pages link to."""
    out = set()
    for found in site.links.values():
        for to, _, kind in found:
            address = site.address(to)
            if address.scheme in ("http", "https") and not site.is_internal(address) and kind in ("a", "area", "frame", "iframe", "refresh"):
                out.add(to)
    return out


def external_status(test):
    def check(site):
        answered = {u for u in external(site) if site.status(u) is not None}
        return pack({u for u in answered if test(site.status(u))}, answered)
    return check


def external_silent(site):
    """URLs on hosts whose robots.txt failed are not requested any more: they fail like their host."""
    answered = {u for u in external(site) if site.status(u) is not None}
    if not had_network(site):
        return pack(set(), answered)
    silent = {u for u in external(site) if site.status(u) is None}
    return pack(silent, None, {u for u in silent if site.fetch(u) is None})


def truncated(site):
    found = responded(site)
    return pack({u for u in found if site.fetch(u).body_end == "too-large"}, found)


# --- security ---


def secure(site):
    return {u for u in site.content_pages if u.startswith("https:")}


def pages_of(test):
    """A check of every internal html200."""
    def check(site):
        return pack({u for u in site.content_pages if test(site, u, site.pages[u])}, site.content_pages)
    return check


def resolved(site, url, hrefs):
    return [a for a in (site.resolve(url, h) for h in hrefs if h is not None) if a is not None]


def loads(site, url, *kinds):
    return resolved(site, url, [h for k, h in site.pages[url].resources if k in kinds])


def http_of(kinds, images=False):
    def test(site, url, page):
        if not url.startswith("https:"):
            return False
        found = loads(site, url, *kinds) + (resolved(site, url, [h for _, h in page.images]) if images else [])
        return any(a.scheme == "http" for a in found)
    return test


def posts_to_http(site, url, page):
    targets = [url if not (a or "").strip() else None for a in page.forms]
    return any(t and t.startswith("http:") for t in targets) or any(
        a.scheme == "http" for a in resolved(site, url, [a for a in page.forms if (a or "").strip()] + page.buttons))


def private_links(site, url, page):
    own = site.address(url).host
    hrefs = [h for h, _, _ in page.anchors] + [h for _, h in page.images] + [h for _, h in page.resources] + [h for _, h, _, _ in page.rel_links]
    return any(is_private(a.host) and a.host != own for a in resolved(site, url, hrefs + page.forms))


# --- URLs ---


def groups(site, key, population):
    out = defaultdict(list)
    for url in population:
        out[key(url)].append(url)
    return [g for g in out.values() if len(g) > 1]


def same_text(site, urls):
    out = defaultdict(list)
    for url in urls:
        out[site.pages[url].visible].append(url)
    return [g for g in out.values() if len(g) > 1]


def case_duplicate(site):
    hits = {u for g in groups(site, str.lower, site.content_pages) for s in same_text(site, g) for u in s}
    return pack(hits, site.content_pages)


def slash_duplicate(site):
    def key(url):
        address = site.address(url)
        return (address.origin, address.path.rstrip("/") if address.path != "/" else "/", address.query)
    hits = set()
    for group in groups(site, key, site.content_pages):
        for same in same_text(site, group):
            if len({frozenset(site.usable(u) or {u}) for u in same}) > 1:
                hits.update(same)
    return pack(hits, site.content_pages)


def index_duplicate(site):
    hits = set()
    for url in site.content_pages:
        address = site.address(url)
        folder, _, name = address.path.rpartition("/")
        if re.fullmatch(r"(index|default)\.[a-z0-9]+", name, re.I):
            parent = f"{address.origin}{folder}/" + ("" if address.query is None else f"?{address.query}")
            if parent in site.content_pages and site.pages[parent].visible == site.pages[url].visible:
                hits |= {url, parent}
    return pack(hits, site.content_pages)


def session_id(site, url, page):
    address = site.address(url)
    pairs = re.findall(r"([^=&;/?]+)=([^&;/?]*)", (address.query or "")) + re.findall(r";([^=&;/?]+)=([^&;/?]*)", address.path)
    named = re.compile(r"(php)?s(ess(ion)?)?_?id|jsessionid|aspsessionid\w*|cfid|cftoken|sid|osCsid|zenid", re.I)
    return any(named.fullmatch(k) and re.fullmatch(r"[A-Za-z0-9,.!_-]{16,}", v) for k, v in pairs)


def double_encoded(site, url, page):
    address = site.address(url)
    return bool(re.search(r"%25[0-9A-Fa-f]{2}", address.path + "?" + (address.query or "")))


def malformed(site, url, page):
    for href, _, kind in page.anchors:
        if kind == "svg:a":
            continue
        text = href.strip(" \t\n\r\f")
        if site.resolve(url, href) is None:
            return True
        scheme = re.match(r"([a-z][a-z0-9+.-]*):", text, re.I)
        if scheme and re.fullmatch(r"h?t{1,3}ps?|htt?tps?|hht?tps?|https?s|htps?|hptts?|htp|ttps?|http[^s]|hhtps?", scheme[1].lower()) and scheme[1].lower() not in ("http", "https", "tp"):
            return True
    return False


CHECKS = {
    "resp.dns": by_cause("dns-failure"), "resp.refused": by_cause("connection-refused", "connection-lost"),
    "resp.timeout": by_cause("timeout-connect", "timeout-headers"), "resp.tls_error": by_cause("tls-failure"),
    "resp.4xx": by_status(lambda s: 400 <= s < 500 and s not in (401, 403, 410, 429)),
    "resp.401_403": by_status(lambda s: s in (401, 403)), "resp.410": gone, "resp.429": any_status({429}),
    "resp.5xx": by_status(lambda s: 500 <= s < 600), "resp.5xx_intermittent": any_status(set(range(500, 600)), set(range(200, 300))),
    "resp.redirect_chain": follow(lambda site, u, hops, end: len(hops) >= 2 and end == "end"),
    "resp.redirect_loop": follow(lambda site, u, hops, end: end == "loop"),
    "resp.redirect_self": follow(lambda site, u, hops, end: site.redirect_target(u) == u),
    "resp.redirect_broken": follow(lambda site, u, hops, end: end == "end" and is_error(site, hops[-1])),
    "resp.redirect_blocked": follow(lambda site, u, hops, end: any(not site.is_allowed(h) for h in hops)),
    "resp.redirect_downgrade": downgrade,
    "resp.redirect_home": redirect_home,
    "resp.redirect_no_location": lambda site: pack({u for u in redirects(site) if not site.fetch(u).header("location")}, redirects(site)), "resp.meta_refresh": meta_refresh, "resp.refresh_header": refresh_header,
    "resp.soft404": soft404, "resp.ext_4xx": external_status(lambda s: 400 <= s < 500 and s not in (401, 403, 429)),
    "resp.ext_noresp": external_silent, "resp.truncated": truncated,
    "resp.challenge": lambda site: pack(site.challenged, {u for u in asked(site) if site.status(u) is not None}),
    "sec.http_url": pages_of(lambda site, u, p: u.startswith("http:")),
    "sec.mixed_active": lambda site: pack(pages_of(http_of(("script", "stylesheet", "frame")))(site)["hits"], secure(site)),
    "sec.mixed_passive": lambda site: pack(pages_of(http_of(("media",), images=True))(site)["hits"], secure(site)),
    "sec.form_on_http": pages_of(lambda site, u, p: u.startswith("http:") and bool(p.forms)),
    "sec.form_insecure_action": pages_of(posts_to_http), "sec.private_links": pages_of(private_links),
    "url.case_duplicate": case_duplicate, "url.trailing_slash_dup": slash_duplicate, "url.index_dup": index_duplicate,
    "url.session_id": pages_of(session_id), "url.double_encoded": pages_of(double_encoded), "url.malformed_href": pages_of(malformed),
}

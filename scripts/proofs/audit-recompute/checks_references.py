"""Groups 9 to 11 of the catalogue: canonicals, pagination, directives. Checks of type H and M."""

import math
import re
from collections import defaultdict

from checks_responses import is_error, pack, pages_of
from crawl_site import REDIRECTS, split_list
import web_address


def declared(site):
    """Pages with a canonical element or header that has an address."""
    return {u for u in site.content_pages if any(c[1].strip() for c in site.canonicals[u])}


def with_canonical(test):
    def check(site):
        return pack({u for u in declared(site) if test(site, u, site.canonicals[u])}, declared(site))
    return check


def elsewhere(site, url):
    """The one canonical of a page when it is another URL, else None."""
    targets = site.usable(url)
    return next(iter(targets)) if len(targets) == 1 and targets != {url} else None


def to_target(test, known):
    """Checks of the canonical's target: only pages whose target was requested are checked."""
    def check(site):
        population = {u for u in declared(site) if len(site.usable(u)) == 1 and known(site, next(iter(site.usable(u))))}
        return pack({u for u in population if test(site, u, next(iter(site.usable(u))))}, None)
    return check


def one_target(site):
    return {u for u in declared(site) if len(site.usable(u)) == 1}


def by_source(site, url, source):
    return {c[0] for c in site.canonicals[url] if c[2] == source and c[0] and c[3]}


def loops(site, url):
    seen, at = {url}, elsewhere(site, url)
    while at in site.pages:
        if at == url:
            return len(seen) > 1
        if at in seen:
            return False
        seen.add(at)
        at = elsewhere(site, at)
    return False


SUFFIXES = {"co.uk", "com.au", "co.jp", "com.br", "gov.uk", "org.uk", "ac.uk", "com.sg", "com.vn", "edu.cn", "com.cn", "co.in", "co.nz", "or.jp", "ne.jp",
            "com.tr", "com.mx", "com.ar", "co.za", "com.hk", "com.tw", "co.kr", "github.io", "gov.au", "com.pl", "ac.jp", "org.au", "net.au", "edu.au", "gov.in", "gob.mx", "com.ua", "com.my", "co.il", "com.co", "com.ph", "co.id", "go.jp", "com.pk"}


def domain(host):
    if host is None or re.fullmatch(r"[\d.]+|\[.*\]", host):
        return host
    parts = host.rstrip(".").split(".")
    size = 3 if ".".join(parts[-2:]) in SUFFIXES else 2
    return ".".join(parts[-size:])


def cross_domain(site, url, found):
    """Of the one canonical that decides: several that contradict each other are canon.conflict."""
    own = domain(site.address(url).host)
    return len(site.usable(url)) == 1 and any(domain(site.address(t).host) != own for t in site.usable(url))


def inlinks(site):
    """url -> pages that link to it by hyperlink, itself left out."""
    out = defaultdict(set)
    for page, links in site.links.items():
        for to, _, kind in links:
            if to != page and kind != "refresh":
                out[to].add(page)
    return out


def linked_non_canonical(site):
    pages = inlinks(site)
    found = {u for u in declared(site) if elsewhere(site, u)}
    return pack({u for u in found if len(pages[u]) >= 5}, found)


PAGE = re.compile(r"(?:[?&/]|^)(?:page|paged|p|seite|pg)[=/]?(\d+)(?=$|[/&?.#])", re.I)


def to_first_page(site, url, found):
    target = elsewhere(site, url)
    if not target:
        return False
    number = PAGE.search(url)
    has_prev = any("prev" in rel or "previous" in rel for rel, _, _, _ in site.pages[url].rel_links)
    if not ((number and int(number[1]) > 1) or has_prev):
        return False
    stripped = PAGE.sub("", url).rstrip("?/&")
    first = re.sub(PAGE, lambda m: m[0][: m.start(1) - m.start()] + "1", url)
    return target.rstrip("/") in (stripped, first.rstrip("/"))


# --- pagination ---


def series(site):
    """url -> {'next': [target], 'prev': [target]} of pages that name one in link elements."""
    out = {}
    for url in site.content_pages:
        found = {"next": [], "prev": []}
        for rel, href, _, _ in site.pages[url].rel_links:
            to = site.resolve(url, href) if href else None
            if to is not None and to.host is not None:
                if "next" in rel:
                    found["next"].append(to.text())
                if rel & {"prev", "previous"}:
                    found["prev"].append(to.text())
        for value in site.fetch(url).header("link"):
            for part in split_list(value):
                match = re.match(r"<([^>]*)>.*;\s*rel\s*=\s*\"?(next|prev)\b", part, re.I | re.S)
                to = web_address.parse(match[1], site.address(url)) if match else None
                if to is not None:
                    found[match[2].lower()].append(to.text())
        if found["next"] or found["prev"]:
            out[url] = found
    return out


def not_in_anchor(site):
    found = series(site)
    anchors = {u: {t for t, _, kind in site.links.get(u, []) if kind in ("a", "area")} for u in found}
    return pack({u for u, s in found.items() if set(s["next"] + s["prev"]) - anchors[u] - {u}}, found)


def series_status(site):
    found = series(site)
    bad = lambda t: is_error(site, t) or site.status(t) in REDIRECTS
    known = {u for u, s in found.items() if all(site.fetch(t) for t in s["next"] + s["prev"])}
    return pack({u for u, s in found.items() if any(bad(t) for t in s["next"] + s["prev"])}, None)


def series_noindex(site):
    """Later pages: those with a rel=prev."""
    found = series(site)
    later = {u for u, s in found.items() if s["prev"]}
    return pack({u for u in later if site.noindex(u) or elsewhere(site, u) or not site.is_allowed(u)}, None)


def series_loop(site):
    found = series(site)

    def runs_back(url):
        seen, at = set(), url
        while at in found and found[at]["next"] and at not in seen:
            seen.add(at)
            at = found[at]["next"][0]
            if at == url:
                return True
        return False
    return pack({u for u in found if runs_back(u)}, None)


# --- directives ---


def says(token):
    """Any robots meta or header, whichever crawler it names."""
    return pages_of(lambda site, u, p: any(token in tokens for _, tokens, _, _, _ in site.directives[u]))


def conflict(site, url, page):
    tokens = set(site.effective(url))
    return ("index" in tokens and bool({"noindex", "none"} & tokens)) or ("follow" in tokens and bool({"nofollow", "none"} & tokens)) or (
        "all" in tokens and bool({"noindex", "nofollow", "none"} & tokens))


def unknown(site, url, page):
    names = {t.split(":")[0].strip() for _, tokens, _, _, _ in site.directives[url] for t in tokens}
    return bool(names - site.KNOWN)


def answers(tokens):
    tokens = set(tokens)
    return bool({"noindex", "none"} & tokens), bool({"nofollow", "none"} & tokens)


def header_and_meta(site, url, page):
    applies = [d for d in site.directives[url] if d[0] in ("robots", "crawlscope")]
    if {"meta", "header"} - {d[2] for d in applies}:
        return False
    return answers(site.effective(url, source="meta")) != answers(site.effective(url, source="header"))


def per_bot(site, url, page):
    named = {d[0] for d in site.directives[url]} - {"robots"}
    return len({site.noindex(url, bot) for bot in named | {"nobody"}}) > 1


def noindex_linked(site):
    pages = inlinks(site)
    counts = sorted(len(pages[u]) for u in site.content_pages)
    if not counts:
        return pack(set(), None)
    limit = counts[max(0, math.ceil(0.9 * len(counts)) - 1)]
    middle = counts[len(counts) // 2]
    return pack({u for u in site.content_pages if (site.noindex(u) or site.expired(u)) and len(pages[u]) >= limit and len(pages[u]) > middle}, None)


def page_nofollow(site, url):
    return bool({"nofollow", "none"} & set(site.effective(url)))


def nofollow_only(site):
    kinds = defaultdict(list)
    for page, links in site.links.items():
        for to, nofollow, kind in links:
            if to != page and kind != "refresh" and site.is_internal(site.address(to)):
                kinds[to].append(nofollow or page_nofollow(site, page))
    return pack({u for u, marks in kinds.items() if all(marks)}, kinds)


CHECKS = {
    "canon.missing": lambda site: pack(site.indexable - declared(site), site.indexable),
    "canon.canonicalised": with_canonical(lambda site, u, c: bool(site.usable(u)) and u not in site.usable(u)),
    "canon.multiple": with_canonical(lambda site, u, c: len(c) > 1), "canon.conflict": with_canonical(lambda site, u, c: len(site.usable(u)) > 1),
    "canon.header_html_differ": with_canonical(lambda site, u, c: bool(by_source(site, u, "html")) and bool(by_source(site, u, "header"))
                                               and by_source(site, u, "html") != by_source(site, u, "header")),
    "canon.bad_attribute": with_canonical(lambda site, u, c: any({"hreflang", "media", "lang", "type"} & set(x[4]) for x in c)),
    "canon.outside_head": with_canonical(lambda site, u, c: any(not x[3] for x in c)),
    "canon.to_4xx": to_target(lambda site, u, t: is_error(site, t), lambda site, t: bool(site.fetch(t))),
    "canon.to_redirect": to_target(lambda site, u, t: site.status(t) in REDIRECTS, lambda site, t: bool(site.fetch(t))),
    "canon.to_noindex": to_target(lambda site, u, t: site.noindex(t) or site.expired(t), lambda site, t: t in site.pages),
    "canon.to_blocked": to_target(lambda site, u, t: not site.is_allowed(t), lambda site, t: site.is_internal(site.address(t))),
    "canon.chain": to_target(lambda site, u, t: t != u and bool(elsewhere(site, t)), lambda site, t: t in site.pages),
    "canon.loop": lambda site: pack({u for u in one_target(site) if loops(site, u)}, None),
    "canon.https_to_http": with_canonical(lambda site, u, c: u.startswith("https:") and any(t.startswith("http:") for t in site.usable(u))),
    "canon.cross_domain": with_canonical(cross_domain), "canon.to_first_page": with_canonical(to_first_page),
    "canon.noindex_and_canonical": with_canonical(lambda site, u, c: (site.noindex(u) or site.expired(u)) and bool(elsewhere(site, u))),
    "canon.inlinks_to_non_canonical": linked_non_canonical,
    "page.not_in_anchor": not_in_anchor, "page.non200": series_status, "page.noindex": series_noindex, "page.loop": series_loop,
    "dir.noindex": pages_of(lambda site, u, p: site.noindex(u)), "dir.nofollow": pages_of(lambda site, u, p: page_nofollow(site, u)),
    "dir.none": says("none"), "dir.nosnippet": says("nosnippet"),
    "dir.max_snippet0": pages_of(lambda site, u, p: any(re.fullmatch(r"max-snippet\s*:\s*0", t) for _, tokens, _, _, _ in site.directives[u] for t in tokens)),
    "dir.unavailable_past": pages_of(lambda site, u, p: site.expired(u)), "dir.unknown": pages_of(unknown), "dir.conflict": pages_of(conflict),
    "dir.outside_head": pages_of(lambda site, u, p: any(not d[3] for d in site.directives[u])),
    "dir.header_and_meta_differ": pages_of(header_and_meta), "dir.bot_specific": pages_of(per_bot),
    "dir.noindex_linked": noindex_linked, "dir.nofollow_only_inlinks": nofollow_only,
}

"""A crawl as the definitions of the checks see it: internal URLs, pages, links, indexability. Recomputed from raw bodies and headers."""

import hashlib
import os
import pickle
import re
from functools import cached_property

import crawlfile
import page_reader
import web_address

HTML = ("text/html", "application/xhtml+xml")
REDIRECTS = (301, 302, 303, 307, 308)


def split_list(value, separator=","):
    """A header's list, with quoted commas kept."""
    return [p.strip() for p in re.findall(r'(?:[^%s"<]|"(?:\\.|[^"])*"|<[^>]*>)+' % separator, value) if p.strip()]


class Site:
    def __init__(self, path, cache=None):
        self.file = crawlfile.CrawlFile(path)
        self.cache = cache
        self.ids = {u["url"]: i for i, u in self.file.urls.items()}
        self.seeds = [web_address.parse(s) for s in self.file.settings["seeds"]]
        self.hosts = {s.host for s in self.seeds if s}

    def fetch(self, url):
        """The last fetch of a URL (page or check), or None."""
        return self.file.last(self.ids[url]) if url in self.ids else None

    def status(self, url):
        fetch = self.fetch(url)
        return fetch.status if fetch else None

    def is_internal(self, address):
        return address is not None and address.scheme in ("http", "https") and address.host in self.hosts

    @cached_property
    def pages(self):
        """url -> Page of every internal html200."""
        out = {}
        for i, row in self.file.urls.items():
            fetch = next((f for f in reversed(self.file.fetches.get(i, [])) if f.purpose == "page"), None)
            if fetch is None or fetch.status is None or not 200 <= fetch.status < 300 or fetch.mime not in HTML:
                continue
            if row["cls"] != "page":
                continue
            body = self.file.body(fetch)
            if body is not None:
                out[row["url"]] = self.page(body, (fetch.header("content-type") or [""])[-1])
        return out

    def page(self, body, content_type):
        if self.cache is None:
            return page_reader.Page(body, content_type)
        with open(page_reader.__file__, "rb") as source:
            key = hashlib.sha256(body + content_type.encode() + source.read()).hexdigest()
        name = os.path.join(self.cache, key + ".facts")
        if os.path.exists(name):
            with open(name, "rb") as stored:
                return pickle.load(stored)
        page = page_reader.Page(body, content_type)
        os.makedirs(self.cache, exist_ok=True)
        with open(name, "wb") as stored:
            pickle.dump(page, stored)
        return page

    def address(self, url):
        return web_address.parse(url)

    @cached_property
    def base(self):
        """url -> the address that links of the page are resolved against."""
        out = {}
        for url, page in self.pages.items():
            own = self.address(url)
            named = web_address.parse(page.bases[0], own) if page.bases else None
            out[url] = named if named is not None and named.host is not None else own
        return out

    def resolve(self, url, href):
        return web_address.parse(href, self.base.get(url) or self.address(url))

    @cached_property
    def links(self):
        """url -> [(target, nofollow, kind)] of its hyperlinks and other followed references, targets without fragment."""
        out = {}
        for url, page in self.pages.items():
            if url in self.challenged:
                continue
            found = []
            for href, rel, kind in page.anchors:
                if kind == "svg:a":
                    continue
                to = self.resolve(url, href)
                if to is not None:
                    found.append((to.text(), "nofollow" in rel, kind))
            for kind, src in page.frames:
                to = self.resolve(url, src)
                if to is not None:
                    found.append((to.text(), False, kind))
            if page.refresh and page.refresh[1]:
                to = self.resolve(url, page.refresh[1])
                if to is not None:
                    found.append((to.text(), False, "refresh"))
            out[url] = found
        return out

    @cached_property
    def internal(self):
        """Internal URLs: start URLs, targets of followed references and redirects, entries of sitemaps; inside the scope."""
        out = {s.text() for s in self.seeds if s}
        for found in self.links.values():
            out |= {to for to, _, _ in found if self.is_internal(self.address(to))}
        for i, row in self.file.urls.items():
            to = self.redirect_target(row["url"])
            if to and row["url"] in out and self.is_internal(self.address(to)):
                out.add(to)
            if row["in_sitemaps"] and self.is_internal(self.address(row["url"])):
                out.add(row["url"])
        return out

    def redirect_target(self, url):
        fetch = self.fetch(url)
        if fetch is None or fetch.status not in REDIRECTS:
            return None
        location = fetch.header("location")
        to = web_address.parse(location[0], self.address(url)) if location else None
        return to.text() if to else None

    # --- canonicals and directives ---

    @cached_property
    def canonicals(self):
        """url -> [(target text or None, raw, source 'html'|'header', in head, attributes)]."""
        out = {}
        for url, page in self.pages.items():
            found = []
            for rel, href, in_head, attrs in page.rel_links:
                if "canonical" in rel and href is not None:
                    found.append((self.target(self.resolve(url, href), href), href, "html", in_head, attrs))
            for value in self.fetch(url).header("link"):
                for part in split_list(value):
                    match = re.match(r"<([^>]*)>(.*)", part, re.S)
                    if match and re.search(r";\s*rel\s*=\s*(\"[^\"]*\bcanonical\b[^\"]*\"|canonical\b)", match[2], re.I):
                        found.append((self.target(web_address.parse(match[1], self.address(url)), match[1]), match[1], "header", True, {}))
            out[url] = found
        return out

    @staticmethod
    def target(address, raw):
        usable = address is not None and address.host is not None and raw.strip() != ""
        return address.text() if usable else None

    def usable(self, url):
        """Distinct usable canonical targets."""
        return {c[0] for c in self.canonicals[url] if c[0] and c[3]}

    BOTS = ("googlebot", "googlebot-news", "bingbot", "msnbot", "slurp", "yandex", "yandexbot", "baiduspider", "otherbot", "unavailablebot",
            "googlebot-image", "duckduckbot", "teoma", "crawlscope")
    KNOWN = set("""all index follow none noindex nofollow noarchive nocache nosnippet noimageindex notranslate noodp noydir archive
        indexifembedded nositelinkssearchbox noyaca max-snippet max-image-preview max-video-preview unavailable_after noai noimageai nopreview""".split())

    @cached_property
    def directives(self):
        """url -> [(for: 'robots' or a crawler's name, [token], source, in head, raw)]."""
        out = {}
        for url, page in self.pages.items():
            found = []
            for name, content, in_head, _, equiv in page.metas:
                if name == "robots" or name in self.BOTS:
                    found.append((name, self.tokens(content), "meta", in_head, content))
            for value in self.fetch(url).header("x-robots-tag"):
                bot = re.match(r"\s*([A-Za-z][A-Za-z0-9_-]*)\s*:", value)
                name, rest = "robots", value
                if bot and bot[1].lower() not in self.KNOWN:
                    name, rest = bot[1].lower(), value[bot.end():]
                found.append((name, self.tokens(rest), "header", True, value))
            out[url] = found
        return out

    @staticmethod
    def tokens(content):
        """Lower-case tokens; a date after unavailable_after keeps its commas."""
        out, rest = [], content.lower()
        date = re.search(r"unavailable_after\s*:\s*(.*)", rest, re.S)
        if date:
            out.append("unavailable_after:" + date[1].strip())
            rest = rest[:date.start()]
        return [t.strip() for t in rest.split(",") if t.strip()] + out

    def effective(self, url, bot="crawlscope", source=None):
        """The tokens that apply to a crawler."""
        return [t for name, tokens, kind, _, _ in self.directives[url] if name in ("robots", bot) and source in (None, kind) for t in tokens]

    def noindex(self, url, bot="crawlscope"):
        return bool({"noindex", "none"} & set(self.effective(url, bot)))

    def expired(self, url):
        from email.utils import parsedate_to_datetime
        import datetime
        for token in self.effective(url):
            if token.startswith("unavailable_after:"):
                raw = token.split(":", 1)[1]
                when = None
                for read in (lambda t: parsedate_to_datetime(t), lambda t: datetime.datetime.fromisoformat(t.replace("z", "+00:00").upper())):
                    try:
                        when = read(raw)
                        break
                    except (ValueError, TypeError, IndexError):
                        continue
                if when is not None:
                    stamp = when.timestamp() if when.tzinfo else when.replace(tzinfo=datetime.timezone.utc).timestamp()
                    if stamp * 1000 < self.file.crawl["started_at"]:
                        return True
        return False

    def is_allowed(self, url):
        """Recomputed only where robots.txt has rules: a plain reading of RFC 9309 for the names of the crawler."""
        address = self.address(url)
        rules = self.robots_rules.get(address.origin, [])
        path = address.text()[len(address.origin):] or "/"
        best = (-1, True)
        for allow, pattern in rules:
            expression = re.escape(pattern).replace(r"\*", ".*")
            expression = expression[:-2] + "$" if expression.endswith(r"\$") else expression
            if re.match(expression, path) and (len(pattern), allow) > best:
                best = (len(pattern), allow)
        return best[1]

    @cached_property
    def robots_rules(self):
        out = {}
        for robots in self.file.robots():
            groups, agents, open_rules = {}, [], False
            for line in re.split(r"\r\n|\r|\n", robots["body"].decode("utf-8", "replace").lstrip("\ufeff")):
                line = line.split("#")[0].strip()
                field, colon, value = line.partition(":")
                field, value = field.strip().lower(), value.strip()
                if not colon:
                    continue
                if field == "user-agent":
                    agents = [value.lower()] if open_rules or not agents else agents + [value.lower()]
                    open_rules = False
                    for agent in agents:
                        groups.setdefault(agent, [])
                elif field in ("allow", "disallow"):
                    open_rules = True
                    if value:
                        for agent in agents:
                            groups[agent].append((field == "allow", value))
            if robots["access"] == "rules":
                out[robots["origin"]] = groups.get("crawlscope", groups.get("*", []))
        return out

    @cached_property
    def challenged(self):
        """Pages whose text or headers are a bot challenge of a known kind."""
        out = set()
        for url, page in self.pages.items():
            head = " ".join(t for t, _ in page.titles)
            if any("_Incapsula_Resource" in src for _, src in page.frames) or self.fetch(url).header("cf-mitigated") or re.search(r"^(just a moment|attention required! \| cloudflare|access denied|pardon our interruption|ddos-guard)", head, re.I):
                out.add(url)
        return out

    @cached_property
    def indexable(self):
        out = set()
        for url in self.pages:
            targets = self.usable(url) if len(self.usable(url)) < 2 else set()  # search engines ignore canonicals that contradict each other
            if self.is_allowed(url) and not self.noindex(url) and not self.expired(url) and targets <= {url} and url not in self.challenged:
                out.add(url)
        return out

    @cached_property
    def content_pages(self):
        return set(self.pages) - self.challenged

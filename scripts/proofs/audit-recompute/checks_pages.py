"""Groups 4 to 8 of the catalogue: titles, descriptions, headings, content, images. Checks of type H and M."""

import unicodedata
from collections import defaultdict
from functools import lru_cache

import regex

from checks_responses import is_error, pack, pages_of
from page_reader import words


def characters(text):
    """User-perceived characters."""
    return len(regex.findall(r"\X", text))


def compared(text):
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold()


def title(page):
    """The first title that is not blank, or ''."""
    return next((t for t, _ in page.titles if t), "")


def indexable_of(test):
    def check(site):
        return pack({u for u in site.indexable if test(site.pages[u])}, site.indexable)
    return check


def repeated(site, key):
    """URLs of indexable pages that share a key that is not empty."""
    out = defaultdict(set)
    for url in site.indexable:
        if key(site.pages[url]):
            out[key(site.pages[url])].add(url)
    return set().union(*[g for g in out.values() if len(g) > 1], set())


@lru_cache(maxsize=1)
def arial():
    """Advance widths of a font with Arial's metrics, at 2,048 units."""
    from PIL import ImageFont
    return ImageFont.truetype("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf", 2048, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=None)
def advance(char):
    return arial().getlength(char) / 2048


def pixels(text, size):
    """Width in pixels, or None where the font has not all characters."""
    if any(ord(c) >= 0x530 and not 0x1E00 <= ord(c) < 0x2200 for c in text):
        return None
    return size * sum(advance(c) for c in text)


def over_pixels(site):
    width = {u: pixels(title(site.pages[u]), 20) for u in site.indexable}
    unsure = {u for u, w in width.items() if w is None or abs(w - 561) < 0.5}
    return pack({u for u, w in width.items() if w is not None and w > 561}, site.indexable, unsure)


USELESS = set("""untitled|home|index|document|default|home page|homepage|welcome|new page|title|page|page title|untitled document|untitled page|
startseite|accueil|inicio|start|main|main page|index of /|no title|test|new document|unbenanntes dokument|document sans titre|404|error|
welcome to nginx!|it works!|apache2 ubuntu default page: it works|apache2 debian default page: it works|iis windows server|
home - home|willkommen|website|web page|webpage|my site|my website|site title|blog|just another wordpress site|react app|vite app|create next app|
vite + react|vite + react + ts|vite + vue|loading...|loading""".replace("\n", "").split("|"))


def headings_of(page, level):
    return [(text, alts) for l, text, alts in page.headings if l == level]


IDEOGRAPH = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]")


def lorem(page):
    found = regex.findall(r"\b(?:lorem\s+ipsum|dolor\s+sit\s+amet|consectetur\s+adipi[sc]+ing|adipisicing|sed\s+do\s+eiusmod)\b", page.text, regex.I)
    return bool(found)


ERRORS = regex.compile("|".join((
    r"Fatal error: (?:Uncaught|Call to|Allowed memory)", r"(?:Warning|Notice|Parse error|Deprecated): .{3,200} in \S+\.php(?: on line |:)\d+",
    r"You have an error in your SQL syntax", r"Traceback \(most recent call last\)", r"SQLSTATE\[", r"ORA-\d{5}:", r"Microsoft OLE DB Provider",
    r"Server Error in '.*' Application", r"Unhandled exception at 0x", r"mysqli?_\w+\(\)", r"Unclosed quotation mark after", r"java\.lang\.\w+(?:Exception|Error)",
    r"^\s*at [\w$.]+\([\w$]+\.java:\d+\)", r"System\.\w+Exception:", r"pg_query\(\)", r"Error establishing a database connection", r"Stack trace:", r"PHP (?:Fatal|Warning|Notice)")), regex.M)


def uncounted(site):
    """Languages without spaces between words have no word count that two programs share; and html5lib does not know templates."""
    return {u for u, p in site.pages.items() if len(IDEOGRAPH.findall(p.text)) > len(p.text) / 5 or p.has_template}


def few_words(site):
    return pack({u for u in site.indexable if len(words(site.pages[u].text)) < 200}, None, uncounted(site))


def empty(site):
    found = {u for u in site.content_pages if len(words(site.pages[u].text)) < 5 and not site.pages[u].media}
    return pack(found, None, uncounted(site))


def same_content(site):
    out = defaultdict(set)
    for url in site.indexable:
        if site.pages[url].text:
            out[site.pages[url].text].add(url)
    return [g for g in out.values() if len(g) > 1]



def exact(site):
    return pack(set().union(*same_content(site), set()), None)


def dup_no_canonical(site):
    """All of a group are indexable, so each names itself or nothing."""
    return pack(set().union(*[g for g in same_content(site) if not any(site.usable(u) - {u} for u in g)], set()), None)




def shingles(page):
    found = [w.casefold() for w in words(page.text)]
    size = 3 if found and sum(1 for w in found if IDEOGRAPH.match(w)) > len(found) / 2 else 5
    return {tuple(found[i:i + size]) for i in range(len(found) - size + 1)}


def near(site):
    """Exact shares of common shingles for all pairs; within the stated error of the signatures (0.04) nothing is asserted."""
    sets = {u: shingles(site.pages[u]) for u in site.indexable}
    sets = {u: s for u, s in sets.items() if s}
    order = sorted(sets, key=lambda u: len(sets[u]))
    best = dict.fromkeys(order, 0.0)
    for i, a in enumerate(order):
        for b in order[i + 1:]:
            if len(sets[b]) * 0.85 > len(sets[a]):
                break
            common = len(sets[a] & sets[b])
            share = common / (len(sets[a]) + len(sets[b]) - common)
            best[a], best[b] = max(best[a], share), max(best[b], share)
    unsure = {u for u, s in best.items() if 0.86 < s < 0.94} | {u for u in site.indexable if len(words(site.pages[u].text)) < 30}
    return pack({u for u, s in best.items() if s >= 0.9}, None, unsure)


def images(site):
    """URL of each embedded image -> internal or not."""
    out = {}
    for url, page in site.pages.items():
        for _, href in page.images:
            to = site.resolve(url, href)
            if to is not None and to.scheme in ("http", "https"):
                out[to.text()] = site.is_internal(to)
    return out


def image_status(internal, test):
    """Images that responded, or failed inside the site. An external failure without any network is not checkable."""
    def check(site):
        known = {u for u, own in images(site).items() if own == internal and site.fetch(u)}
        return pack({u for u in known if test(site, u)}, None, {u for u in known if not internal and site.status(u) is None})
    return check


def large(site, url):
    fetch = site.fetch(url)
    if fetch.status != 200:
        return False
    length = fetch.header("content-length")
    return int(length[0]) > 102400 if length and length[0].isdigit() else (fetch.body_bytes or 0) > 102400


def large_images(site):
    known = {u for u in images(site) if site.fetch(u) and site.status(u) == 200}
    return pack({u for u in known if large(site, u)}, None)


def blocked_images(site):
    return pack({u for u, own in images(site).items() if own and not site.is_allowed(u)}, None)


def h1_missing(page):
    return not any(text or alts for text, alts in headings_of(page, 1))


def titles_in_head(page):
    return sum(1 for _, in_head in page.titles if in_head)


CHECKS = {
    "title.missing": indexable_of(lambda p: not title(p)),
    "title.duplicate": lambda site: pack(repeated(site, lambda p: compared(title(p))), site.indexable),
    "title.over_chars": indexable_of(lambda p: characters(title(p)) > 60),
    "title.under_chars": indexable_of(lambda p: 0 < characters(title(p)) < 30),
    "title.over_px": over_pixels, "title.multiple": indexable_of(lambda p: titles_in_head(p) > 1),
    "title.outside_head": indexable_of(lambda p: any(not in_head for _, in_head in p.titles)),
    "title.not_useful": indexable_of(lambda p: compared(title(p)) in USELESS),
    "desc.outside_head": indexable_of(lambda p: any(not h for _, _, h in p.named("description"))),
    "h1.missing": indexable_of(h1_missing), "h1.multiple": indexable_of(lambda p: len(headings_of(p, 1)) > 1),
    "content.low": few_words, "content.empty": empty,
    "content.lorem": indexable_of(lorem), "content.error_text": indexable_of(lambda p: bool(ERRORS.search(p.visible))),
    "content.exact_dup": exact, "content.dup_no_canonical": dup_no_canonical, "content.near_dup": near,
    "img.over_kb": large_images, "img.broken": image_status(True, is_error), "img.ext_broken": image_status(False, is_error),
    "img.blocked": blocked_images,
}

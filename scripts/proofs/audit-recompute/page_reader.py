"""Facts of one HTML page, read with html5lib: the tree that the HTML standard builds, and nothing of Crawlscope's."""

import re

import html5lib

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
SILENT = {"script", "style", "template", "head", "title", "iframe", "noframes", "noembed", "object", "textarea",
          "datalist", "canvas", "audio", "video", "svg:title", "svg:desc", "svg:style", "svg:script", "svg:metadata"}
# Elements of running text: they do not separate words. All others do, unknown ones too.
INLINE = set("""a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span
  strike strong sub sup time tt u var wbr""".split())


def fold(text):
    """White space folded and trimmed."""
    return re.sub(r"[\t\n\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+", " ", text).strip(" ")


def name_of(node):
    """The tag name of an HTML element in lower case; 'svg:title' for one of another namespace; None: a comment."""
    tag = node.tag
    if not isinstance(tag, str):
        return None
    if tag.startswith("{"):
        space, local = tag[1:].split("}")
        return f"{'svg' if 'svg' in space else 'math'}:{local}" if "xhtml" not in space else local
    return tag.lower()


def attributes(node):
    return {k if isinstance(k, str) and not k.startswith("{") else str(k).rsplit("}", 1)[-1]: v for k, v in node.attrib.items()}


class Element:
    """An element with the names of its ancestors, outermost first."""

    __slots__ = ("name", "attrs", "above", "node", "order")

    def __init__(self, name, node, above, order):
        self.name, self.node, self.above, self.order = name, node, above, order
        self.attrs = attributes(node)

    def get(self, key):
        return self.attrs.get(key)

    @property
    def in_head(self):
        return "head" in self.above

    @property
    def in_body(self):
        return "body" in self.above or "frameset" in self.above


def elements(root):
    """All elements in document order."""
    out, stack = [], [(root, ())]
    while stack:
        node, above = stack.pop()
        name = name_of(node)
        if name is None:
            continue
        out.append(Element(name, node, above, len(out)))
        below = above + (name,)
        for child in reversed(list(node)):
            stack.append((child, below))
    return out


def all_text(node):
    """The text of an element and everything in it, comments left out."""
    out, stack = [], [node]
    while stack:
        at = stack.pop()
        if isinstance(at, str):
            out.append(at)
            continue
        if isinstance(at.tag, str):
            parts = [at.text or ""]
            for child in at:
                parts += [child, child.tail or ""]
            stack.extend(reversed(parts))
    return "".join(out)


def visible_text(node, leave_out=lambda name, attrs: False):
    """What a reader sees below `node`: blocks apart, scripts and their like left out."""
    out, stack = [], [(node, True)]
    while stack:
        at, top = stack.pop()
        if isinstance(at, str):
            out.append(at)
            continue
        name = name_of(at)
        if name is None:
            continue
        attrs = attributes(at)
        if not top and (name in SILENT or leave_out(name, attrs)):
            out.append(" ")
            continue
        gap = "" if name in INLINE else " "
        parts = [(gap, False), (at.text or "", False)]
        for child in at:
            parts += [(child, False), (child.tail or "", False)]
        parts.append((gap, False))
        stack.extend(reversed(parts))
    return fold("".join(out))


def image_names(node):
    """Alternative texts of the images in an element."""
    return [fold(n.attrib.get("alt", "")) for n in node.iter() if name_of(n) == "img" and fold(n.attrib.get("alt", ""))]


def words(text):
    """Pieces between white space: the measure that word processors use."""
    return text.split()


LANDMARKS = {"navigation", "banner", "contentinfo", "complementary"}


def is_landmark(name, attrs, inside):
    """Navigation, asides, and headers and footers that are not those of a section."""
    role = (attrs.get("role") or "").strip().lower()
    if role:
        return role in LANDMARKS
    return name in ("nav", "aside") or (name in ("header", "footer") and not inside)


def main_text(root):
    """(text, where from): the main element, else the article elements, else the body; without navigation, asides, headers and footers.

    Articles are parts of the body where they are less than half of it and the only h1 elements are outside of them.
    """
    body = next((n for n in root if name_of(n) == "body"), None)
    if body is None:
        return "", "none"
    pieces = {"main": [], "article": [], "rest": []}
    titles = set()

    def walk(node, area, inside):
        stack = [(node, area, inside, True)]
        while stack:
            at, area, inside, is_tag = stack.pop()
            if not is_tag:
                pieces[area].append(at)
                continue
            name, attrs = name_of(at), attributes(at) if isinstance(at.tag, str) else {}
            if name is None or name in SILENT or is_landmark(name, attrs, inside):
                pieces[area].append(" ")
                continue
            inner = area
            if name == "main" or (attrs.get("role") or "").strip().lower() == "main":
                inner = "main"
            elif name == "article" and area == "rest":
                inner = "article"
            below = inside or name in ("main", "article", "section")
            if name == "h1":
                titles.add(inner)
            gap = "" if name in INLINE else " "
            parts = [(gap + (at.text or ""), inner, below, False)]
            for child in at:
                parts += [(child, inner, below, True), (child.tail or "", inner, below, False)]
            parts.append((gap, inner, below, False))
            stack.extend(reversed(parts))

    walk(body, "rest", False)
    main, article, rest = (fold("".join(pieces[area])) for area in ("main", "article", "rest"))
    if main:
        return main, "main"
    if article and ("article" in titles or "rest" not in titles or len(article) >= len(rest)):
        return article, "article"
    return f"{rest} {article}".strip(), "rest"


class Page:
    """The facts of one page. Texts are folded; places are the element's."""

    def __init__(self, body, content_type):
        charset = re.search(r"charset\s*=\s*[\"']?([^\s;\"']+)", content_type or "", re.I)
        parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
        root = parser.parse(body, transport_encoding=charset[1] if charset else None)
        self.encoding = parser.documentEncoding
        every = elements(root)
        self.elements = len(every)
        self.lang = fold(root.attrib.get("lang", ""))
        plain = [e for e in every if "template" not in e.above]
        self.bases = [e.get("href") for e in plain if e.name == "base" and e.get("href") is not None]
        self.titles = [(fold(all_text(e.node)), e.in_head) for e in plain if e.name == "title"]
        self.metas = [(fold(e.get("name") or "").lower(), e.get("content") or "", e.in_head, e.get("property"), (e.get("http-equiv") or "").strip().lower())
                      for e in plain if e.name == "meta"]
        self.headings = [(int(e.name[1]), fold(all_text(e.node)), image_names(e.node)) for e in plain if e.name in HEADINGS]
        self.rel_links = [({t for t in (e.get("rel") or "").lower().split()}, e.get("href"), e.in_head, e.attrs) for e in plain if e.name == "link"]
        self.anchors = [(e.get("href"), {t for t in (e.get("rel") or "").lower().split()}, e.name) for e in plain
                        if e.name in ("a", "area", "svg:a") and e.get("href") is not None]
        self.frames = [(e.name, e.get("src")) for e in plain if e.name in ("frame", "iframe") and e.get("src") is not None]
        self.forms = [e.get("action") for e in plain if e.name == "form"]
        self.buttons = [e.get("formaction") for e in plain if e.name in ("button", "input") and e.get("formaction") is not None]
        self.images = self.find_images(plain)
        self.resources = self.find_resources(plain)
        self.has_template = any(e.name == "template" for e in every)
        self.text, self.area = main_text(root)
        body_node = next((n for n in root if name_of(n) == "body"), None)
        self.visible = visible_text(body_node) if body_node is not None else ""
        self.media = [e.name for e in plain if e.name in ("img", "video", "audio", "iframe", "picture", "frame")
                      and not {"nav", "header", "footer"} & set(e.above)]
        self.has_frameset = any(e.name == "frameset" for e in every)

    @staticmethod
    def find_images(every):
        out = []
        for e in every:
            if e.name == "img" or (e.name == "input" and (e.get("type") or "").strip().lower() == "image"):
                out.append(("src", e.get("src")))
            if e.name == "img" or (e.name == "source" and "picture" in e.above):
                out += [("srcset", u) for u in srcset(e.get("srcset") or "")]
            if e.name == "svg:image":
                out.append(("svg", e.get("href")))
        return [(k, u) for k, u in out if u]

    @staticmethod
    def find_resources(every):
        """(kind, address) of what the page loads."""
        out = []
        for e in every:
            rel = (e.get("rel") or "").lower().split()
            if e.name == "script" and e.get("src"):
                out.append(("script", e.get("src")))
            elif e.name == "link" and "stylesheet" in rel and e.get("href"):
                out.append(("stylesheet", e.get("href")))
            elif e.name in ("iframe", "frame") and e.get("src"):
                out.append(("frame", e.get("src")))
            elif e.name in ("video", "audio", "source", "track", "embed") and e.get("src"):
                out.append(("media", e.get("src")))
            if e.name == "video" and e.get("poster"):
                out.append(("media", e.get("poster")))
            if e.name == "object" and e.get("data"):
                out.append(("media", e.get("data")))
        return out

    def named(self, *names):
        """(name, content, in head) of the metas of these names."""
        return [(n, c, h) for n, c, h, _, _ in self.metas if n in names]

    @property
    def refresh(self):
        """(seconds, address or None) of the first meta refresh that the standard accepts."""
        for _, content, _, _, equiv in self.metas:
            if equiv == "refresh":
                found = parse_refresh(content)
                if found:
                    return found
        return None


def parse_refresh(content):
    """The shared declarative refresh steps of the HTML standard."""
    found = re.match(r"[\t\n\f\r ]*(\d+)?(\.[\d.]*)?", content)
    if not found[1] and not found[2]:
        return None
    seconds, rest = int(found[1] or 0), content[found.end():]
    if rest == "":
        return seconds, None
    if rest[0] not in ";,\t\n\f\r ":
        return None
    rest = re.sub(r"^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*", "", rest)
    if rest == "":
        return seconds, None
    named = re.match(r"[uU][rR][lL][\t\n\f\r ]*=[\t\n\f\r ]*", rest)
    if named:
        rest = rest[named.end():]
    if rest[:1] in ("'", '"'):
        quote, rest = rest[0], rest[1:]
        rest = rest.split(quote)[0]
    return seconds, rest


def srcset(text):
    """Addresses of a srcset."""
    out, rest = [], text
    while True:
        rest = re.sub(r"^[\t\n\f\r ,]+", "", rest)
        found = re.match(r"[^\t\n\f\r ]+", rest)
        if not found:
            return out
        address, rest = found[0], rest[found.end():]
        if address.endswith(","):
            out.append(address.rstrip(","))
            continue
        out.append(address)
        depth = 0
        for i, char in enumerate(rest):
            depth += (char == "(") - (char == ")" and depth > 0)
            if char == "," and depth == 0:
                rest = rest[i:]
                break
        else:
            return out

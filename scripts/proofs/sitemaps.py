# An opinion on sitemaps that owes nothing to Crawlscope: Python's lxml (Debian: python3-lxml) and the schemas beside this file.
#   python3 scripts/proofs/sitemaps.py validate FILE…   one JSON line a file: what the schema and the rules of hreflang say, and its addresses
#   python3 scripts/proofs/sitemaps.py count FILE…      one JSON line a file: well-formed or not, its root, its loc elements
import gzip
import json
import os
import sys

from lxml import etree

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}"
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sitemap-schemas")
parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def validate(path):
    data = read(path)
    root = etree.fromstring(data, parser)
    kind = "index" if root.tag == SITEMAP + "sitemapindex" else "urlset"
    schema = etree.XMLSchema(etree.parse(os.path.join(here, kind + ".xsd")))
    faults = [] if schema.validate(root) else [str(fault) for fault in schema.error_log][:10]
    if len(data) > 52428800:
        faults.append("more than 52,428,800 bytes")
    sets = {}
    images = 0
    for entry in root:
        loc = entry.findtext(SITEMAP + "loc")
        sets[loc] = {link.get("hreflang"): link.get("href") for link in entry.findall(XHTML + "link")}
        found = [image.findtext(IMAGE + "loc") for image in entry.findall(IMAGE + "image")]
        images += len(found)
        if len(found) > 1000 or len(set(found)) != len(found):
            faults.append(loc + ": more than 1,000 images, or one twice")
    return {"file": path, "kind": kind, "faults": faults, "locs": list(sets), "versions": sets, "images": images}


def versions(files):
    """Over all files: each set has the page itself, and each link but x-default is returned."""
    sets = {loc: links for file in files for loc, links in file["versions"].items()}
    faults = []
    for loc, links in sets.items():
        if links and loc not in links.values():
            faults.append(loc + " has hreflang links, but none to itself")
        for lang, href in links.items():
            if lang != "x-default" and loc not in sets.get(href, {}).values():
                faults.append(href + " has no hreflang link back to " + loc)
    return faults


def count(path):
    try:
        root = etree.fromstring(read(path), parser)
    except (etree.XMLSyntaxError, OSError, EOFError) as error:
        return {"file": path, "wellFormed": False, "says": str(error)[:100]}
    entries = [each for each in root.iter() if isinstance(each.tag, str) and etree.QName(each).localname in ("url", "sitemap")]
    return {"file": path, "wellFormed": True, "root": etree.QName(root).localname, "entries": len(entries)}


command, *paths = sys.argv[1:]
if command == "validate":
    files = [validate(path) for path in paths]
    for file in files:
        print(json.dumps({key: value for key, value in file.items() if key != "versions"}))
    print(json.dumps({"hreflang": versions(files), "links": sum(len(links) for file in files for links in file["versions"].values())}))
else:
    for path in paths:
        print(json.dumps(count(path)))

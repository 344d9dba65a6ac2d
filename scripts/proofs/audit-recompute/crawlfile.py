"""Reads a .crawl file for recomputation: raw bodies, headers, statuses. Uses docs/crawl-file.md only, and none of the
facts that Crawlscope derived from the pages."""

import json
import sqlite3
from functools import cached_property

import zstandard


class Fetch:
    def __init__(self, row):
        (self.id, self.url_id, self.purpose, self.target, self.outcome, self.cause, self.status, self.hash,
         self.body_bytes, self.body_end, self.first_byte_ms, self.total_ms, headers, self.method, self.wire_bytes) = row
        self.headers = json.loads(headers or "[]")

    def header(self, name):
        """All values of a header."""
        return [v for k, v in self.headers if k.lower() == name.lower()]

    @property
    def mime(self):
        value = (self.header("content-type") or [""])[-1]
        return value.split(";")[0].strip().lower()


FETCH = """id, url_id, purpose, target, outcome, cause, status, body_hash, body_bytes, body_end, first_byte_ms, total_ms,
  response_headers, method, wire_bytes"""


def body_of(db, key):
    """The decoded body of a hash, or None: alone, or in a block of bodies."""
    row = db.execute("SELECT size, encoding, bytes, block_id, start FROM bodies WHERE hash = ?", (key,)).fetchone()
    if row is None:
        return None
    size, encoding, data, block, start = row
    if encoding == "block":
        whole, packed = db.execute("SELECT size, bytes FROM body_block WHERE id = ?", (block,)).fetchone()
        return zstandard.ZstdDecompressor().decompress(packed, max_output_size=whole)[start:start + size]
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=size) if encoding == "zstd" else bytes(data)


class CrawlFile:
    def __init__(self, path):
        self.path = path
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def rows(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    @cached_property
    def urls(self):
        """id -> dict with url, class, state, reason, in_sitemaps."""
        names = ("id", "url", "state", "reason", "may_fetch", "via", "in_sitemaps")
        rows = self.rows(f"SELECT {', '.join(names)} FROM urls")
        classes = dict(self.rows("SELECT id, class FROM url"))
        return {r[0]: dict(zip(names, r), cls=classes[r[0]]) for r in rows}

    @cached_property
    def fetches(self):
        """All page and check fetches by url id, in order; interrupted ones are left out."""
        out = {}
        for row in self.rows(f"SELECT {FETCH} FROM fetches WHERE url_id IS NOT NULL AND outcome <> 'interrupted' ORDER BY id"):
            fetch = Fetch(row)
            out.setdefault(fetch.url_id, []).append(fetch)
        return out

    def last(self, url_id):
        """The last page or check fetch of a URL, or None."""
        return (self.fetches.get(url_id) or [None])[-1]

    def body(self, fetch):
        """The decoded body, or None."""
        return body_of(self.db, fetch.hash)

    @cached_property
    def settings(self):
        return json.loads(self.rows("SELECT s.json FROM crawl c JOIN settings s ON s.id = c.settings_id")[0][0])

    @cached_property
    def crawl(self):
        names = ("created_at", "app_version", "state", "started_at", "ended_at")
        return dict(zip(names, self.rows(f"SELECT {', '.join(names)} FROM crawl")[0]))

    def robots(self):
        """[(origin, status, cause, body text, final url)] of the current versions of robots.txt."""
        out = []
        sql = "SELECT origin, status, cause, body_hash, final_url, access FROM robots_versions WHERE is_current = 1"
        for origin, status, cause, body_hash, final, access in self.rows(sql):
            out.append({"origin": origin, "status": status, "cause": cause, "body": body_of(self.db, body_hash) or b"", "final": final, "access": access})
        return out

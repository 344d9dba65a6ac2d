"""robots.txt read again from RFC 9309, for second_half.py: groups, rules, verdicts, and the checks about files."""
import json
import re
from urllib.parse import quote, unquote, urlsplit

AGENT = 'crawlscope'
KNOWN = {'user-agent', 'allow', 'disallow', 'sitemap', 'crawl-delay'}


def lines_of(raw):
    text = raw.decode('utf-8', 'replace').lstrip('\ufeff')
    for number, line in enumerate(re.split(r'\r\n|\r|\n', text), 1):
        bare = line.split('#', 1)[0].strip(' \t\f\v\0')
        match = re.match(r'([^:]*?)[ \t]*:[ \t]*(.*)$', bare, re.S)
        field = match[1].strip().lower() if match else None
        if field is not None and (not re.fullmatch(r'[a-z][a-z _-]*', field) or field in ('http', 'https')):
            field = None
        yield {'number': number, 'raw': line, 'bare': bare, 'field': field, 'value': match[2].strip() if match else ''}


def groups_of(raw):
    """[(agents, rules)] as RFC 9309 forms groups: consecutive user-agent lines, then rules."""
    groups = []
    open_agents = False
    for line in lines_of(raw):
        if line['field'] == 'user-agent':
            if not open_agents:
                groups.append(([], []))
            groups[-1][0].append(line['value'])
            open_agents = True
        elif line['field'] in ('allow', 'disallow'):
            if groups:
                groups[-1][1].append((line['field'], line['value'], line['number']))
            open_agents = False
    return groups


def product(value):
    match = re.match(r'[A-Za-z_-]+', value)
    return (match[0] if match else value).lower()


def rules_for(raw, agent=AGENT):
    groups = groups_of(raw)
    own = [rules for agents, rules in groups if any(product(a) == agent for a in agents)]
    if not own:
        own = [rules for agents, rules in groups if any(a.strip() == '*' or re.match(r'\*\s', a) for a in agents)]
    return [rule for rules in own for rule in rules]


def plain(path):
    """Percent-escapes in one form: non-ASCII escaped, unreserved bytes as they are, hexadecimal in capitals."""
    path = quote(path, safe="/%:@!$&'()*+,;=-._~?[]|\\^`{}#\"<> ")
    return re.sub(r'%([0-9a-fA-F]{2})', lambda m: chr(int(m[1], 16)) if re.match(r'[A-Za-z0-9._~-]', chr(int(m[1], 16))) else m[0].upper(), path)


def pattern(value, case=True):
    value = plain(value)
    anchored = value.endswith('$')
    parts = (value[:-1] if anchored else value).split('*')
    return re.compile('.*'.join(map(re.escape, parts)) + ('$' if anchored else ''), re.S | (0 if case else re.I))


def path_of(url):
    parts = urlsplit(url)
    return plain((parts.path or '/') + ('?' + parts.query if parts.query or url.endswith('?') else ''))


class File:
    """The robots.txt in force for one origin."""
    def __init__(self, crawl, row):
        self.origin = row['key']
        self.status = row['status']
        self.access = row['access']
        self.cause = row['cause']
        self.final = row['final_url']
        self.redirects = json.loads(row['redirects'])
        self.mime = (row['content_type'] or '').split(';')[0].strip().lower()
        self.raw = crawl.body(row['body_hash']) if row['body_hash'] else None
        self.compiled = None

    def html(self):
        if self.raw is None:
            return False
        start = re.sub(rb'^(\xef\xbb\xbf)?(\s|<!--.*?-->|<\?xml.*?\?>)*', b'', self.raw[:4096], flags=re.S).lower()
        return start.startswith((b'<!doctype html', b'<html', b'<head', b'<body', b'<title', b'<script')) or (self.mime == 'text/html' and b'<html' in self.raw.lower())

    def binary(self):
        if self.raw is None:
            return False
        if b'\0' in self.raw or self.raw.startswith(b'{\\rtf') or self.raw[:2] in (b'\xff\xfe', b'\xfe\xff'):
            return True
        bad = 0
        rest = self.raw
        while rest:
            try:
                rest.decode('utf-8')
                break
            except UnicodeDecodeError as error:
                bad += error.end - error.start
                rest = rest[error.end:]
        return len(self.raw) > 0 and bad / len(self.raw) > 0.01

    def rules(self):
        if self.compiled is None:
            found = rules_for(self.raw[:512000]) if self.access == 'rules' and self.raw else []
            self.compiled = [(kind, plain(value), pattern(value), number) for kind, value, number in found if value]
        return self.compiled

    def blocked(self, url):
        if self.access == 'disallow-all':
            return True
        path = path_of(url)
        if path == '/robots.txt':
            return False
        best = (-1, False)
        for kind, value, compiled, _ in self.rules():
            if compiled.match(path):
                size = len(value.encode())
                if size > best[0] or (size == best[0] and kind == 'allow'):
                    best = (size, kind == 'disallow')
        return best[1]


def files(crawl):
    rows = crawl.db.execute('SELECT v.*, o.key FROM origin o JOIN robots_version v ON v.id = o.robots_id')
    return {row['key']: File(crawl, row) for row in rows}


def origin(url):
    parts = urlsplit(url)
    return f'{parts.scheme}://{parts.netloc}'


# Checks of one file: each answers whether the file has the problem.
def syntax(raw):
    return any(l['bare'] and l['field'] is None for l in lines_of(raw))


def rule_before_agent(raw):
    for line in lines_of(raw):
        if line['field'] == 'user-agent':
            return False
        if line['field'] in ('allow', 'disallow'):
            return True
    return False


def empty_group(raw):
    agent = blank = False
    for line in lines_of(raw):
        if line['field'] == 'user-agent':
            if agent and blank:
                return True
            agent, blank = True, False
        elif not line['raw'].strip():
            blank = True
        elif line['field'] in ('allow', 'disallow'):
            agent = blank = False
    return False


def rule_values(raw):
    return [l['value'] for l in lines_of(raw) if l['field'] in ('allow', 'disallow')]


def multi_path(raw):
    return any(re.search(r'\S\s+\S', v) for v in rule_values(raw))


def multi_agent_line(raw):
    return any(l['field'] == 'user-agent' and re.search(r'\S\s+\S|\w[,;|]\w', l['value']) for l in lines_of(raw))


def no_leading_slash(raw):
    return any(v and v[0] not in '/*$' for v in rule_values(raw))


def full_url_rule(raw):
    return any(re.match(r'https?://', v, re.I) for v in rule_values(raw))


def regex_like(raw):
    return any('.*' in v or re.search(r'[\\\[(^]', v) for v in rule_values(raw))


def noindex_field(raw):
    return any(l['field'] == 'noindex' for l in lines_of(raw))


FILE_CHECKS = {
    'robots.syntax': syntax, 'robots.rule_before_agent': rule_before_agent, 'robots.empty_group': empty_group, 'robots.multi_path': multi_path,
    'robots.multi_agent_line': multi_agent_line, 'robots.no_leading_slash': no_leading_slash, 'robots.full_url_rule': full_url_rule,
    'robots.regex_like': regex_like, 'robots.noindex_field': noindex_field,
}

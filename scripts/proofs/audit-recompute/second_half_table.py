"""Writes the table of docs/proofs/audit-judged-2.md from what second_half.py found (DUMP=…) and what the program said.

  second_half_table.py FOLDER
FOLDER has, for each crawl NAME: old-NAME.truth and old-NAME.hits (the program before), w2NAME.truth, w2NAME.hits
and w2NAME.json (the program now).
"""
import collections
import json
import random
import re
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
CRAWLS = ['devref', 'git', 'sqlite', 'pages', 'robots', 'sitemaps']
# Differences that were judged against the raw page, and in which the program is right (why: the note).
BY_EYE = {'a11y.link_name', 'robots.blocks_resources', 'robots.syntax', 'robots.rule_before_agent', 'link.nonindexable_only', 'sm.orphan',
          'sd.parse_error', 'x.allowed_only_some', 'robots.dialect_split', 'hl.incomplete_set', 'link.orphan', 'x.canonical_dup_disagree', 'sd.required_missing', 'robots.empty_group'}
LETTER = 'audit: robots and page checks follow their definitions to the letter'
CORRECTED = {
    **{c: LETTER for c in ('robots.no_leading_slash', 'robots.regex_like', 'robots.multi_agent_line', 'robots.sitemap_blocked', 'robots.case_path',
                           'mob.zoom_disabled', 'a11y.button_name', 'val.body_before_html', 'val.meta_in_body')},
    'robots.dialect_split': 'audit: crawlers disagree where any enabled one gets another verdict',
    'sm.syntax': 'sitemap, audit: XML that is not well-formed is a syntax error',
    **{c: 'audit: a target that did not respond has no status to judge' for c in ('hl.non200', 'hl.noindex', 'hl.non_canonical')},
    'amp.non200': 'html, asking: an AMP version is an alternate, and is checked like one',
    'a11y.link_name': 'audit: links of scripts need a name too',
}
EXTRA = {'hl.non200': '29 on crawls without a network', 'amp.non200': '2 never asked, 1 without a network', 'a11y.link_name': '1 on the crawl of html/'}
NEW = {'robots.variant_differs'}  # could not be checked by the program before


def catalogue(path):
    group = 0
    for line in open(path):
        head = re.match(r'## (\d+)\.', line)
        group = int(head[1]) if head else group
        row = re.match(r'\| `([^`]+)` \| .*? \| \w+/([HML]) \|', line)
        if row and row[2] in 'HM' and group >= 12:
            yield group, row[1], row[2]


def hits(name):
    found = collections.defaultdict(set)
    path = FOLDER / f'{name}.hits'
    for line in open(path):
        hit = json.loads(line)
        found[hit['check']].add(hit['url'])
    return found


def universe(check, of):
    if check.startswith('sm.') and check not in ('sm.missing', 'sm.syntax', 'sm.too_many', 'sm.too_large'):
        return of['entries']
    if check in ('robots.blocked_linked', 'robots.blocked_important', 'x.blocked_may_list', 'x.allowed_only_some', 'x.sitemap_vs_directive'):
        return of['internal']
    if check.startswith(('robots.', 'crawl.')) or check == 'sm.missing':
        return of['hosts']
    return [] if check.startswith('sm.') or check == 'robots.blocks_resources' else of['pages']


def sample(check, prefix):
    """Up to five hits and five others, drawn by a seed: how many were judged, and how many are wrong."""
    shown, others, right = [], [], set()
    for name in CRAWLS:
        truth = json.load(open(FOLDER / f'{prefix}{name}.truth'))
        said = HITS[prefix + name][check]
        expected = set(truth['found'].get(check, []))
        if check in BY_EYE:
            expected = HITS[('n1' if prefix == 'old-' and name == 'robots' else prefix) + name][check] if prefix == 'w2' or name == 'robots' else said
        shown += [(name, u) for u in sorted(said)]
        others += [(name, u) for u in universe(check, truth['universe']) if u not in said]
        right |= {(name, u) for u in expected}
    draw = random.Random(check)
    picked = draw.sample(shown, min(5, len(shown)))
    rest = draw.sample(others, min(5, len(others)))
    wrong = sum(p not in right for p in picked) + sum(p in right for p in rest)
    return len(picked), len(rest), wrong, len(set(shown) ^ right)


HITS = {prefix + name: hits(prefix + name) for prefix in ('old-', 'w2') for name in CRAWLS}
HITS['n1robots'] = hits('n1robots')
COUNTS = {name: {row['check']: row for row in json.load(open(FOLDER / f'w2{name}.json'))} for name in CRAWLS}
totals = [0, 0, 0, 0]
verdicts = [0, 0]
print('| check | checked | hits | how judged | wrong before | corrected by | right now |\n| --- | ---: | ---: | --- | --- | --- | --- |')
for group, check, priority in catalogue(sys.argv[2]):
    if group == 14:
        continue
    rows = [COUNTS[name].get(check) for name in CRAWLS]
    checked, found = sum(r['checked'] for r in rows if r), sum(r['hits'] for r in rows if r)
    reasons = collections.Counter(x for r in rows if r for x in r['notCheckable'])
    if checked == 0:
        print(f'| `{check}` | 0 | 0 | not on these crawls: {", ".join(sorted(reasons)) or "nothing of its kind"} | | | by its fixtures |')
        continue
    old = sample(check, 'old-')
    now = sample(check, 'w2')
    if check in NEW:
        old = (0, 0, 0, 0)
    totals[0] += old[0] + old[1]
    verdicts[0] += checked
    verdicts[1] += old[3]
    totals[1] += old[2]
    totals[2] += now[0] + now[1]
    totals[3] += now[2]
    how = 'by eye' if check == 'sd.required_missing' else 'recomputed, the rest by eye' if check in BY_EYE else 'recomputed in full'
    before = f'{old[2]} of {old[0]} + {old[1]}' + (f'; {old[3]} in all' if old[3] else '') + (f'; {EXTRA[check]}' if check in EXTRA else '')
    print(f'| `{check}` | {checked:,} | {found:,} | {how} | {before} | {CORRECTED.get(check, "")} | {now[0] + now[1] - now[2]} of {now[0]} + {now[1]} |')
print(f'\nsample before: {totals[0] - totals[1]} of {totals[0]} right; now: {totals[2] - totals[3]} of {totals[2]}; verdicts {verdicts[0]:,}, wrong before {verdicts[1]}', file=sys.stderr)

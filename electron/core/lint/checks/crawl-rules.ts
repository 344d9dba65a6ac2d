import type { RobotsRule } from '#shared/model/robots.ts';
import { google } from '../../robots/dialects/google.ts';
import { matchesPattern, type Pattern, readPattern } from '../../robots/match/pattern.ts';
import { beginningWith, type CrawlView } from '../crawl-view.ts';
import { type CrawlCheck, type Finding, valueSpan } from '../diagnostic.ts';
import { behind } from '../edits.ts';
import { nobody } from '../hurts.ts';
import type { Source, SourceLine } from '../source.ts';
import { urlOf } from '../web-address.ts';

interface Rule {
  readonly line: SourceLine;
  readonly rule: RobotsRule;
}

/** The rules a crawler reads, with their lines as written. */
function rulesOf(view: CrawlView, source: Source): Rule[] {
  return view.file.groups.flatMap(group =>
    group.rules.flatMap(rule => {
      const line = source.lines[rule.line - 1];
      return line && rule.normalized !== '' && (line.kind === 'allow' || line.kind === 'disallow') ? [{ line, rule }] : [];
    }),
  );
}

const isLiteral = ({ rule }: Rule): boolean => !/[*]|\$$/.test(rule.normalized);
const short = (path: string): string => (path.length > 120 ? `${path.slice(0, 119)}…` : path);
const on = (line: SourceLine, says: string, more: Partial<Finding> = {}): Finding => ({ says, at: valueSpan(line), ...more });

/** Limit for comparing wildcard rules with paths, in steps. Further rules are skipped, because they could take minutes. */
const STEPS = 10_000_000;

/** Whether a rule matches any path; null where looking would take too long. */
function matcher(view: CrawlView): (rule: Rule) => boolean | null {
  let left = STEPS;
  return rule => {
    if (isLiteral(rule)) return beginningWith(view.paths, rule.rule.normalized).length > 0;
    if (left < 0) return null;
    const pattern = readPattern(rule.rule.normalized, google);
    const paths = beginningWith(view.paths, pattern.pieces[0] ?? '');
    const at = paths.findIndex(path => matchesPattern(pattern, path));
    left -= at < 0 ? paths.length : at;
    return at >= 0;
  };
}

interface Closing {
  readonly literal: Map<string, Rule[]>;
  readonly wild: { readonly rule: Rule; readonly pattern: Pattern }[];
}

/** The Disallow rules by the length of their paths. */
function closingByLength(rules: readonly Rule[]): Map<number, Closing> {
  const found = new Map<number, Closing>();
  for (const rule of rules) {
    if (rule.rule.allow) continue;
    const { normalized } = rule.rule;
    const same: Closing = found.get(normalized.length) ?? { literal: new Map(), wild: [] };
    found.set(normalized.length, same);
    if (isLiteral(rule)) same.literal.set(normalized, [...(same.literal.get(normalized) ?? []), rule]);
    else same.wild.push({ rule, pattern: readPattern(normalized, google) });
  }
  return found;
}

const groupOf = (view: CrawlView, line: number): number =>
  view.file.groups.findIndex(group => group.rules.some(rule => rule.line === line));

/** Names of parameters that mark a visit and not a page. */
const SESSION = /^(s|sid|.{0,20}sess(ion)?(_?id)?|phpsessid|jsessionid|utm_\w{1,20}|gclid|fbclid|token)$/i;
const VARIES = 3;

export const crawlRuleChecks: readonly CrawlCheck[] = [
  {
    id: 'P-DEAD',
    title: 'Matches nothing in the crawl',
    severity: 'I',
    on: 'crawl',
    why: 'A rule that matches nothing may be a mistake, or a remnant of pages that do not exist any more.',
    fix: 'Check whether the path is still correct',
    fixes: null,
    source: 'Ours: compared with the crawl',
    hurts: nobody,
    find: (view, source) => {
      if (view.urls.length === 0) return null;
      const matches = matcher(view);
      const rules = rulesOf(view, source).map(rule => ({ rule, lives: matches(rule) }));
      const dead = rules.filter(each => each.lives === false);
      const unseen = rules.filter(each => each.lives === null);
      return [
        ...dead.map(({ rule }) =>
          on(rule.line, `${short(rule.rule.pattern)} matches none of ${view.paths.length} paths of the crawl`),
        ),
        ...(unseen.length === 0
          ? []
          : [{ says: `${unseen.length} of ${rules.length} rules were not compared with the crawl, because there are too many` }]),
      ];
    },
  },
  {
    id: 'P-PREFIX-WIDE',
    title: 'Matches longer names',
    mistake: 'every-file-listed',
    severity: 'W',
    on: 'crawl',
    why: 'A rule matches everything that starts with it, including longer names.',
    fix: 'End the path with a slash to match only the directory',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.2',
    hurts: nobody,
    find: (view, source) =>
      rulesOf(view, source)
        .filter(rule => isLiteral(rule) && /[a-z0-9]$/i.test(rule.rule.normalized))
        .flatMap(rule => {
          const { normalized, pattern } = rule.rule;
          const paths = beginningWith(view.paths, normalized);
          const longer = paths.filter(path => /^[a-z0-9_-]/i.test(path.slice(normalized.length)));
          if (!longer[0]) return [];
          const says = `${short(pattern)} also matches ${short(longer[0])}${longer.length > 1 ? ` and ${longer.length - 1} more` : ''}`;
          const folder = paths.some(path => path.startsWith(`${normalized}/`));
          return [on(rule.line, says, folder ? { replacement: `${rule.line.value}/` } : {})];
        }),
  },
  {
    id: 'P-CASE',
    title: 'Path in two spellings',
    mistake: 'letter-case',
    severity: 'W',
    on: 'crawl',
    why: 'Paths are case-sensitive. One rule cannot match both spellings.',
    fix: 'Write a rule for each spelling',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.2',
    hurts: nobody,
    find: (view, source) => {
      const lower = new Map<string, Set<string>>();
      const rules = rulesOf(view, source).filter(rule => isLiteral(rule) && /[a-z]/i.test(rule.rule.normalized));
      const lengths = new Set(rules.map(rule => rule.rule.normalized.length));
      const wanted = new Set(rules.map(rule => rule.rule.normalized.toLowerCase()));
      for (const path of view.paths)
        for (const length of lengths.size > 200 ? [] : lengths) {
          const head = path.slice(0, length);
          const key = head.toLowerCase();
          if (head.length < length || !wanted.has(key)) continue;
          const same = lower.get(key);
          if (same) same.add(head);
          else lower.set(key, new Set([head]));
        }
      const all = new Set(rules.map(rule => rule.rule.normalized));
      return rules.flatMap(rule => {
        const heads = lower.get(rule.rule.normalized.toLowerCase());
        const other = heads && [...heads].find(head => !all.has(head));
        return heads?.has(rule.rule.normalized) && other
          ? [
              on(
                rule.line,
                `${short(rule.rule.pattern)} and ${short(other)} both exist in the crawl; the rule matches the first`,
                {
                  changes: [behind(rule.line, `${rule.line.key}: ${other}`)],
                },
              ),
            ]
          : [];
      });
    },
  },
  {
    id: 'P-NO-END-SLASH',
    title: 'Does not match the path without the slash',
    severity: 'I',
    on: 'crawl',
    why: 'A path that ends with a slash does not match the same path without it.',
    fix: 'Add a rule for the URL without the slash',
    fixes: 'asks',
    source: 'RFC 9309 §2.2.2',
    hurts: ({ trailingSlash }) => trailingSlash.value !== 'significant',
    find: (view, source) => {
      const open = new Map(view.urls.map(each => [each.path, each]));
      return rulesOf(view, source)
        .filter(rule => isLiteral(rule) && /[^/]\/$/.test(rule.rule.normalized))
        .flatMap(({ line, rule }) => {
          const path = rule.normalized.slice(0, -1);
          const other = open.get(path);
          if (!other || other.allowed === rule.allow || (other.row.redirectTo !== null && !rule.allow)) return [];
          return [
            on(line, `${short(rule.pattern)} does not match ${short(path)}, which exists in the crawl`, {
              changes: [behind(line, `${line.key}: ${line.value.slice(0, -1)}$`)],
            }),
          ];
        });
    },
  },
  {
    id: 'P-TIE',
    title: 'Rules of equal length',
    severity: 'W',
    on: 'crawl',
    why: 'With equal lengths Allow wins by RFC 9309. Not every crawler documents what it does.',
    fix: 'Make one of the two longer',
    fixes: null,
    source: 'RFC 9309 §2.2.2',
    hurts: ({ precedence, tie }) => precedence.value !== 'longest' || tie.value !== 'allow',
    find: (view, source) => {
      const rules = rulesOf(view, source);
      const byNumber = new Map(rules.map(each => [each.line.number, each]));
      const ties = new Map<Rule, { readonly other: Rule; readonly path: string }>();
      const closing = closingByLength(rules);
      let left = STEPS;
      for (const { path, line, allowed } of view.urls) {
        const winner = allowed ? byNumber.get(line) : undefined;
        if (!winner || ties.has(winner)) continue;
        const { length } = winner.rule.normalized;
        const same = closing.get(length);
        if (!same) continue;
        left -= same.wild.length;
        if (left < 0) break;
        const group = groupOf(view, line);
        const other = [
          ...(same.literal.get(path.slice(0, length)) ?? []),
          ...same.wild.filter(({ pattern }) => matchesPattern(pattern, path)).map(each => each.rule),
        ].find(each => each.rule.normalized !== winner.rule.normalized && groupOf(view, each.line.number) === group);
        if (other) ties.set(winner, { other, path });
      }
      return [...ties].map(([winner, { other, path }]) =>
        on(
          winner.line,
          `Allow ${short(winner.rule.pattern)} and Disallow ${short(other.rule.pattern)} (line ${other.line.number}) have equal length ${winner.rule.normalized.length} for ${short(path)}`,
        ),
      );
    },
  },
  {
    id: 'P-SESSION',
    title: 'Session parameters',
    severity: 'I',
    on: 'crawl',
    why: 'Each visit creates new URLs for the same pages, and crawlers fetch them all.',
    fix: 'Remove the parameter from links; add Clean-param for Yandex and a rule for others',
    fixes: null,
    source: 'Yandex: Clean-param',
    hurts: nobody,
    find: (view, source) => {
      const values = new Map<string, Set<string>>();
      for (const { row, allowed } of view.urls) {
        const query = allowed ? (urlOf(row.url)?.search ?? '') : '';
        for (const part of query.slice(1).split('&')) {
          const [name = '', value = ''] = part.split('=');
          if (!SESSION.test(name) || value === '') continue;
          const seen = values.get(name);
          if (seen) seen.add(value);
          else values.set(name, new Set([value]));
        }
      }
      const cleaned = new Set(source.byKind('clean-param').flatMap(line => (line.value.split(/\s/)[0] ?? '').split('&')));
      return [...values]
        .filter(([name, seen]) => seen.size >= VARIES && !cleaned.has(name))
        .map(([name, seen]) => ({
          says: `The parameter ${name.slice(0, 60)} has ${seen.size} values in open URLs of the crawl`,
        }));
    },
  },
  {
    id: 'X-SITEMAP-STATUS',
    title: 'Sitemap cannot be fetched',
    severity: 'E',
    on: 'crawl',
    why: 'Crawlers cannot use a sitemap that they cannot fetch.',
    fix: 'Fix the URL or the sitemap',
    fixes: null,
    source: 'sitemaps.org: protocol',
    hurts: nobody,
    find: (view, source) =>
      view.facts.sitemaps.flatMap(({ url, status, problem, line }) => {
        if (line === null || ((status === null || (status >= 200 && status < 300)) && problem === '')) return [];
        const at = source.lines[line - 1];
        const says = `The sitemap ${short(url)} ${status !== null && status >= 300 ? `answers ${status}` : `could not be read: ${problem}`}`;
        return [{ says, ...(at ? { at: valueSpan(at) } : {}) }];
      }),
  },
];

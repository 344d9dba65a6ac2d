import { type Change, type Check, type Finding, valueSpan } from '../diagnostic.ts';
import { before, removed } from '../edits.ts';
import { firstRuleWins, nobody, withoutWildcards } from '../hurts.ts';
import type { LintGroup, Source, SourceLine } from '../source.ts';

const isLiteral = (rule: SourceLine): boolean => /^\/[^*$]*$/.test(rule.value);
const at = (rule: SourceLine, says: string, changes?: readonly Change[]): Finding => ({
  says,
  at: valueSpan(rule),
  ...(changes ? { changes } : {}),
});
const byText = (a: SourceLine, b: SourceLine): number => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.number - b.number);

/** Every rule without wildcards, with the longest other one that is a beginning of its path. Sorted, one pass. */
function nested(group: LintGroup): { readonly inner: SourceLine; readonly outer: SourceLine }[] {
  const pairs: { inner: SourceLine; outer: SourceLine }[] = [];
  const open: SourceLine[] = [];
  for (const rule of group.rules.filter(isLiteral).sort(byText)) {
    let top = open.at(-1);
    while (top && !rule.value.startsWith(top.value)) {
      open.pop();
      top = open.at(-1);
    }
    if (top && top.value === rule.value) continue;
    if (top) pairs.push({ inner: rule, outer: top });
    open.push(rule);
  }
  return pairs;
}

/** Every rule whose path is already in the group, with the first one. */
function same(group: LintGroup): { readonly again: SourceLine; readonly first: SourceLine }[] {
  const seen = new Map<string, SourceLine>();
  const found: { again: SourceLine; first: SourceLine }[] = [];
  for (const rule of group.rules) {
    const first = seen.get(rule.value);
    if (first) found.push({ again: rule, first });
    else seen.set(rule.value, rule);
  }
  return found;
}

/** Nested rules by the outer one, in file order: one finding for each, however many rules it concerns. */
function byOuter(
  group: LintGroup,
  wanted: (pair: { readonly inner: SourceLine; readonly outer: SourceLine }) => boolean,
): { readonly outer: SourceLine; readonly inners: readonly SourceLine[] }[] {
  const found = new Map<SourceLine, SourceLine[]>();
  for (const pair of nested(group)) {
    if (!wanted(pair)) continue;
    const list = found.get(pair.outer);
    if (list) list.push(pair.inner);
    else found.set(pair.outer, [pair.inner]);
  }
  return [...found].map(([outer, inners]) => ({ outer, inners: inners.sort((a, b) => a.number - b.number) }));
}

const named = (rules: readonly SourceLine[]): string =>
  `${(rules[0]?.value ?? '').slice(0, 100)}${rules.length > 1 ? ` and ${rules.length - 1} more` : ''}`;

/**
 * Ours: a note, unless the crawl has a URL that such a rule matches. WordPress and Google write an exception after
 * its rule, and today's search engines interpret that as intended.
 */
function seenOrNote(source: Source, rules: readonly SourceLine[], finding: Finding): Finding {
  const { crawl } = source.input;
  const paths = rules.slice(0, 50).map(rule => rule.value);
  for (const { url } of crawl?.urls ?? []) {
    const path = url.slice(crawl?.origin.length ?? 0);
    if (paths.some(each => path.startsWith(each))) return finding;
  }
  return { ...finding, severity: 'I' };
}

const MANY = 20;

/** Rules that decide nothing, or decide together. They are listed together for readers of a group. */
export const ruleChecks: readonly Check[] = [
  {
    id: 'P-EMPTY-DISALLOW',
    title: 'Empty Disallow',
    severity: 'I',
    on: 'group',
    why: 'An empty Disallow blocks nothing: the group allows everything.',
    fix: null,
    fixes: null,
    source: 'RFC 9309 §2.2',
    hurts: nobody,
    find: group => {
      const rule = group.rules.length === 1 ? group.rules[0] : undefined;
      return rule?.kind === 'disallow' && rule.value === '' ? at(rule, 'No restriction for this group') : null;
    },
  },
  {
    id: 'P-EMPTY-DISALLOW-MIX',
    title: 'Empty Disallow beside rules',
    mistake: 'decoration',
    severity: 'W',
    on: 'group',
    why: 'Next to other rules an empty Disallow has no effect. It does not open what they block.',
    fix: 'Remove the line',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.2',
    hurts: ({ emptyDisallow }) => emptyDisallow.value === 'allow-all' || emptyDisallow.value === 'allow-slash',
    find: group =>
      group.rules.some(rule => rule.value !== '')
        ? group.rules
            .filter(rule => rule.kind === 'disallow' && rule.value === '')
            .map(rule => at(rule, 'Empty Disallow beside other rules', [removed(rule)]))
        : null,
  },
  {
    id: 'P-EXT',
    title: 'Wildcards',
    severity: 'I',
    on: 'file',
    why: 'Wildcards were added later. Parsers without them compare * and $ as literal characters.',
    fix: 'Add rules for directories if such crawlers matter',
    fixes: null,
    source: 'RFC 9309 §2.2.3; the drafts of 1994 to 1997',
    hurts: withoutWildcards,
    find: source => {
      const rules = source.rules.filter(rule => /\*.|\$$/.test(rule.value));
      const first = rules[0];
      return first ? at(first, `${rules.length} ${rules.length === 1 ? 'rule has' : 'rules have'} wildcards`) : null;
    },
  },
  {
    id: 'P-ORDER',
    title: 'Order of the rules matters',
    severity: 'W',
    on: 'group',
    why: 'In parsers where the first matching rule wins, an exception must come before the rule it limits.',
    fix: 'Put the longer rule first',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.2; the drafts of 1996 and 1997',
    hurts: firstRuleWins,
    find: (group, source) =>
      byOuter(group, ({ inner, outer }) => inner.kind !== outer.kind && outer.number < inner.number).map(({ outer, inners }) => {
        const [first = outer] = inners;
        return seenOrNote(
          source,
          inners,
          at(first, `For ${named(inners)} line ${outer.number} decides where the first matching rule wins`, [
            ...inners.map(inner => before(outer, inner.text)),
            ...inners.map(removed),
          ]),
        );
      }),
  },
  {
    id: 'P-ALLOW-WINS',
    title: 'Allow wins for YioopBot',
    severity: 'W',
    on: 'group',
    why: 'For YioopBot any matching Allow wins, however short.',
    fix: null,
    fixes: null,
    source: 'YioopBot: its documentation',
    hurts: ({ precedence }) => precedence.value === 'any-allow',
    find: (group, source) =>
      byOuter(group, ({ inner, outer }) => inner.kind === 'disallow' && outer.kind === 'allow').map(({ outer, inners }) => {
        const [first = outer] = inners;
        return seenOrNote(source, inners, at(first, `The Allow of line ${outer.number} wins over ${named(inners)} for YioopBot`));
      }),
  },
  {
    id: 'P-SHADOWED',
    title: 'Rule without effect',
    severity: 'W',
    on: 'group',
    why: 'A shorter rule of the same kind already covers this path. Removing this rule changes nothing.',
    fix: 'Remove the line',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.2',
    hurts: nobody,
    find: group => {
      // A pattern of the other kind may lie between the two in length; then the longer rule does decide.
      const between = (inner: SourceLine, outer: SourceLine): boolean =>
        group.rules.some(
          rule =>
            !isLiteral(rule) &&
            rule.kind !== inner.kind &&
            rule.value.length >= outer.value.length &&
            rule.value.length <= inner.value.length,
        );
      const wild = group.rules.some(rule => !isLiteral(rule) && rule.value !== '');
      return nested(group)
        .filter(
          ({ inner, outer }) => inner.kind === outer.kind && !(wild && group.rules.length < 500 ? between(inner, outer) : wild),
        )
        .map(({ inner, outer }) =>
          at(inner, `Line ${outer.number} already covers ${inner.value.slice(0, 100)}`, [removed(inner)]),
        );
    },
  },
  {
    id: 'P-DUP',
    title: 'Duplicate rule',
    severity: 'I',
    on: 'group',
    why: 'The second rule changes nothing.',
    fix: 'Remove the line',
    fixes: 'safe',
    source: 'RFC 9309 §2.2.2',
    hurts: nobody,
    find: group =>
      same(group)
        .filter(({ again, first }) => again.kind === first.kind)
        .map(({ again, first }) => at(again, `The same rule as line ${first.number}`, [removed(again)])),
  },
  {
    id: 'P-CONTRA',
    title: 'Same path allowed and disallowed',
    severity: 'W',
    on: 'group',
    why: 'With equal paths Allow wins by RFC 9309. Other parsers use the first rule, or the Disallow.',
    fix: 'Keep only one of the two',
    fixes: null,
    source: 'RFC 9309 §2.2.2',
    hurts: ({ precedence, tie }) => precedence.value !== 'longest' || tie.value !== 'allow',
    find: group =>
      same(group)
        .filter(({ again, first }) => again.kind !== first.kind && again.value !== '')
        .map(({ again, first }) =>
          at(again, `${again.value.slice(0, 100)} is both allowed and disallowed, see line ${first.number}`),
        ),
  },
  {
    id: 'P-ENUM',
    title: 'Long list of paths in one directory',
    mistake: 'every-file-listed',
    severity: 'I',
    on: 'group',
    why: 'A rule matches everything that starts with it. One directory or wildcard can often replace a long list.',
    fix: 'Disallow the directory, after checking that nothing in it should stay open',
    fixes: null,
    source: 'Ours: 20 rules or more',
    hurts: nobody,
    find: group => {
      const folders = new Map<string, SourceLine[]>();
      for (const rule of group.rules) {
        const folder = rule.kind === 'disallow' && isLiteral(rule) ? /^(\/.*\/)[^/]+\/?$/.exec(rule.value)?.[1] : undefined;
        if (folder === undefined) continue;
        const list = folders.get(folder);
        if (list) list.push(rule);
        else folders.set(folder, [rule]);
      }
      return [...folders].flatMap(([folder, rules]) =>
        rules.length >= MANY && rules[0]
          ? [at(rules[0], `${rules.length} rules of this group lie in ${folder.slice(0, 100)}`)]
          : [],
      );
    },
  },
];

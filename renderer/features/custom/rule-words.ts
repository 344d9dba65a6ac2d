import type { OwnCheckRule, Rule, RuleCounts, RuleKind } from '#shared/model/rules.ts';
import { countWords, plural } from '../../ui/text/format.ts';

/** The kinds in the order of the list, with what each is for and an example that can be added. */
export const kinds: readonly {
  readonly kind: RuleKind;
  readonly label: string;
  readonly one: string;
  readonly about: string;
  readonly example: Rule;
}[] = [
  {
    kind: 'search',
    label: 'Searches',
    one: 'search',
    about: 'Find a text or pattern in every page, such as a tracking code that is missing somewhere.',
    example: {
      kind: 'search',
      name: 'no-analytics',
      find: 'googletagmanager.com',
      syntax: 'text',
      where: 'source',
      hit: 'absent',
      letterCase: 'ignore',
      urls: '',
    },
  },
  {
    kind: 'extraction',
    label: 'Extractions',
    one: 'extraction',
    about: 'Extract a value from every page into a column, such as a price, an author or a date.',
    example: {
      kind: 'extraction',
      name: 'first-link',
      by: 'css',
      expression: 'main a',
      take: 'attribute',
      attribute: 'href',
      group: 0,
      json: 'ld',
      urls: '',
    },
  },
  {
    kind: 'check',
    label: 'Checks',
    one: 'check',
    about: 'Say what is wrong in the filter language or in SQL. It appears in Issues with the other checks.',
    example: {
      kind: 'check',
      name: 'few-links',
      title: 'Indexable page with fewer than 2 links to it',
      by: 'filter',
      expression: 'inlinks:<2',
      population: 'indexable',
      type: 'warning',
      priority: 'M',
      why: '',
      fix: '',
    },
  },
  {
    kind: 'segment',
    label: 'Segments',
    one: 'segment',
    about: 'Name a part of the site. A URL belongs to the first segment in this list that matches.',
    example: { kind: 'segment', name: 'deep', by: 'filter', expression: 'depth:>2' },
  },
];

export const emptyRule = (kind: RuleKind, names: readonly string[]): Rule => {
  const found = kinds.find(each => each.kind === kind) ?? kinds[0];
  const base = `new-${found?.one}`;
  let name = base;
  for (let i = 2; names.includes(name); i++) name = `${base}-${i}`;
  const example = found?.example as Rule;
  switch (example.kind) {
    case 'search':
      return { ...example, name, find: '', hit: 'contains' };
    case 'extraction':
      return { ...example, name, expression: '', take: 'text', attribute: '' };
    case 'check':
      return { ...example, name, title: '', expression: '', population: 'pages' };
    case 'segment':
      return { ...example, name, expression: '' };
  }
};

/** What a rule found, in a few words; never a number without its whole. */
export function countsWords({ checked, found, tooSlow, failed, noBody, waiting }: RuleCounts): string {
  const parts = [`${countWords(found)} of ${plural(checked, 'page')}`];
  if (waiting > 0) parts.push(`${countWords(waiting)} waiting`);
  if (noBody > 0) parts.push(`${countWords(noBody)} without a stored body`);
  if (tooSlow > 0) parts.push(`${countWords(tooSlow)} too slow`);
  if (failed > 0) parts.push(`${countWords(failed)} failed`);
  return parts.join(' · ');
}

export const populationWords: Readonly<Record<OwnCheckRule['population'], string>> = {
  pages: 'internal pages (status 2xx, HTML)',
  indexable: 'indexable pages',
  internal: 'all internal URLs',
  fetched: 'internal URLs with status 2xx',
  redirects: 'redirects',
  external: 'external URLs',
  resources: 'resources',
  images: 'image files',
};

/** A filter for the URLs that a rule found; null where the Issues view shows them. */
export function filterOf({ kind, name }: Rule): string | null {
  if (kind === 'check') return null;
  if (kind === 'segment') return `segment:${name}`;
  return kind === 'search' ? `search.${name}:>0` : `-extract.${name}:none status:200`;
}

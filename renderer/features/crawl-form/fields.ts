import type { FieldGroup, FieldSpec } from './field-spec.ts';

export const limitFields: FieldGroup = {
  columns: 2,
  fields: [
    { kind: 'preset', setting: 'checkExternal', label: 'Preset' },
    { kind: 'scope', setting: 'scope', label: 'Scope', hint: 'URLs outside are recorded, not crawled.' },
    {
      kind: 'follow',
      setting: 'follow',
      label: 'Follow',
      hint: 'What to crawl besides the start URLs. Other links are recorded, and redirects are followed.',
    },
    {
      kind: 'text',
      name: 'delay',
      setting: 'delayMs',
      label: 'Delay',
      unit: 'seconds',
      hint: 'Shortest time between two requests to a host.',
    },
    { kind: 'text', name: 'maxPages', setting: 'maxPages', label: 'Page limit', unit: 'pages' },
    { kind: 'text', name: 'maxDepth', setting: 'maxDepth', label: 'Depth limit', unit: 'clicks' },
  ],
};

/** Which spellings and names of URLs belong to the crawl. */
export const urlFields: FieldGroup = {
  title: 'URLs',
  columns: 2,
  fields: [
    {
      kind: 'text',
      name: 'internalHosts',
      setting: 'internalHosts',
      label: 'Internal hosts',
      rows: 2,
      hint: 'Hosts that count as those of the start URLs, one per line: shop.example.com, *.example.com, or www for their twins with and without www.',
    },
    {
      kind: 'text',
      name: 'include',
      setting: 'include',
      label: 'Include',
      rows: 2,
      hint: 'One pattern per line: glob:/blog/** for paths, or an expression (RE2) found anywhere in the URL. Empty: all URLs.',
    },
    {
      kind: 'text',
      name: 'exclude',
      setting: 'exclude',
      label: 'Exclude',
      rows: 2,
      hint: 'Patterns as for Include, one per line.',
    },
    {
      kind: 'text',
      name: 'parameters',
      setting: 'parameters',
      label: 'Query parameters',
      rows: 2,
      placeholder: 'drop-tracking',
      hint: 'One rule per line for links and sitemap entries: drop sid,utm_*; keep-only id,page; drop-tracking; sort; keep. Before it a host or path if need be: example.com/shop/ drop sid.',
    },
    {
      kind: 'text',
      name: 'rewrites',
      setting: 'rewrites',
      label: 'Rewrite URLs',
      rows: 2,
      placeholder: '^http: => https:',
      hint: 'One rule per line for links and sitemap entries, in order: expression (RE2) => replacement. $1 is the first group.',
    },
    {
      kind: 'flag',
      name: 'cleanParam',
      setting: 'cleanParam',
      label: 'Drop the parameters that Clean-param lines of robots.txt name',
      hint: 'As Yandex does. The URLs as found stay in the file, each with the line.',
    },
  ],
};

/** Links with rel, and references that are no links. */
export const followedFields: readonly FieldSpec[] = [
  { kind: 'flag', name: 'followNofollow', setting: 'nofollowLinks', label: 'Follow links with rel=nofollow' },
  { kind: 'flag', name: 'followUgc', setting: 'ugcLinks', label: 'Follow links with rel=ugc' },
  { kind: 'flag', name: 'followSponsored', setting: 'sponsoredLinks', label: 'Follow links with rel=sponsored' },
  { kind: 'flag', name: 'crawlCanonicals', setting: 'crawlCanonicals', label: 'Crawl canonical targets inside the scope' },
  { kind: 'flag', name: 'crawlHreflang', setting: 'crawlHreflang', label: 'Crawl hreflang targets inside the scope' },
  { kind: 'flag', name: 'crawlAmp', setting: 'crawlAmp', label: 'Crawl AMP versions inside the scope' },
];

/** What can be changed of a crawl that has begun. */
export const scopeFields: FieldGroup = {
  columns: 2,
  fields: [
    ...limitFields.fields.filter(({ kind, setting }) => kind === 'scope' || kind === 'follow' || setting === 'maxDepth'),
    ...urlFields.fields,
    ...followedFields,
  ],
};

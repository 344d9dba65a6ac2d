import type { CheckInfo } from '#shared/model/audit.ts';
import { type AuditSite, type AuditUrl, type Check, type FactsPage, groupCheck } from '../check.ts';
import { ofOlderHash } from '../older-hashes.ts';
import { partsOf } from '../url-parts.ts';

/** Pages at two spellings of one address with the same readable text. */
const spellings = (
  words: Pick<CheckInfo, 'id' | 'name' | 'trigger' | 'why' | 'fix' | 'sources'>,
  clean: (url: string) => string,
  keeps?: (members: readonly AuditUrl[], site: AuditSite) => boolean,
): Check =>
  groupCheck({
    ...words,
    group: 'url',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    key: ({ url, facts, response }: FactsPage) => `${clean(url.url)} ${facts.textHash ?? response.bodyHash}`,
    cannot: ofOlderHash,
    items: ({ facts, response }) => [{ value: facts.textHash ?? response.bodyHash }],
    ...(keeps ? { keeps } : {}),
  });

const withoutSlash = (url: string): string => {
  const { path, query } = partsOf(url);
  if (path.length < 2 || !path.endsWith('/')) return url;
  const start = url.length - path.length - (query === '' && !url.endsWith('?') ? 0 : query.length + 1);
  return url.slice(0, start + path.length - 1) + url.slice(start + path.length);
};
const withoutIndex = (url: string): string => url.replace(/\/(?:index|default)\.[a-z]{2,5}(?=\?|$)/i, '/');

/** All pages of the group name the same canonical. */
function agree(members: readonly AuditUrl[]): boolean {
  const [first] = members;
  return first !== undefined && first.canonicalId !== 0 && members.every(({ canonicalId }) => canonicalId === first.canonicalId);
}

export const caseDuplicateChecks: readonly Check[] = [
  spellings(
    {
      id: 'url.case_duplicate',
      name: 'Same URL in two cases',
      trigger: 'Two pages have URLs that differ only in upper and lower case, and the same readable text.',
      why: 'The same page exists twice. Links and signals are split between the two.',
      fix: 'Redirect to the spelling in lower case, and correct the links.',
      sources: ['RFC 3986, 6.2.2.1 Case Normalization', 'Google Search Central, Consolidate duplicate URLs'],
    },
    url => url.toLowerCase(),
  ),
];

export const slashDuplicateChecks: readonly Check[] = [
  spellings(
    {
      id: 'url.trailing_slash_dup',
      name: 'Slash and no slash both respond',
      trigger:
        'Two pages have URLs that differ only in the slash at the end, and the same readable text, and name no common canonical.',
      why: 'The same page exists twice. Search engines choose one of the two.',
      fix: 'Redirect one form to the other, and link to that one.',
      sources: ['Google Search Central, To slash or not to slash'],
    },
    withoutSlash,
    members => !agree(members),
  ),
  spellings(
    {
      id: 'url.index_dup',
      name: 'index file duplicates its folder',
      trigger: 'A folder and its index or default file are both pages, with the same readable text.',
      why: 'The same page exists twice. Links and signals are split between the two.',
      fix: 'Link to the folder, and redirect the file there.',
      sources: ['Google Search Central, Consolidate duplicate URLs'],
    },
    withoutIndex,
  ),
];

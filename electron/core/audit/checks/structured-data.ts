import type { FindingItem } from '#shared/model/audit.ts';
import type { StructuredCheck, StructuredData, StructuredFinding } from '#shared/model/structured-data.ts';
import { googleRules } from '../../structured/google/rules.ts';
import { hasBreadcrumb, type PageAddress, pageAddresses } from '../../structured/page-addresses.ts';
import { validateStructuredData } from '../../structured/validate.ts';
import { bundledVocabulary } from '../../structured/vocabulary.ts';
import { type AuditSite, type Check, type FactsPage, type PageCheck, pageCheck, threshold } from '../check.ts';
import { resolved } from '../hrefs.ts';
import { atBytes } from '../items.ts';

const schema = 'schema.org vocabulary';
const google = 'Google Search Central, Structured data markup that Google Search supports';

const found = new WeakMap<StructuredData, readonly StructuredFinding[]>();

/** The faults in the structured data of a page. Seven checks use the result; it is computed once. */
function findingsOf(data: StructuredData): readonly StructuredFinding[] {
  let findings = found.get(data);
  if (findings === undefined) {
    findings = validateStructuredData(data, bundledVocabulary(), googleRules).findings;
    found.set(data, findings);
  }
  return findings;
}

const hasItems = ({ facts: { structured } }: FactsPage): boolean =>
  structured?.items.some(item => item.unknownVocabulary !== true) ?? false;
const hasJson = ({ facts: { structured } }: FactsPage): boolean =>
  structured?.blocks.some(({ format }) => format === 'json-ld') ?? false;
const isCut = ({ response: { bodyEnd } }: FactsPage): boolean => bodyEnd === 'too-large' || bodyEnd === 'truncated';

type Words = Pick<PageCheck, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>;

/** A check that passes on what validation found. */
const ofFindings = (
  kind: StructuredCheck,
  words: Words,
  { value, applies = hasItems }: { value(finding: StructuredFinding): string; applies?(page: FactsPage): boolean },
): Check =>
  pageCheck({
    ...words,
    group: 'sd',
    population: 'structured',
    applies,
    test({ facts: { structured } }) {
      if (structured === undefined) return null;
      const items: FindingItem[] = [];
      for (const finding of findingsOf(structured))
        if (finding.check === kind) items.push(atBytes(value(finding), placeOf(finding)));
      return items.length > 0 ? items : null;
    },
  });

/** Of a parse error the byte, of all else the item. */
const placeOf = ({ at, error }: StructuredFinding): readonly [number, number] =>
  error === undefined ? [at.start, at.end] : [Math.min(error.byte, at.end), Math.min(error.byte + 1, at.end)];

const propertyOf = ({ type = '', property = '' }: StructuredFinding): string => `${type}.${property}`;

/** What the page names as its URL: its canonical, or itself where it has none. Null where its canonicals contradict each other. */
function ownUrl({ url, facts: { canonicals = [] } }: FactsPage, site: AuditSite): string | null {
  if (url.canonicalId !== 0) return site.url(url.canonicalId)?.url ?? null;
  return canonicals.length === 0 ? url.url : null;
}

const addresses = new WeakMap<StructuredData, readonly PageAddress[]>();

function addressesOf({ facts: { structured } }: FactsPage): readonly PageAddress[] {
  if (structured === undefined) return [];
  let list = addresses.get(structured);
  if (list === undefined) {
    list = pageAddresses(structured, bundledVocabulary());
    addresses.set(structured, list);
  }
  return list;
}

export const structuredDataChecks: readonly Check[] = [
  pageCheck({
    id: 'sd.missing',
    name: 'No structured data',
    group: 'sd',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    trigger: 'The page has no JSON-LD, microdata or RDFa.',
    why: 'Search engines need structured data for rich results such as ratings, prices and breadcrumbs.',
    fix: 'Describe the main content in JSON-LD with the schema.org type that fits it.',
    sources: [google],
    test(page) {
      if (page.facts.structured !== undefined) return null;
      return isCut(page) ? 'cut' : [];
    },
  }),
  ofFindings(
    'parse_error',
    {
      id: 'sd.parse_error',
      name: 'JSON-LD that cannot be parsed',
      type: 'issue',
      priority: 'M',
      trigger: 'A JSON-LD block of the page is not valid JSON. An HTML comment or a CDATA section around the JSON is accepted.',
      why: 'Search engines ignore the whole block.',
      fix: 'Correct the JSON at the place shown.',
      sources: ['RFC 8259', 'JSON-LD 1.1, 2.5 HTML'],
    },
    {
      applies: hasJson,
      value: ({ block, error }) =>
        `block ${block + 1}, line ${error?.line ?? 0}, column ${error?.column ?? 0}: ${error?.code ?? ''}`,
    },
  ),
  ofFindings(
    'unknown_type',
    {
      id: 'sd.unknown_type',
      name: 'Unknown type in structured data',
      type: 'warning',
      priority: 'L',
      trigger: 'An item has a schema.org type that the vocabulary does not have.',
      why: 'Search engines ignore items of unknown types.',
      fix: 'Write the type as schema.org does. Upper and lower case count.',
      sources: [schema],
    },
    { value: ({ type = '' }) => type },
  ),
  ofFindings(
    'unknown_property',
    {
      id: 'sd.unknown_property',
      name: 'Property that its type does not have',
      type: 'warning',
      priority: 'L',
      trigger: 'An item has a property that schema.org has neither for its type nor for a type above it.',
      why: 'Search engines ignore the property.',
      fix: 'Use a property of the type, or move the property to the item that it belongs to.',
      sources: [schema],
    },
    { value: propertyOf },
  ),
  ofFindings(
    'required_missing',
    {
      id: 'sd.required_missing',
      name: 'Required property missing',
      type: 'issue',
      priority: 'M',
      trigger: 'An item lacks a property that Google requires for rich results of its type.',
      why: 'The page cannot get the rich result.',
      fix: 'Add the property with a value that the page shows too.',
      sources: [google],
    },
    { value: propertyOf },
  ),
  ofFindings(
    'recommended_missing',
    {
      id: 'sd.recommended_missing',
      name: 'Recommended property missing',
      type: 'opportunity',
      priority: 'L',
      trigger: 'An item lacks a property that Google recommends for rich results of its type.',
      why: 'The rich result shows less, or is less likely.',
      fix: 'Add the property where the page has the information.',
      sources: [google],
    },
    { value: propertyOf },
  ),
  ofFindings(
    'bad_value',
    {
      id: 'sd.bad_value',
      name: 'Value of a wrong form',
      type: 'warning',
      priority: 'L',
      trigger:
        'A date, time, number, URL, currency or choice of an item does not have the form that its property needs, or a BreadcrumbList has a single entry.',
      why: 'Search engines may ignore the value, and with it the rich result.',
      fix: 'Write dates as ISO 8601, numbers with a point and without currency, and choices as schema.org names them. Breadcrumbs need two entries.',
      sources: [schema, google],
    },
    { value: finding => `${propertyOf(finding)} = ${finding.value ?? ''}` },
  ),
  pageCheck({
    id: 'sd.url_mismatch',
    name: 'URL in structured data differs from the canonical',
    group: 'sd',
    type: 'warning',
    priority: 'L',
    population: 'structured',
    applies: page => addressesOf(page).length > 0 && (page.url.canonicalId !== 0 || page.facts.canonicals === undefined),
    trigger:
      'The url, @id or mainEntityOfPage of what the page is about is not the canonical, or without one not the URL of the page.',
    why: 'The page names two preferred URLs. Search engines may assign the data to the other one.',
    fix: 'Give the same URL in the canonical and in the structured data.',
    sources: [google, 'schema.org, mainEntityOfPage'],
    test(page, _, site) {
      const own = ownUrl(page, site);
      if (own === null) return null;
      const items: FindingItem[] = [];
      for (const { item, property, url } of addressesOf(page)) {
        const target = resolved(page, url);
        const at = page.facts.structured?.items[item]?.at;
        if (at && target !== '' && target !== own) items.push(atBytes(`${property} ${url}`, [at.start, at.end]));
      }
      return items.length > 0 ? items : null;
    },
  }),
  pageCheck({
    id: 'sd.breadcrumb_missing',
    name: 'No breadcrumb in structured data',
    group: 'sd',
    type: 'opportunity',
    priority: 'L',
    population: 'indexable',
    thresholds: { depth: threshold(2, 'Clicks from the start', 'clicks', 0, 100) },
    trigger: 'The page is two clicks or more from the start and has no BreadcrumbList.',
    why: 'Search results then show a bare URL instead of the place of the page in the site.',
    fix: 'Add a BreadcrumbList with the pages above this one.',
    sources: ['Google Search Central, Breadcrumb (BreadcrumbList) structured data'],
    applies: ({ url }) => url.depth !== null,
    test(page, { depth }) {
      if ((page.url.depth ?? 0) < depth) return null;
      if (page.facts.structured !== undefined && hasBreadcrumb(page.facts.structured)) return null;
      return isCut(page) ? 'cut' : [];
    },
  }),
  ofFindings(
    'duplicate_blocks',
    {
      id: 'sd.duplicate_blocks',
      name: 'The same thing described twice, differently',
      type: 'opportunity',
      priority: 'L',
      trigger: 'Two blocks describe an item of the same type and id with different values.',
      why: 'Search engines choose one of the values, or neither.',
      fix: 'Keep one description. Mostly a theme and a plug-in each write one.',
      sources: ['JSON-LD 1.1, 3.3 Node Identifiers'],
    },
    { value: ({ type = '', value = '' }) => `${type} ${value}` },
  ),
];

import type { CheckInfo } from '#shared/model/audit.ts';
import { type AuditPage, type AuditUrl, type Check, type FactsPage, pageCheck, responseCheck, threshold } from '../check.ts';
import { ofHeader } from '../items.ts';

const hasHttps = ({ url }: AuditUrl): boolean => url.startsWith('https:');
const isHttps = ({ url }: AuditPage): boolean => hasHttps(url);

/** A check of the headers of pages. */
type Words = Pick<CheckInfo, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>;
const ofPages = { group: 'sec', population: 'pages' } as const;

/** A page without a header that pages should have. */
const missing = (header: string, words: Words): Check =>
  responseCheck({ ...words, ...ofPages, test: page => (page.header(header) === null ? [] : null) });

interface ScriptPolicy {
  readonly sources: readonly string[];
}

/** The sources of scripts in each policy of a header or meta value that limits them (CSP Level 3, 6.7.1). */
function scriptPolicies(value: string): ScriptPolicy[] {
  const found: ScriptPolicy[] = [];
  for (const policy of value.toLowerCase().split(',')) {
    const directives = policy.split(';').map(directive => directive.trim().split(/\s+/));
    const [, ...sources] =
      directives.find(([name]) => name === 'script-src') ?? directives.find(([name]) => name === 'default-src') ?? [];
    if (sources.length > 0) found.push({ sources });
  }
  return found;
}

const isWeak = ({ sources }: ScriptPolicy): boolean => {
  if (sources.includes('*')) return true;
  const isGuarded = sources.some(source => source.startsWith("'nonce-") || /^'sha(256|384|512)-/.test(source));
  return sources.includes("'unsafe-inline'") && !isGuarded;
};

const policiesOf = (page: FactsPage) => page.headers('content-security-policy');

/** Whether X-Frame-Options keep the page out of frames of other sites (HTML standard, 7.6): values that contradict each other do. */
function forbidsFrames(headers: readonly string[]): boolean {
  const values = new Set(headers.flatMap(value => value.toLowerCase().split(',')).map(value => value.trim()));
  if (values.size > 1) return values.has('deny') || values.has('sameorigin') || values.has('allowall');
  return values.has('deny') || values.has('sameorigin');
}

const safeReferrers: ReadonlySet<string> = new Set([
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'no-referrer-when-downgrade',
]);
const referrers: ReadonlySet<string> = new Set([...safeReferrers, 'origin', 'origin-when-cross-origin', 'unsafe-url']);

/** The last policy of a list that a browser knows (Referrer Policy, 8.1); '' for none. */
const referrerOf = (value: string): string => (value === '' ? '' : lastReferrer(value));

const lastReferrer = (value: string): string =>
  value
    .toLowerCase()
    .split(',')
    .map(token => token.trim())
    .findLast(token => referrers.has(token)) ?? '';

/** Seconds of max-age in Strict-Transport-Security (RFC 6797, 6.1.1); null for none. */
function maxAgeOf(value: string): number | null {
  const found = /(?:^|;)\s*max-age\s*=\s*"?(\d{1,15})/i.exec(value)?.[1];
  return found === undefined ? null : Number(found);
}

export const securityHeaderChecks: readonly Check[] = [
  responseCheck({
    id: 'sec.hsts_missing',
    name: 'No HSTS',
    ...ofPages,
    type: 'warning',
    priority: 'L',
    trigger: 'A page with https has no Strict-Transport-Security header.',
    why: 'The first request of a visitor may go over http, where others can change it.',
    fix: 'Send Strict-Transport-Security with a max-age of a year.',
    sources: ['RFC 6797, 7.1 HTTP-over-Secure-Transport Request Type'],
    applies: isHttps,
    mayApply: hasHttps,
    test: page => (page.header('strict-transport-security') === null ? [] : null),
  }),
  responseCheck({
    id: 'sec.hsts_short',
    name: 'HSTS too short',
    ...ofPages,
    type: 'opportunity',
    priority: 'L',
    trigger: 'The max-age of Strict-Transport-Security on a page with https is missing, 0 or below 2,678,400 seconds (31 days).',
    why: 'Browsers soon forget to use https only.',
    fix: 'Raise max-age to 31536000, a year.',
    sources: ['RFC 6797, 6.1.1 The max-age Directive'],
    thresholds: { seconds: threshold(2_678_400, 'max-age below', 'seconds') },
    applies: page => isHttps(page) && page.header('strict-transport-security') !== null,
    mayApply: hasHttps,
    test(page, { seconds }) {
      const header = page.header('strict-transport-security');
      return header === null || (maxAgeOf(header.value) ?? 0) >= Math.max(1, seconds) ? null : [ofHeader(header)];
    },
  }),
  pageCheck({
    id: 'sec.csp_missing',
    name: 'No Content-Security-Policy',
    ...ofPages,
    type: 'warning',
    priority: 'L',
    trigger: 'The page has neither a Content-Security-Policy header nor a meta element with one.',
    why: 'A policy limits the harm of injected scripts.',
    fix: 'Start with Content-Security-Policy-Report-Only, then send Content-Security-Policy.',
    sources: ['W3C, Content Security Policy Level 3'],
    test: page => (page.facts.metaCsp === undefined && page.header('content-security-policy') === null ? [] : null),
  }),
  pageCheck({
    id: 'sec.csp_weak',
    name: 'Weak Content-Security-Policy',
    ...ofPages,
    type: 'opportunity',
    priority: 'L',
    trigger:
      "Each policy for scripts of the page (script-src, else default-src) has *, or 'unsafe-inline' without nonce or hash.",
    why: 'Such a policy does not stop injected scripts.',
    fix: "Replace 'unsafe-inline' with nonces or hashes, and * with the hosts that are needed.",
    sources: ['W3C, Content Security Policy Level 3, 6.7.3.2 Does a source list allow all inline behavior?'],
    applies: page => page.facts.metaCsp !== undefined || page.header('content-security-policy') !== null,
    test(page) {
      const headers = policiesOf(page);
      const meta = page.facts.metaCsp ?? '';
      const policies = [...headers.map(({ value }) => value), meta].flatMap(scriptPolicies);
      if (policies.length === 0 || !policies.every(isWeak)) return null;
      return headers.length > 0 ? headers.map(ofHeader) : [{ value: meta.slice(0, 200) }];
    },
  }),
  responseCheck({
    id: 'sec.xcto_missing',
    name: 'No nosniff',
    ...ofPages,
    type: 'warning',
    priority: 'L',
    trigger: 'The page has no X-Content-Type-Options header with the value nosniff.',
    why: 'Browsers may guess another media type than the server says.',
    fix: 'Send X-Content-Type-Options: nosniff.',
    sources: ['Fetch standard, X-Content-Type-Options header'],
    test(page) {
      const header = page.header('x-content-type-options');
      if (header === null) return [];
      return header.value.split(',')[0]?.trim().toLowerCase() === 'nosniff' ? null : [ofHeader(header)];
    },
  }),
  responseCheck({
    id: 'sec.frame_missing',
    name: 'No clickjacking protection',
    ...ofPages,
    type: 'warning',
    priority: 'L',
    trigger:
      'The page has neither X-Frame-Options with DENY or SAMEORIGIN nor a Content-Security-Policy header with frame-ancestors.',
    why: 'Another site can show the page in a hidden frame and catch clicks.',
    fix: "Send Content-Security-Policy: frame-ancestors 'self'.",
    sources: ['W3C, Content Security Policy Level 3, 6.4.2 frame-ancestors', 'HTML standard, 7.6 The X-Frame-Options header'],
    test(page) {
      const options = page.headers('x-frame-options');
      if (forbidsFrames(options.map(({ value }) => value))) return null;
      const hasAncestors = page
        .headers('content-security-policy')
        .some(({ value }) => /(^|[;,])\s*frame-ancestors[\s;,]/i.test(`${value};`));
      if (hasAncestors) return null;
      return options.map(ofHeader);
    },
  }),
  pageCheck({
    id: 'sec.referrer_policy',
    name: 'No secure Referrer-Policy',
    ...ofPages,
    type: 'warning',
    priority: 'L',
    trigger:
      'The policy in force is none of no-referrer, same-origin, strict-origin, strict-origin-when-cross-origin and no-referrer-when-downgrade. It is the last one that browsers know in the Referrer-Policy header, or else in the meta referrer.',
    why: 'Addresses of the site, with all their parameters, may reach other sites.',
    fix: 'Send Referrer-Policy: strict-origin-when-cross-origin.',
    sources: ['W3C, Referrer Policy, 3 Referrer Policies'],
    test(page) {
      const header = page.header('referrer-policy');
      const meta = page.facts.metaReferrer;
      const value = referrerOf(header?.value ?? '') || referrerOf(meta ?? '');
      if (safeReferrers.has(value)) return null;
      if (header !== null) return [ofHeader(header)];
      return meta === undefined ? [] : [{ value: meta }];
    },
  }),
  missing('permissions-policy', {
    id: 'sec.permissions_policy',
    name: 'No Permissions-Policy',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The page has no Permissions-Policy header.',
    why: 'Scripts and frames of others may request camera, microphone and location.',
    fix: 'Send Permissions-Policy with the features that the site does not use, such as camera=().',
    sources: ['W3C, Permissions Policy, 5 Delivery'],
  }),
];

const version = /\d{1,6}\.\d/;

export const disclosureChecks: readonly Check[] = [
  responseCheck({
    id: 'sec.cookie_flags',
    name: 'Cookie without Secure or SameSite',
    group: 'sec',
    type: 'warning',
    priority: 'L',
    population: 'internal',
    trigger: 'A response over https sets a cookie without Secure or without SameSite.',
    why: 'Such a cookie may travel unprotected, or with requests from other sites.',
    fix: 'Add Secure and SameSite=Lax, and HttpOnly where no script needs the cookie.',
    sources: ['RFC 6265bis, 4.1.2.5 Secure and 4.1.2.7 SameSite'],
    applies: isHttps,
    mayApply: hasHttps,
    test(page) {
      const cookies = page.headers('set-cookie');
      if (cookies.length === 0) return null;
      const items = cookies.flatMap(({ value, index }) => {
        const [pair = '', ...attributes] = value.split(';');
        const names = attributes.map(attribute => attribute.split('=')[0]?.trim().toLowerCase());
        const lacks = ['Secure', 'SameSite'].filter(name => !names.includes(name.toLowerCase()));
        // The value of a cookie may be a secret: only its name is shown.
        const name = pair.split('=')[0]?.trim() ?? '';
        return lacks.length > 0 ? [{ value: `${name}: no ${lacks.join(', no ')}`, header: index }] : [];
      });
      return items.length > 0 ? items : null;
    },
  }),
  responseCheck({
    id: 'sec.server_version',
    name: 'Version disclosed',
    group: 'sec',
    type: 'opportunity',
    priority: 'L',
    population: 'internal',
    trigger: 'The Server or X-Powered-By header contains a version number such as 2.4.',
    why: 'Attackers learn which known faults to try.',
    fix: 'Remove the version from the header in the configuration of the server.',
    sources: ['RFC 9110, 10.2.4 Server'],
    test(page) {
      const items = [page.header('server'), page.header('x-powered-by')].flatMap(header =>
        header !== null && version.test(header.value) ? [ofHeader(header)] : [],
      );
      return items.length > 0 ? items : null;
    },
  }),
];

export const corsChecks: readonly Check[] = [
  responseCheck({
    id: 'sec.cors_star',
    name: 'CORS open to every site',
    ...ofPages,
    type: 'opportunity',
    priority: 'L',
    trigger: 'The page has Access-Control-Allow-Origin with the value *.',
    why: 'Scripts of any site may read the page. That is seldom meant for pages.',
    fix: 'Send the header only for files that other sites should read.',
    sources: ['Fetch standard, 3.3.3 HTTP responses'],
    test(page) {
      const header = page.header('access-control-allow-origin');
      return header?.value.trim() === '*' ? [ofHeader(header)] : null;
    },
  }),
];

import { urlOf } from '../../lint/web-address.ts';
import { type Check, threshold } from '../check.ts';
import { atLine } from '../items.ts';
import { rulesBehind } from '../robots/file-facts.ts';
import { hopsOf, itemsOf } from '../robots/linted.ts';
import { answerCheck, lintedCheck, wordedCheck } from '../robots/linted-check.ts';

const hostOf = (url: string): string => urlOf(url)?.hostname ?? '';

/** How the server responds for robots.txt, and the file as a whole. */
export const robotsAnswerChecks: readonly Check[] = [
  answerCheck(
    {
      id: 'robots.missing',
      name: 'No robots.txt',
      type: 'opportunity',
      priority: 'L',
      trigger: 'The response for /robots.txt has a 4xx status other than 401, 403 and 429.',
    },
    ({ status, cause }) =>
      cause === null && status !== null && status >= 400 && status < 500 && ![401, 403, 429].includes(status)
        ? [{ value: String(status) }]
        : null,
  ),
  answerCheck(
    {
      id: 'robots.unreachable',
      name: 'robots.txt not reachable',
      type: 'issue',
      priority: 'H',
      trigger: 'The request for /robots.txt ended with status 5xx or 429, or without a response.',
      fix: 'Make the server return the file, or 404 on purpose.',
    },
    ({ status, cause }) => {
      if (cause !== null || status === null) return [{ value: cause ?? 'no response' }];
      return status === 429 || status >= 500 ? [{ value: String(status) }] : null;
    },
  ),
  answerCheck(
    {
      id: 'robots.forbidden',
      name: 'robots.txt forbidden',
      type: 'warning',
      priority: 'M',
      trigger: 'The response for /robots.txt has status 401 or 403.',
    },
    ({ status, cause }) => (cause === null && (status === 401 || status === 403) ? [{ value: String(status) }] : null),
  ),
  answerCheck(
    {
      id: 'robots.redirects',
      name: 'robots.txt redirects',
      type: 'warning',
      priority: 'L',
      trigger: 'The request for /robots.txt is redirected at least once.',
    },
    robots => {
      const hops = hopsOf(robots);
      return hops.length > 0 ? hops.map(url => ({ url })) : null;
    },
  ),
  answerCheck(
    {
      id: 'robots.cross_host_redirect',
      name: 'robots.txt redirects to another host',
      type: 'warning',
      priority: 'M',
      trigger: 'The request for /robots.txt is redirected, and the last URL is on another host.',
    },
    (robots, host) => {
      const last = hopsOf(robots).at(-1);
      return last !== undefined && hostOf(last) !== hostOf(host.origin) ? [{ url: last }] : null;
    },
  ),
  lintedCheck({
    id: 'robots.html',
    name: 'HTML instead of robots.txt',
    type: 'issue',
    priority: 'H',
    trigger: 'The body of /robots.txt starts like an HTML or XML page.',
  }),
  wordedCheck(
    {
      id: 'robots.binary',
      name: 'robots.txt is not UTF-8 text',
      type: 'issue',
      priority: 'M',
      trigger:
        'The file is compressed, a program, an image, PDF or RTF, is UTF-16 or UTF-32, has a NUL byte or many control characters, or more of its bytes are invalid UTF-8 than the threshold.',
      fix: 'Save the file as plain text in UTF-8.',
      thresholds: { percent: threshold(1, 'Invalid bytes', '%', 0, 100) },
    },
    ({ file: { found, facts } }, { percent }) => {
      const places = ['B-BINARY', 'B-UTF16', 'B-NUL'].flatMap(id => found.get(id) ?? []);
      if (places.length > 0) return itemsOf(places);
      return facts.brokenShare * 100 > percent ? [{ value: `${(facts.brokenShare * 100).toFixed(1)} %` }] : null;
    },
  ),
  lintedCheck({
    id: 'robots.bom',
    name: 'Byte order mark',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The file starts with a UTF-8 byte order mark.',
  }),
  wordedCheck(
    {
      id: 'robots.too_big',
      name: 'robots.txt too large',
      type: 'issue',
      priority: 'M',
      trigger: 'The file has more bytes than the threshold; the evidence lists the rules after that limit.',
      thresholds: { bytes: threshold(512_000, 'Size', 'bytes', 1_000, 100_000_000) },
    },
    ({ robots, file: { facts } }, { bytes }) =>
      facts.bytes > bytes
        ? [
            { value: `${facts.bytes} bytes` },
            ...rulesBehind(robots.text ?? new Uint8Array(), bytes).map(({ text, number }) => atLine(text, number)),
          ]
        : null,
  ),
];

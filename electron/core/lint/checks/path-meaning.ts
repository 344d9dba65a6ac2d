import { type Check, valueSpan } from '../diagnostic.ts';
import { everyone, nobody } from '../hurts.ts';
import { first, REGEX } from '../in-path.ts';

const SCRIPTS = /^\/\*?\.(css|js)\$?$|^\/(assets|css|js|scripts|styles|static)\/?\*?$/i;

/** Paths that are written well and hardly mean what they say. */
export const meaningChecks: readonly Check[] = [
  {
    id: 'P-FRAGMENT',
    title: 'Fragment in a path',
    severity: 'W',
    on: 'rule',
    why: 'A # starts a comment, and crawlers never send fragments.',
    fix: 'Remove it and everything after it',
    fixes: 'safe',
    source: 'RFC 9309 §2.2; RFC 3986 §3.5',
    hurts: nobody,
    find: line => {
      const next = line.hash < 0 ? '' : line.text.charAt(line.hash + 1);
      return line.value !== '' && line.hash === line.valueEnd && /[A-Za-z0-9_!-]/.test(next)
        ? { says: 'A fragment in the path', at: { line, from: line.hash, to: line.text.trimEnd().length }, replacement: '' }
        : null;
    },
  },
  {
    id: 'P-DOTS',
    title: 'Dots or double slashes',
    severity: 'I',
    on: 'rule',
    why: 'Crawlers compare rules as text, and they rarely request URLs in this form.',
    fix: 'Write the plain path',
    fixes: 'asks',
    source: 'RFC 3986 §6.2.2.3',
    hurts: nobody,
    find: line => {
      const found = first(line, /\/\/|\/\.{1,2}(?=\/|$)/, text => `${text} is compared literally`);
      const plain = line.value.replace(/\/{2,}/g, '/').replace(/\/\.(?=\/)/g, '');
      return found && plain !== line.value && !plain.includes('/..')
        ? { ...found, changes: [{ at: valueSpan(line), insert: plain }] }
        : found;
    },
  },
  {
    id: 'P-BACKSLASH',
    title: 'Backslash in a path',
    severity: 'W',
    on: 'rule',
    why: 'Paths use slashes. A backslash is a different character.',
    fix: 'Write a slash',
    fixes: 'asks',
    source: 'RFC 3986 §2; Yandex: robots.txt',
    hurts: everyone,
    find: line =>
      REGEX.test(line.value)
        ? null
        : first(
            line,
            /\\/,
            () => 'Backslash in the path',
            () => '/',
          ),
  },
  {
    id: 'P-RESOURCES',
    title: 'Scripts or style sheets blocked',
    severity: 'W',
    on: 'rule',
    why: 'Search engines render pages and need their scripts and style sheets.',
    fix: 'Allow scripts and style sheets',
    fixes: null,
    source: 'Google: rendering',
    hurts: nobody,
    find: line =>
      line.kind === 'disallow' && SCRIPTS.test(line.value)
        ? { says: `${line.value} blocks scripts or style sheets`, at: valueSpan(line) }
        : null,
  },
  {
    id: 'P-INDEX-QUIRK',
    title: 'Index page opens its directory',
    severity: 'I',
    on: 'rule',
    why: 'For Google and a few libraries, allowing the index page also opens the directory itself.',
    fix: null,
    fixes: null,
    source: 'google/robotstxt, Protego, crawler-commons: source code',
    hurts: ({ indexQuirk }) => indexQuirk.value !== 'none',
    find: line => {
      const directory = line.kind === 'allow' ? /^(.*\/)index\.html?$/.exec(line.value)?.[1] : undefined;
      return directory === undefined ? null : { says: `For some crawlers this also allows ${directory}`, at: valueSpan(line) };
    },
  },
  {
    id: 'P-SELF',
    title: 'Rule matches robots.txt',
    severity: 'I',
    on: 'rule',
    why: 'RFC 9309 section 2.2.2 always allows /robots.txt itself.',
    fix: null,
    fixes: null,
    source: 'RFC 9309 §2.2.2',
    hurts: ({ selfExemption }) => selfExemption.value === 'none',
    find: line =>
      line.kind === 'disallow' && line.value.length > 1 && ('/robots.txt'.startsWith(line.value) || line.value === '/robots.txt$')
        ? { says: 'The rule matches /robots.txt, which may always be fetched', at: valueSpan(line) }
        : null,
  },
];

import { type Check, valueSpan } from '../diagnostic.ts';
import { everyone, nobody } from '../hurts.ts';
import { first, REGEX } from '../in-path.ts';

const SCRIPTS = /^\/\*?\.(css|js)\$?$|^\/(assets|css|js|scripts|styles|static)\/?\*?$/i;

/** Paths that are written well and hardly mean what they say. */
export const meaningChecks: readonly Check[] = [
  {
    id: 'P-FRAGMENT',
    severity: 'W',
    on: 'rule',
    why: 'A # begins a comment, and fragments are never part of what a robot asks for.',
    fix: 'Remove it with what follows',
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
    unsafe: true,
    severity: 'I',
    on: 'rule',
    why: 'Rules are compared as text; URLs are rarely asked for in this form.',
    fix: 'Write the plain path',
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
    unsafe: true,
    severity: 'W',
    on: 'rule',
    why: 'Paths have slashes; a backslash is another character.',
    fix: 'Write a slash',
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
    severity: 'W',
    on: 'rule',
    why: 'Search engines render pages and need scripts and style sheets for it.',
    fix: 'Leave scripts and style sheets open',
    hurts: nobody,
    find: line =>
      line.kind === 'disallow' && SCRIPTS.test(line.value)
        ? { says: `${line.value} closes scripts or style sheets`, at: valueSpan(line) }
        : null,
  },
  {
    id: 'P-INDEX-QUIRK',
    severity: 'I',
    on: 'rule',
    why: 'For Google and a few libraries, allowing the index page also opens the directory itself.',
    fix: null,
    hurts: ({ indexQuirk }) => indexQuirk.value !== 'none',
    find: line => {
      const directory = line.kind === 'allow' ? /^(.*\/)index\.html?$/.exec(line.value)?.[1] : undefined;
      return directory === undefined ? null : { says: `This also opens ${directory} for some crawlers`, at: valueSpan(line) };
    },
  },
  {
    id: 'P-SELF',
    severity: 'I',
    on: 'rule',
    why: 'RFC 9309 section 2.2.2 always allows /robots.txt itself.',
    fix: null,
    hurts: ({ selfExemption }) => selfExemption.value === 'none',
    find: line =>
      line.kind === 'disallow' && line.value.length > 1 && ('/robots.txt'.startsWith(line.value) || line.value === '/robots.txt$')
        ? { says: 'The rule matches /robots.txt, which may always be fetched', at: valueSpan(line) }
        : null,
  },
];

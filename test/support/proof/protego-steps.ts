import { requotePattern } from '#core/robots/match/escapes.ts';
import { toOctets } from '#core/url/percent.ts';
import type { RobotsFile, RobotsRule } from '#shared/model/robots.ts';
import { NOT_MODELLED, onText, type Step, textOf, withValue } from './difference-steps.ts';

/** What Python's `str.strip` removes besides what we remove. It keeps U+FEFF. */
const WIDE = '[\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]';
const ENDS = new RegExp(`^(?:${WIDE}|[\\t ])+|(?:${WIDE}|[\\t ])+$`, 'g');
/** A line as `str.splitlines` cuts it. */
const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+/g;

const strip = (text: string): string => text.replace(ENDS, '');

/** Trims each line without its comment, and key and value, as Python does. */
const stripped = (line: string): string => {
  const hash = line.indexOf('#');
  const body = strip(hash < 0 ? line : line.slice(0, hash));
  const colon = body.indexOf(':');
  return colon < 0 ? body : `${strip(body.slice(0, colon))}:${strip(body.slice(colon + 1))}`;
};

const isAgentKey = (key: string): boolean => /^user(?:-| ?)agent$/.test(key);

/** The key of a line, as Protego reads it, and whether the line has a value; null for a line that Protego passes over. */
function fieldOf(line: string): { readonly key: string; readonly hasValue: boolean } | null {
  const body = stripped(line);
  const colon = body.indexOf(':');
  if (colon >= 0) return { key: body.slice(0, colon).toLowerCase(), hasValue: colon + 1 < body.length };
  const key = /^(?:user-agent|useragent|user agent|(?:dis)?allow|crawl[- ]delay|sitemap|host) /.exec(body)?.[0];
  return key === undefined ? null : { key: key.trim(), hasValue: true };
}

/** Repeats the names of a group before a User-agent line that continues the group behind its rules, because of the line `between`. */
function namesRepeated(text: string, between: (key: string) => boolean): string {
  let names: string[] = [];
  let before: string | null = null;
  let hasRules = false;
  return text.replace(LINE, line => {
    const field = fieldOf(line);
    if (field === null) return line;
    const last = before;
    if (field.hasValue && names.length === 0 && !isAgentKey(field.key) && field.key !== 'sitemap') return line;
    before = field.key;
    if (!field.hasValue) return line;
    if (!isAgentKey(field.key)) {
      hasRules = true;
      return line;
    }
    const joins = last !== null && between(last) && hasRules;
    if (last !== null && last !== '' && !isAgentKey(last)) names = [];
    const repeated = joins ? [...names, line] : [line];
    names.push(line);
    if (joins || names.length === 1) hasRules = false;
    return repeated.join('\n');
  });
}

const WIDE_BLANKS: Step = {
  id: 'wide blanks',
  says: 'Python’s `str.strip` removes all Unicode white space, such as U+00A0 and U+3000. We remove only space, tab and ASCII control characters.',
  right: NOT_MODELLED,
  bytes: onText(text => text.replace(LINE, stripped)),
};

const NO_KEY: Step = {
  id: 'line without a key',
  says: 'After a line that begins with the colon, a User-agent line continues the group before it, also behind rules.',
  right: NOT_MODELLED,
  bytes: onText(text => namesRepeated(text, key => key === '')),
};

const NO_NAME: Step = {
  id: 'User-agent without a value',
  says: 'After `User-agent:` without a value, the next User-agent line continues the group before it, also behind rules.',
  right: NOT_MODELLED,
  bytes: onText(text => namesRepeated(text, isAgentKey)),
};

const STAR_IN_NAME: Step = {
  id: 'star in a name',
  says: 'A name with a star counts twice, with and without its stars. So it also applies to a robot whose name has that star.',
  right: NOT_MODELLED,
  file: file => ({
    ...file,
    groups: file.groups.map(group => ({
      ...group,
      agents: group.agents.flatMap(each =>
        each.value.length > 1 && each.value.includes('*') ? [each, { ...each, token: each.value.toLowerCase() }] : [each],
      ),
    })),
  }),
};

/** Puts these values in the place of each rule's, one line for each. */
const onRules = (change: (value: string, isAllow: boolean) => readonly string[]) =>
  onText(text =>
    text.replace(LINE, line => {
      const body = stripped(line);
      // Without a colon, the key must be in lower case.
      const found = /^(allow|d\w*s\w*l\w*w) *:(.+)$/i.exec(body) ?? /^(allow|d\w*s\w*l\w*w) +([^:]+)$/.exec(body);
      const [, key, value] = found ?? [];
      if (key === undefined || value === undefined) return line;
      return change(value, key.toLowerCase() === 'allow')
        .map(each => `${key}:${each}`)
        .join('\n');
    }),
  );

const SCHEME: Step = {
  id: 'scheme in a rule',
  says: 'A rule without a slash at its start loses what looks like a scheme: `a:/b` is `/b`.',
  right: NOT_MODELLED,
  bytes: onRules(value => [/^https?:\/\//.test(value) ? value : value.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?/i, '')]),
};

const INDEX: Step = {
  id: 'escaped end of an index',
  says: 'An Allow that ends in `/index.html` also allows its folder with a `$` behind it, because the rule that is added for the folder ends in `$`.',
  right: NOT_MODELLED,
  bytes: onRules((value, isAllow) =>
    isAllow && value.endsWith('/index.html') ? [value, `${value.slice(0, -'index.html'.length)}%24`] : [value],
  ),
};

/** A `$` that is alone between two stars, or between a star and the last `$`, behind the path. */
const LONE_END = /([?;].*\*)\$(?=\*|\$$)(.*)$/;

const END_BETWEEN_STARS: Step = {
  id: '$ between stars',
  says: 'In the query of a rule, a `$` between two stars is the end of the URL. We read it as a character.',
  right: NOT_MODELLED,
  bytes: onRules(value => {
    const [, before, after] = LONE_END.exec(value) ?? [];
    if (before === undefined || after === undefined) return [value];
    const escaped = value.replace(/\$(?!$)/g, '%24');
    // Only stars can follow the end.
    return /[^*$]/.test(after) ? [escaped] : [escaped, `${value.slice(0, -1 - after.length)}*${'*'.repeat(after.length)}`];
  }),
};

const withRules =
  (change: (rule: RobotsRule) => readonly RobotsRule[]) =>
  (file: RobotsFile): RobotsFile => ({
    ...file,
    groups: file.groups.map(group => ({ ...group, rules: group.rules.flatMap(change) })),
  });

const CHARACTERS: Step = {
  id: 'length in characters',
  says: 'The length of a rule counts characters. We count bytes, and only in the query of a rule are characters of several bytes left.',
  right: NOT_MODELLED,
  dialect: withValue('length', 'written-characters'),
  file: withRules(rule =>
    rule.pattern.includes('$') || rule.pattern === ''
      ? [rule]
      : [{ ...rule, pattern: '-'.repeat([...textOf(bytesOf(rule.normalized))].length) }],
  ),
};
const bytesOf = (octets: string): Uint8Array => Uint8Array.from(octets, unit => unit.charCodeAt(0));

/** What Protego did before 0.3.0, before 0.3.1 and before 0.4.0. */
const CHANGED = 'Protego changed it; ours is the newer one';
const SLASH_BEFORE: Step = {
  id: 'slash put before',
  says: 'Before 0.3.0, a rule without a slash at its start gets one, also before a star.',
  right: CHANGED,
  bytes: onRules(value => [value.startsWith('/') ? value : `/${value}`]),
};
const EQUALS: Step = {
  id: '= in a rule',
  says: 'Before 0.3.1, `=` in the path of a rule is escaped, as in the path of a URL.',
  right: CHANGED,
  file: withRules(rule => {
    const escaped = (pattern: string): string => pattern.replace(/^[^?;]*/, path => path.replaceAll('=', '%3D'));
    const changed = { ...rule, normalized: escaped(rule.normalized) };
    // The second rule of a `$` needs the same change.
    const twin = rule.pattern.replaceAll('$', '%24');
    if (changed.normalized === rule.normalized || twin === rule.pattern) return [changed];
    return [changed, { ...rule, pattern: twin, normalized: escaped(requotePattern(toOctets(twin))) }];
  }),
};
const TWO_SLASHES: Step = {
  id: 'two slashes',
  says: 'Before 0.4.0, a rule that starts with two slashes loses them and all before its next slash, as if they began a host.',
  right: CHANGED,
  // A host with a bracket belongs to the next class.
  bytes: onRules(value => [value.replace(/^\/\/[^/?#[\]]*(?=[/?#]|$)/, '')]),
};
/** `checksAddresses`: Python also wants an IPv6 address between the brackets, which it does since 3.11.4. */
const bracketInHost = (checksAddresses: boolean): Step => ({
  id: 'bracket in a host',
  says: 'Before 0.4.0, a rule that starts with two slashes and has a bracket before its next slash can raise an error, because it looks like a broken IPv6 address. The file then gives no verdict.',
  right: CHANGED,
  file: file => {
    const raises = ({ pattern }: RobotsRule): boolean => {
      const host = /^\/\/[^/?#]*/.exec(pattern)?.[0] ?? '';
      return host.includes('[') !== host.includes(']') || (checksAddresses && host.includes('['));
    };
    const rule = file.groups.flatMap(({ rules }) => rules).find(raises);
    return rule === undefined ? file : { ...file, groups: [], override: { allowed: null, line: rule.line, why: 'parse-error' } };
  },
});

const isBefore = (version: string, limit: string): boolean => version.localeCompare(limit, 'en', { numeric: true }) < 0;

/** Ours is the dialect `protego`, which is Protego since 0.4.0. */
export function protegoSteps(version: string, checksAddresses = false): readonly Step[] {
  const older = [
    ...(isBefore(version, '0.3.0') ? [SLASH_BEFORE] : [SCHEME]),
    ...(isBefore(version, '0.3.1') ? [EQUALS] : []),
    ...(isBefore(version, '0.4.0') ? [TWO_SLASHES, bracketInHost(checksAddresses)] : []),
  ];
  return [WIDE_BLANKS, NO_KEY, NO_NAME, STAR_IN_NAME, ...older, INDEX, END_BETWEEN_STARS, CHARACTERS];
}

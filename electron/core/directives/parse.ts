import { isHeaderNamed } from '#shared/header-values.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { Directive, DirectiveSource, MetaRobots } from '#shared/model/page.ts';
import { PLAIN_DIRECTIVES, VALUED_DIRECTIVES } from './words.ts';

/** Names that apply to every robot. */
const EVERYBODY = new Set(['robots', '*']);
const DATE_DIRECTIVE = 'unavailable_after';
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i;

interface Item {
  readonly word: string;
  readonly value: string;
}

/**
 * Splits a list of directives at its commas. A date after `unavailable_after:` that starts with a weekday contains a
 * comma (RFC 822 and RFC 850 dates) and is not split. Empty items are dropped.
 */
function splitItems(list: string): string[] {
  const items: string[] = [];
  let dateOpen = false;
  for (const raw of list.split(',')) {
    const item = raw.trim();
    if (item === '') continue;
    if (dateOpen) {
      items.push(`${items.pop() as string}, ${item}`);
      dateOpen = false;
      continue;
    }
    items.push(item);
    const { word, value } = readItem(item.slice(item.toLowerCase().lastIndexOf(DATE_DIRECTIVE)));
    dateOpen = word === DATE_DIRECTIVE && WEEKDAY.test(value);
  }
  return items;
}

/** `word` or `word: value`; the word in lower case. */
function readItem(item: string): Item {
  const colon = item.indexOf(':');
  if (colon < 0) return { word: item.toLowerCase(), value: '' };
  return { word: item.slice(0, colon).trim().toLowerCase(), value: item.slice(colon + 1).trim() };
}

/**
 * The directives of a page's meta elements, in order. Each element is a comma-separated list; `robots` applies to all robots, any
 * other name to that robot. Unknown words are kept as they are.
 */
export function parseMetaRobots(metas: readonly MetaRobots[]): Directive[] {
  const directives: Directive[] = [];
  for (const meta of metas) {
    const name = meta.name.toLowerCase();
    const agent = EVERYBODY.has(name) ? '' : name;
    const place: DirectiveSource = { kind: 'meta', name: meta.name, at: meta.at, text: meta.content };
    const source: DirectiveSource = meta.inHead ? place : { ...place, inBody: true };
    for (const item of splitItems(meta.content)) directives.push({ ...readItem(item), agent, source });
  }
  return directives;
}

/** The robot an item applies to (`googlebot: noindex`) and the rest of the item, or null if its first word is not a robot. */
function splitAgent(item: string): { agent: string; rest: string } | null {
  const colon = item.indexOf(':');
  if (colon <= 0) return null;
  const agent = item.slice(0, colon).trim().toLowerCase();
  if (agent === '' || /\s/.test(agent) || VALUED_DIRECTIVES.has(agent) || PLAIN_DIRECTIVES.has(agent)) return null;
  return { agent: EVERYBODY.has(agent) ? '' : agent, rest: item.slice(colon + 1).trim() };
}

/**
 * The directives of the X-Robots-Tag headers, in order. Each header line is read separately: `[robot ":"] list`,
 * where a word that takes a value (`max-snippet: 20`) is not a robot. `index` of the source is the header's place in
 * `headers`.
 *
 * Our extension: intermediaries may join lines with ", ", so a robot's name is also accepted at the start of a later
 * item. It applies to the items after it. Those are marked `scopeUncertain`, because no vendor documents such lines.
 * `names` false: the reader knows no robot names, and `bot: noindex` is one word.
 */
export function parseXRobotsTag(headers: Headers, names = true): Directive[] {
  const directives: Directive[] = [];
  headers.forEach((header, index) => {
    if (!isHeaderNamed(header, 'x-robots-tag')) return;
    const [name, text] = header;
    const source: DirectiveSource = { kind: 'header', name, index, text };
    let agent = '';
    let scopeUncertain = false;
    splitItems(text).forEach((item, position) => {
      const addressed = names ? splitAgent(item) : null;
      if (addressed) {
        agent = addressed.agent;
        if (position > 0) scopeUncertain = true;
      }
      const rest = addressed ? addressed.rest : item;
      if (rest === '') return;
      const directive: Directive = { ...readItem(rest), agent, source };
      directives.push(scopeUncertain ? { ...directive, scopeUncertain } : directive);
    });
  });
  return directives;
}

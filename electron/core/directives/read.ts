import { least } from '#shared/lists.ts';
import type { Aspect, DirectiveReading, IgnoredDirective, LostDirective, LostWhy } from '#shared/model/directives.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { Directive, MetaRobots } from '#shared/model/page.ts';
import { combineChoices } from './choices.ts';
import { parseDirectiveDate } from './date.ts';
import type { DirectiveEngine } from './engine.ts';
import { parseMetaRobots, parseXRobotsTag } from './parse.ts';
import { parseRobotsTag } from './robots-tag.ts';
import { type Heard, sift } from './sift.ts';

/** The directives of a page in its head and headers, as received. */
export interface PageInputs {
  readonly metas: readonly MetaRobots[];
  readonly headers: Headers;
}

/**
 * The meaning of a page's directives for a crawler of `engine` with the names `robotNames` (lower case)
 * besides `robots`. Every directive is in one of three lists: it counts, it was overruled, or it was ignored, each with
 * the reason. `now` (epoch milliseconds) is compared with unavailable_after; without it the date is parsed but not judged.
 */
export function readDirectives(
  engine: DirectiveEngine,
  inputs: PageInputs,
  robotNames: readonly string[],
  { now }: { readonly now?: number } = {},
): DirectiveReading {
  const { metas, headers } = inputs;
  const written = [
    ...parseXRobotsTag(headers, engine.headerAgent.value !== 'whole'),
    ...parseRobotsTag(headers),
    ...parseMetaRobots(metas),
  ];
  const isSilent = written.length === 0 && !engine.canonicalHeaderStopsLinks.value;
  return isSilent ? silenceTo(engine) : readWritten(engine, written, robotNames, { headers, now });
}

/** The reading of a page without directives, by engine. Most pages have none. */
const silences = new WeakMap<DirectiveEngine, DirectiveReading>();

function silenceTo(engine: DirectiveEngine): DirectiveReading {
  const known = silences.get(engine);
  if (known !== undefined) return known;
  const made = readWritten(engine, [], [], { headers: [], now: undefined });
  silences.set(engine, made);
  return made;
}

function readWritten(
  engine: DirectiveEngine,
  written: readonly Directive[],
  robotNames: readonly string[],
  { headers, now }: { readonly headers: Headers; readonly now: number | undefined },
): DirectiveReading {
  const { heard, ignored } = sift(engine, written, robotNames);
  const unavailableAfter = dated(heard, ignored);
  const choices = combineChoices(engine, heard, headers);
  const unavailable = now !== undefined && unavailableAfter.value !== null && unavailableAfter.value <= now;
  return {
    engine: engine.id,
    index: unavailable ? withheld(choices.index, unavailableAfter) : choices.index,
    follow: choices.follow,
    snippet: snippetOf(heard, ignored),
    imagePreview: imagePreviewOf(heard, ignored),
    videoPreview: videoPreviewOf(heard, ignored),
    cache: cacheOf(engine, heard),
    imageIndex: flag(heard, 'noimageindex'),
    translate: flag(heard, 'notranslate'),
    ifEmbedded: embedded(heard, ignored, choices.index.value === 'no'),
    unavailableAfter,
    unavailable,
    ignored,
  };
}

const withheld = <V>(index: Aspect<V>, { by }: Aspect<number | null>): Aspect<V | 'no'> => ({
  value: 'no',
  by: index.value === 'no' ? [...index.by, ...by] : by,
  lost:
    index.value === 'no'
      ? index.lost
      : [...index.lost, ...index.by.map(directive => ({ directive, why: 'restrictive-wins' as const }))],
});

const flag = (heard: readonly Heard[], word: string): Aspect<'yes' | 'no'> => {
  const by = heard.filter(each => each.word === word).map(each => each.directive);
  return { value: by.length > 0 ? 'no' : 'yes', by, lost: [] };
};

/** A whole number from 0 on, or -1; null for anything else. */
const numberOf = (text: string): number | null => (text === '-1' ? -1 : /^\d{1,15}$/.test(text.trim()) ? Number(text) : null);

interface Sized {
  readonly directive: Directive;
  readonly size: number;
}

/** The items with the smallest size win; -1 means no limit. */
function smallest(items: readonly Sized[], why: LostWhy): Aspect<number | null> {
  if (items.length === 0) return { value: null, by: [], lost: [] };
  const size = least(items.map(each => each.size));
  return {
    value: size === Number.POSITIVE_INFINITY ? -1 : size,
    by: items.filter(each => each.size === size).map(each => each.directive),
    lost: items.filter(each => each.size !== size).map(({ directive }): LostDirective => ({ directive, why })),
  };
}

function sized(heard: readonly Heard[], word: string, ignored: IgnoredDirective[]): Sized[] {
  const items: Sized[] = [];
  for (const { directive } of heard.filter(each => each.word === word)) {
    const size = numberOf(directive.value);
    if (size === null) ignored.push({ directive, why: 'invalid-value' });
    else items.push({ directive, size: size < 0 ? Number.POSITIVE_INFINITY : size });
  }
  return items;
}

function snippetOf(heard: readonly Heard[], ignored: IgnoredDirective[]): Aspect<number> {
  const none = heard.filter(each => each.word === 'nosnippet').map(({ directive }) => ({ directive, size: 0 }));
  const aspect = smallest([...none, ...sized(heard, 'max-snippet', ignored)], 'smaller-wins');
  return { ...aspect, value: aspect.value ?? -1 };
}

const videoPreviewOf = (heard: readonly Heard[], ignored: IgnoredDirective[]): Aspect<number | null> =>
  smallest(sized(heard, 'max-video-preview', ignored), 'smaller-wins');

type Preview = DirectiveReading['imagePreview']['value'];
const PREVIEWS: readonly string[] = ['none', 'standard', 'large'] satisfies Preview[];

function imagePreviewOf(heard: readonly Heard[], ignored: IgnoredDirective[]): DirectiveReading['imagePreview'] {
  const items: Sized[] = [];
  for (const { directive } of heard.filter(each => each.word === 'max-image-preview')) {
    const size = PREVIEWS.indexOf(directive.value.toLowerCase());
    if (size < 0) ignored.push({ directive, why: 'invalid-value' });
    else items.push({ directive, size });
  }
  const { value, by, lost } = smallest(items, 'restrictive-wins');
  return { value: value === null ? null : ((PREVIEWS[value] ?? null) as Preview), by, lost };
}

function cacheOf(engine: DirectiveEngine, heard: readonly Heard[]): DirectiveReading['cache'] {
  const of = (word: string) => heard.filter(each => each.word === word).map(each => each.directive);
  const noarchive = of('noarchive');
  const nocache = of('nocache');
  if (noarchive.length === 0 && nocache.length === 0) return { value: 'yes', by: [], lost: [] };
  if (noarchive.length === 0) return { value: 'nocache', by: nocache, lost: [] };
  if (nocache.length === 0) return { value: 'noarchive', by: noarchive, lost: [] };
  const overruled = (list: readonly Directive[], why: LostWhy) => list.map(directive => ({ directive, why }));
  return engine.bothCaches.value === 'nocache'
    ? { value: 'nocache', by: nocache, lost: overruled(noarchive, 'nocache-wins') }
    : { value: 'noarchive', by: noarchive, lost: overruled(nocache, 'restrictive-wins') };
}

function embedded(heard: readonly Heard[], ignored: IgnoredDirective[], noindex: boolean): Aspect<boolean> {
  const by = heard.filter(each => each.word === 'indexifembedded').map(each => each.directive);
  if (by.length === 0 || noindex) return { value: by.length > 0, by, lost: [] };
  for (const directive of by) ignored.push({ directive, why: 'needs-noindex' });
  return { value: false, by: [], lost: [] };
}

function dated(heard: readonly Heard[], ignored: IgnoredDirective[]): Aspect<number | null> {
  const items: Sized[] = [];
  for (const { directive } of heard.filter(each => each.word === 'unavailable_after')) {
    const at = parseDirectiveDate(directive.value);
    if (at === null) ignored.push({ directive, why: 'bad-date' });
    else items.push({ directive, size: at });
  }
  return smallest(items, 'earlier-wins');
}

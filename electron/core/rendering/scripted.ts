import type { ByteRange } from '#shared/model/page.ts';
import type { RenderedPlace } from '#shared/model/rendered-facts.ts';
import type { ScriptedElement, ScriptPlace } from '#shared/model/rendering.ts';
import { cutText, cutUrl, Kept } from './room.ts';

/** Where an element of the rendered page stands, and which script made it. */
export type PlaceOf = (at: ByteRange | null | undefined) => RenderedPlace;

export const shortPlace = ({ url, line, column, function: name }: ScriptPlace): ScriptPlace => ({
  ...{ url: cutUrl(url), line, column, function: cutText(name) },
});

/** Finds the script of an element by the first byte of its start tag. */
export function placesOf(scripted: readonly ScriptedElement[]): PlaceOf {
  const byStart = new Map(scripted.map(({ at, place }) => [at, place]));
  return at => {
    if (!at) return {};
    const by = byStart.get(at.start);
    return { at: [at.start, at.end], ...(by ? { by: shortPlace(by) } : {}) };
  };
}

const mostElements = 5_000;
const mostPlaces = 1_000;
/** Characters of all places together. */
const mostCharacters = 60_000;

/**
 * Elements that scripts made, as JSON: `{"places": [[script, line, column, function], …], "elements": [[byte, place], …]}`, each place once.
 * At most some 200 KB, whatever a page calls its scripts: elements of a place that has no room are left out.
 */
export function scriptedJson(scripted: readonly ScriptedElement[]): string {
  const places = new Kept<readonly [string, number, number, string]>(mostPlaces, mostCharacters);
  const known = new Map<string, number | null>();
  const numberOf = (place: ScriptPlace): number | null => {
    const { url, line, column, function: name } = shortPlace(place);
    const key = JSON.stringify([url, line, column, name]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const before = places.list.length;
    places.add(() => [url, line, column, name]);
    const number = places.list.length > before ? before : null;
    // A page may name more places than there is room for.
    if (known.size < mostPlaces * 2) known.set(key, number);
    return number;
  };
  const elements = scripted.slice(0, mostElements).flatMap(({ at, place }) => {
    const number = numberOf(place);
    return number === null ? [] : [[at, number]];
  });
  return JSON.stringify({ places: places.list, elements });
}

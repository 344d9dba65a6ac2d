import type { ByteRange } from '#shared/model/page.ts';
import type { RenderedPlace } from '#shared/model/rendered-facts.ts';
import type { ScriptedElement, ScriptPlace } from '#shared/model/rendering.ts';
import { cutText, cutUrl } from './room.ts';

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

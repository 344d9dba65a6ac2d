import { append } from '#shared/lists.ts';
import type { Screenshot, ScriptedElement } from '#shared/model/rendering.ts';
import { CdpError } from './cdp.ts';
import { deferred } from './deferred.ts';
import { type SerializedPage, scriptedSelector, serializer } from './in-page.ts';
import type { Evaluated, StackTrace } from './protocol.ts';
import { scriptPlace } from './script-place.ts';

/** Sends a command to the page's session. */
export type Ask = <T = unknown>(method: string, params?: object) => Promise<T>;

/** A page's document as bytes. */
export interface CapturedPage {
  readonly html: Uint8Array;
  readonly url: string;
  readonly scripted: readonly ScriptedElement[];
}

/** Elements of a page of which we look for the script that made them. */
const mostElements = 5_000;
/** Commands on their way at once. */
const batch = 500;

/** Writes the document of the page. `world`: an execution context that the page cannot reach. Null if it has more than `limit` bytes. */
export async function capturePage(ask: Ask, world: number, limit: number): Promise<CapturedPage | null> {
  const { result } = await ask<Evaluated<SerializedPage | null>>('Runtime.evaluate', {
    contextId: world,
    expression: serializer(limit, mostElements),
    returnByValue: true,
  });
  const page = result.value;
  if (!page) return null;
  const html = Buffer.from(page.html, 'utf8');
  if (html.length > limit) return null;
  const found = [...(await lightPlaces(ask, page)), ...(await shadowPlaces(ask, world, page))];
  return { html, url: page.url, scripted: inBytes(page.html, found) };
}

type Found = { readonly offset: number; readonly stack: StackTrace };

async function lightPlaces(ask: Ask, page: SerializedPage): Promise<readonly Found[]> {
  if (page.light.length === 0) return [];
  const { root } = await ask<{ root: { nodeId: number } }>('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await ask<{ nodeIds: readonly number[] }>('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: scriptedSelector,
  });
  // The document changed in between, so the two lists do not belong together.
  if (Math.min(nodeIds.length, mostElements) !== page.light.length) return [];
  return stacks(ask, nodeIds, page.light);
}

async function shadowPlaces(ask: Ask, world: number, page: SerializedPage): Promise<readonly Found[]> {
  if (page.shadow.length === 0) return [];
  const { result } = await ask<Evaluated<never>>('Runtime.evaluate', {
    contextId: world,
    expression: 'globalThis.shadowElements',
  });
  const { result: properties } = await ask<{
    result: readonly { readonly name: string; readonly value?: { readonly objectId?: string } }[];
  }>('Runtime.getProperties', { objectId: result.objectId, ownProperties: true });
  const objects = properties.filter(one => /^\d+$/.test(one.name)).map(one => one.value?.objectId);
  const nodeIds: number[] = [];
  for (let from = 0; from < objects.length; from += batch) {
    const nodes = await Promise.all(
      objects
        .slice(from, from + batch)
        .map(objectId => ask<{ nodeId: number }>('DOM.requestNode', { objectId }).catch(() => null)),
    );
    append(
      nodeIds,
      nodes.map(node => node?.nodeId ?? 0),
    );
  }
  return stacks(ask, nodeIds, page.shadow);
}

/** The stacks in which nodes were made. The parser's nodes have none. */
async function stacks(ask: Ask, nodeIds: readonly number[], offsets: readonly number[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let from = 0; from < offsets.length; from += batch) {
    const answers = await Promise.all(
      offsets.slice(from, from + batch).map((offset, i) => {
        const nodeId = nodeIds[from + i] ?? 0;
        if (offset < 0 || nodeId === 0) return null;
        return ask<{ creation?: StackTrace }>('DOM.getNodeStackTraces', { nodeId }).catch(() => null);
      }),
    );
    answers.forEach((answer, i) => {
      if (answer?.creation) found.push({ offset: offsets[from + i] as number, stack: answer.creation });
    });
  }
  return found;
}

/** Offsets in UTF-16 units become positions in bytes, in ascending order. */
function inBytes(html: string, found: readonly Found[]): readonly ScriptedElement[] {
  const scripted: ScriptedElement[] = [];
  let unit = 0;
  let at = 0;
  for (const { offset, stack } of found.toSorted((a, b) => a.offset - b.offset)) {
    at += Buffer.byteLength(html.slice(unit, offset), 'utf8');
    unit = offset;
    const place = scriptPlace(stack);
    if (place) scripted.push({ at, place });
  }
  return scripted;
}

const mostSide = 16_384;
const mostPixels = 64_000_000;

/** All pictures of a page together. */
export const picturesMs = 8_000;

export interface Pictures {
  readonly screenshots: readonly Screenshot[];
  /** Why pictures are missing: one sentence; '' if none is. */
  readonly missing: string;
  /** The browser did not answer in time, so it may not answer for this page again. */
  readonly isLate: boolean;
}

/**
 * Pictures of the viewport and of the whole page, up to the largest size of a picture. Ends within `picturesMs` and the time that `moreTime` adds when that
 * is over. Never rejects.
 */
export async function takeScreenshots(
  ask: Ask,
  viewport: { readonly width: number; readonly height: number; readonly scale: number },
  moreTime: () => Promise<number>,
): Promise<Pictures> {
  const begun = performance.now();
  const shots: Screenshot[] = [];
  const late = deferred<never>();
  late.promise.catch(() => undefined);
  const within = <T>(answer: Promise<T>): Promise<T> => Promise.race([answer, late.promise]);
  const take = async (kind: Screenshot['kind'], params: object): Promise<void> => {
    const { data } = await within(
      ask<{ data: string }>('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, ...params }),
    );
    const png = Buffer.from(data, 'base64');
    shots.push({ kind, width: png.readUInt32BE(16), height: png.readUInt32BE(20), png });
  };
  let isLate = false;
  let isOver = false;
  const giveUp = async (): Promise<void> => {
    const more = await moreTime();
    if (isOver) return;
    if (more > 0) {
      timer = setTimeout(() => void giveUp(), more);
      return;
    }
    isLate = true;
    late.reject(new CdpError(`The browser drew none within ${Math.round(performance.now() - begun)} ms.`));
  };
  let timer = setTimeout(() => void giveUp(), picturesMs);
  try {
    await take('viewport', {});
    const { cssContentSize } = await within(ask<{ cssContentSize: { width: number; height: number } }>('Page.getLayoutMetrics'));
    await take('page', { captureBeyondViewport: true, clip: pageClip(cssContentSize, viewport.scale) });
    return { screenshots: shots, missing: '', isLate };
  } catch (error) {
    const what = shots.length === 0 ? 'No screenshot was made' : 'No screenshot of the whole page was made';
    return { screenshots: shots, missing: `${what}. ${error instanceof Error ? error.message : String(error)}`, isLate };
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** The part of a page that one picture shows: its upper part if it is too large, at one pixel for a CSS pixel if that helps. */
export function pageClip(
  page: { readonly width: number; readonly height: number },
  deviceScale: number,
): { readonly x: 0; readonly y: 0; readonly width: number; readonly height: number; readonly scale: number } {
  const fits = (width: number, height: number): boolean =>
    width <= mostSide && height <= mostSide && width * height <= mostPixels;
  const width = Math.max(1, Math.min(Math.ceil(page.width), mostSide));
  const full = Math.max(1, Math.ceil(page.height));
  if (fits(width * deviceScale, full * deviceScale)) return { x: 0, y: 0, width, height: full, scale: 1 };
  // `scale` is a factor on the device's own.
  const height = Math.min(full, mostSide, Math.floor(mostPixels / width));
  return { x: 0, y: 0, width, height, scale: 1 / deviceScale };
}

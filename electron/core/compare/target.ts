import type { TargetEdit } from '#shared/model/comparison.ts';

/** What became of a target, in words that many pages can share. */
export interface TargetChange {
  readonly edit: TargetEdit;
  readonly before: string;
  readonly after: string;
}

const self = 'the page itself';
const words = (url: string, target: string): string => (target === '' ? 'none' : target === url ? self : 'another page');

/**
 * The target of a URL before and after ('' for none). The two differ. A target that is neither none nor the page
 * itself is named.
 */
export function targetChange(url: string, before: string, after: string): TargetChange {
  const [was, is] = [words(url, before), words(url, after)];
  if (before === '') return { edit: 'added', before: was, after: is };
  if (after === '') return { edit: 'removed', before: was, after: is };
  if (before === url) return { edit: 'self', before: was, after: is };
  if (after === url) return { edit: 'back', before: was, after: is };
  const shape = targetShape(before, after);
  return isOneEdit(shape.edit) ? shape : { edit: 'target', before, after };
}

/** Edits that change every target in the same way, so the target itself does not matter. */
const isOneEdit = (edit: TargetEdit): boolean => edit === 'origin' || edit === 'slash-added' || edit === 'slash-removed';

/** How two targets differ, whichever they are. */
export function targetShape(before: string, after: string): TargetChange {
  const [old, now] = [partsOf(before), partsOf(after)];
  const sameRest = old.path === now.path && old.query === now.query;
  if (old.origin !== now.origin) return { edit: sameRest ? 'origin' : 'elsewhere', before: old.origin, after: now.origin };
  const on = { before: old.origin, after: now.origin };
  if (old.path === now.path) return { edit: 'query', ...on };
  if (old.query === now.query && now.path === `${old.path}/`) return { edit: 'slash-added', ...on };
  if (old.query === now.query && old.path === `${now.path}/`) return { edit: 'slash-removed', ...on };
  return { edit: 'path', ...on };
}

/** Parts of a stored URL; what has no origin is all path. */
function partsOf(url: string): { readonly origin: string; readonly path: string; readonly query: string } {
  const found = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(url);
  return { origin: found?.[1] ?? '', path: found?.[2] ?? '', query: found?.[3] ?? '' };
}

import { useEffect, useRef } from 'react';
import type { FileInfo } from '#shared/model/shell.ts';
import { classTabs, inspectedOf, type NavState, startNav, tabNames, viewNames } from './nav-state.ts';

const place = 'crawlscope.place';

/** The part of the place that makes sense after a crash: what the window shows, without drafts and history. */
export function placeText(file: FileInfo, nav: NavState): string {
  const { view, filter, tab, inspectorOpen, crawler, check } = nav;
  const shown = inspectedOf(nav);
  const inspected = shown && { url: shown.url, tab: shown.tab };
  return JSON.stringify({
    file: [file.folder, file.name],
    view,
    filter,
    tab,
    inspected,
    inspectorOpen,
    crawler,
    check,
    origin: nav.robots?.origin ?? '',
  });
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The place that a text names; null if it is none, or one in another file. */
export function placeOf(file: FileInfo, kept: string | null): NavState | null {
  let stored: Record<string, unknown>;
  try {
    stored = Object(JSON.parse(kept ?? 'null'));
  } catch {
    return null;
  }
  const view = viewNames.find(name => name === stored['view']);
  if (view === undefined || JSON.stringify(stored['file']) !== JSON.stringify([file.folder, file.name])) return null;
  const inspected = Object(stored['inspected']) as { readonly url?: unknown; readonly tab?: unknown };
  const url = words(inspected.url);
  // There may be no comparison any more.
  const urlTab = tabNames.find(name => name === inspected.tab && name !== 'compared') ?? 'why';
  const origin = words(stored['origin']);
  return {
    ...startNav,
    view,
    filter: words(stored['filter']),
    tab: classTabs.find(name => name === stored['tab']) ?? startNav.tab,
    history: url === '' ? [] : [{ url, tab: urlTab, header: -1, start: 0, end: 0, link: -1 }],
    at: url === '' ? -1 : 0,
    inspectorOpen: url !== '' && stored['inspectorOpen'] === true,
    crawler: words(stored['crawler']),
    check: words(stored['check']),
    robots: origin === '' ? null : { origin, version: null, line: 0 },
  };
}

/** A place is kept after this time: one that kills the window at once is not shown again. */
const keptAfterMs = 1_500;

/** The place kept for this file; null if there is none. A place is given once, so that one that kills the window is left. */
export function keptPlace(file: FileInfo | null): NavState | null {
  if (file === null) return null;
  const found = placeOf(file, localStorage.getItem(place));
  localStorage.removeItem(place);
  return found;
}

/** Keeps the place while the file is open. A window that closes in order keeps none. */
export function useKeptPlace(file: FileInfo | null | undefined, nav: NavState): void {
  const text = file ? placeText(file, nav) : '';
  // A window that has just started has no open file either, but its last place.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (text === '' && wasOpen.current) localStorage.removeItem(place);
    wasOpen.current = text !== '';
    if (text === '') return;
    const timer = setTimeout(() => localStorage.setItem(place, text), keptAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const forget = (): void => localStorage.removeItem(place);
    window.addEventListener('pagehide', forget);
    return () => window.removeEventListener('pagehide', forget);
  }, []);
}

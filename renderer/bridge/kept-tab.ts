import { useEffect } from 'react';
import { classTabs, type NavState } from './nav-state.ts';

const place = 'crawlscope.urls.tab';

/** The first state, with the tab of the URLs view that the user chose last. */
export function withKeptTab(start: NavState): NavState {
  const stored = localStorage.getItem(place);
  const tab = classTabs.find(each => each === stored) ?? start.tab;
  return { ...start, tab, ownTab: tab };
}

/** Keeps the tab from one start to the next. */
export function useKeptTab(tab: NavState['ownTab']): void {
  useEffect(() => localStorage.setItem(place, tab), [tab]);
}

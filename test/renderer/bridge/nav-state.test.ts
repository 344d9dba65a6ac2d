import { describe, expect, test } from 'vitest';
import { inspectedOf, type NavAction, type NavState, navigate, startNav } from '../../../renderer/bridge/nav-state.ts';

const play = (...actions: readonly NavAction[]): NavState => actions.reduce(navigate, startNav);
const a = 'https://example.com/a';
const b = 'https://example.com/b';

describe('where the window is', () => {
  test('a filter leads to the URLs view', () => {
    expect(play({ do: 'filter', filter: 'status:404' })).toMatchObject({ view: 'urls', filter: 'status:404' });
  });

  test('a count leads to URLs of all classes; what is typed stays within the tab; the tab chosen last comes back', () => {
    expect(startNav.tab).toBe('page');
    expect(play({ do: 'filter', filter: 'a' }).tab).toBe('');
    expect(play({ do: 'filter', filter: 'a', tab: 'kept' }).tab).toBe('page');
    const chosen = play({ do: 'class-tab', tab: 'external' }, { do: 'filter', filter: 'a' });
    expect(chosen).toMatchObject({ tab: '', ownTab: 'external' });
    expect(navigate(chosen, { do: 'reset' })).toMatchObject({ tab: 'external', filter: '' });
  });

  test('a place in the rendered page opens its tab there', () => {
    expect(inspectedOf(play({ do: 'rendered', url: a, start: 5, end: 9 }))).toMatchObject({
      url: a,
      tab: 'rendered',
      start: 5,
      end: 9,
    });
  });

  test('what is typed last in the URLs view does not bring it back from another view', () => {
    const state = play({ do: 'view', view: 'urls' }, { do: 'view', view: 'sitemaps' }, { do: 'refine', filter: 'a' });
    expect(state).toMatchObject({ view: 'sitemaps', filter: 'a', tab: 'page' });
  });

  test('robots evidence opens the robots view at its line and version, and leaves the inspector alone', () => {
    const state = play(
      { do: 'inspect', url: a },
      { do: 'open', target: { view: 'robots', origin: 'https://example.com', version: 3, line: 12 } },
    );
    expect(state).toMatchObject({
      view: 'robots',
      robots: { origin: 'https://example.com', version: 3, line: 12 },
      inspectorOpen: true,
    });
    expect(inspectedOf(state)?.url).toBe(a);
  });

  test('a URL of a comparison opens with both crawls; another file forgets the comparison', () => {
    const state = play(
      { do: 'comparing' },
      { do: 'compared', run: 4 },
      { do: 'inspect', url: a },
      { do: 'inspect-compared', url: b },
    );
    expect(state).toMatchObject({ comparing: 1, compared: 4, inspectorOpen: true });
    expect(inspectedOf(state)).toMatchObject({ url: b, tab: 'compared' });
    expect(navigate(state, { do: 'reset' })).toMatchObject({ comparing: 0, compared: 0 });
  });

  test('header and source evidence open their tab with the place to mark', () => {
    const header = play({ do: 'open', target: { view: 'header', url: a, index: 4 } });
    expect(inspectedOf(header)).toEqual({ url: a, tab: 'headers', header: 4, start: 0, end: 0, link: -1 });
    const source = play({ do: 'open', target: { view: 'source', url: a, start: 10, end: 20 } });
    expect(inspectedOf(source)).toEqual({ url: a, tab: 'source', header: -1, start: 10, end: 20, link: -1 });
  });

  test('the same target again is a new jump', () => {
    const target = { view: 'robots', origin: 'https://example.com', version: 1, line: 2 } as const;
    const once = play({ do: 'open', target });
    expect(navigate(once, { do: 'open', target }).jump).toBeGreaterThan(once.jump);
  });

  test('back leads to the URL before, also after looking at several tabs of one URL', () => {
    const state = play(
      { do: 'inspect', url: a },
      { do: 'inspect', url: b },
      { do: 'tab', tab: 'headers' },
      { do: 'open', target: { view: 'source', url: b, start: 1, end: 2 } },
      { do: 'back' },
    );
    expect(inspectedOf(state)?.url).toBe(a);
    expect(inspectedOf(navigate(state, { do: 'forward' }))).toMatchObject({ url: b, tab: 'source', start: 1 });
  });

  test('a new look-up after going back forgets what was ahead', () => {
    const state = play(
      { do: 'inspect', url: a },
      { do: 'inspect', url: b },
      { do: 'back' },
      { do: 'inspect', url: 'https://example.com/c' },
    );
    expect(state.history.map(entry => entry.url)).toEqual([a, 'https://example.com/c']);
    expect(navigate(state, { do: 'forward' })).toBe(state);
  });

  test('walking through rows keeps the tab', () => {
    const state = play({ do: 'inspect', url: a }, { do: 'tab', tab: 'facts' }, { do: 'inspect', url: b });
    expect(inspectedOf(state)).toMatchObject({ url: b, tab: 'facts' });
  });

  test('the history has an end', () => {
    let state = startNav;
    for (let n = 0; n < 150; n += 1) state = navigate(state, { do: 'inspect', url: `https://example.com/${n}` });
    expect(state.history).toHaveLength(100);
    expect(inspectedOf(state)?.url).toBe('https://example.com/149');
  });

  test('the inspector is not shown before anything was looked up', () => {
    expect(play({ do: 'toggle-inspector' }).inspectorOpen).toBe(false);
    expect(play({ do: 'inspect', url: a }, { do: 'close-inspector' }, { do: 'toggle-inspector' }).inspectorOpen).toBe(true);
  });

  test('another file starts over', () => {
    expect(play({ do: 'inspect', url: a }, { do: 'filter', filter: 'x' }, { do: 'reset' })).toEqual(startNav);
  });
});

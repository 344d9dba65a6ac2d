import { describe, expect, test } from 'vitest';
import { placeOf, placeText } from '../../../renderer/bridge/kept-place.ts';
import { inspectedOf, type NavAction, type NavState, navigate, startNav } from '../../../renderer/bridge/nav-state.ts';

const play = (...actions: readonly NavAction[]): NavState => actions.reduce(navigate, startNav);
const file = { name: 'Shop', folder: '~/Crawls' };
const url = 'https://example.com/a';

describe('the place that is kept for after a crash', () => {
  test('leads back to the view, its filter and tab, and to the inspected URL', () => {
    const nav = play(
      { do: 'class-tab', tab: 'external' },
      { do: 'filter', filter: 'status:404', tab: 'resource' },
      { do: 'inspect', url },
      { do: 'tab', tab: 'headers' },
      { do: 'check', check: 'title-missing' },
      { do: 'view', view: 'signals' },
    );
    const kept = placeOf(file, placeText(file, nav));
    expect(kept).toMatchObject({
      view: 'signals',
      filter: 'status:404',
      tab: 'resource',
      inspectorOpen: true,
      check: 'title-missing',
    });
    expect(kept && inspectedOf(kept)).toMatchObject({ url, tab: 'headers' });
    const back = navigate({ ...startNav, ownTab: 'external' }, { do: 'reset', to: kept });
    expect(back).toMatchObject({ view: 'signals', tab: 'resource', ownTab: 'external' });
  });

  test('knows the origin of the robots view; a closed inspector stays closed', () => {
    const robots = play(
      { do: 'inspect', url },
      { do: 'close-inspector' },
      { do: 'open', target: { view: 'robots', origin: 'https://example.com', version: 3, line: 2 } },
    );
    expect(placeOf(file, placeText(file, robots))).toMatchObject({
      view: 'robots',
      inspectorOpen: false,
      robots: { origin: 'https://example.com', version: null, line: 0 },
    });
  });

  test('belongs to its file alone', () => {
    const text = placeText(file, play({ do: 'view', view: 'urls' }));
    expect(placeOf({ ...file, name: 'Other' }, text)).toBeNull();
    expect(placeOf({ ...file, folder: '~/Elsewhere' }, text)).toBeNull();
  });

  test('is ignored when it is damaged', () => {
    const good = JSON.parse(placeText(file, play({ do: 'view', view: 'urls' }))) as Record<string, unknown>;
    for (const text of [null, '', '{', 'null', '7', '[]', JSON.stringify({ ...good, view: 'no-view' })])
      expect(placeOf(file, text)).toBeNull();
    const odd = JSON.stringify({ ...good, filter: 7, tab: {}, inspected: 'x', inspectorOpen: true, crawler: null });
    expect(placeOf(file, odd)).toEqual({ ...startNav, view: 'urls' });
  });

  test('no comparison, which may be gone', () => {
    const nav = play({ do: 'inspect-compared', url });
    const kept = placeOf(file, placeText(file, nav));
    expect(kept && inspectedOf(kept)).toMatchObject({ url, tab: 'why' });
  });
});

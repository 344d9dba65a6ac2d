import type { AssertionsMade } from '#shared/model/assertions.ts';
import type { EvidenceTarget } from '#shared/model/explanation.ts';

/** Where the window is: pure state, so that every jump is a value. */

export const viewNames = [
  'overview',
  'urls',
  'issues',
  'robots',
  'disagreements',
  'sitemaps',
  'compare',
  'custom',
  'structure',
  'signals',
  'search',
  'sql',
] as const;
export type ViewName = (typeof viewNames)[number];
export const tabNames = [
  'why',
  'timeline',
  'issues',
  'crawlers',
  'facts',
  'links',
  'headers',
  'source',
  'rendered',
  'compared',
] as const;
export type TabName = (typeof tabNames)[number];

/** Which URLs the list shows: internal pages, resources, URLs outside the scope, or ('') all. */
export const classTabs = ['page', 'resource', 'external', ''] as const;
export type ClassTab = (typeof classTabs)[number];

/** A URL in the inspector, and the place in it to show. */
export interface Inspected {
  readonly url: string;
  readonly tab: TabName;
  /** Response header to highlight, -1 for none. */
  readonly header: number;
  /** Bytes to mark in the source, delivered or rendered by the tab; 0, 0 for none. */
  readonly start: number;
  readonly end: number;
  /** Position of a link among those of the page, -1 for none. */
  readonly link: number;
}

export interface NavState {
  readonly view: ViewName;
  /** Omnibox expression of the URLs view. */
  readonly filter: string;
  /** The tab of the URLs view. A count that leads to its URLs shows all of them. */
  readonly tab: ClassTab;
  /** The tab that the user chose last. */
  readonly ownTab: ClassTab;
  readonly history: readonly Inspected[];
  readonly at: number;
  readonly inspectorOpen: boolean;
  readonly robots: { readonly origin: string; readonly version: number | null; readonly line: number } | null;
  /** A proposed robots.txt for the drafts of an origin, or null. */
  readonly draft: { readonly origin: string; readonly text: string } | null;
  /** Assertions to add to those of an origin, or null. */
  readonly assertions: AssertionsMade | null;
  /** The crawler of the robots view and of new assertions: '' for the crawl's own, otherwise 'profile:googlebot'. */
  readonly crawler: string;
  readonly sitemap: { readonly id: number; readonly seq: number } | null;
  /** Grows with every started comparison, so that the view reloads. */
  readonly comparing: number;
  /** Number of the finished comparison with another crawl, 0 for none: while there is one, URLs have a tab for it. */
  readonly compared: number;
  /** The check that the issues view shows, '' for the first. */
  readonly check: string;
  /** Setting to point at in the overview, '' for none. */
  readonly setting: string;
  /** Grows with every jump, so that the same target scrolls into view again. */
  readonly jump: number;
}

export const startNav: NavState = {
  view: 'overview',
  filter: '',
  tab: 'page',
  ownTab: 'page',
  history: [],
  at: -1,
  inspectorOpen: false,
  robots: null,
  draft: null,
  assertions: null,
  crawler: '',
  sitemap: null,
  comparing: 0,
  compared: 0,
  check: '',
  setting: '',
  jump: 0,
};

export type NavAction =
  /** Another file, or the same one again: its start, or the place to go back to. */
  | { readonly do: 'reset'; readonly to?: NavState | null }
  | { readonly do: 'view'; readonly view: ViewName }
  /** Lists URLs: of all classes, unless a tab is given. `kept`: the tab that is shown. */
  | { readonly do: 'filter'; readonly filter: string; readonly tab?: ClassTab | 'kept' }
  /** The filter of the URLs view changed there. What is typed last may come after the user went to another view, and stays there. */
  | { readonly do: 'refine'; readonly filter: string }
  /** The user chose a tab of the URLs view. */
  | { readonly do: 'class-tab'; readonly tab: ClassTab }
  | { readonly do: 'inspect'; readonly url: string }
  | { readonly do: 'tab'; readonly tab: TabName }
  | { readonly do: 'open'; readonly target: EvidenceTarget }
  /** Shows a proposed robots.txt as a draft of its origin. */
  | { readonly do: 'draft'; readonly origin: string; readonly text: string }
  /** A comparison with another crawl started. */
  | { readonly do: 'comparing' }
  /** The comparison is done, or (0) none is left. */
  | { readonly do: 'compared'; readonly run: number }
  /** A URL of the comparison. */
  | { readonly do: 'inspect-compared'; readonly url: string }
  /** Shows a check in the issues view. */
  | { readonly do: 'check'; readonly check: string }
  /** A URL that the check hit, with the evidence. */
  | { readonly do: 'inspect-issue'; readonly url: string; readonly check: string }
  /** A link of a page, by its position. */
  | { readonly do: 'link'; readonly url: string; readonly link: number }
  /** A place in the rendered page: bytes of its document. */
  | { readonly do: 'rendered'; readonly url: string; readonly start: number; readonly end: number }
  /** A line of the robots.txt of an origin. */
  | { readonly do: 'robots-line'; readonly origin: string; readonly line: number }
  /** Adds assertions to those of the origin they are about. */
  | { readonly do: 'assert'; readonly made: AssertionsMade }
  | { readonly do: 'crawler'; readonly crawler: string }
  | { readonly do: 'back' }
  | { readonly do: 'forward' }
  | { readonly do: 'toggle-inspector' }
  | { readonly do: 'close-inspector' };

const longestHistory = 100;

/** The inspector's current entry, null when nothing was looked up yet. */
export const inspectedOf = (state: NavState): Inspected | null => state.history[state.at] ?? null;

function visit(state: NavState, next: Inspected): NavState {
  const current = inspectedOf(state);
  const same = current !== null && current.url === next.url;
  const kept = state.history.slice(0, same ? state.at : state.at + 1);
  const history = [...kept, next].slice(-longestHistory);
  return { ...state, history, at: history.length - 1, inspectorOpen: true, jump: state.jump + 1 };
}

const plain = (url: string, tab: TabName): Inspected => ({ url, tab, header: -1, start: 0, end: 0, link: -1 });

function open(state: NavState, target: EvidenceTarget): NavState {
  switch (target.view) {
    case 'robots': {
      const { origin, version, line } = target;
      return { ...state, view: 'robots', robots: { origin, version, line }, jump: state.jump + 1 };
    }
    case 'header':
      return visit(state, { ...plain(target.url, 'headers'), header: target.index });
    case 'source':
      return visit(state, { ...plain(target.url, 'source'), start: target.start, end: target.end });
    case 'url':
      return visit(state, plain(target.url, 'why'));
    case 'sitemap':
      return { ...state, view: 'sitemaps', sitemap: { id: target.sitemap, seq: target.seq }, jump: state.jump + 1 };
    case 'settings':
      return { ...state, view: 'overview', setting: target.name, jump: state.jump + 1 };
  }
}

/** The next state; looking at the same URL again replaces its entry, so that Back always leads to another URL. */
export function navigate(state: NavState, action: NavAction): NavState {
  const current = inspectedOf(state);
  switch (action.do) {
    case 'reset':
      return { ...startNav, tab: state.ownTab, ...action.to, ownTab: state.ownTab };
    case 'view':
      return { ...state, view: action.view };
    case 'filter':
      return { ...state, view: 'urls', filter: action.filter, tab: action.tab === 'kept' ? state.tab : (action.tab ?? '') };
    case 'refine':
      return { ...state, filter: action.filter };
    case 'class-tab':
      return { ...state, tab: action.tab, ownTab: action.tab };
    case 'inspect':
      return current?.url === action.url
        ? { ...state, inspectorOpen: true }
        : visit(state, plain(action.url, current?.tab ?? 'why'));
    case 'tab': {
      if (!current) return state;
      const history = state.history.map((entry, index) => (index === state.at ? { ...entry, tab: action.tab } : entry));
      return { ...state, history };
    }
    case 'open':
      return open(state, action.target);
    case 'draft': {
      const { origin, text } = action;
      return {
        ...state,
        view: 'robots',
        robots: { origin, version: null, line: 0 },
        draft: { origin, text },
        jump: state.jump + 1,
      };
    }
    case 'comparing':
      return { ...state, comparing: state.comparing + 1 };
    case 'compared':
      return { ...state, compared: action.run };
    case 'inspect-compared':
      return visit(state, plain(action.url, 'compared'));
    case 'check':
      return { ...state, view: 'issues', check: action.check };
    case 'inspect-issue':
      return visit({ ...state, check: action.check }, plain(action.url, 'issues'));
    case 'link':
      return visit(state, { ...plain(action.url, 'links'), link: action.link });
    case 'rendered':
      return visit(state, { ...plain(action.url, 'rendered'), start: action.start, end: action.end });
    case 'robots-line': {
      const { origin, line } = action;
      return { ...state, view: 'robots', robots: { origin, version: null, line }, jump: state.jump + 1 };
    }
    case 'assert': {
      const { made } = action;
      const robots = { origin: made.origin, version: null, line: 0 };
      return { ...state, view: 'robots', robots, assertions: made, jump: state.jump + 1 };
    }
    case 'crawler':
      return { ...state, crawler: action.crawler };
    case 'back':
      return state.at > 0 ? { ...state, at: state.at - 1, inspectorOpen: true, jump: state.jump + 1 } : state;
    case 'forward':
      return state.at < state.history.length - 1
        ? { ...state, at: state.at + 1, inspectorOpen: true, jump: state.jump + 1 }
        : state;
    case 'toggle-inspector':
      return current ? { ...state, inspectorOpen: !state.inspectorOpen } : state;
    case 'close-inspector':
      return { ...state, inspectorOpen: false };
  }
}

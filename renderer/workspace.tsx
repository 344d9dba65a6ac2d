import { type ComponentType, useEffect, useState } from 'react';
import type { FileInfo } from '#shared/model/shell.ts';
import { useActions, useNav } from './bridge/app-context.ts';
import { useFocusRequest } from './bridge/focus-request.ts';
import { inspectedOf, type ViewName } from './bridge/nav-state.ts';
import { DiskBanner, OutageBanner } from './features/frame/outage-banner.tsx';
import { TopBar, ViewBar } from './features/frame/top-bar.tsx';
import { Overview } from './features/overview/overview.tsx';
import { focusView } from './ui/focus-view.ts';
import { HintGroup } from './ui/hint.tsx';
import { lazyPart, preloadWhenIdle } from './ui/lazy-part.tsx';
import { isModalOpen } from './ui/modal-open.ts';
import { type SideSize, SplitPane } from './ui/split-pane.tsx';
import { KeptPanel, TabGroup } from './ui/tabs.tsx';

// The overview is seen first. The other views and the inspector are loaded when the window has nothing else to do.
const UrlsView = lazyPart(async () => (await import('./features/urls/urls-view.tsx')).UrlsView);
const IssuesView = lazyPart(async () => (await import('./features/issues/issues-view.tsx')).IssuesView);
const RobotsView = lazyPart(async () => (await import('./features/robots/robots-view.tsx')).RobotsView);
const DisagreementsView = lazyPart(
  async () => (await import('./features/disagreements/disagreements-view.tsx')).DisagreementsView,
);
const SitemapsView = lazyPart(async () => (await import('./features/sitemaps/sitemaps-view.tsx')).SitemapsView);
const CompareView = lazyPart(async () => (await import('./features/compare/compare-view.tsx')).CompareView);
const CustomView = lazyPart(async () => (await import('./features/custom/custom-view.tsx')).CustomView);
const StructureView = lazyPart(async () => (await import('./features/structure/structure-view.tsx')).StructureView);
const SignalsView = lazyPart(async () => (await import('./features/signals/signals-view.tsx')).SignalsView);
const SearchView = lazyPart(async () => (await import('./features/search/search-view.tsx')).SearchView);
const SqlView = lazyPart(async () => (await import('./features/sql/sql-view.tsx')).SqlView);
const Inspector = lazyPart(async () => (await import('./features/inspector/inspector.tsx')).Inspector);

/** Loads the views and the inspector ahead of time. */
export const preloadViews = (): void =>
  preloadWhenIdle([
    UrlsView,
    Inspector,
    IssuesView,
    RobotsView,
    DisagreementsView,
    SitemapsView,
    CompareView,
    CustomView,
    StructureView,
    SignalsView,
  ]);

const views: Readonly<Record<ViewName, ComponentType>> = {
  overview: Overview,
  urls: UrlsView,
  issues: IssuesView,
  robots: RobotsView,
  disagreements: DisagreementsView,
  sitemaps: SitemapsView,
  compare: CompareView,
  custom: CustomView,
  search: SearchView,
  sql: SqlView,
  structure: StructureView,
  signals: SignalsView,
};

const inspectorSize: SideSize = { usual: '36%', least: 340, most: 65 };

const keptViews: readonly ViewName[] = ['urls', 'issues', 'compare', 'custom', 'search', 'sql', 'structure', 'signals'];

/** The open file: views on the left, the inspector on the right. */
export function Workspace({ file }: { readonly file: FileInfo }) {
  const nav = useNav();
  const { go } = useActions();
  const inspected = inspectedOf(nav);
  // These stay mounted once visited: their scroll position and selection are worth keeping.
  const [seen, setSeen] = useState<readonly ViewName[]>([]);
  useEffect(() => {
    if (keptViews.includes(nav.view)) setSeen(old => (old.includes(nav.view) ? old : [...old, nav.view]));
  }, [nav.view]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isModalOpen()) return;
      if (event.key === 'Escape') go({ do: 'close-inspector' });
      if (event.altKey && event.key === 'ArrowLeft') go({ do: 'back' });
      if (event.altKey && event.key === 'ArrowRight') go({ do: 'forward' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);
  useEffect(() => void UrlsView.preload(), []);
  useFocusRequest('view', focusView);
  const shown = (Object.keys(views) as ViewName[]).filter(name => name === nav.view || seen.includes(name));
  return (
    <HintGroup>
      <TabGroup className="workspace" current={nav.view} onPick={name => go({ do: 'view', view: name })}>
        <TopBar file={file} />
        <div>
          <ViewBar />
          <OutageBanner />
          <DiskBanner />
        </div>
        <main className="body">
          <SplitPane
            name="inspector"
            label="Width of the inspector"
            size={inspectorSize}
            main={shown.map(name => {
              const View = views[name];
              return (
                <KeptPanel key={name} name={name} className="pane" active={name === nav.view}>
                  <View />
                </KeptPanel>
              );
            })}
            side={inspected && nav.inspectorOpen ? <Inspector shown={inspected} /> : null}
          />
        </main>
      </TabGroup>
    </HintGroup>
  );
}

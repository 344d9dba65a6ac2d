import { useEffect, useState } from 'react';
import type { FileInfo } from '#shared/contract.ts';
import { useActions, useNav } from './bridge/app-context.ts';
import { useFocusRequest } from './bridge/commands.ts';
import { inspectedOf, type ViewName } from './bridge/nav-state.ts';
import { CompareView } from './features/compare/compare-view.tsx';
import { DisagreementsView } from './features/disagreements/disagreements-view.tsx';
import { TopBar, ViewBar } from './features/frame/top-bar.tsx';
import { Inspector } from './features/inspector/inspector.tsx';
import { Overview } from './features/overview/overview.tsx';
import { RobotsView } from './features/robots/robots-view.tsx';
import { SitemapsView } from './features/sitemaps/sitemaps-view.tsx';
import { UrlsView } from './features/urls/urls-view.tsx';
import { focusView } from './ui/focus-view.ts';
import { isModalOpen } from './ui/modal.tsx';
import { SplitPane } from './ui/split-pane.tsx';
import { KeptPanel, TabGroup } from './ui/tabs.tsx';

const views: Readonly<Record<ViewName, () => React.ReactNode>> = {
  overview: Overview,
  urls: UrlsView,
  robots: RobotsView,
  disagreements: DisagreementsView,
  sitemaps: SitemapsView,
  compare: CompareView,
};

const keptViews: readonly ViewName[] = ['urls', 'compare'];

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
  useFocusRequest('view', focusView);
  const shown = (Object.keys(views) as ViewName[]).filter(name => name === nav.view || seen.includes(name));
  return (
    <TabGroup className="workspace" current={nav.view} onPick={name => go({ do: 'view', view: name })}>
      <TopBar file={file} />
      <ViewBar />
      <main className="body">
        <SplitPane
          name="inspector"
          label="Width of the inspector"
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
  );
}

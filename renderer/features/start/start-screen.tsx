import { useEffect, useRef } from 'react';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { timeWords } from '../../ui/text/format.ts';
import { visibleText } from '../../ui/text/visible-text.ts';

/** What the window shows while no file is open. */
export function StartScreen() {
  const { command } = useActions();
  return (
    <main className="start">
      <div className="inner">
        <div>
          <h1>Crawlscope</h1>
          <p className="lead">Crawl a site. For every URL, see what was decided and the line that decided it.</p>
        </div>
        <div className="actions">
          <button type="button" className="btn primary" onClick={() => command('new')}>
            New crawl… <kbd>Ctrl N</kbd>
          </button>
          <button type="button" className="btn" onClick={() => command('open')}>
            Open… <kbd>Ctrl O</kbd>
          </button>
          <button type="button" className="btn" data-testid="demo-crawl" onClick={() => command('demo')}>
            Crawl the demo site
          </button>
        </div>
        <p className="muted">The demo site is served by Crawlscope itself on this computer; it needs no network.</p>
        <RecentFiles />
      </div>
    </main>
  );
}

/** Crawl files opened lately; `focusFirst` gives the keyboard to the first that can be opened. */
export function RecentFiles({ focusFirst = false }: { readonly focusFirst?: boolean }) {
  const { openRecent, toast } = useActions();
  const { data, error, retry } = useCall('file.recent', {});
  const list = useRef<HTMLUListElement>(null);
  const here = data !== undefined;
  useEffect(() => {
    if (focusFirst && here) list.current?.querySelector<HTMLElement>('button.open:not(:disabled)')?.focus();
  }, [focusFirst, here]);
  if (error) return <Problem text={`The recent files could not be read: ${error}`} retry={retry} />;
  const forget = (id: string): void => {
    client.call('file.forgetRecent', { id }).then(retry, (reason: unknown) => toast(messageOf(reason), 'problem'));
  };
  return (
    <section>
      <h2>Recent files</h2>
      {data?.length === 0 && <p className="muted">None yet. Each crawl is one file. Files that you make or open appear here.</p>}
      <ul className="recent" ref={list}>
        {data?.map(file => (
          <li key={file.id}>
            <button type="button" className="open" disabled={file.missing} onClick={() => openRecent(file.id)}>
              <Foreign text={file.name} />
              <span className="muted clip">
                <Foreign text={file.folder} />
                {file.missing ? ' · moved or deleted' : ''}
              </span>
              <span className="muted num when">{timeWords(file.openedAt)}</span>
            </button>
            <button
              type="button"
              className="btn quiet small"
              aria-label={`Forget ${visibleText(file.name)}`}
              onClick={() => forget(file.id)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

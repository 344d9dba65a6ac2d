import { useActions } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { timeWords } from '../../ui/text/format.ts';

/** The empty comparison view: what a comparison shows, and the files to choose from. */
export function CompareStart({ onTrend }: { readonly onTrend: () => void }) {
  const { command, compareRecent } = useActions();
  const current = useCall('file.current', {});
  const { data, error, retry } = useCall('file.recent', {});
  const isOpen = (file: { readonly name: string; readonly folder: string }): boolean =>
    file.name === current.data?.name && file.folder === current.data?.folder;
  const others = current.data === undefined ? [] : (data?.filter(file => !isOpen(file) && !file.missing) ?? []);
  return (
    <div className="compare-start">
      <div className="inner">
        <h2>Compare with another crawl</h2>
        <p>
          Crawlscope compares every URL that both crawls contain: whether it may be fetched and listed, whether its links are
          followed, its status, and its redirect and canonical targets. It groups the differences by what changed: a robots.txt
          line, header, tag, redirect, setting or limit. It also compares titles, text, links, headers, structured data and
          sitemaps.
        </p>
        <div>
          <button type="button" className="btn primary" data-testid="compare-choose" onClick={() => command('compare')}>
            Choose a crawl file… <kbd>Ctrl Shift D</kbd>
          </button>{' '}
          <button type="button" className="btn" data-testid="compare-trend" onClick={onTrend}>
            Trend over several crawls…
          </button>
        </div>
        {error && <Problem text={`The recent files could not be read: ${error}`} retry={retry} />}
        {others.length > 0 && (
          <section>
            <h3>Or choose a recent file</h3>
            <ul className="recent" data-testid="compare-recent">
              {others.map(file => (
                <li key={file.id}>
                  <button type="button" className="open" onClick={() => compareRecent(file.id)}>
                    <Foreign text={file.name} />
                    <span className="muted clip">
                      <Foreign text={file.folder} />
                    </span>
                    <span className="muted num when">{timeWords(file.openedAt)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

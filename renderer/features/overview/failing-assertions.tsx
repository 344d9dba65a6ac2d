import type { CrawlStatus } from '#shared/model/crawl.ts';
import { useActions } from '../../bridge/app-context.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

const shown = 5;

/** Says which robots.txt fails its stored assertions, and since when. */
export function FailingAssertionsNote({ status }: { readonly status: CrawlStatus }) {
  const { go } = useActions();
  const failing = status.failingAssertions ?? [];
  if (failing.length === 0) return null;
  return (
    <section className="card note-card" data-testid="failing-assertions">
      <h2>robots.txt does not meet its assertions</h2>
      {failing.slice(0, shown).map(({ origin, unmet, since, sinceNumber }) => (
        <p key={`${origin} ${since}`}>
          <button
            type="button"
            className="link"
            onClick={() => go({ do: 'open', target: { view: 'robots', origin, version: since, line: 0 } })}
          >
            <Foreign text={origin} />
          </button>
          : {plural(unmet, 'assertion')} since version {countWords(sinceNumber)}
        </p>
      ))}
      {failing.length > shown && <p className="muted">and {plural(failing.length - shown, 'more origin')}</p>}
    </section>
  );
}

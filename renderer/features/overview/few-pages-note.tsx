import type { CrawlStatus } from '#shared/model/crawl.ts';
import { useActions } from '../../bridge/app-context.ts';
import { plural } from '../../ui/text/format.ts';
import { fewPages } from './few-pages.ts';

/** Says why a finished crawl has almost no pages, and what to do. */
export function FewPagesNote({ status }: { readonly status: CrawlStatus }) {
  const { go } = useActions();
  const why = fewPages(status);
  if (!why) return null;
  return (
    <section className="card note-card" data-testid="few-pages">
      <h2>Why so few pages</h2>
      <p className="selectable">{why.sentence}</p>
      <p className="selectable muted">{why.advice}</p>
      <button type="button" className="btn" onClick={() => go({ do: 'filter', filter: why.filter })}>
        List {plural(why.count, 'URL')}
      </button>
    </section>
  );
}

import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';

/** In place of the list: the crawl has no URL yet, or none matches. */
export function NoUrls({
  total,
  filter,
  clear,
}: {
  readonly total: number;
  readonly filter: string;
  readonly clear: () => void;
}) {
  if (filter === '')
    return (
      <div className="empty" tabIndex={-1}>
        No URL yet. They appear here as soon as the crawl sees them.
      </div>
    );
  return (
    <div className="empty" tabIndex={-1}>
      <p>
        None of {plural(total, 'URL')} matches <Foreign text={filter} />.
      </p>
      <button type="button" className="btn" onClick={clear}>
        Show all URLs
      </button>
    </div>
  );
}

import { useState } from 'react';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import { Foreign } from '../../ui/text/foreign.tsx';

/** Says that opening an older file converted it, and where the file as it was is kept. */
export function KeptOriginalNote({ status }: { readonly status: CrawlStatus }) {
  const [isRead, setIsRead] = useState(false);
  if (status.keptAs === undefined || isRead) return null;
  return (
    <section className="card note-card" data-testid="kept-original">
      <h2>This file was converted to this version</h2>
      <p className="selectable">
        Nothing is lost: both files were compared. The file as it was is kept in the same folder as{' '}
        <Foreign text={status.keptAs} />. Older versions of Crawlscope open only that one; Crawlscope never removes it.
      </p>
      <button type="button" className="btn" onClick={() => setIsRead(true)}>
        Got it
      </button>
    </section>
  );
}

import { moreWords } from '#shared/explain/page-notes.ts';
import type { PageExplanation, PageNote } from '#shared/model/explanation.ts';
import { keyed } from '../../ui/keyed.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { EvidenceList } from './evidence.tsx';

/** What robots.txt hides from the crawler now, and the canonical address followed through the crawl. */
export function PageSignals({ page }: { readonly page: PageExplanation }) {
  const { hidden, canonical, others } = page;
  return (
    <>
      <Notes title="Applies to other crawlers" id="other-crawlers" notes={others} />
      {hidden && (
        <section data-testid="hidden-directives" data-checkable={hidden.checkable}>
          <h3>{hidden.checkable ? 'A directive that crawlers cannot see' : 'Hidden by robots.txt'}</h3>
          <p>
            <Foreign text={hidden.sentence} />
          </p>
          <EvidenceList items={hidden.evidence} />
        </section>
      )}
      {canonical && (
        <section data-testid="canonical" data-kind={canonical.kind}>
          <h3>Canonical URL</h3>
          <p>
            <Foreign text={canonical.sentence} />
          </p>
          <EvidenceList items={canonical.declarations} />
          {canonical.more > 0 && <p className="muted">{moreWords(canonical.more)}</p>}
          {canonical.diagnoses.length > 0 && (
            <ul className="path numbered">
              {keyed(canonical.diagnoses, each => `${each.code} ${each.url}`).map(({ key, item }) => (
                <li key={key} data-testid="canonical-finding" data-code={item.code}>
                  <Foreign text={item.sentence} />
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}

/** What is true of the URL and a crawler besides the answers. */
export function UrlNotes({ notes }: { readonly notes: readonly string[] }) {
  return <Notes title="Notes" id="url-notes" notes={notes.map(sentence => ({ sentence, evidence: [] }))} />;
}

/** What page and headers say that decides nothing. */
export function PageNotes({ page }: { readonly page: PageExplanation }) {
  return (
    <>
      <Notes title="Ignored here" id="page-notes" notes={page.notes} />
      <Notes title="Historic, ignored today" id="historic-metas" notes={page.historic} />
    </>
  );
}

function Notes({ title, id, notes }: { readonly title: string; readonly id: string; readonly notes: readonly PageNote[] }) {
  if (notes.length === 0) return null;
  return (
    <section className="fact-group" data-testid={id}>
      <h3>{title}</h3>
      <ul className="path">
        {keyed(notes, each => each.sentence).map(({ key, item }) => (
          <li key={key}>
            <Foreign text={item.sentence} />
            <EvidenceList items={item.evidence} />
          </li>
        ))}
      </ul>
    </section>
  );
}

// biome-ignore-all lint/suspicious/noArrayIndexKey: nothing in here moves
import type { DiffLink, LinksPart, PageDiff, TextPart, ValuesPart } from '#shared/model/page-diff.ts';
import { useCall } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

/** Where the text, the links, the headers and the structured data of one page differ between two crawls. */
export function PageDifference({ url, run }: { readonly url: string; readonly run: number }) {
  const { data, error, retry } = useCall('comparison.page', { run, url });
  if (error) return <Problem text={`The two pages could not be compared: ${error}`} retry={retry} />;
  if (data === undefined) return <p className="muted">Comparing both pages…</p>;
  if (data === null) return null;
  return <Parts diff={data} />;
}

function Parts({ diff: { text, links, headers, structured } }: { readonly diff: PageDiff }) {
  return (
    <div data-testid="page-difference">
      <Text part={text} />
      <Links part={links} />
      <Values head="Response headers" part={headers} />
      <Values head="Structured data" part={structured} />
    </div>
  );
}

const Same = ({ is }: { readonly is: boolean }) =>
  is ? <span className="chip ok">the same</span> : <span className="chip warn">differs</span>;

function Text({ part }: { readonly part: TextPart | null }) {
  if (part === null) return <p className="muted">One of the files has no body of this page, so the texts cannot be compared.</p>;
  const { before, after, added, removed, rows, rowCount, isCut } = part;
  const isSame = added === 0 && removed === 0;
  return (
    <section className="pair-part">
      <h4 className="muted num">
        Readable text <Same is={isSame} /> {countWords(before)} → {plural(after, 'word')}
        {!isSame && `, ${countWords(added)} added, ${countWords(removed)} removed`}
        {isCut && '. Only the beginning is compared.'}
      </h4>
      {!isSame &&
        rows.map(({ kind, runs, folded }, at) =>
          kind === 'gap' ? (
            <p key={at} className="diff-gap muted num">
              {plural(folded, 'unchanged block')}
            </p>
          ) : (
            <p key={at} className="word-row" data-kind={kind}>
              {runs.map((each, place) =>
                each.kind === 'added' ? (
                  <ins key={place}>
                    <Foreign text={each.text} />
                  </ins>
                ) : each.kind === 'removed' ? (
                  <del key={place}>
                    <Foreign text={each.text} />
                  </del>
                ) : (
                  <Foreign key={place} text={each.text} />
                ),
              )}
            </p>
          ),
        )}
      {rowCount > rows.length && <p className="muted">{plural(rowCount - rows.length, 'further block')} not shown.</p>}
    </section>
  );
}

const shownLinks = 100;

function Links({ part }: { readonly part: LinksPart }) {
  const { before, after, added, addedCount, removed, removedCount, changed, changedCount, isCut } = part;
  const isSame = addedCount + removedCount + changedCount === 0;
  return (
    <section className="pair-part">
      <h4 className="muted num">
        Links <Same is={isSame} /> {countWords(before)} → {countWords(after)}
        {!isSame &&
          `: ${countWords(addedCount)} added, ${countWords(removedCount)} removed, ${countWords(changedCount)} with another text or rel`}
        {isCut && '. Only the first 20,000 are compared.'}
      </h4>
      <ul className="link-difference">
        {added.slice(0, shownLinks).map((link, at) => (
          <li key={`+${at}`}>
            <ins>+</ins> <Link link={link} />
          </li>
        ))}
        {removed.slice(0, shownLinks).map((link, at) => (
          <li key={`-${at}`}>
            <del>−</del> <Link link={link} />
          </li>
        ))}
        {changed.slice(0, shownLinks).map(({ before: old, after: now }, at) => (
          <li key={`~${at}`}>
            <Foreign text={now.to} />: <Words link={old} /> → <Words link={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Words = ({ link: { text, rel } }: { readonly link: DiffLink }) => (
  <span className="muted">
    “<Foreign text={text} />”{rel !== '' && <Foreign text={` rel=${rel}`} />}
  </span>
);
const Link = ({ link }: { readonly link: DiffLink }) => (
  <>
    <Foreign text={link.to} /> <Words link={link} />
  </>
);

function Values({ head, part: { same, differ, differCount, isCut } }: { readonly head: string; readonly part: ValuesPart }) {
  if (same + differCount === 0) return null;
  return (
    <section className="pair-part">
      <h4 className="muted num">
        {head} <Same is={differCount === 0} /> {countWords(differCount)} of {countWords(differCount + same)} differ
        {isCut && '. Only the first part is compared.'}
      </h4>
      {differ.length > 0 && (
        <table className="plain value-difference">
          <tbody>
            {differ.map(({ name, before, after }, at) => (
              <tr key={at}>
                <th scope="row">
                  <Foreign text={name} />
                </th>
                <td>{before === null ? <span className="muted">none</span> : <Foreign className="wrap" text={before} />}</td>
                <td>{after === null ? <span className="muted">none</span> : <Foreign className="wrap" text={after} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {differCount > differ.length && <p className="muted">{countWords(differCount - differ.length)} more not shown.</p>}
    </section>
  );
}

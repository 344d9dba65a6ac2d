// biome-ignore-all lint/suspicious/noArrayIndexKey: nothing in here moves
import type { ReactNode } from 'react';
import { aspectWords, scriptChangeWords } from '#shared/explain/script-words.ts';
import type {
  BothFlags,
  BothLists,
  BothTexts,
  ChangedLink,
  LinkOfOne,
  RenderedFacts,
  RenderedPlace,
} from '#shared/model/rendered-facts.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural, shortUrl } from '../../../ui/text/format.ts';
import { placeWords } from './rendered-words.ts';

interface Props {
  readonly facts: RenderedFacts;
  readonly url: string;
  /** Shows bytes of the rendered document. */
  readonly onPlace: (start: number, end: number) => void;
}

/** What scripts change: values side by side, and links with the script that wrote each. */
export function Changes({ facts, url, onPlace }: Props) {
  const changed = scriptChangeWords(facts);
  const { canonical } = facts;
  const shared = { url, onPlace };
  return (
    <div className="pad selectable" data-testid="rendered-changes">
      <p>
        {changed === '' ? 'Scripts change nothing that is compared.' : <>After its scripts ran, the page differs: {changed}.</>}
      </p>
      <table className="plain rendered-values">
        <thead>
          <tr>
            <th />
            <th>Delivered</th>
            <th>Rendered</th>
          </tr>
        </thead>
        <tbody>
          <TextRow label="Title" of={facts.title} {...shared} />
          <TextRow label="Description" of={facts.description} {...shared} />
          <TextRow label="h1" of={facts.h1} {...shared} />
          <TextRow label="Canonical" of={canonical} {...shared} note={side => stateWords[canonical.state[side]] ?? ''} />
          <FlagRow label="noindex" of={facts.noindex} {...shared} />
          <FlagRow label="nofollow" of={facts.nofollow} {...shared} />
          <Row
            label="Words"
            differs={!facts.sameText}
            raw={countWords(facts.words.raw)}
            rendered={countWords(facts.words.rendered)}
          />
          <CountRow label="Links" of={facts.links} />
          <CountRow label="Images" of={facts.images} />
        </tbody>
      </table>
      {facts.movedTo !== undefined && (
        <p>
          Scripts change the {aspectWords.address} to <Foreign className="wrap mono" text={facts.movedTo} />.
        </p>
      )}
      <Values head="Robots elements" of={facts.robots} />
      <Values head="hreflang" of={facts.hreflang} />
      <Values head="Structured data" of={facts.structured} />
      <Links facts={facts} {...shared} />
      {facts.clickable.count > 0 && (
        <p className="muted">
          {plural(facts.clickable.count, 'element')} ({facts.clickable.tags.map(visibleTag).join(', ')}) can be clicked and{' '}
          {facts.clickable.count === 1 ? 'leads' : 'lead'} nowhere for a crawler.
        </p>
      )}
    </div>
  );
}

const visibleTag = (tag: string): string => `<${tag.replace(/[^a-z0-9-]/gi, '')}>`;
const stateWords: Readonly<Record<string, string>> = { conflict: 'conflicting', invalid: 'not valid' };
const none = <span className="muted">none</span>;

interface RowProps {
  readonly label: string;
  readonly differs: boolean;
  readonly raw: ReactNode;
  readonly rendered: ReactNode;
}

const Row = ({ label, differs, raw, rendered }: RowProps) => (
  <tr data-differs={differs}>
    <th scope="row">{label}</th>
    <td>{raw}</td>
    <td>{rendered}</td>
  </tr>
);

type Placed = Pick<Props, 'url' | 'onPlace'>;

/** The script that made an element, and where the element is. */
function By({ of: { at, by }, url, onPlace }: Placed & { readonly of: RenderedPlace }) {
  if (!at && !by) return null;
  return (
    <span className="rendered-by">
      {by && (
        <span className="muted">
          by <Foreign className="mono" text={placeWords(by, url)} />
        </span>
      )}
      {at && (
        <button type="button" className="link" onClick={() => onPlace(at[0], at[1])}>
          show
        </button>
      )}
    </span>
  );
}

interface TextProps extends Placed {
  readonly label: string;
  readonly of: BothTexts;
  readonly note?: (side: 'raw' | 'rendered') => string;
}

function TextRow({ label, of, note, ...placed }: TextProps) {
  const differs = of.raw !== of.rendered || (note !== undefined && note('raw') !== note('rendered'));
  const shown = (side: 'raw' | 'rendered'): ReactNode => {
    const said = note?.(side) ?? '';
    if (said !== '') return <span className="tone-warn">{said}</span>;
    return of[side] === null ? none : <Foreign className="wrap" text={of[side]} />;
  };
  return (
    <Row
      label={label}
      differs={differs}
      raw={shown('raw')}
      rendered={
        <>
          {shown('rendered')} {differs && <By of={of} {...placed} />}
        </>
      }
    />
  );
}

function FlagRow({ label, of, ...placed }: Placed & { readonly label: string; readonly of: BothFlags & RenderedPlace }) {
  const differs = of.raw !== of.rendered;
  if (!of.raw && !of.rendered) return null;
  const rendered = (
    <>
      {of.rendered ? 'yes' : 'no'} {differs && <By of={of} {...placed} />}
    </>
  );
  return <Row label={label} differs={differs} raw={of.raw ? 'yes' : 'no'} rendered={rendered} />;
}

const CountRow = ({
  label,
  of: { raw, rendered },
}: {
  readonly label: string;
  readonly of: { raw: number; rendered: number };
}) => <Row label={label} differs={raw !== rendered} raw={countWords(raw)} rendered={countWords(rendered)} />;

function Values({ head, of: { added, removed } }: { readonly head: string; readonly of: BothLists }) {
  if (added.length + removed.length === 0) return null;
  return (
    <section>
      <h3>{head}</h3>
      <ul className="link-difference">
        {added.map((text, at) => (
          <li key={`+${at}`}>
            <ins>+</ins> <Foreign text={text} />
          </li>
        ))}
        {removed.map((text, at) => (
          <li key={`-${at}`}>
            <del>−</del> <Foreign text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const shownLinks = 200;

function Links({ facts: { links }, ...placed }: Placed & { readonly facts: RenderedFacts }) {
  const { added, addedCount, removed, removedCount, changed, changedCount, isCut } = links;
  if (addedCount + removedCount + changedCount === 0) return null;
  return (
    <section data-testid="rendered-links">
      <h3 className="num">
        Links: {countWords(addedCount)} only rendered, {countWords(removedCount)} only delivered, {countWords(changedCount)}{' '}
        changed
      </h3>
      {isCut && <p className="muted">The page has more links than are compared.</p>}
      <Group sign="+" rows={added} count={addedCount} {...placed} />
      <Group sign="−" rows={removed} count={removedCount} {...placed} />
      <ul className="link-difference">
        {changed.slice(0, shownLinks).map((link, at) => (
          <Changed key={at} link={link} {...placed} />
        ))}
      </ul>
      <Rest shown={Math.min(changed.length, shownLinks)} count={changedCount} />
    </section>
  );
}

function Rest({ shown, count }: { readonly shown: number; readonly count: number }) {
  return count > shown ? <p className="muted">{countWords(count - shown)} more not shown.</p> : null;
}

interface GroupProps extends Placed {
  readonly sign: '+' | '−';
  readonly rows: readonly LinkOfOne[];
  readonly count: number;
}

function Group({ sign, rows, count, ...placed }: GroupProps) {
  const { go } = useActions();
  const Mark = sign === '+' ? 'ins' : 'del';
  return (
    <>
      <ul className="link-difference">
        {rows.slice(0, shownLinks).map((link, at) => (
          <li key={at}>
            <Mark>{sign}</Mark>{' '}
            <button type="button" className="link" onClick={() => go({ do: 'inspect', url: link.url })}>
              <Foreign text={shortUrl(link.url, placed.url)} />
            </button>{' '}
            {link.text !== '' && (
              <span className="muted">
                “<Foreign text={link.text} />”
              </span>
            )}{' '}
            {link.rel !== '' && <Foreign className="muted" text={`rel=${link.rel}`} />} <By of={link} {...placed} />
          </li>
        ))}
      </ul>
      <Rest shown={Math.min(rows.length, shownLinks)} count={count} />
    </>
  );
}

function Changed({ link, ...placed }: Placed & { readonly link: ChangedLink }) {
  return (
    <li>
      <Foreign text={shortUrl(link.url, placed.url)} />: {link.what} <Foreign text={link.raw} /> →{' '}
      <Foreign text={link.rendered} /> <By of={link} {...placed} />
    </li>
  );
}

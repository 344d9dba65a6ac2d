import type { Finding, FindingItem, FindingRole } from '#shared/model/audit.ts';
import { useActions } from '../bridge/app-context.ts';
import type { NavAction } from '../bridge/nav-state.ts';
import { keyed } from '../ui/keyed.ts';
import { Foreign } from '../ui/text/foreign.tsx';
import { countWords, plural } from '../ui/text/format.ts';

const roleWords: Readonly<Record<FindingRole, string>> = {
  location: 'Location',
  status: 'Status',
  'linked-from': 'Linked from',
  raw: 'Delivered',
  rendered: 'Rendered',
  script: 'Script',
};

interface Place {
  readonly words: string;
  readonly open: NavAction;
}

/** Where a piece of evidence is on the page, if it has a place. */
function placeOf({ bytes, header, link, line }: FindingItem, { url, check }: Finding): Place | null {
  if (bytes)
    return {
      words: `Source, byte ${countWords(bytes[0])}`,
      open: { do: 'open', target: { view: 'source', url, start: bytes[0], end: bytes[1] } },
    };
  if (header !== undefined)
    return { words: `Response header ${header + 1}`, open: { do: 'open', target: { view: 'header', url, index: header } } };
  if (link !== undefined) return { words: `Link ${link + 1} of the page`, open: { do: 'link', url, link } };
  const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? '';
  if (line !== undefined && check.startsWith('robots.') && origin !== '')
    return { words: `robots.txt, line ${countWords(line)}`, open: { do: 'robots-line', origin, line } };
  return null;
}

/** The evidence of a finding. Each piece opens the place it points at, and the other URL it names. */
export function FindingItems({ finding }: { readonly finding: Finding }) {
  const { items, dropped = 0 } = finding.evidence;
  if (items.length === 0) return <p className="muted">What the check looks for is missing, so there is no place to show.</p>;
  return (
    <ul className="evidence-list" data-testid="finding-items">
      {keyed(items, each => JSON.stringify(each)).map(({ key, item }) => (
        <li key={key}>
          <Item item={item} finding={finding} />
        </li>
      ))}
      {dropped > 0 && <li className="muted">and {plural(dropped, 'more place')}, not listed here</li>}
    </ul>
  );
}

function Item({ item, finding }: { readonly item: FindingItem; readonly finding: Finding }) {
  const { go } = useActions();
  const place = placeOf(item, finding);
  const { url, value, line, count, role } = item;
  const isElsewhere = url !== undefined && url !== finding.url;
  return (
    <div className="evidence finding-item">
      {role !== undefined && <span className="muted">{roleWords[role]}</span>}
      {value !== undefined && value !== '' && (
        <code>
          <Foreign text={value} />
        </code>
      )}
      {value === '' && <span className="muted">empty</span>}
      {count !== undefined && count > 1 && <span className="muted num">{countWords(count)} times</span>}
      {place === null && line !== undefined && <span className="muted num">line {countWords(line)}</span>}
      {place && (
        <button type="button" className="link" data-testid="finding-place" onClick={() => go(place.open)}>
          {place.words}
        </button>
      )}
      {isElsewhere && (
        <button
          type="button"
          className="link"
          data-testid="finding-url"
          onClick={() => go({ do: 'open', target: { view: 'url', url } })}
        >
          <Foreign text={url} />
        </button>
      )}
    </div>
  );
}

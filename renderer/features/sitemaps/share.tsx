import { useActions } from '../../bridge/app-context.ts';
import { countWords, percent } from '../../ui/text/format.ts';

interface Props {
  readonly label: string;
  readonly part: number;
  readonly all: number;
  /** Lists exactly the URLs that are counted. */
  readonly filter: string;
  /** Class of the colour of a picture, for a key beside the words. */
  readonly mark?: string;
}

/** A count with its whole. A click lists the URLs. */
export function Share({ label, part, all, filter, mark }: Props) {
  const { go } = useActions();
  const words = (
    <>
      <b>
        {countWords(part)} of {countWords(all)}
      </b>{' '}
      {label} <span className="muted">({percent(part, all)})</span>
    </>
  );
  return (
    <li>
      {mark !== undefined && <span className={`set-key ${mark}`} aria-hidden="true" />}
      {part === 0 ? (
        words
      ) : (
        <button type="button" className="link" title={`List these URLs: ${filter}`} onClick={() => go({ do: 'filter', filter })}>
          {words}
        </button>
      )}
    </li>
  );
}

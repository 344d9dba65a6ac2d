import { useRef } from 'react';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { InterpreterPicker } from '../../domain/interpreter-picker.tsx';
import type { RowSelection } from '../../ui/grid/row-selection.ts';
import { Hint } from '../../ui/hint.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

/** Makes assertions from the verdicts of list rows, given by position, and passes them to the robots view. */
export function useAssert(view: number, crawler: string): (ranges: RowSelection['ranges']) => void {
  const { go, toast } = useActions();
  const asking = useRef(false);
  const assert = async (ranges: RowSelection['ranges']): Promise<void> => {
    if (asking.current || ranges.length === 0) return;
    asking.current = true;
    try {
      const made = await client.call('assertions.create', { crawler, rows: { view, ranges } });
      if (made.origin !== '') go({ do: 'assert', made });
      else if (made.urls > 0)
        toast(`Nothing to assert: no robots.txt was read for ${made.urls === 1 ? 'this URL' : 'these URLs'}.`, 'problem');
      else toast('The selected rows are not in this list any more. Select them again.', 'problem');
    } catch (error) {
      toast(`The assertions could not be made: ${messageOf(error)}`, 'problem');
    } finally {
      asking.current = false;
    }
  };
  return ranges => void assert(ranges);
}

interface Props {
  /** Rows selected. */
  readonly count: number;
  readonly onAssert: () => void;
}

/** Today's verdicts on the selected rows become assertions, for the crawler shown. */
export function AssertSelected({ count, onAssert }: Props) {
  const nav = useNav();
  const { go } = useActions();
  useFocusRequest('assert', () => {
    if (nav.view === 'urls' && count > 0) onAssert();
  });
  return (
    <span className="assert-selected">
      <Hint
        text={
          count === 0
            ? 'Select rows first'
            : `Adds the robots.txt verdict on ${plural(count, 'selected URL')} to the assertions (Ctrl Shift A)`
        }
      >
        <button type="button" className="btn small" data-testid="assert-selected" disabled={count === 0} onClick={onAssert}>
          {count > 1 ? `Assert these ${countWords(count)}` : 'Assert this'}
        </button>
      </Hint>
      <InterpreterPicker
        label="for"
        value={nav.crawler}
        only="crawlers"
        testId="assert-crawler"
        onPick={crawler => go({ do: 'crawler', crawler })}
      />
    </span>
  );
}

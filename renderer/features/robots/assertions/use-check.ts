import { useEffect, useState } from 'react';
import type { AssertionReport } from '#shared/model/assertions.ts';
import { useCall, useDebounced } from '../../../bridge/hooks.ts';

/** Pause in typing, in milliseconds, before the assertions are checked. */
const pauseMs = 400;

interface Checked {
  readonly origin: string;
  readonly text: string;
  /** Check this draft of robots.txt instead of a stored version. */
  readonly draft: string | null;
  /** The stored version to check. Undefined: the one in force. */
  readonly version: number | undefined;
}

/** The last report on the assertions. It is stale while the text is another one. */
export function useAssertionCheck({ origin, text, draft, version }: Checked) {
  const settled = useDebounced(text, pauseMs);
  const isEmpty = text.trim() === '';
  const against = draft !== null ? { draft } : version === undefined ? {} : { version };
  const run = useCall('assertions.run', isEmpty ? null : { origin, text: settled, ...against });
  const [shown, setShown] = useState<{ readonly text: string; readonly report: AssertionReport } | null>(null);
  const { data } = run;
  useEffect(() => {
    if (data) setShown({ text: settled, report: data });
  }, [data, settled]);
  return {
    report: isEmpty ? null : (shown?.report ?? null),
    stale: shown === null || shown.text !== text,
    isEmpty,
    error: isEmpty ? '' : run.error,
    retry: run.retry,
  };
}

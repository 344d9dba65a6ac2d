import { useEffect, useState } from 'react';
import type { WorkProgress } from '#shared/model/replay.ts';
import { client } from '../../bridge/client.ts';
import { workWords } from '../../domain/work-words.ts';

/** Shorter work shows no progress note. */
const quietMs = 300;

interface Props {
  readonly text: string;
  /** Milliseconds before the note appears. */
  readonly quiet?: number;
}

/** Progress of work on a whole origin, shown once it takes long. */
export function WorkNote({ text, quiet = quietMs }: Props) {
  const [now, setNow] = useState<WorkProgress | null | undefined>(undefined);
  useEffect(() => {
    const read = (): void =>
      void client.call('replay.progress', {}).then(
        found => setNow(found),
        () => setNow(null),
      );
    let timer = 0;
    const after = (ms: number): void => {
      timer = window.setTimeout(() => {
        read();
        after(quietMs);
      }, ms);
    };
    after(quiet);
    return () => clearTimeout(timer);
  }, [quiet]);
  if (now === undefined) return null;
  return (
    <span className="muted num" aria-live="polite">
      {text}
      {now === null || now.total === 0 ? '…' : `: ${workWords(now)}`}
    </span>
  );
}

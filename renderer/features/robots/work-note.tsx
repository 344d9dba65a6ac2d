import { useEffect, useState } from 'react';
import type { WorkProgress } from '#shared/model/replay.ts';
import { client } from '../../bridge/client.ts';
import { workWords } from '../../domain/work-words.ts';

/** Work that is over sooner than this needs no words. */
const quietMs = 300;

/** How far the judging of a whole origin is, once it takes long enough to wonder. */
export function WorkNote({ text }: { readonly text: string }) {
  const [now, setNow] = useState<WorkProgress | null | undefined>(undefined);
  useEffect(() => {
    const read = (): void =>
      void client.call('replay.progress', {}).then(
        found => setNow(found),
        () => setNow(null),
      );
    const timer = setInterval(read, quietMs);
    return () => clearInterval(timer);
  }, []);
  if (now === undefined) return null;
  return (
    <span className="muted num" aria-live="polite">
      {text}
      {now === null || now.total === 0 ? '…' : `: ${workWords(now)}`}
    </span>
  );
}

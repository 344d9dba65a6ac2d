import { useState } from 'react';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf, useStatus } from '../../../bridge/hooks.ts';
import { foreignScriptsNote } from '../../../domain/render-words.ts';
import { Confirm } from '../../../ui/confirm.tsx';

interface Props {
  readonly url: string;
  readonly label: string;
  readonly isQuiet?: boolean;
}

/** Has a stored page rendered. Only what the page needs is requested. Asks first where the file is from another installation. */
export function RenderButton({ url, label, isQuiet = false }: Props) {
  const { toast } = useActions();
  const status = useStatus();
  const [isStarting, setStarting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const asks = status?.asksToRender === true;
  const isRunning = status?.state === 'running' || status?.state === 'paused';
  const start = async (): Promise<void> => {
    setAsking(false);
    setStarting(true);
    try {
      await client.call('rendering.start', { urls: [url], free: [], ...(asks ? { allow: true } : {}) });
    } catch (error) {
      toast(messageOf(error), 'problem');
    }
    setStarting(false);
  };
  const stop = (): void => {
    client.call('crawl.stop', {}).catch((error: unknown) => toast(messageOf(error), 'problem'));
  };
  if (isStarting && isRunning)
    return (
      <span className="rendered-start">
        <span className="muted">Rendering…</span>
        <button type="button" className="btn small" data-testid="render-stop" onClick={stop}>
          Stop
        </button>
      </span>
    );
  return (
    <>
      <button
        type="button"
        className={isQuiet ? 'btn small' : 'btn'}
        disabled={isStarting || isRunning}
        title={isRunning ? 'Stop the crawl first: it renders the pages that its settings choose.' : undefined}
        data-testid="render-page"
        onClick={() => (asks ? setAsking(true) : void start())}
      >
        {isStarting ? 'Starting the browser…' : label}
      </button>
      {isAsking && (
        <Confirm
          title="Run the scripts of a page from another installation?"
          verb="Allow and render"
          testId="allow-rendering"
          onCancel={() => setAsking(false)}
          onConfirm={() => void start()}
        >
          {foreignScriptsNote} This permission holds for every page of this file.
        </Confirm>
      )}
    </>
  );
}

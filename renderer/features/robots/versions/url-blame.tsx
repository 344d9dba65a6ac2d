import { useState } from 'react';
import { useActions } from '../../../bridge/app-context.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { BlameStrip } from '../../../domain/blame-strip.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';

interface Props {
  readonly origin: string;
  readonly profile: string;
  readonly version: number;
  readonly url: string;
  readonly onUrl: (url: string) => void;
  readonly onVersion: (id: number) => void;
}

/** One URL at every version: any URL of the origin, of the crawl or not. */
export function UrlBlame({ origin, profile, version, url, onUrl, onVersion }: Props) {
  const { go } = useActions();
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error } = useCall('robots.blame', url === '' ? null : { url, profile, version });
  const ask = (text: string): void => {
    const trimmed = text.trim();
    onUrl(
      trimmed === ''
        ? ''
        : /^[a-z][a-z0-9+.-]*:/i.test(trimmed)
          ? trimmed
          : origin + (trimmed.startsWith('/') ? '' : '/') + trimmed,
    );
    setTyped(null);
  };
  return (
    <div className="url-blame">
      <form
        className="url-blame-form"
        onSubmit={event => {
          event.preventDefault();
          ask(typed ?? url);
        }}
      >
        <input
          className="field mono"
          aria-label="The verdict on one URL in every version"
          placeholder={`See a URL or path in every version, such as ${origin}/shop`}
          spellCheck={false}
          value={typed ?? url}
          data-testid="blame-url"
          onChange={event => setTyped(event.target.value)}
          onBlur={event => ask(event.target.value)}
        />
        {url !== '' && (
          <button type="button" className="btn small" onClick={() => go({ do: 'inspect', url })}>
            Inspect
          </button>
        )}
      </form>
      {data && <BlameStrip blame={data} onVersion={onVersion} />}
      {data && (
        <p className="selectable" data-testid="blame-sentence" aria-live="polite">
          <Foreign text={data.sentence} />{' '}
          {data.line > 0 && (
            <button
              type="button"
              className="link"
              onClick={() => go({ do: 'open', target: { view: 'robots', origin: data.origin, version, line: data.line } })}
            >
              Show the line
            </button>
          )}{' '}
          {!data.isStored && <span className="muted">This URL is not in this crawl. The verdicts apply to it too.</span>}
        </p>
      )}
      {error !== '' && (
        <p className="tone-bad" role="alert">
          <Foreign text={error} />
        </p>
      )}
    </div>
  );
}

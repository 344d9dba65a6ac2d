import { useId } from 'react';
import { consentForAllWords, consentWords, isForEveryHost } from '#shared/explain/site-rules.ts';
import type { OwnRobots } from '#shared/model/crawl.ts';
import { FieldNote } from '../../ui/field.tsx';
import { keyed } from '../../ui/keyed.ts';
import { type OwnRobotsValue, writtenTexts } from './own-robots-value.ts';

interface Props {
  readonly value: OwnRobotsValue;
  readonly onChange: (value: OwnRobotsValue) => void;
  readonly problem: string | undefined;
  /** The origin of the first start URL, '' for none. */
  readonly newOrigin: string;
}

/** Texts that decide in place of robots.txt, each for an origin. */
export function OwnRobotsField({ value, onChange, problem, newOrigin }: Props) {
  const id = useId();
  const { texts, consent } = value;
  const put = (index: number, text: OwnRobots | null): void =>
    onChange({ ...value, texts: texts.flatMap((each, at) => (at !== index ? [each] : text ? [text] : [])) });
  const written = writtenTexts(value);
  const stated = written.some(({ origin }) => isForEveryHost(origin)) ? consentForAllWords : consentWords;
  return (
    <fieldset className="stacked site-rules" data-testid="own-robots">
      <legend>A robots.txt of your own</legend>
      {keyed(texts, () => 'text').map(({ key, item: text }, index) => (
        <div key={key} className="own-robots">
          <div className="site-rule">
            <input
              className="field"
              aria-label="In place of the robots.txt of"
              data-testid="own-robots-origin"
              placeholder="https://example.com, or * for every host"
              spellCheck={false}
              value={text.origin}
              onChange={event => put(index, { ...text, origin: event.target.value })}
            />
            <button
              type="button"
              className="btn quiet small"
              aria-label={`Remove text ${index + 1}`}
              onClick={() => put(index, null)}
            >
              ✕
            </button>
          </div>
          <textarea
            className="field mono"
            aria-label="Text of robots.txt"
            data-testid="own-robots-text"
            rows={5}
            placeholder={'User-agent: *\nDisallow: /private/'}
            spellCheck={false}
            value={text.text}
            onChange={event => put(index, { ...text, text: event.target.value })}
          />
        </div>
      ))}
      <div className="site-rule-foot">
        <button
          type="button"
          className="btn small"
          data-testid="add-own-robots"
          onClick={() => onChange({ ...value, texts: [...texts, { origin: newOrigin, text: '' }] })}
        >
          Add a text…
        </button>
      </div>
      {written.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            data-testid="own-robots-consent"
            checked={consent}
            onChange={event => onChange({ ...value, consent: event.target.checked })}
          />
          {stated}
        </label>
      )}
      <FieldNote id={id} problem={problem}>
        The text decides which URLs may be fetched, and each decision says so. Crawlscope still fetches and stores the robots.txt
        of the host: its Crawl-delay and sitemaps apply.
      </FieldNote>
    </fieldset>
  );
}

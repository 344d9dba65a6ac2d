import type { Since, TrendCount } from '#shared/model/issues.ts';
import { countWords } from '../ui/text/format.ts';

/** How the hits of a check moved since the earlier crawl, in words and colours. */
export function TrendOf({ of }: { readonly of: TrendCount }) {
  const parts = [
    { words: `${countWords(of.new)} new`, tone: 'tone-bad', count: of.new },
    { words: `${countWords(of.persisting)} persisting`, tone: 'muted', count: of.persisting },
    { words: `${countWords(of.fixed)} fixed`, tone: 'tone-ok', count: of.fixed },
    { words: `${countWords(of.gone)} gone`, tone: 'muted', count: of.gone },
  ].filter(({ count }) => count > 0);
  return (
    <span className="count-of num" data-testid="trend-of">
      {parts.map(({ words, tone }) => (
        <span key={words} className={tone}>
          {words}
        </span>
      ))}
      {parts.length === 0 && <span className="muted">No hits before or now</span>}
    </span>
  );
}

export const sinceWords: Readonly<Record<Since, string>> = { new: 'New', persisting: 'Persisting', fixed: 'Fixed', gone: 'Gone' };
export const sinceTone: Readonly<Record<Since, string>> = {
  new: 'tone-bad',
  persisting: 'muted',
  fixed: 'tone-ok',
  gone: 'muted',
};

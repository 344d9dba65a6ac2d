import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Counted, CountOf } from '../../../renderer/domain/counted.tsx';

const words = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const shown = (count: ConstructorParameters<typeof Counted>[0], reasons: 'folded' | 'line' = 'line'): string =>
  words(renderToStaticMarkup(<CountOf of={new Counted(count)} reasons={reasons} />));

describe('a count of findings', () => {
  test('is shown with what was checked and what could not be', () => {
    expect(shown({ hits: 12, checked: 120, notCheckable: {} })).toBe('12 of 120 checked · 10 %');
    expect(shown({ hits: 0, checked: 120, notCheckable: { blocked: 14 } })).toBe('0 of 120 checked 14 not checkable');
    expect(shown({ hits: 0, checked: 0, notCheckable: { 'needs-rendering': 3 } })).toBe('0 checked 3 not checkable');
    expect(shown({ hits: 0, checked: 0, notCheckable: {} })).toBe('Nothing to check');
  });

  test('says how many hits are ignored, and leaves them out of shares', () => {
    expect(shown({ hits: 12, ignored: 3, checked: 120, notCheckable: {} })).toBe('12 of 120 checked · 10 %, 3 of them ignored');
    const all = new Counted({ hits: 2, ignored: 2, checked: 4, notCheckable: {} });
    expect([all.isHit, all.hasIgnored, all.share, all.words]).toEqual([false, true, 0, '2 of 4 checked, all ignored']);
  });

  test('says why something could not be checked, most frequent first', () => {
    const markup = shown({ hits: 1, checked: 2, notCheckable: { limit: 1, blocked: 5 } }, 'folded');
    expect(markup).toMatch(/6 not checkable 5 not requested: blocked by robots\.txt 1 not requested: a limit of the crawl/);
  });

  test('does not give its numbers away', () => {
    const counted = new Counted({ hits: 3, checked: 4, notCheckable: {} });
    // @ts-expect-error the numbers are private: only CountOf shows them, together
    expect(counted.hits).toBeUndefined();
    expect(JSON.stringify(counted)).toBe('{}');
    expect(counted.words).toBe('3 of 4 checked');
  });

  test('is read in one file of the window only', () => {
    const root = join(import.meta.dirname, '../../../renderer');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name));
    const readers = files.filter(name =>
      /\bCheckCount\b|\.checked\b.*\.hits\b|\bcount\.hits\b/.test(readFileSync(join(root, name), 'utf8')),
    );
    expect(readers).toEqual([join('domain', 'counted.tsx')]);
  });
});

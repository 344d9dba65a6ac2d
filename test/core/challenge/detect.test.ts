import { describe, expect, it } from 'vitest';
import { type ChallengeFacts, findChallenge } from '#core/challenge/detect.ts';
import { challengeMarkers } from '#core/challenge/markers.ts';

const facts = (change: Partial<ChallengeFacts>): ChallengeFacts => ({
  status: 403,
  headers: [],
  start: '',
  words: null,
  ...change,
});

describe('bot challenges', () => {
  it.each(challengeMarkers.map(marker => [marker.vendor, marker.header ?? '', marker.text, marker] as const))(
    'of %s are found by %s %s, and the place of the sign is told',
    (vendor, header, text, { when }) => {
      const body = `<html>${text}</html>`;
      const found =
        header === ''
          ? findChallenge(facts({ start: body }))
          : findChallenge(
              facts({
                headers: [
                  ['Server', 'x'],
                  [header.toUpperCase(), `a ${text}`],
                ],
              }),
            );
      expect(found).toMatchObject({ vendor });
      if (found?.kind === 'header') expect(found.index).toBe(1);
      else if (found) expect(body.slice(found.start, found.end)).not.toBe('');
      // A page that works may have what its guard adds to every page.
      const ok =
        header === '' ? facts({ status: 200, start: body, words: 10 }) : facts({ status: 200, headers: [[header, text]] });
      expect(findChallenge(ok) !== null).toBe(when === 'any');
    },
  );

  it('a page with many words is a page, whatever its source mentions', () => {
    expect(findChallenge(facts({ status: 200, start: 'var _cf_chl_opt', words: 5_000 }))).toBeNull();
    expect(findChallenge(facts({ status: 200, start: 'var _cf_chl_opt', words: 12 }))).toMatchObject({ vendor: 'Cloudflare' });
  });

  it('an ordinary refusal is none, and neither is another status', () => {
    expect(findChallenge(facts({ start: '<title>403 Forbidden</title>' }))).toBeNull();
    expect(findChallenge(facts({ status: 404, start: 'class="g-recaptcha"' }))).toBeNull();
  });
});

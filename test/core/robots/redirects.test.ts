import { describe, expect, it } from 'vitest';
import { robotsHop } from '#core/robots/redirects.ts';

const first = 'https://a.test/robots.txt';
const to = (location: string | null, status = 302) => ({ status, location });

describe('the next URL on the way to a robots.txt (RFC 9309 §2.3.1.2)', () => {
  it.each([200, 204, 304, 404, 503, null])('%s is the response for robots.txt', status => {
    expect(robotsHop([first], { status, location: '/elsewhere' }, 5)).toEqual({ kind: 'arrived' });
  });

  it.each([
    ['/moved.txt', 'https://a.test/moved.txt'],
    ['//b.test/robots.txt', 'https://b.test/robots.txt'],
    ['http://user:pass@B.test:80/r#x', 'http://b.test/r'],
  ])('%s is followed to %s', (location, url) => {
    expect(robotsHop([first], to(location), 5)).toEqual({ kind: 'next', url });
  });

  it.each([null, '', 'ftp://a.test/robots.txt', 'javascript:1', 'data:,x', 'http://[broken'])('%s leads nowhere', location => {
    expect(robotsHop([first], to(location), 5)).toEqual({ kind: 'ended', why: 'no-target', target: '' });
  });

  it('a URL that was requested already is a loop', () => {
    expect(robotsHop([first, 'https://a.test/b'], to('/robots.txt'), 5)).toMatchObject({
      kind: 'ended',
      why: 'loop',
      target: first,
    });
    expect(robotsHop([first], to(first), 5)).toMatchObject({ why: 'loop' });
  });

  it('five redirects are followed, the sixth is not', () => {
    const trail = [first, ...['1', '2', '3', '4'].map(path => `https://a.test/${path}`)];
    expect(robotsHop(trail, to('/5'), 5)).toMatchObject({ kind: 'next' });
    expect(robotsHop([...trail, 'https://a.test/5'], to('/6'), 5)).toMatchObject({ kind: 'ended', why: 'too-many' });
  });
});

import { expect, test } from 'vitest';
import { ownRobotsFor, ownRobotsOrigin, ownRobotsProblem } from '#core/robots/own-robots.ts';

const text = 'User-agent: *\nDisallow: /x\n';

test('an origin is a scheme and a host, or every host', () => {
  expect(['*', 'https://Example.com/', 'http://a.test:8080', 'https://a.test:443'].map(ownRobotsOrigin)).toEqual([
    '*',
    'https://example.com',
    'http://a.test:8080',
    'https://a.test',
  ]);
  for (const bad of ['', 'example.com', 'https://a.test/path', 'ftp://a.test', 'https://user@a.test', '**'])
    expect(ownRobotsOrigin(bad), bad).toBeNull();
});

test('an origin of its own is before every host', () => {
  const ownRobots = [
    { origin: '*', text: '' },
    { origin: 'https://a.test', text },
  ];
  expect(ownRobotsFor({ ownRobots }, 'https://a.test')?.text).toBe(text);
  expect(ownRobotsFor({ ownRobots }, 'https://b.test')?.text).toBe('');
  expect(ownRobotsFor({ ownRobots: ownRobots.slice(1) }, 'http://a.test')).toBeNull();
});

test('what is wrong with texts is one sentence that names it', () => {
  expect(ownRobotsProblem([{ origin: 'https://a.test', text }])).toBe('');
  expect(ownRobotsProblem([{ origin: 'a.test', text }])).toContain('“a.test” is not an origin');
  expect(
    ownRobotsProblem([
      { origin: '*', text },
      { origin: '*', text },
    ]),
  ).toContain('two texts for *');
  expect(ownRobotsProblem([{ origin: '*', text: '\0' }])).toContain('NUL');
  const half = 'x'.repeat(300 * 1024);
  expect(
    ownRobotsProblem([
      { origin: '*', text: half },
      { origin: 'https://a.test', text: half },
    ]),
  ).toContain('at most 512 KB');
});

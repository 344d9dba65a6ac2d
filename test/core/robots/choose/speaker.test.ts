import { describe, expect, it } from 'vitest';
import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { profileById } from '#core/crawlers/profiles.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { decideAs, speakerFor } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';

function judge(id: string, text: string, path = '/x') {
  const profile = profileById(id) as CrawlerProfile;
  const dialect = dialectById(profile.dialect) as Dialect;
  const file = parseRobots(new TextEncoder().encode(text), dialect);
  const speaker = speakerFor(file, dialect, profile);
  const access = robotsAccess({ kind: 'status', status: 200 }, dialect);
  const { allowed, line } = decideAs(speaker, access, file, dialect, `https://e.com${path}`);
  return { agent: speaker.agent, allowed, line };
}

const google = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x\n';
const images = `${google}\nUser-agent: Googlebot-Image\nAllow: /x\n`;

describe('the name a crawler goes by', () => {
  it('is its own where a group has it', () =>
    expect(judge('googlebot-image', images)).toEqual({ agent: 'Googlebot-Image', allowed: true, line: 8 }));

  it('is the one it falls back to where only that has a group', () => {
    expect(judge('googlebot-image', google)).toEqual({ agent: 'Googlebot', allowed: false, line: 5 });
    expect(judge('applebot', google)).toMatchObject({ agent: 'Googlebot', line: 5 });
  });

  it('is its own where neither has one: the groups for everybody count', () =>
    expect(judge('googlebot-image', 'User-agent: *\nDisallow: /x')).toEqual({
      agent: 'Googlebot-Image',
      allowed: false,
      line: 2,
    }));

  it('is the whole header where the crawler compares that', () =>
    expect(judge('archive-org-bot', 'User-agent: compatible\nDisallow: /')).toMatchObject({ allowed: false, line: 2 }));

  it('and Heritrix compares its capitals with lines in lower case', () =>
    expect(judge('archive-org-bot', 'User-agent: Mozilla\nDisallow: /')).toMatchObject({ allowed: true, line: 0 }));
});

describe('the steps to a name', () => {
  it('are shown before the choice of groups, in the order the names are tried', () => {
    const profile = profileById('googlebot-image') as CrawlerProfile;
    const dialect = dialectById('google') as Dialect;
    const file = parseRobots(new TextEncoder().encode(google), dialect);
    const speaker = speakerFor(file, dialect, profile);
    expect(speaker.steps).toEqual(['no group names Googlebot-Image', 'falls back to the name Googlebot']);
    const access = robotsAccess({ kind: 'status', status: 200 }, dialect);
    expect(decideAs(speaker, access, file, dialect, 'https://e.com/x').choice.slice(0, 2)).toEqual(speaker.steps);
  });

  it('are none where its own name has a group, or it has no other', () => {
    const steps = (id: string, text: string) => {
      const profile = profileById(id) as CrawlerProfile;
      const dialect = dialectById(profile.dialect) as Dialect;
      return speakerFor(parseRobots(new TextEncoder().encode(text), dialect), dialect, profile).steps;
    };
    expect(steps('googlebot-image', images)).toEqual([]);
    expect(steps('googlebot', 'User-agent: *\nDisallow: /')).toEqual([]);
    expect(steps('googlebot-image', 'User-agent: *\nDisallow: /')).toEqual([
      'no group names Googlebot-Image',
      'no group names Googlebot, which it falls back to',
      'read as Googlebot-Image',
    ]);
  });
});

describe('a crawler that overlooks the groups for everybody', () => {
  it('may fetch what only they forbid', () =>
    expect(judge('adsbot-google', google)).toEqual({ agent: 'AdsBot-Google', allowed: true, line: 0 }));

  it('obeys the group that names it', () =>
    expect(judge('adsbot-google', 'User-agent: AdsBot-Google\nDisallow: /x')).toMatchObject({ allowed: false, line: 2 }));
});

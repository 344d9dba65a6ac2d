import { describe, expect, it } from 'vitest';
import { profiles } from '#core/crawlers/profiles.ts';
import { Disagreements, type Party } from '#core/replay/disagreements.ts';
import { judgeOf } from '#core/replay/judge.ts';
import { judgeUrl } from '#core/replay/replay.ts';
import { TargetTable } from '#core/replay/target-table.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { finish } from '#core/steps.ts';
import { dice, encoded, fileFrom, ORIGIN, tableFrom } from './generated.ts';

const dialectOf = (id: string): Dialect => dialectById(id) as Dialect;

function partiesFor(text: string, ids?: readonly string[], status = 200): Party[] {
  return profiles()
    .filter(each => ids === undefined || ids.includes(each.id))
    .map(profile => {
      const dialect = dialectOf(profile.dialect);
      const access = robotsAccess({ kind: 'status', status }, dialect);
      return {
        profile: profile.id,
        names: profile,
        judge: judgeOf(access, status === 200 ? encoded(text) : null, dialect, profile),
      };
    });
}

function tableOf(...targets: string[]): TargetTable {
  const table = new TargetTable(ORIGIN);
  for (const [id, target] of targets.entries()) table.add({ id: id + 1, target, inlinks: 0, depth: 0, inSitemap: false });
  return table;
}

describe('disagreements', () => {
  it('are the URLs whose verdicts differ, with what every profile says', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const source = dice(seed * 6151);
      const text = fileFrom(source);
      const table = tableFrom(source, 60);
      const parties = partiesFor(text);
      const found = new Disagreements(table, parties, encoded(text));
      finish(found.update());
      const list = found.list();
      let disagreed = 0;
      for (let row = 0; row < table.size; row += 1) {
        const says = parties.map(({ profile, judge }) => {
          const { ending, line } = judgeUrl(judge, table.url(row));
          return { profile, allowed: ending.allowed, line };
        });
        const isSplit = new Set(says.map(each => each.allowed)).size > 1;
        if (isSplit) disagreed += 1;
        const groups = list.filter(each => found.rows(each.group).includes(row));
        expect(groups.map(each => each.says)).toEqual(isSplit ? [says] : []);
      }
      expect(found.counts()).toEqual({ total: table.size, disagreed });
      expect(list.reduce((sum, each) => sum + each.urls, 0)).toBe(disagreed);
      expect(found.rows(null).length).toBe(disagreed);
    }
  });

  it('of a growing table are those of the whole one', () => {
    const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*x=1';
    const all = tableFrom(dice(9), 200);
    const growing = new TargetTable(ORIGIN);
    const parties = partiesFor(text);
    const part = new Disagreements(growing, parties, encoded(text));
    for (const [row, target] of all.targets.entries()) {
      growing.add({ id: row, target, inlinks: 0, depth: 0, inSitemap: false });
      if (row % 37 === 0) finish(part.update());
    }
    finish(part.update());
    const whole = new Disagreements(all, parties, encoded(text));
    finish(whole.update());
    expect(part.list()).toEqual(whole.list());
    expect(part.counts().disagreed).toBeGreaterThan(0);
  });

  it('are laid to the setting that, taken over, removes them', () => {
    let knobs = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const source = dice(seed * 51);
      const text = fileFrom(source);
      const table = tableFrom(source, 60);
      const parties = partiesFor(text);
      const found = new Disagreements(table, parties, encoded(text));
      finish(found.update());
      for (const { cause, own, other, profiles: parted, examples, urls } of finish(found.splits(40, 400))) {
        expect(own.allowed).not.toBe(other.allowed);
        expect(urls).toBeGreaterThan(0);
        if (cause.kind !== 'knob') continue;
        knobs += 1;
        const party = parties.find(each => each.profile === parted[0]) as Party;
        const first = parties[0] as Party;
        const taken = [cause.knob, ...(cause.also ? [cause.also.knob] : [])];
        const mixed = {
          ...first.judge.dialect,
          ...Object.fromEntries(taken.map(knob => [knob, party.judge.dialect[knob]])),
        } as Dialect;
        const file = parseRobots(encoded(text), mixed);
        const url = table.url(examples[0] as number);
        expect({ text, url, allowed: quickVerdict(file, mixed, party.judge.speaker.agent, url).allowed }).toEqual({
          text,
          url,
          allowed: other.allowed,
        });
      }
    }
    expect(knobs).toBeGreaterThan(10);
  });

  it('name the group where the crawlers go by different names, and the answer where that is read differently', () => {
    const text = 'User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b';
    const table = tableOf('/a', '/a/1', '/b', '/c');
    const named = new Disagreements(table, partiesFor(text, ['crawlscope', 'googlebot']), encoded(text));
    finish(named.update());
    const splits = finish(named.splits(10, 100));
    expect(splits.map(each => [each.cause.kind, each.own, each.other, each.urls])).toEqual([
      ['name', { allowed: true, line: 0 }, { allowed: false, line: 2 }, 2],
      ['name', { allowed: false, line: 5 }, { allowed: true, line: 0 }, 1],
    ]);
    const closed = new Disagreements(table, partiesFor('', undefined, 403), null);
    finish(closed.update());
    for (const { cause } of finish(closed.splits(10, 100))) expect(cause).toMatchObject({ kind: 'access', knob: 'forbidden' });
    expect(closed.counts().disagreed).toBe(4);
  });

  it('cost no more searches than granted', () => {
    const text = 'User-agent: *\nDisallow: /A\nAllow: /a\nDisallow: /*x';
    const table = tableFrom(dice(3), 300);
    const found = new Disagreements(table, partiesFor(text), encoded(text));
    finish(found.update());
    expect([...finish(found.splits(0, 100))].filter(each => each.cause.kind === 'knob')).toEqual([]);
    let steps = 0;
    for (const work = found.splits(3, 100); work.next().done !== true; ) steps += 1;
    expect(steps).toBe(3);
  });
});

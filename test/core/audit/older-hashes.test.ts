import { describe, expect, it } from 'vitest';
import type { AuditSite, FactsPage } from '#core/audit/check.ts';
import { ofOlderHash } from '#core/audit/older-hashes.ts';
import { likeNonsense } from '#core/audit/soft-404.ts';
import { isNewestHash, isSameText } from '#core/text/text-hash.ts';

const older = '00000000000000ff';
const newest = '2-00000000000000ff';

const site = (hasNewestHashes: boolean): AuditSite =>
  ({ source: { hasNewestHashes: () => hasNewestHashes } }) as unknown as AuditSite;
const page = (textHash?: string): FactsPage => ({ facts: { textHash } }) as unknown as FactsPage;

describe('text hashes of two versions', () => {
  it('are neither equal nor different', () => {
    expect(isSameText(older, newest)).toBeNull();
    expect(isSameText(newest, older)).toBeNull();
    expect([isSameText(older, older), isSameText(newest, newest)]).toEqual([true, true]);
    expect([isSameText(older, '00000000000000fe'), isSameText(newest, '2-00000000000000fe')]).toEqual([false, false]);
    expect([isNewestHash(older), isNewestHash(newest)]).toEqual([false, true]);
  });

  it('keep pages of the older one out of comparisons, where there are newer ones', () => {
    expect(ofOlderHash(page(older), site(true))).toBe('no-facts');
    expect(ofOlderHash(page(older), site(false))).toBeNull();
    expect(ofOlderHash(page(newest), site(true))).toBeNull();
    expect(ofOlderHash(page(), site(true))).toBeNull();
  });

  it('say nothing about a soft 404', () => {
    const probe = { kind: 'not-found', url: 'http://a/x', originId: 1, state: 'done', result: '', status: 200 };
    const facts = { mime: 'text/html', bytes: 1, isHtml: true, textHash: older };
    const host = { source: { probes: () => [{ ...probe, facts }] }, byAddress: () => null } as unknown as AuditSite;
    const read = (textHash: string): FactsPage =>
      ({ url: { url: 'http://a/b', originId: 1 }, facts: { textHash } }) as unknown as FactsPage;
    expect(likeNonsense(read(newest), 90, host)).toBe('no-facts');
    expect(likeNonsense(read(older), 90, host)).toEqual([{ value: '100 %', url: 'http://a/x' }]);
  });
});

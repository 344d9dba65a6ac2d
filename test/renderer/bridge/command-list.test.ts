import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fittingCommands, listedCommands } from '../../../renderer/bridge/command-list.ts';
import { keyCommand } from '../../../renderer/bridge/key-command.ts';

const names = (typed: string): readonly string[] => fittingCommands(listedCommands, typed).map(({ name }) => name);

test('commands are found by their words, by some letters, and not by others', () => {
  expect(names('')).toHaveLength(listedCommands.length);
  expect(names('sitemaps')[0]).toBe('view:sitemaps');
  expect(names('exp')[0]).toBe('export');
  expect(names('gtr')).toContain('view:robots');
  expect(names('pause')[0]).toBe('crawl:pause');
  expect(names('zzz')).toEqual([]);
});

test('each key that the palette shows is the key of the command', () => {
  const where = { typing: false, inDialog: false };
  let checked = 0;
  for (const { name, keys } of listedCommands) {
    const found = /^Ctrl (Shift )?(.)$/.exec(keys);
    if (!found) continue;
    checked += 1;
    const stroke = { key: found[2] ?? '', ctrlKey: true, metaKey: false, shiftKey: found[1] !== undefined, altKey: false };
    expect([name, keyCommand(stroke, where)]).toEqual([name, name]);
  }
  expect(checked).toBeGreaterThan(20);
  expect(keyCommand({ key: 'F1', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }, where)).toBe('palette');
});

test('every command of the palette is one that the window knows', () => {
  const source = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'renderer/bridge/commands.ts'), 'utf8');
  for (const { name } of listedCommands)
    if (!name.startsWith('view:')) expect(source).toMatch(new RegExp(`(?:'${name}'|\\b${name}): \\(\\) =>`));
});

test('every command of the menu is in the palette', () => {
  const menu = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'electron/main/menu.ts'), 'utf8');
  const inMenu = [...menu.matchAll(/item\('[^']+', '([^']+)'/g)].map(([, name]) => name ?? '');
  expect(inMenu.length).toBeGreaterThan(30);
  const listed = new Set(listedCommands.map(({ name }) => name));
  expect(inMenu.filter(name => name !== 'palette' && !listed.has(name))).toEqual([]);
});

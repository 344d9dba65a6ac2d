import { chmodSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownFolder } from '#engine/own-folder.ts';
import { tempFolder } from '../support/temp.ts';

const owner = (): number => lstatSync(tempFolder()).uid;

describe.skipIf(process.platform === 'win32')('a folder for code that is run later', () => {
  it('is made for the user alone', () => {
    const folder = join(tempFolder(), 'a', 'b');
    expect(ownFolder(folder)).toBe(realpathSync(folder));
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(ownFolder(folder)).toBe(realpathSync(folder));
  });

  it.each([0o777, 0o1777, 0o770])('is not used where others may write: %o', mode => {
    const folder = join(tempFolder(), 'open');
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(ownFolder(folder)).toBeNull();
  });

  it('is not used below a folder in which others may rename it', () => {
    const parent = join(tempFolder(), 'parent');
    mkdirSync(parent);
    chmodSync(parent, 0o777);
    expect(ownFolder(join(parent, 'own'))).toBeNull();
    chmodSync(parent, 0o1777);
    expect(ownFolder(join(parent, 'own'))).toBe(join(realpathSync(parent), 'own'));
  });

  it('is not used if it belongs to another user, or is in a folder of one', () => {
    const folder = tempFolder();
    expect(ownFolder(folder, owner() + 1)).toBeNull();
  });

  it('is not used if it is a link, a file, or no absolute path', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(ownFolder(join(folder, 'link'))).toBeNull();
    // What a link above it leads to counts, and is what is used.
    expect(ownFolder(join(folder, 'link', 'below'))).toBe(join(realpathSync(folder), 'real', 'below'));
    expect(ownFolder(import.meta.filename)).toBeNull();
    expect(ownFolder('cache/compiled')).toBeNull();
  });
});

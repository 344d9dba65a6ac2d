import { chmodSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOwnFolder } from '#engine/own-folder.ts';
import { tempFolder } from '../support/temp.ts';

const owner = (): number => lstatSync(tempFolder()).uid;

describe.skipIf(process.platform === 'win32')('a folder for code that is run later', () => {
  it('is made for the user alone', () => {
    const folder = join(tempFolder(), 'a', 'b');
    expect(isOwnFolder(folder)).toBe(true);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(isOwnFolder(folder)).toBe(true);
  });

  it.each([0o777, 0o1777, 0o770])('is not used where others may write: %o', mode => {
    const folder = join(tempFolder(), 'open');
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(isOwnFolder(folder)).toBe(false);
  });

  it('is not used below a folder in which others may rename it', () => {
    const parent = join(tempFolder(), 'parent');
    mkdirSync(parent);
    chmodSync(parent, 0o777);
    expect(isOwnFolder(join(parent, 'own'))).toBe(false);
    chmodSync(parent, 0o1777);
    expect(isOwnFolder(join(parent, 'own'))).toBe(true);
  });

  it('is not used if it belongs to another user, or is in a folder of one', () => {
    const folder = tempFolder();
    expect(isOwnFolder(folder, owner() + 1)).toBe(false);
  });

  it('is not used if it is a link, a file, or no absolute path', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(isOwnFolder(join(folder, 'link'))).toBe(false);
    expect(isOwnFolder(import.meta.filename)).toBe(false);
    expect(isOwnFolder('cache/compiled')).toBe(false);
  });
});

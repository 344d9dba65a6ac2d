import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { startOverPipe } from '#browser/chromium.ts';
import { newProfileFolder } from '#browser/profile-folder.ts';
import { openRenderer } from '#browser/renderer.ts';
import { answerWith, renderRequest } from '../support/render-request.ts';
import { electronOfThisMachine, isRoot } from './fixture.ts';
import { specFolder } from './spec-folder.ts';

/** As an ordinary user the process has its sandbox. It gets its profile folder from us. */
function asNobody(program: string, folder: string): string {
  const path = join(folder, 'electron-as-nobody');
  writeFileSync(
    path,
    `#!/bin/sh
for argument in "$@"; do
  case $argument in --render-worker=*) chown nobody "\${argument#*=}";; esac
done
chown nobody '${folder}'
TMPDIR='${folder}' exec setpriv --reuid=nobody --regid=nogroup --clear-groups '${program}' "$@"
`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** Value of Seccomp in the status of each process with this profile that shows pages: 2 is a filter. */
function seccompOfPages(profile: string): readonly string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!command.includes('--type=renderer') || !command.includes(profile)) continue;
      found.push(/^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '');
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

test('E33: the app, started as a browser that renders, shows a page to nobody and reaches nothing', async () => {
  const electron = await electronOfThisMachine();
  const program = isRoot ? asNobody(electron.path, specFolder()) : electron.path;
  let profile = '';
  const renderer = await openRenderer(() => {
    profile = newProfileFolder();
    return startOverPipe({ program, arguments: [resolve('.'), `--render-worker=${profile}`], profile, display: true });
  });
  try {
    const seccomp: string[] = [];
    const outcome = await renderer.render(
      {
        ...renderRequest(`<!doctype html><body><script>
          const names = ['require', 'process', 'Buffer', 'module', 'electron', 'crawlscope'].filter(name => typeof window[name] !== 'undefined');
          const tried = [fetch('app://ui/index.html'), fetch('file:///etc/passwd')].map(one => one.then(() => 'reached', () => 'refused'));
          Promise.all(tried).then(all => fetch('/answered').then(r => r.text()).then(text => document.body.append([names.length, ...all, text].join(' '))));
        </script>`),
        screenshots: true,
      },
      async () => {
        // A process that was forked a moment ago has no filter yet, and shows nothing: Chromium keeps one ready. The page waits meanwhile.
        const all = () => seccompOfPages(profile);
        for (let tries = 0; process.platform === 'linux' && tries < 50 && all().some(one => one !== '2'); tries += 1)
          await delay(100);
        if (process.platform === 'linux') seccomp.push(...all());
        return answerWith('answered');
      },
      new AbortController().signal,
    );
    if (outcome.kind !== 'rendered') throw new Error(outcome.detail);
    expect(Buffer.from(outcome.html).toString()).toContain('0 refused refused answered</body>');
    expect(outcome.picturesMissing).toBe('');
    expect(outcome.screenshots.map(one => one.width)).toEqual([1_082, expect.any(Number)]);
    if (process.platform === 'linux') expect(seccomp).toContain('2');
    expect(seccomp.filter(one => one !== '2')).toEqual([]);
  } finally {
    await renderer.close();
  }
  expect(existsSync(profile)).toBe(false);
});

import { Fragment, type ReactNode } from 'react';
import type { ShellInfo } from '#shared/model/shell.ts';
import { useActions } from '../../bridge/app-context.ts';
import { messageOf, useCall } from '../../bridge/hooks.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';

type Fact = readonly [name: string, value: ReactNode];

const versionsOf = (info: ShellInfo): readonly (readonly [name: string, value: string])[] => [
  ['Version', info.version],
  ['Electron', info.runtimeNote || info.electron],
  ['Chromium', info.chromium],
  ['Engine', info.engine],
  ['System', info.platform],
];

const switchesOf = (names: readonly string[]): ReactNode => (
  <>
    Crawlscope was started with{' '}
    {names.map((name, index) => (
      <Fragment key={name}>
        {index > 0 && ', '}
        <code>{name}</code>
      </Fragment>
    ))}
    . Each of them may turn off a protection, or let another program control Crawlscope.
  </>
);

/** What stands between a hostile page or file and the user's machine. It also says what does not. */
const protectionOf = ({ isSandboxed, weakSwitches, isRoot }: ShellInfo): readonly Fact[] => [
  [
    'Window',
    isSandboxed
      ? "Runs in Chromium's sandbox, without network and without Node."
      : "Runs outside Chromium's sandbox, because Crawlscope was started with --no-sandbox. It still has no network and no Node.",
  ],
  [
    'Engine',
    `Runs as a process of its own. It reads what servers and crawl files contain, and runs no code of theirs. The system does not confine it: it has the rights of ${isRoot ? 'root, so a flaw in it opens the whole computer. Run Crawlscope as an ordinary user' : 'your account'}.`,
  ],
  [
    'Crawl files',
    'A separate process first opens a file that this installation does not know. Crawlscope ends it after 10 seconds, or later for a large file. Opening a file sends no request.',
  ],
  [
    'Rendered pages',
    `Scripts run in a browser process of their own with an empty profile, and only if you ask for rendering. ${isSandboxed ? "Chromium's sandbox holds it." : 'It has no sandbox either: render only pages that you trust.'}`,
  ],
  ...(weakSwitches.length > 0 ? [['Switches', switchesOf(weakSwitches)] as const] : []),
];

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Which Crawlscope this is, what it runs on, and what protects the user's machine. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, retry } = useCall('shell.info', {});
  const { toast } = useActions();
  const copy = (info: ShellInfo): void => {
    const lines = versionsOf(info).map(([name, value]) => `${name}: ${value}`);
    navigator.clipboard.writeText(`Crawlscope\n${lines.join('\n')}\n`).then(
      () => toast('Versions copied'),
      (reason: unknown) => toast(`The versions could not be copied: ${messageOf(reason)}`, 'problem'),
    );
  };
  return (
    <Modal title="About Crawlscope" onClose={onClose}>
      <div className="about">
        {error && <Problem text={`The versions could not be read: ${error}`} retry={retry} />}
        {data && (
          <>
            <Facts title="Versions" facts={versionsOf(data)} />
            <Facts title="Protection" facts={protectionOf(data)} />
            <div>
              <button type="button" className="btn" data-first="" onClick={() => copy(data)}>
                Copy versions
              </button>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}

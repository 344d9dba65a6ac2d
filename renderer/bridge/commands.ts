import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FileInfo, FileOutcome } from '#shared/model/shell.ts';
import { isModalOpen } from '../ui/modal-open.ts';
import { toast } from '../ui/toast.ts';
import type { AppActions } from './app-context.ts';
import { client } from './client.ts';
import { showExport, startCopying, startGraphml, startHar, startUnpacking } from './exporting.ts';
import { requestFocus } from './focus-request.ts';
import { messageOf } from './hooks.ts';
import { keptPlace, useKeptPlace } from './kept-place.ts';
import { useKeptTab, withKeptTab } from './kept-tab.ts';
import { keyCommand } from './key-command.ts';
import { type NavState, navigate, startNav, type ViewName, viewNames } from './nav-state.ts';

export type DialogName =
  | 'new'
  | 'recent'
  | 'shortcuts'
  | 'about'
  | 'continue'
  | 'again'
  | 'profiles'
  | 'site-rules'
  | 'scope'
  | 'export'
  | 'report'
  | 'make-sitemap'
  | 'check-file'
  | 'repair'
  | 'drop-bodies'
  | 'palette'
  | null;

/** Prefix of messages about files that failed to open. The next opened file clears them. */
const demoFailed = 'The demo crawl could not be started';
const openFailed = 'The file could not be opened';
export const openFailures = [demoFailed, openFailed] as const;

interface Commands {
  readonly actions: AppActions;
  readonly nav: NavState;
  readonly dialog: DialogName;
  readonly closeDialog: () => void;
}

/** Of a crawl that runs a copy is written, which shows its own progress and end. */
async function saveAs(): Promise<FileOutcome> {
  const outcome = await client.call('file.saveAs', {});
  if (!('id' in outcome)) return outcome;
  showExport(outcome);
  return { cancelled: true };
}

/** All commands of menu items, keys and buttons, by name. */
export function useCommands(file: FileInfo | null | undefined, fileKey: number): Commands {
  const [nav, go] = useReducer(navigate, startNav, withKeptTab);
  useKeptTab(nav.ownTab);
  const [dialog, setDialog] = useState<DialogName>(null);
  const hasFile = useRef(Boolean(file));
  hasFile.current = Boolean(file);
  const filter = useRef('');
  filter.current = nav.view === 'urls' ? nav.filter : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file, another place to be
  useEffect(() => go({ do: 'reset', to: keptPlace(file ?? null) }), [fileKey]);
  // After it was read.
  useKeptPlace(file, nav);

  const run = useCallback(async (what: string, call: () => Promise<FileOutcome | undefined>, done = ''): Promise<void> => {
    try {
      const outcome = await call();
      if (outcome && 'cancelled' in outcome) return;
      setDialog(null);
      if (done) toast(outcome ? `${done} ${outcome.file.name}` : done);
    } catch (error) {
      toast(`${what}: ${messageOf(error)}`, 'problem');
    }
  }, []);

  const compare = useCallback((call: () => Promise<FileOutcome>): void => {
    call().then(
      outcome => {
        if ('cancelled' in outcome) return;
        setDialog(null);
        flushSync(() => {
          go({ do: 'view', view: 'compare' });
          go({ do: 'comparing' });
        });
        requestFocus('view');
      },
      (error: unknown) => toast(`The crawls cannot be compared: ${messageOf(error)}`, 'problem'),
    );
  }, []);

  const command = useMemo(() => {
    const shell = (what: string, name: 'crawl.demo' | 'file.open', done = ''): void => {
      void run(what, () => client.call(name, {}), done);
    };
    const tell = (
      what: string,
      name: 'crawl.pause' | 'crawl.resume' | 'crawl.stop' | 'crawl.tryNetwork' | 'file.close',
    ): void => {
      void run(what, async () => void (await client.call(name, {})));
    };
    // An element must be on screen before it can take the focus.
    const show = (view: ViewName): void => {
      flushSync(() => go({ do: 'view', view }));
      requestFocus('view');
    };
    const always: Readonly<Record<string, () => void>> = {
      new: () => setDialog('new'),
      'open-recent': () => setDialog('recent'),
      shortcuts: () => setDialog('shortcuts'),
      about: () => setDialog('about'),
      palette: () => setDialog('palette'),
      profiles: () => setDialog('profiles'),
      repair: () => setDialog('repair'),
      demo: () => shell(demoFailed, 'crawl.demo'),
      open: () => shell(openFailed, 'file.open'),
    };
    const withFile: Readonly<Record<string, () => void>> = {
      ...Object.fromEntries(viewNames.map(view => [`view:${view}`, () => show(view)])),
      'save-as': () => void run('The file could not be saved', saveAs, 'Saved as'),
      compare: () => compare(() => client.call('comparison.choose', {})),
      'close-file': () => tell('The file could not be closed', 'file.close'),
      'crawl:pause': () => tell('The crawl could not be paused', 'crawl.pause'),
      'crawl:resume': () => tell('The crawl could not be continued', 'crawl.resume'),
      'crawl:stop': () => tell('The crawl could not be stopped', 'crawl.stop'),
      'crawl:try-network': () => tell('The network could not be tried', 'crawl.tryNetwork'),
      'crawl:scope': () => setDialog('scope'),
      'crawl:site-rules': () => setDialog('site-rules'),
      export: () => setDialog('export'),
      report: () => setDialog('report'),
      har: () => void run('The requests could not be written', async () => void (await startHar(filter.current))),
      graphml: () => void run('The graph could not be written', async () => void (await startGraphml())),
      unpack: () => void run('The copy could not be written', async () => void (await startUnpacking())),
      snapshot: () => void run('The copy could not be written', async () => void (await startCopying())),
      'make-sitemap': () => setDialog('make-sitemap'),
      'check-file': () => setDialog('check-file'),
      'drop-bodies': () => setDialog('drop-bodies'),
      'crawl:again': () => setDialog('again'),
      'crawl:continue': () => setDialog('continue'),
      'toggle-inspector': () => go({ do: 'toggle-inspector' }),
      'open-omnibox': () => requestFocus('omnibox'),
      assert: () => requestFocus('assert'),
      search: () => {
        flushSync(() => go({ do: 'view', view: 'search' }));
        requestFocus('search');
      },
      sql: () => {
        flushSync(() => go({ do: 'view', view: 'sql' }));
        requestFocus('sql');
      },
      'build-filter': () => {
        flushSync(() => go({ do: 'view', view: 'urls' }));
        requestFocus('build-filter');
      },
      find: () => {
        flushSync(() => go({ do: 'view', view: 'urls' }));
        requestFocus('find');
      },
    };
    return (name: string): void => {
      const known = Object.hasOwn(always, name) ? always : hasFile.current && Object.hasOwn(withFile, name) ? withFile : null;
      known?.[name]?.();
    };
  }, [run, compare]);

  const compareRecent = useCallback((id: string) => compare(() => client.call('comparison.recent', { id })), [compare]);
  const openRecent = useCallback((id: string) => void run(openFailed, () => client.call('file.openRecent', { id })), [run]);
  const actions = useMemo<AppActions>(
    () => ({ go, toast, command, openRecent, compareRecent }),
    [command, openRecent, compareRecent],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      const name = keyCommand(event, { typing, inDialog: isModalOpen() });
      if (name === '') return;
      event.preventDefault();
      command(name);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [command]);

  const closeDialog = useCallback(() => setDialog(null), []);
  return { actions, nav, dialog, closeDialog };
}

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { FileInfo, FileOutcome } from '#shared/contract.ts';
import type { AppActions, ToastKind } from './app-context.ts';
import { client } from './client.ts';
import { messageOf } from './hooks.ts';
import { keyCommand } from './key-command.ts';
import { type NavState, navigate, startNav, viewNames } from './nav-state.ts';

export type DialogName = 'new' | 'recent' | 'shortcuts' | null;

/** Name of the DOM event by which a command reaches the part that carries it out ('find', 'open-omnibox'). */
export const focusEvent = 'crawlscope-focus';

interface Commands {
  readonly actions: AppActions;
  readonly nav: NavState;
  readonly dialog: DialogName;
  readonly closeDialog: () => void;
}

/** Everything a menu item, a key or a button can ask for, by one name each. */
export function useCommands(file: FileInfo | null, toast: (text: string, kind?: ToastKind) => void): Commands {
  const [nav, go] = useReducer(navigate, startNav);
  const [dialog, setDialog] = useState<DialogName>(null);
  const hasFile = useRef(file !== null);
  hasFile.current = file !== null;

  const run = useCallback(
    async (what: string, call: () => Promise<FileOutcome | void>, done = ''): Promise<void> => {
      try {
        const outcome = await call();
        if (outcome && 'cancelled' in outcome) return;
        setDialog(null);
        if (done) toast(outcome ? `${done} ${outcome.file.name}` : done);
      } catch (error) {
        toast(`${what}: ${messageOf(error)}`, 'problem');
      }
    },
    [toast],
  );

  const command = useCallback(
    (name: string): void => {
      if (name.startsWith('view:') && hasFile.current) {
        const view = viewNames.find(known => `view:${known}` === name);
        if (view) go({ do: 'view', view });
        return;
      }
      switch (name) {
        case 'new':
          return setDialog('new');
        case 'open-recent':
          return setDialog('recent');
        case 'shortcuts':
          return setDialog('shortcuts');
        case 'demo':
          return void run('The demo crawl could not be started', () => client.call('crawl.demo', {}));
        case 'open':
          return void run('The file could not be opened', () => client.call('file.open', {}));
      }
      if (!hasFile.current) return;
      switch (name) {
        case 'save-as':
          return void run('The file could not be saved', () => client.call('file.saveAs', {}), 'Saved as');
        case 'close-file':
          return void run('The file could not be closed', () => client.call('file.close', {}));
        case 'crawl:pause':
          return void run('The crawl could not be paused', () => client.call('crawl.pause', {}));
        case 'crawl:resume':
          return void run('The crawl could not be continued', () => client.call('crawl.resume', {}));
        case 'crawl:stop':
          return void run('The crawl could not be stopped', () => client.call('crawl.stop', {}));
        case 'toggle-inspector':
          return go({ do: 'toggle-inspector' });
        case 'find':
          go({ do: 'view', view: 'urls' });
          return void setTimeout(() => window.dispatchEvent(new CustomEvent(focusEvent, { detail: 'find' })));
        case 'open-omnibox':
          return void window.dispatchEvent(new CustomEvent(focusEvent, { detail: 'omnibox' }));
      }
    },
    [run],
  );

  const openRecent = useCallback(
    (id: string) => void run('The file could not be opened', () => client.call('file.openRecent', { id })),
    [run],
  );
  const actions = useMemo<AppActions>(() => ({ go, toast, command, openRecent }), [toast, command, openRecent]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      const name = keyCommand(event, { typing, inDialog: document.querySelector('dialog[open]') !== null });
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

/** Calls back when a command asks this part of the window for the keyboard. */
export function useFocusRequest(part: string, focus: () => void): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    const listen = (event: Event): void => {
      if (event instanceof CustomEvent && event.detail === part) latest.current();
    };
    window.addEventListener(focusEvent, listen);
    return () => window.removeEventListener(focusEvent, listen);
  }, [part]);
}

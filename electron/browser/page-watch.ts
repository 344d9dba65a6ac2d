import type { ConsoleEntry } from '#shared/model/rendering.ts';
import type { CdpEvent } from './cdp.ts';
import { reportBinding } from './in-page.ts';
import type { ConsoleApiCalled, ExceptionThrown, LogEntryAdded, RemoteObject } from './protocol.ts';
import { scriptPlace } from './script-place.ts';

/** What a page says and what it tries, bounded. */
export interface PageWatch {
  take(event: CdpEvent): void;
  refuse(what: string): void;
  readonly console: readonly ConsoleEntry[];
  readonly refused: readonly string[];
  /** The page writes so much that listening to it costs more than it is worth. */
  readonly isLoud: boolean;
}

const mostEntries = 200;
const loudAfter = 2_000;
const longestText = 1_000;
const mostRefused = 50;

const levels: Readonly<Record<string, ConsoleEntry['kind']>> = { error: 'error', assert: 'error', warning: 'warning' };

export function watchPage(): PageWatch {
  const console: ConsoleEntry[] = [];
  const refused = new Set<string>();
  let count = 0;
  const refuse = (what: string): void => {
    if (refused.size < mostRefused) refused.add(what.slice(0, 300));
  };
  const add = (entry: ConsoleEntry): void => {
    if (console.length < mostEntries) console.push({ ...entry, text: entry.text.slice(0, longestText) });
  };
  const handlers: Readonly<Record<string, (params: never) => void>> = {
    'Runtime.consoleAPICalled': ({ type, args, stackTrace }: ConsoleApiCalled) =>
      add({ kind: levels[type] ?? 'info', text: args.map(shown).join(' '), place: scriptPlace(stackTrace) }),
    'Runtime.exceptionThrown': ({ exceptionDetails: details }: ExceptionThrown) =>
      add({
        kind: 'exception',
        text: details.exception?.description ?? `${details.text} ${details.exception ? shown(details.exception) : ''}`.trim(),
        place:
          scriptPlace(details.stackTrace) ??
          (details.url
            ? { url: details.url, line: details.lineNumber + 1, column: details.columnNumber + 1, function: '' }
            : null),
      }),
    'Log.entryAdded': ({ entry }: LogEntryAdded) => {
      const local = /^Not allowed to load local resource: ([a-z-]+:)/.exec(entry.text)?.[1];
      if (local !== undefined) refuse(local);
      // Requests that failed are in the list of requests, with the reason.
      if (entry.source === 'network') return;
      add({
        kind: levels[entry.level] ?? 'info',
        text: entry.text,
        place:
          scriptPlace(entry.stackTrace) ??
          (entry.url ? { url: entry.url, line: (entry.lineNumber ?? 0) + 1, column: 1, function: '' } : null),
      });
    },
    'Runtime.bindingCalled': ({ name, payload }: { name: string; payload: string }) => {
      if (name === reportBinding) refuse(payload);
    },
    'Page.windowOpen': () => refuse('window.open'),
    'Page.downloadWillBegin': () => refuse('download'),
    'Network.webSocketCreated': ({ url }: { url: string }) => refuse(`websocket ${url}`),
    'Network.webTransportCreated': ({ url }: { url: string }) => refuse(`webtransport ${url}`),
  };
  return {
    take({ method, params }) {
      const handler = handlers[method];
      if (!handler) return;
      count += 1;
      handler(params as never);
    },
    refuse,
    console,
    get refused() {
      return [...refused];
    },
    get isLoud() {
      return count > loudAfter;
    },
  };
}

function shown(value: RemoteObject): string {
  if (typeof value.value === 'string') return value.value.slice(0, longestText);
  if (value.value !== undefined) return (JSON.stringify(value.value) ?? '').slice(0, longestText);
  return (value.unserializableValue ?? value.description ?? value.subtype ?? value.type).slice(0, longestText);
}

import { type IpcMainEvent, ipcMain, type WebContents } from 'electron';
import type { TopicName, TopicPayloads } from '#shared/contract.ts';
import { RpcError, toWireError } from '#shared/rpc/errors.ts';
import { createServer } from '#shared/rpc/server.ts';
import type { FromHost, Handlers, ToWindow } from '#shared/rpc/types.ts';
import { judgeCall, measure, replyId } from './calls.ts';
import type { Engine } from './engine-supervisor.ts';
import { isAppUrl } from './origin.ts';
import { createRateLimit } from './rate-limit.ts';
import { answerTo } from './rows-as-json.ts';

const channel = 'workbench';
const limits = { calls: 200, bytes: 8 * 1024 * 1024 };

export interface Gateway {
  /** Makes the gateway accept messages from this window's page, until the page ends. */
  attach(contents: WebContents): void;
  publish<T extends TopicName>(name: T, payload: TopicPayloads[T]): void;
  /** Number of messages from senders other than our page, since the start. */
  refusedSenders(): number;
}

/** One page load. Its replies end with it, so a reloaded page that counts ids from 1 again never receives old replies. */
interface Line {
  alive: boolean;
  readonly reply: (message: ToWindow) => void;
  readonly ask: (message: { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: unknown }) => void;
}

/** The only entry for window messages. Checks the sender, the rate and the schema, then routes to the shell or engine. */
export function openGateway(options: {
  readonly handlers: Handlers<'shell'>;
  readonly engine: () => Engine;
  readonly log: (text: string) => void;
}): Gateway {
  const { log } = options;
  const shellHandlers = new Map<string, (input: never) => unknown>(Object.entries(options.handlers));
  let page: WebContents | null = null;
  let line: Line | null = null;
  let refusedSenders = 0;
  const rate = createRateLimit(limits, () => performance.now());

  const open = (contents: WebContents): Line => {
    const reply = (message: ToWindow): void => {
      if (mine.alive && !contents.isDestroyed()) contents.send(channel, message);
    };
    const server = createServer(shellHandlers, reply, error =>
      log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    const mine: Line = { alive: true, reply, ask: message => void server(message) };
    return mine;
  };
  const renew = (contents: WebContents): void => {
    if (line) line.alive = false;
    line = open(contents);
  };

  const isOurs = (event: IpcMainEvent): boolean => {
    if (!page || page.isDestroyed() || event.sender.id !== page.id) return false;
    try {
      const frame = event.senderFrame;
      return frame !== null && frame.parent === null && isAppUrl(frame.url);
    } catch (_frameIsGone) {
      return false;
    }
  };

  ipcMain.on(channel, (event, ...received: unknown[]) => {
    if (!isOurs(event) || !line || !page) {
      refusedSenders += 1;
      return;
    }
    const { reply, ask } = line;
    const raw = received[0];
    const id = replyId(raw);
    if (id === null) return;
    if (!rate.admit(measure(raw) ?? 1_024)) {
      reply({ kind: 'error', id, error: { code: 'refused', message: 'Too many requests at once; please wait a second.' } });
      return;
    }
    const call = judgeCall(raw);
    if (call.kind === 'noise') return;
    if (call.kind === 'refused') {
      reply({ kind: 'error', id: call.id, error: call.error });
    } else if (call.host === 'shell') {
      ask({ kind: 'call', id: call.id, name: call.name, input: call.input });
    } else {
      options
        .engine()
        .forward(call.name, call.input)
        .then(
          value => reply(answerTo(call.name, call.id, value)),
          (error: unknown) => {
            if (!(error instanceof RpcError)) log(String(error));
            reply({ kind: 'error', id: call.id, error: toWireError(error) });
          },
        );
    }
  });

  return {
    attach(contents) {
      page = contents;
      renew(contents);
      contents.on('did-start-navigation', (details: unknown, _url, isInPlace, isMainFrame) => {
        // Newer Electron versions moved the arguments into properties of the first one.
        const { isSameDocument = isInPlace, isMainFrame: isMain = isMainFrame } = details as {
          isSameDocument?: boolean;
          isMainFrame?: boolean;
        };
        if (isMain && !isSameDocument) renew(contents);
      });
      contents.on('did-navigate', () => renew(contents));
      contents.on('render-process-gone', () => renew(contents));
      contents.once('destroyed', () => {
        if (page === contents) page = null;
      });
    },
    publish(name, payload) {
      line?.reply({ kind: 'topic', name, payload } as FromHost);
    },
    refusedSenders: () => refusedSenders,
  };
}

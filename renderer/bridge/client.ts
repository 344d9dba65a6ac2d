import { type Client, createClient } from '#shared/rpc/client.ts';
import type { ToHost, ToWindow } from '#shared/rpc/types.ts';

/** The channel of the preload script: structured-clone values only. */
interface Wire {
  send(message: ToHost): void;
  onMessage(listener: (message: ToWindow) => void): () => void;
}

declare global {
  interface Window {
    readonly crawlscope?: Wire;
  }
}

/** The one client of this window. Without a shell (a plain browser) every call fails at once with a sentence. */
function connect(): Client {
  const wire = window.crawlscope;
  if (!wire) {
    const alone = createClient(() => queueMicrotask(() => alone.disconnect('This page only works inside Crawlscope.')));
    return alone;
  }
  const client = createClient(message => wire.send(message));
  wire.onMessage(message => client.receive(message));
  return client;
}

export const client: Client = connect();

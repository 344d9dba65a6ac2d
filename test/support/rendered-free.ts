import { openSession } from '#engine/session/session.ts';
import { fakeRenderer } from './fake-renderer.ts';

/** Renders a page of a file with the blocked resources of its site, without a browser: for tests that kill it. */
const [path = '', url = ''] = process.argv.slice(2);
const session = openSession(path, { openBrowser: async () => fakeRenderer() });
await session.handlers['rendering.start']({ urls: [url], free: [new URL(url).origin] });
await session.close();

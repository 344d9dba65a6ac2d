import { openSession } from '#engine/session/session.ts';
import { fakeRenderer } from './fake-renderer.ts';

/** Goes on with the crawl of the first argument, without a browser: for tests that kill it. */
const [path = ''] = process.argv.slice(2);
const session = openSession(path, { openBrowser: async () => fakeRenderer() });
await session.run();
await session.close();

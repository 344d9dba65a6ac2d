import { openSession } from '#engine/session/session.ts';

/** A process that continues the crawl of a file as the app does after its engine died. It is killed while it crawls. */
const session = openSession(process.argv[2] ?? '');
await session.resumeAfterCrash();

import type { Handlers } from '#shared/rpc/types.ts';
import { tryScope } from '../explain/scope-trial.ts';
import type { Reads } from './reads.ts';

/** Settings about which URLs belong to the crawl, tried before they are changed. */
export const scopeHandlers = (reads: Reads) =>
  ({
    'scope.try': ({ settings, typed }) =>
      tryScope({ settings: reads.settings(), urls: reads.allUrls(), stored: reads.urls() }, settings, typed),
  }) satisfies Partial<Handlers<'reader'>>;

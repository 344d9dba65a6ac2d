import { bytesExamples } from './bytes-examples.ts';
import { crawlExamples } from './crawl-examples.ts';
import { directivesExamples } from './directives-examples.ts';
import type { Examples } from './example.ts';
import { fetchExamples } from './fetch-examples.ts';
import { groupsExamples } from './groups-examples.ts';
import { linesExamples } from './lines-examples.ts';
import { pathsExamples } from './paths-examples.ts';

export const examples: Examples = {
  ...fetchExamples,
  ...bytesExamples,
  ...linesExamples,
  ...groupsExamples,
  ...pathsExamples,
  ...directivesExamples,
  ...crawlExamples,
};

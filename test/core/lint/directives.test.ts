import { directivesExamples } from './directives-examples.ts';
import { testExamples } from './example.ts';

testExamples(directivesExamples);

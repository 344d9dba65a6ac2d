import { testExamples } from './example.ts';
import { pathsExamples } from './paths-examples.ts';

testExamples(pathsExamples);

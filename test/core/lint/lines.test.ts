import { testExamples } from './example.ts';
import { linesExamples } from './lines-examples.ts';

testExamples(linesExamples);

import { bytesExamples } from './bytes-examples.ts';
import { testExamples } from './example.ts';

testExamples(bytesExamples);

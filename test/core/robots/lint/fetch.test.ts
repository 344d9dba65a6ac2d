import { testExamples } from './example.ts';
import { fetchExamples } from './fetch-examples.ts';

testExamples(fetchExamples);

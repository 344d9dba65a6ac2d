import { testExamples } from './example.ts';
import { groupsExamples } from './groups-examples.ts';

testExamples(groupsExamples);

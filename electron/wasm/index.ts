export { addBreak, lengthOf, open } from './gather';
export { prepare, read, sign } from './pass';
export { count } from './reading';
export { gather } from './run';
export { begin, scan } from './scan';
export { hash } from './text-hash';
export { countWords } from './words';

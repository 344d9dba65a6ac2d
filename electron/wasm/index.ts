export { addBreak, gather, lengthOf, open } from './gather';
export { prepare, read, sign } from './pass';
export { count } from './reading';
export { begin, scan } from './scan';
export { hash } from './text-hash';
export { countWords } from './words';

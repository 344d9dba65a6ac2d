export { addBreak, gather, lengthOf, open } from './gather';
export { prepare, read, sign } from './pass';
export { count } from './reading';
export { countWords } from './words';

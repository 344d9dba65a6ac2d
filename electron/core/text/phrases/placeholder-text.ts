import { PhraseSet } from '../phrase-set.ts';

/**
 * Parts of filler texts. The words of "Lorem ipsum" are from its usual passage (after Cicero, De finibus bonorum et
 * malorum, sections 1.10.32 and 1.10.33). The others are our compilation.
 */
export const placeholderText = new PhraseSet([
  'lorem ipsum',
  'dolor sit amet',
  'consectetur adipiscing',
  'consectetuer adipiscing',
  'consectetur adipisicing',
  'sed do eiusmod',
  'eiusmod tempor incididunt',
  'ut labore et dolore',
  'ut enim ad minim',
  'quis nostrud exercitation',
  'duis aute irure',
  'excepteur sint occaecat',
  'mollit anim id est',
  'sed ut perspiciatis unde',
  'nemo enim ipsam',
  'neque porro quisquam',
  'vestibulum ante ipsum',
  'pellentesque habitant morbi',
  'cum sociis natoque',
  'lorem ipsum is simply dummy text',
  'li europan lingues',
  'far far away behind the word mountains',
  'this is sample text',
  'this is placeholder text',
  'your text goes here',
  'insert text here',
  'add your text here',
  'hier steht ihr text',
  'dies ist ein blindtext',
  'texto de ejemplo aquí',
  'рыба текст',
]);

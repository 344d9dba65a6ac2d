import { derive, from } from './derive.ts';
import { protego } from './protego.ts';

const SOURCE = 'scrapy/scrapy @ 11079cb1c, robotstxt.py';
const CODE = from(SOURCE);

/** Scrapy decodes the body and passes the text to Protego. */
export const scrapy = derive({ id: 'scrapy', name: 'Scrapy (Protego)' }, protego, 'scrapy/protego @ 81f1b35, as Scrapy uses it', {
  byteOrderMark: CODE('utf-8', "decode('utf-8-sig')"),
});

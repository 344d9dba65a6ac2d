import { derive, from } from './derive.ts';
import { yioop } from './yioop.ts';

const SOURCE = 'yioop.com, page on YioopBot';
const PAGE = from(SOURCE);

/** YioopBot before version 0.86 (March 2012), as its page describes it: paths have no wildcards. */
export const yioop2011 = derive(
  { id: 'yioop-2011', name: 'YioopBot before 0.86 (page)' },
  yioop,
  `${SOURCE}; as later versions`,
  {
    starPattern: PAGE('literal', 'before March 2012 it did not understand *'),
    dollar: PAGE('literal', 'before March 2012 it did not understand $'),
  },
);

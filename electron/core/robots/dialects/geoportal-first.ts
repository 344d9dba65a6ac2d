import { derive, from } from './derive.ts';
import { geoportalCode } from './geoportal-code.ts';

const SOURCE = 'Esri/geoportal-server com.esri.gpt.framework.robots @ e0727d73';
const CODE = from(`${SOURCE}, FirstMatchWinningStrategy`);

/** The same code with the strategy that is in the package but no longer used. */
export const geoportalFirst = derive({ id: 'geoportal-first', name: 'Esri Geoportal (first match)' }, geoportalCode, SOURCE, {
  precedence: CODE('first', 'named section before the general one'),
  length: CODE('none'),
  tie: CODE('first'),
});

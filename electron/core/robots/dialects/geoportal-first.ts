import { derive, from } from './derive.ts';
import { geoportalCode } from './geoportal-code.ts';

const SOURCE = 'Esri/geoportal-server com.esri.gpt.framework.robots @ e0727d73';
const CODE = from(`${SOURCE}, FirstMatchWinningStrategy`);

/** The same code with an older strategy that the package still contains but no longer uses. */
export const geoportalFirst = derive({ id: 'geoportal-first', name: 'Esri Geoportal (first match)' }, geoportalCode, SOURCE, {
  precedence: CODE('first', 'the named section comes before the general one'),
  length: CODE('none'),
  tie: CODE('first'),
});

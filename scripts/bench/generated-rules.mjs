// Rules and paths as sites have them, from a small generator with a fixed seed: every run measures the same.

const words = ['shop', 'product', 'private', 'archive', 'search', 'images', 'news', 'user', 'cart', 'forum', 'tag', 'api'];
const endings = ['.pdf$', '.gif$', '?sort=', 'sessionid=', '/print/', '&page='];

let state = 12345;

/** The next number of the generator, from 0 up to and without `count`. */
export const below = count => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % count;
};

/** A word of a path. */
export const word = () => words[below(words.length)];

/** A robots.txt with so many rules for everybody: seven of ten plain paths, the others with wildcards. */
export function rulesText(count) {
  const lines = ['User-agent: *'];
  for (let index = 0; index < count; index += 1) {
    const kind = below(10);
    const key = below(4) === 0 ? 'Allow' : 'Disallow';
    if (kind < 7) lines.push(`${key}: /${word()}/${word()}${below(count)}/`);
    else if (kind < 9) lines.push(`${key}: /${word()}/*${endings[below(endings.length)]}`);
    else lines.push(`${key}: /*${word()}${below(count)}${endings[below(endings.length)]}`);
  }
  return lines.join('\n');
}

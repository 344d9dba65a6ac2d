// A plugin of the bundler: private members of our classes (#name) are ordinary ones ($name) in the build, because V8 is slower with private ones. See
// docs/decisions/0087-private-members-in-the-build.md.
import { packageOf } from '../package/shipped.mjs';
import { edited, walk } from './walk-code.mjs';

const isClass = ({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression';

/** Names of the private members that a class declares. */
const privateNames = ({ body }) => body.body.flatMap(({ key }) => (key?.type === 'PrivateIdentifier' ? [key.name] : []));

export function plainFields() {
  /** By name: the private names of each class, and the class that it extends. */
  const classes = new Map();
  return {
    name: 'plain-fields',
    // The types are gone by then.
    enforce: 'post',
    transform(code, id) {
      if (packageOf(id) !== null || !/\bclass\b/.test(code)) return null;
      const edits = [];
      walk(this.parse(code), node => {
        const { type, start, end, left } = node;
        if (type === 'BinaryExpression' && left.type === 'PrivateIdentifier')
          edits.push([left.start, left.end, `'$${left.name}'`]);
        else if (type === 'PrivateIdentifier') edits.push([start, end, `$${node.name}`]);
        else if (isClass(node))
          classes.set(node.id?.name ?? id + start, { parent: node.superClass?.name, names: privateNames(node) });
      });
      if (edits.length === 0) return null;
      // A name is as long as before, so the source map still fits.
      return { code: edited(code, edits), map: null };
    },
    buildEnd() {
      for (const [name, { parent, names }] of classes)
        for (let above = classes.get(parent); above !== undefined; above = classes.get(above.parent)) {
          const twice = names.find(each => above.names.includes(each));
          if (twice !== undefined) this.error(`${name} and a class that it extends both have a private member #${twice}`);
        }
    },
  };
}

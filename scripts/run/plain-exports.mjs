// A plugin of the bundler: what a chunk exports are ordinary properties in the build, because each use of a getter in another chunk is a call. See
// docs/decisions/0087-private-members-in-the-build.md.
import { edited, walk } from './walk-code.mjs';

/** The name that a statement exports through a getter, and what that returns; null for every other statement. */
function getterOf({ type, expression: call }) {
  if (type !== 'ExpressionStatement' || call.type !== 'CallExpression' || call.arguments.length !== 3) return null;
  const { callee } = call;
  const [target, name, { properties = [] }] = call.arguments;
  if (callee.object?.name !== 'Object' || callee.property?.name !== 'defineProperty' || target.name !== 'exports') return null;
  const [returned] = properties.find(({ key }) => key?.name === 'get')?.value.body?.body ?? [];
  return returned?.argument?.type === 'Identifier' ? { name: name.value, local: returned.argument.name } : null;
}

/** Names that the statements of a chunk declare with their value. */
const declaredBy = node =>
  node.type === 'VariableDeclaration'
    ? node.declarations.flatMap(({ id, init }) => (id.type === 'Identifier' && init !== null ? [id.name] : []))
    : node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration'
      ? [node.id.name]
      : [];

/** Names that are assigned anywhere in the chunk, even where another variable has the same name. */
function changedIn(program) {
  const changed = new Set();
  const target = node => walk(node, ({ type, name }) => type === 'Identifier' && changed.add(name));
  walk(program, ({ type, left, argument }) => {
    if (type === 'AssignmentExpression' && left.type !== 'MemberExpression') target(left);
    else if (type === 'UpdateExpression' && argument.type !== 'MemberExpression') target(argument);
    else if ((type === 'ForOfStatement' || type === 'ForInStatement') && left.type !== 'VariableDeclaration') target(left);
  });
  return changed;
}

export function plainExports() {
  return {
    name: 'plain-exports',
    renderChunk(code) {
      const program = this.parse(code);
      const changed = changedIn(program);
      const known = new Set();
      const edits = [];
      for (const node of program.body) {
        for (const name of declaredBy(node)) known.add(name);
        const getter = getterOf(node);
        // Declared above and never assigned again: the value is final.
        if (getter !== null && known.has(getter.local) && !changed.has(getter.local))
          edits.push([node.start, node.end, `exports[${JSON.stringify(getter.name)}] = ${getter.local};`]);
      }
      // Exports are the last statements of a chunk, so no other code moves.
      return edits.length === 0 ? null : { code: edited(code, edits), map: null };
    },
  };
}

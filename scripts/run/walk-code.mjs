/** Calls `visit` for a node of a syntax tree and all nodes below it. */
export function walk(node, visit) {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child, visit);
}

/** The text with each edit, [start, end, text], made. Of edits that overlap, the first counts. */
export function edited(code, edits) {
  let made = '';
  let at = 0;
  for (const [start, end, text] of edits.sort(([a], [b]) => a - b)) {
    if (start < at) continue;
    made += code.slice(at, start) + text;
    at = end;
  }
  return made + code.slice(at);
}

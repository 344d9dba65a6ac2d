/** JSON objects need distinct keys: the second `count` becomes `count_2`. */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map(name => {
    let free = name;
    for (let i = 2; used.has(free); i++) free = `${name}_${i}`;
    used.add(free);
    return free;
  });
}

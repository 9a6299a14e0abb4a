/*
 * Names of properties as expressions write them. Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/escaping.go (v1.36)
 */

const RESERVED: ReadonlySet<string> = new Set([
  'true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop', 'package', 'namespace', 'return',
  'var', 'void', 'while',
]);
const WRITTEN: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' };
const ESCAPED: Readonly<Record<string, string>> = { '__': '__underscores__', '.': '__dot__', '-': '__dash__', '/': '__slash__' };

/** The property that a name in an expression stands for; undefined where it stands for none. */
export function unescapedName(name: string): string | undefined {
  if (!name.includes('__')) {
    return name;
  }
  let isValid = true;
  const found = name.replace(/__([^_]+)__/g, (whole, word: string) => {
    const isReserved = RESERVED.has(word);
    isValid &&= isReserved ? whole.length === name.length : Object.hasOwn(WRITTEN, word);
    return isReserved ? word : WRITTEN[word];
  });
  return isValid ? found : undefined;
}

/** The name of a property in an expression; one that has none stays as it is. */
export function escapedName(property: string): string {
  return RESERVED.has(property) ? `__${property}__` : property.replace(/__|[-./]/g, part => ESCAPED[part]);
}

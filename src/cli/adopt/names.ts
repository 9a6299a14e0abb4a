/** Words that no variable may be called, and names that the program uses. */
const TAKEN: ReadonlySet<string> = new Set([
  'app', 'chart', 'process', 'require', 'module', 'exports', 'path', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else', 'enum', 'export',
  'extends', 'false', 'finally', 'for', 'function', 'if', 'import', 'in', 'instanceof', 'new', 'null', 'return', 'super', 'switch', 'this', 'throw', 'true', 'try',
  'typeof', 'var', 'void', 'while', 'with', 'yield', 'let', 'static', 'await', 'async', 'of', 'arguments', 'eval', 'patch', 'kept',
]);

/** `vllm-llama-70b` as a variable: `vllmLlama70b`. */
export function camelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(word => word !== '');
  const joined = words.map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1)).join('');
  const safe = /^[A-Za-z]/.test(joined) ? joined : `workload${joined}`;
  return TAKEN.has(safe) ? `${safe}Workload` : safe;
}

/** Gives each asked name once: a second one gets a number. */
export class UniqueNames {
  private readonly taken = new Set<string>();
  private readonly next = new Map<string, number>();

  public of(name: string): string {
    let [unique, number] = [name, this.next.get(name) ?? 2];
    for (; this.taken.has(unique); number++) {
      unique = `${name}${number}`;
    }
    this.next.set(name, number);
    this.taken.add(unique);
    return unique;
  }
}

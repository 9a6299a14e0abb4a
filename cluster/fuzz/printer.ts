import { Expression, Literal, Program, namesIn } from './expression';
import { MODULES, NAMESPACES } from './interpreter';

const MAX_LINE = 120;

/** The program as TypeScript that runs by itself; it writes the manifests to stdout. */
export function print(program: Program): string {
  const lines = program.statements.map(({ name, value }) => `${name === undefined ? '' : `const ${name} = `}${printed(value, '')};`);
  return [...importsOf(program), '', ...lines, '', 'process.stdout.write(app.synthYaml());', ''].join('\n');
}

function importsOf(program: Program): string[] {
  const used = new Set(program.statements.flatMap(({ value }) => [...namesIn(value)]));
  const whole = Object.entries(NAMESPACES).filter(([name]) => used.has(name)).map(([name, { module }]) => `import * as ${name} from '${module}';`);
  const parts = Object.entries(MODULES).flatMap(([module, exports]) => {
    const names = [...used].filter(name => name in exports).sort();
    return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '${module}';`];
  });
  return [...parts.slice(0, 1), ...whole, ...parts.slice(1)];
}

function printed(expression: Expression, indent: string): string {
  switch (expression.is) {
    case 'literal': return printedLiteral(expression.value);
    case 'name': return expression.name;
    case 'get': return `${printed(expression.of, indent)}.${expression.property}${expression.isThere ? '!' : ''}`;
    case 'list': return bracketed('[', expression.items.map(item => (at: string) => printed(item, at)), ']', indent);
    case 'object': return bracketed('{', expression.entries.map(({ key, value }) => (at: string) => `${printedKey(key)}: ${printed(value, at)}`), '}', indent);
    case 'call': return `${printed(expression.callee, indent)}${printedArguments(expression.args, indent)}`;
    case 'new': return `new ${printed(expression.type, indent)}${printedArguments(expression.args, indent)}`;
  }
}

/** A last argument that needs several lines opens on the line of the call. */
function printedArguments(args: readonly Expression[], indent: string): string {
  return `(${args.map(arg => printed(arg, indent)).join(', ')})`;
}

type Part = (indent: string) => string;

function bracketed(open: string, parts: readonly Part[], close: string, indent: string): string {
  if (parts.length === 0) {
    return `${open}${close}`;
  }
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.map(part => part(indent)).join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= MAX_LINE) {
    return line;
  }
  const inner = `${indent}  `;
  return `${open}\n${parts.map(part => `${inner}${part(inner)},\n`).join('')}${indent}${close}`;
}

/** Computed, since a literal `__proto__:` would set the prototype. */
function printedKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) && key !== '__proto__' ? key : key === '__proto__' ? "['__proto__']" : quoted(key);
}

function printedLiteral(value: Literal): string {
  return typeof value === 'string' ? quoted(value) : Object.is(value, -0) ? '-0' : String(value);
}

/** Everything outside printable ASCII is escaped, so that what is wrong with a text can be seen. */
function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")
    .replace(/[^ -~]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
}

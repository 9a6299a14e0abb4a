import * as path from 'path';
import { Structures } from './structures';

/** Where the structures are committed. */
export const STRUCTURES_FILE = path.resolve(__dirname, '../../../src/kubernetes/schema/custom/structures.generated.ts');

/** Where their rules in CEL are: a file that only an object of a kind with rules loads. */
export const RULES_FILE = path.resolve(__dirname, '../../../src/kubernetes/schema/custom/rules.generated.ts');

const HEADER = '// Written by cluster/commands/custom.ts out of the definitions in cluster/custom-resources.json.';

/** The text of the file: a line for each kind and each node, so that a review shows what changed. */
export function printStructures({ kinds, nodes }: Structures): string {
  return [
    HEADER,
    "import { CustomKindRow } from './custom-kind';",
    '',
    'export const KINDS: { readonly [groupAndKind: string]: CustomKindRow } = {',
    ...Object.entries(kinds).map(([kind, row]) => `  ${JSON.stringify(kind)}: ${JSON.stringify(row)},`),
    '};',
    '',
    '/** Each a line of JSON; see PackedNodes. */',
    'export const NODES: readonly string[] = [',
    ...nodes.map(quoted),
    '];',
    '',
  ].join('\n');
}

export function printRules({ rules }: Structures): string {
  return [HEADER, '', '/** Each a line of JSON; see PackedNodes. */', 'export const RULES: readonly string[] = [', ...rules.map(quoted), '];', ''].join('\n');
}

function quoted(value: unknown): string {
  return `  '${JSON.stringify(value).replace(/[\\']/g, '\\$&')}',`;
}

import * as fc from 'fast-check';
import { APP } from '../given/fixtures';
import { text } from '../given/words';
import { programKind } from '../trial';

/** Command-line arguments: the program's own with strange values, and random ones. */

/** Excludes paths outside the fuzzer's folder, and texts that no process can get as an argument. */
const usable = (argument: string) => !argument.includes('\0') && !/^\/|\.\.|^~/.test(argument);
const word = text.filter(usable);
const NAMES = [
  'kubernetes', 'format', 'severity', 'against', 'server', 'feature-gate', 'api', 'zones', 'spare-gpus', 'gpus-per-node', 'config', 'no-config', 'allow-empty', 'color', 'no-color', 'output', 'only', 'help', 'version', 'kubernets', '__proto__', 'constructor',
];
const USUAL = ['1.34', 'all', 'json', 'sarif', 'text', 'html', 'markdown', 'mermaid', 'page.html', 'a/b.md', 'm*', 'info', 'warning', 'app.yaml', '.', 'DRADeviceTaints=true', 'v1', 'a,b', '8', '-1', '1e9', '99999999999999999999', ''];
const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...USUAL) }, { weight: 2, arbitrary: word });
const option = fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: word }), value, fc.constantFrom('=', ' ', '')).map(([name, given, between]) => (
  between === '=' ? [`--${name}=${given}`] : between === ' ' ? [`--${name}`, given] : [`--${name}`]));
const argument = fc.oneof(
  { weight: 4, arbitrary: option },
  { weight: 2, arbitrary: fc.constantFrom(['app.yaml'], ['.'], ['-'], ['--'], ['*.yaml'], ['**/*'], ['none.yaml'], ['-x'], ['+(a*|a)b'], ['{1..100000}'], ['*a'.repeat(40)], ['AIW2103'], ['2103']) },
  { weight: 1, arbitrary: word.map(each => [each]) },
);
const command = fc.oneof({ weight: 8, arbitrary: fc.constant('lint') }, { weight: 4, arbitrary: fc.constant('explain') }, { weight: 3, arbitrary: fc.constantFrom('rules', 'help', '--version', '-h') }, { weight: 1, arbitrary: word });

export const optionValues = programKind(fc.tuple(command, fc.array(argument, { maxLength: 4 }), fc.boolean()).map(([name, rest, isPiped]) => ({
  args: [name, ...rest.flat()],
  files: [{ name: 'app.yaml', content: APP }],
  stdin: isPiped ? APP : '',
})));

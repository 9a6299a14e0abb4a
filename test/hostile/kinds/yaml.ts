import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { fixtureBody } from '../given/fixtures';
import { options } from '../given/options';
import { change, changed } from '../given/values';
import { fileName, text } from '../given/words';
import { programKind } from '../trial';

/** YAML printed from values: fixtures with strange parts, in every style of YAML. */

type Style = (objects: readonly unknown[]) => string;
const style: fc.Arbitrary<Style> = fc.constantFrom<Style>(
  objects => objects.map(each => JSON.stringify(each)).join('\n'),
  objects => objects.map(each => `${JSON.stringify(each, undefined, 1)}\n`).join('---\n'),
  objects => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
  objects => objects.map(each => stringify(each)).join('---\n'),
  objects => objects.map(each => stringify(each, { defaultStringType: 'BLOCK_LITERAL', aliasDuplicateObjects: true })).join('---\n'),
);

const changes = fc.array(change, { minLength: 1, maxLength: 4 });
const spoilt = fc.tuple(fixtureBody, changes).map(([real, all]) => all.reduce<unknown>(changed, real));
const acknowledged = fc.tuple(spoilt, fc.array(fc.oneof(text, fc.constant('AIW2103: x'), text.map(each => `AIW2101: ${each}`)), { maxLength: 3 })).map(([body, lines]) => {
  const whole = body as { metadata?: unknown } | null;
  const metadata = typeof whole?.metadata === 'object' ? whole.metadata : {};
  return { ...whole, metadata: { ...metadata, annotations: { 'cdk8s-ai-workloads/acknowledge': lines.join('\n') } } };
});
const object = fc.oneof({ weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: acknowledged }, { weight: 1, arbitrary: fixtureBody });
const objects = fc.array(object, { minLength: 1, maxLength: 4 });
const written = fc.tuple(objects, style).map(([all, write]) => write(all));

const NAMES = ['a', 'b', 'a-', '*', '\u{1f600}', '__proto__'];
const TAGS = ['!', '!!str', '!!binary', '!!int', '!!float', '!!null', '!!map', '!!merge', '!!set', '!!timestamp', '!!js/function', '!!python/object/apply:os.system', '!<tag:x,2026:y>', '!e!x', '!%', '!'.repeat(100)];
const WRITTEN = ['1', '0o17', '0b1', '1_000', '1e400', '-.inf', '.nan', '~', 'Null', 'yes', '2026-01-01', '012', '+', '-', '""', '\'\'', '"\\x1b"', '"\\u202e"', '"\\U0010ffff"', '"\\ud800"', '"\\q"', '|', '>-\n  x', '@a', '%', '`', '? a', '- a', '9'.repeat(400), '0x' + 'f'.repeat(200)];

/** Random YAML of flow collections, valid or not. */
const { node: flow } = fc.letrec<{ node: string }>(tie => ({
  node: fc.oneof(
    { maxDepth: 5 },
    { weight: 3, arbitrary: fc.oneof(fc.constantFrom(...WRITTEN), text.map(each => JSON.stringify(each)), text) },
    { weight: 1, arbitrary: fc.array(tie('node'), { maxLength: 4 }).map(items => `[${items.join(', ')}]`) },
    { weight: 1, arbitrary: fc.array(fc.tuple(fc.oneof(tie('node'), fc.constantFrom('<<', 'a', '__proto__')), tie('node')), { maxLength: 4 }).map(pairs => `{${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')}}`) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...NAMES), tie('node')).map(([name, value]) => `&${name} ${value}`) },
    { weight: 1, arbitrary: fc.constantFrom(...NAMES).map(name => `*${name}`) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...TAGS), tie('node')).map(([tag, value]) => `${tag} ${value}`) },
  ),
}));

/** Where it stands. */
const frame = fc.constantFrom<(inner: string) => string>(
  inner => inner,
inner => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: ${inner}\n`,
inner => `apiVersion: v1\nkind: Service\nmetadata: ${inner}\nspec: {selector: ${inner}, ports: [{port: 80}]}\n`,
inner => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${inner}\nspec:\n  containers:\n  - ${inner}\n`,
inner => `%YAML 1.1\n%TAG !e! tag:x,2026:\n--- # ${inner}\n${inner}\n...\n${inner}`,
);
const handwritten = fc.tuple(fc.array(flow, { minLength: 1, maxLength: 3 }), frame).map(([all, within]) => all.map(within).join('\n---\n'));

/** Extremely deep or wide values. */
const enormous = fc.tuple(fc.constantFrom('[', '{a: ', '- ', '? ', '&a [', '!x [', '[[],', '{a: [', '"', '# x\n', '---\n', '- a\n', '*a ', '\n ', '\t', '{a: 1}\n'), fc.nat(6000), frame)
  .map(([part, times, within]) => within(part.repeat(times)));

const content = fc.oneof({ weight: 6, arbitrary: written }, { weight: 3, arbitrary: handwritten }, { weight: 1, arbitrary: enormous });
const files = fc.array(fc.record({ name: fileName, content }), { minLength: 1, maxLength: 2 });

/** Files of manifests, in a folder of their own. */
export const manifests = files.map(all => all.map(({ name, content: each }) => ({ name: `in/${name}`, content: each })));

export const yaml = programKind(fc.record({ files, before: fc.option(content, { nil: undefined, freq: 4 }), options }).map(given => {
  const named = given.files.map(({ name, content: each }) => ({ name: `in/${name}`, content: each }));
  return given.before === undefined
    ? { args: ['lint', 'in', ...given.options], files: named }
    : { args: ['lint', 'in', '--against', 'before', ...given.options], files: [...named, { name: 'before/was.yaml', content: given.before }] };
}));

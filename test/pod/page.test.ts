import { readFileSync } from 'fs';
import { join } from 'path';
import * as cdk8s from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as YAML from 'yaml';
import { chartIn, messageOf } from './carrier';
import * as library from '../../src';

const PAGE = readFileSync(join(__dirname, '../../docs/pod-layer.md'), 'utf8');

/** Every program of the page, with the block that follows it. */
const examples = [...PAGE.matchAll(/^```ts\n([^]*?)^```\n+```(yaml|text)\n([^]*?)^```/gm)].map(([, program, kind, result], index) => ({ index, program, kind, result }));

/** Runs a program of the page on a chart of its own. */
function run(program: string): cdk8s.Chart {
  const chart = chartIn();
  const scope = { ...library, kplus, chart, Duration: cdk8s.Duration, Size: cdk8s.Size };
  new Function(...Object.keys(scope), program)(...Object.values(scope));
  return chart;
}

test('every program of the page is followed by what it gives', () => {
  expect(examples).toHaveLength([...PAGE.matchAll(/^```ts$/gm)].length);
  expect(examples.length).toBeGreaterThan(8);
});

test.each(examples.filter(example => example.kind === 'yaml'))('the pod of example $index is as the page shows', ({ program, result }) => {
  const set = cdk8s.Testing.synth(run(program)).find(manifest => manifest.kind === 'StatefulSet');
  expect(set.spec.template.spec).toMatchObject(YAML.parse(result));
});

test.each(examples.filter(example => example.kind === 'text'))('the error of example $index is as the page shows', ({ program, result }) => {
  expect(messageOf(() => run(program))).toContain(result.trimEnd());
});

test('the table of accelerators is that of the code', () => {
  const { Accelerator } = library;
  const rows: [string, library.Accelerator][] = [
    ['Accelerator.nvidia(n)', Accelerator.nvidia(1)],
    ["Accelerator.nvidiaMig('1g.10gb', n)", Accelerator.nvidiaMig('1g.10gb', 1)],
    ['Accelerator.amd(n)', Accelerator.amd(1)],
    ['Accelerator.intel(n)', Accelerator.intel(1)],
    ['Accelerator.gaudi(n)', Accelerator.gaudi(1)],
    ['Accelerator.tpu(chips, { type, topology })', Accelerator.tpu(4, { type: 'a', topology: '2x2' })],
    ['Accelerator.neuron(n)', Accelerator.neuron(1)],
  ];
  for (const [factory, accelerator] of rows) {
    expect(PAGE).toContain(`| \`${factory}\` | \`${accelerator.resourceName}\` | \`${accelerator.taintKey}\` |`);
  }
});

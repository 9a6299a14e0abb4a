import { readFileSync } from 'fs';
import { join } from 'path';
import { Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as YAML from 'yaml';
import * as library from '../../../src';
import { RULES } from '../../../src/lint/rules';
import { Manifest, chartIn, messageOf } from '../carrier';

const PAGE = readFileSync(join(__dirname, '../../../docs/devices.md'), 'utf8');

/** Every program of the page, with the block that follows it. */
const examples = [...PAGE.matchAll(/^```ts\n([^]*?)^```\n+```(yaml|text)\n([^]*?)^```/gm)].map(([, program, kind, result], index) => ({ index, program, kind, result }));

/** Runs a program of the page on a chart of its own. */
function run(program: string): Chart {
  const chart = chartIn();
  library.Target.define(chart, { kubernetes: library.KubernetesVersion.V1_36 });
  const scope = { ...library, kplus, chart };
  new Function(...Object.keys(scope), program)(...Object.values(scope));
  return chart;
}

test('every program of the page is followed by what it gives', () => {
  expect(examples).toHaveLength([...PAGE.matchAll(/^```ts$/gm)].length);
  expect(examples.length).toBeGreaterThan(6);
});

test.each(examples.filter(example => example.kind === 'yaml'))('the object of example $index is as the page shows', ({ program, result }) => {
  const shown = YAML.parse(result);
  expect(Testing.synth(run(program)).find((each: Manifest) => each.kind === shown.kind)).toMatchObject(shown);
});

test.each(examples.filter(example => example.kind === 'text'))('the error of example $index is as the page shows', ({ program, result }) => {
  expect(messageOf(() => run(program))).toContain(result.trimEnd());
});

test('the classes of the factories are those of the code', () => {
  const { DeviceRequest, Accelerator } = library;
  const rows: [string, library.DeviceRequest][] = [
    ['nvidia(options)', DeviceRequest.nvidia()],
    ['nvidiaMig(profile, options)', DeviceRequest.nvidiaMig('1g.10gb')],
    ['amd(options)', DeviceRequest.amd()],
    ['intel(options)', DeviceRequest.intel()],
    ['gaudi(options)', DeviceRequest.gaudi()],
    ['tpu(options)', DeviceRequest.tpu()],
  ];
  for (const [factory, request] of rows) {
    expect(PAGE).toContain(`| \`DeviceRequest.${factory}\` | \`${Accelerator.claim(request).resourceName}\` |`);
  }
});

test('every rule about devices is on the page', () => {
  for (const { id, title } of RULES.filter(rule => /device/.test(rule.title))) {
    expect(`${title}: ${PAGE.includes(id)}`).toBe(`${title}: true`);
  }
});

import * as fs from 'fs';
import * as path from 'path';
import { GpuInferenceDeployment } from '../../../src';
import { NOTICES } from '../../../src/cli/catalogue';
import { RULES } from '../../../src/lint/rules';
import { pageOf } from '../page';

const { text: PAGE, blocks, run } = pageOf('docs/patterns/gpu-inference-deployment.md');
const [program] = blocks('ts');

/** The construct that the program makes. */
function llama(): GpuInferenceDeployment {
  const found = run(program).chart.node.findAll().find(each => each instanceof GpuInferenceDeployment);
  return found as GpuInferenceDeployment;
}

test('the page shows the manifests that its program writes', () => {
  expect(blocks('yaml')[0]).toBe(run(program).yaml);
});

test('the page shows what its program explains', () => {
  expect(blocks('text')[0]).toBe(run(program).printed);
});

test('the page shows the adapter\'s configuration', () => {
  expect(blocks('yaml')[1]).toBe(llama().adapterRules!.trimEnd());
});

test('its handles are those of the program', () => {
  const { devicesPerReplica, service } = llama();
  expect(program).toContain(`llama.devicesPerReplica;   // ${devicesPerReplica}\n`);
  expect(program).toContain(`llama.service.dns;         // ${service.dns}\n`);
});

test('every property of the pattern is in the table of choices, or among those of every pod', () => {
  const props = fs.readFileSync(path.join(__dirname, '../../../src/patterns/gpu-inference-deployment/props.ts'), 'utf8').split('interface GpuInferenceDeploymentProps')[1];
  const names = [...props.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(match => match[1]).filter(name => name !== 'name');
  const choices = PAGE.split('## Choices')[1].split('### Roll-out')[0];
  expect(names.filter(name => !choices.includes(`\`${name}\``))).toEqual([]);
});

test('ids that it names are ids that the checks report', () => {
  const named = new Set([...PAGE.matchAll(/AIW[0-9]{4}/g)].map(match => match[0]));
  expect([...named].filter(id => ![...NOTICES, ...RULES].some(each => each.id === id))).toEqual([]);
});

test('what it links to is there', () => {
  const links = [...PAGE.matchAll(/\]\(([^)]+)\)/g)].map(match => match[1].split('#')[0]).filter(link => !link.startsWith('https:'));
  const missing = links.filter(link => !fs.existsSync(path.join(__dirname, '../../../docs/patterns', link)));
  expect(missing).toEqual([]);
});

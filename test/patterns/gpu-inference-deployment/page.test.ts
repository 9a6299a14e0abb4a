import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import * as ts from 'typescript';
import * as library from '../../../src';
import { NOTICES } from '../../../src/cli/catalogue';
import { RULES } from '../../../src/lint/rules';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/gpu-inference-deployment.md'), 'utf8');

function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(match => match[1]);
}

/** Runs the page's program. */
function run() {
  const printed: string[] = [];
  const scope = { ...library, Chart, app: new App(), console: { log: (line: string) => printed.push(line) } };
  const program = ts.transpileModule(`${blocks('ts')[0]}\nreturn { chart, llama };`, { compilerOptions: { target: ts.ScriptTarget.ES2022 } }).outputText;
  const { chart, llama } = new Function(...Object.keys(scope), program)(...Object.values(scope));
  return { yaml: Yaml.formatObjects(Testing.synth(chart)).trimEnd(), printed: printed.join('\n'), llama: llama as library.GpuInferenceDeployment };
}

test('the page shows the manifests that its program writes', () => {
  expect(blocks('yaml')[0]).toBe(run().yaml);
});

test('the page shows what its program explains', () => {
  expect(blocks('text')[0]).toBe(run().printed);
});

test('the page shows the adapter\'s configuration', () => {
  expect(blocks('yaml')[1]).toBe(run().llama.adapterRules!.trimEnd());
});

test('its handles are those of the program', () => {
  const { llama } = run();
  expect(blocks('ts')[0]).toContain(`llama.devicesPerReplica;   // ${llama.devicesPerReplica}\n`);
  expect(blocks('ts')[0]).toContain(`llama.service.dns;         // ${llama.service.dns}\n`);
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
  const links = [...PAGE.matchAll(/\]\(([^)]+)\)/g)].map(match => match[1]).filter(link => !link.startsWith('https:'));
  const missing = links.filter(link => !fs.existsSync(path.join(__dirname, '../../../docs/patterns', link)));
  expect(missing).toEqual([]);
});

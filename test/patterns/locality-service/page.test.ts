import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as ts from 'typescript';
import { locality } from './build';
import * as library from '../../../src';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/locality-service.md'), 'utf8');

/** The fenced blocks of a language. */
function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(match => match[1]);
}

/** Runs a program of the page, and gives the chart and what it printed. */
function run(program: string, scope: object = {}): { chart: Chart; printed: string } {
  const printed: string[] = [];
  const names = { ...library, kplus, Chart, app: new App(), console: { log: (line: string) => printed.push(line) }, ...scope };
  const { outputText } = ts.transpileModule(`${program}\nreturn chart;`, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  return { chart: new Function(...Object.keys(names), outputText)(...Object.values(names)), printed: printed.join('\n') };
}

const [smallest, zonal] = blocks('ts');

test('the page shows the Service that its program writes', () => {
  const services = (Testing.synth(run(smallest).chart) as { kind: string }[]).filter(each => each.kind === 'Service');
  expect(blocks('yaml')).toEqual([Yaml.formatObjects(services).trimEnd()]);
});

test('the page shows what its program explains', () => {
  expect(blocks('text')[0]).toBe(run(smallest).printed);
});

test('the name that clients resolve is the one on the page', () => {
  expect(/near\.dns; {2}\/\/ (\S+)/.exec(smallest)?.[1]).toBe('embeddings.ml.svc');
  expect(run(smallest.replace('near.dns;', 'console.log(near.dns);')).printed).toContain('embeddings.ml.svc');
});

test('the second program has an autoscaler in each zone', () => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  library.Target.define(chart, { zones: ['eu-1a', 'eu-1b'] });
  const scalers = (Testing.synth(run(zonal, { chart }).chart) as { kind: string }[]).filter(each => each.kind === 'HorizontalPodAutoscaler');
  expect(scalers).toHaveLength(2);
});

test('the message of the page is real', () => {
  const message = blocks('text')[1].replace('prod/Embeddings: ', '');
  expect(() => locality({ prefer: library.Locality.SAME_NODE }, { kubernetes: library.KubernetesVersion.V1_33 })).toThrow(message);
});

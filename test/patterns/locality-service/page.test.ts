import { App, Chart, Testing, Yaml } from 'cdk8s';
import { locality } from './build';
import * as library from '../../../src';
import { pageOf } from '../page';

const { blocks, run } = pageOf('docs/patterns/locality-service.md');

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

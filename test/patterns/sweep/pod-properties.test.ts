import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { container, grid } from './build';
import { KubernetesVersion, Sweep, Target, WorkloadPodProps } from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

const FORMS: [form: string, templates: number, make: (scope: Construct, props: Partial<WorkloadPodProps>) => unknown][] = [
  ['the rows', 1, (scope, props) => new Sweep(scope, 'Work', { runs: grid, container, ...props })],
];

describe.each(FORMS)('%s', (_form, templates, make) => {
  test.each(podProperties())('%s reaches every pod', (_property, { given, expected }) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36 });
    make(chart, given(chart));

    const found = Object.values(podTemplatesOf(chart));

    expect(found).toHaveLength(templates);
    found.forEach(template => expect(template).toMatchObject(expected));
  });
});

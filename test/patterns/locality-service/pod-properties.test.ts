import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { KubernetesVersion, Target, WorkloadPodProps, ZonalDeployments } from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

const container = { image: 'embedder:1', ports: [{ number: 8080, name: 'http' }] };
const FORMS: [form: string, templates: number, make: (scope: Construct, props: Partial<WorkloadPodProps>) => unknown][] = [
  ['two zones', 2, (scope, props) => new ZonalDeployments(scope, 'Work', { zones: ['eu-1a', 'eu-1b'], container, ...props })],
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

import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { THREE_ZONES } from './database';
import { KubernetesVersion, Target, WorkloadPodProps, ZonePartitionedStatefulSet } from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

const container = { image: 'registry.example/db:17', portNumber: 5432 };
const FORMS: [form: string, templates: number, make: (scope: Construct, props: Partial<WorkloadPodProps>) => unknown][] = [
  ['three zones', 3, (scope, props) => new ZonePartitionedStatefulSet(scope, 'Work', { zones: THREE_ZONES, container, ...props })],
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

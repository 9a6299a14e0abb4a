import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { container } from './build';
import { KubernetesVersion, ParameterServer, ParameterServerFramework, Target, WorkloadPodProps } from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

const FORMS: [form: string, templates: number, make: (scope: Construct, props: Partial<WorkloadPodProps>) => unknown][] = [
  ['TensorFlow with a chief', 3, (scope, props) => new ParameterServer(scope, 'Work', { container, chief: {}, ps: { replicas: 2 }, worker: { replicas: 3 }, ...props })],
  ['DMLC', 3, (scope, props) => new ParameterServer(scope, 'Work', { container, framework: ParameterServerFramework.dmlc(), ps: { replicas: 2 }, worker: { replicas: 3 }, ...props })],
];

describe.each(FORMS)('%s', (_form, templates, make) => {
  test.each(podProperties())('%s reaches every pod', (_property, { given, expected }) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['jobset.x-k8s.io/v1alpha2'] });
    make(chart, given(chart));

    const found = Object.values(podTemplatesOf(chart));

    expect(found).toHaveLength(templates);
    found.forEach(template => expect(template).toMatchObject(expected));
  });
});

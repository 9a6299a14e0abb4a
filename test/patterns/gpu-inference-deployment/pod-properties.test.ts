import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { load, plugin, vllm } from './llama';
import { GpuInferenceDeployment, KubernetesVersion, Target, WorkloadPodProps } from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

const FORMS: [form: string, templates: number, make: (scope: Construct, props: Partial<WorkloadPodProps>) => unknown][] = [
  ['an engine', 1, (scope, props) => new GpuInferenceDeployment(scope, 'Work', { engine: vllm(), accelerator: plugin, modelLoad: load, replicas: 2, ...props })],
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

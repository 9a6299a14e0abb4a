import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { container } from './build';
import { IndexedTrainingJob, KubernetesVersion, Rendezvous, Target, TrainingBackend, WorkloadPodProps } from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

const FORMS: [form: string, templates: number, make: (scope: Construct, props: Partial<WorkloadPodProps>) => unknown][] = [
  ['a Job', 1, (scope, props) => new IndexedTrainingJob(scope, 'Work', { workers: 4, container, rendezvous: Rendezvous.torchrun(), ...props })],
  ['a JobSet', 1, (scope, props) => new IndexedTrainingJob(scope, 'Work', { workers: 4, container, backend: TrainingBackend.jobSet(), ...props })],
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

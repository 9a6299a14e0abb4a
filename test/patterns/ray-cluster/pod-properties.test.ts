import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { BACKENDS, container } from './build';
import { KubernetesVersion, RayCluster, RayClusterProps, Target, WorkloadPodProps } from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

const workers: RayClusterProps['workers'] = [{ replicas: 2 }, { name: 'gpu', replicas: 1 }];
const FORMS = Object.entries(BACKENDS).map(
  ([name, backend]): [
    form: string,
    templates: number,
    make: (scope: Construct, props: Partial<WorkloadPodProps>) => unknown,
  ] => [name, 3, (scope, props) => new RayCluster(scope, 'Work', { container, workers, backend, ...props })],
);

describe.each(FORMS)('%s', (_form, templates, make) => {
  test.each(podProperties({ without: ['sharedMemory'] }))('%s reaches every pod', (_property, { given, expected }) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['ray.io/v1'] });
    make(chart, given(chart));

    const found = Object.values(podTemplatesOf(chart));

    expect(found).toHaveLength(templates);
    found.forEach(template => expect(template).toMatchObject(expected));
  });
});

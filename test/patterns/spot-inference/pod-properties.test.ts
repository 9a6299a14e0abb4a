import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { PROPS, ZONES } from './build';
import { KubernetesVersion, SpotInference, Target, WorkloadPodProps } from '../../../src';
import { podProperties, podTemplatesOf } from '../pod-properties';

const FORMS: [form: string, templates: number, make: (scope: Construct, props: Partial<WorkloadPodProps>) => unknown][] = [
  ['floor and spot', 2, (scope, props) => new SpotInference(scope, 'Work', { ...PROPS, ...props })],
];

describe.each(FORMS)('%s', (_form, templates, make) => {
  test.each(podProperties({ without: ['terminationGracePeriod'] }))('%s reaches every pod', (_property, { given, expected }) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ZONES });
    make(chart, given(chart));

    const found = Object.values(podTemplatesOf(chart));

    expect(found).toHaveLength(templates);
    found.forEach(template => expect(template).toMatchObject(expected));
  });
});

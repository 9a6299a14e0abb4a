import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { inConstruct } from '../../src/base/errors/invalid-input';
import { LABEL_NAME, LABEL_ROLE } from '../../src/base/labels';
import { planPod } from '../../src/pod/template/pod-plan';
import { PodVariation } from '../../src/pod/template/pod-spec';
import { PodTemplate } from '../../src/pod/template/pod-template';
import { PodTemplateProps } from '../../src/pod/template/pod-template-props';
import { Target, TargetProps } from '../../src/target-cluster/target';
import { createStatefulSet } from '../../src/workloads/indexed-stateful-set';

export const IMAGE = 'registry.example/train:1.4';

/** Manifests are read loosely in tests: a wrong path fails the expectation, not the compiler. */
export type Manifest = any;

/** Pods of one role on one StatefulSet, the smallest thing that carries a pod template. */
export interface Carried {
  readonly chart: Chart;
  readonly template: PodTemplate;
  readonly set: ApiObject;
  /** All manifests of the chart, as the app would write them. */
  readonly manifests: () => Manifest[];
  readonly podTemplate: () => Manifest;
  readonly pod: () => Manifest;
  readonly main: () => Manifest;
}

export interface CarryOptions {
  readonly chart?: Chart;
  readonly target?: TargetProps;
  readonly variation?: PodVariation;
  readonly reserved?: string[];
}

export function chartIn(namespace: string = 'ml'): Chart {
  return new Chart(new App(), 'prod', { namespace });
}

export function carry(props: Partial<PodTemplateProps> = {}, options: CarryOptions = {}): Carried {
  const chart = options.chart ?? chartIn();
  if (options.target) {
    Target.define(chart, options.target);
  }
  const whole: PodTemplateProps = { container: { image: IMAGE }, ...props };
  const selector = { [LABEL_NAME]: 'llm', [LABEL_ROLE]: 'leader' };
  const template = PodTemplate._create(chart, 'Pods', whole, {
    selector, reserved: options.reserved ?? ['RANK'], restartPolicy: 'Always', plan: inConstruct(chart, '', () => planPod(whole, Target.of(chart))),
  });
  const variation = { ...options.variation, labels: { 'app.kubernetes.io/name': 'llm', ...selector, ...options.variation?.labels } };
  const set = createStatefulSet(chart, 'Set', {
    name: 'llm',
    labels: selector,
    serviceName: 'llm',
    replicas: 2,
    selector,
    podManagementPolicy: 'Parallel',
    updateStrategy: { type: 'RollingUpdate' },
    template: () => template._renderTemplate(variation),
  });
  template._carriedBy(set);
  const podTemplate = () => set.toJson().spec.template;
  return {
    chart,
    template,
    set,
    podTemplate,
    manifests: () => Testing.synth(chart),
    pod: () => podTemplate().spec,
    main: () => podTemplate().spec.containers[0],
  };
}

/** The message of what `body` throws; fails the test when it throws nothing. */
export function messageOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

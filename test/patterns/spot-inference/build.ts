import { App, Chart, Duration } from 'cdk8s';
import { Accelerator, Capacity, InferenceEngine, OnDemandFloor, SpotInference, SpotInferenceProps, Target, TargetProps } from '../../../src';

export const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];

/** Eight replicas of two devices, two of them on nodes that stay. */
export const PROPS: SpotInferenceProps = {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel: 2, longestStream: Duration.seconds(60) }),
  accelerator: Accelerator.nvidia(2),
  replicas: 8,
  floor: OnDemandFloor.replicas(2),
  capacity: Capacity.spotKarpenter(),
};

export interface Built {
  readonly chart: Chart;
  readonly inference: SpotInference;
  /** All manifests, read loosely: a wrong path fails the expectation. */
  readonly manifests: any[];
  readonly one: (kind: string, name?: string) => any;
}

export function build(props: Partial<SpotInferenceProps> = {}, target: TargetProps = { zones: ZONES }): Built {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, target);
  const inference = new SpotInference(chart, 'Llama', { ...PROPS, ...props });
  const manifests = chart.toJson();
  return {
    chart,
    inference,
    manifests,
    one: (kind, name) => {
      const found = manifests.filter(each => each.kind === kind && (name === undefined || each.metadata.name === name));
      expect(found).toHaveLength(1);
      return found[0];
    },
  };
}

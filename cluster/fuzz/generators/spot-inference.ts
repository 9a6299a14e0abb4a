import * as fc from 'fast-check';
import { Expressions, Fields, Setting, calls, literals, mostly, oneOf, struct } from './combinators';
import { Shape, modelFields, scaling, shapes } from './gpu-inference-deployment';
import { counts, durations } from './numbers';
import { inOrder, invoked, perhaps, podMethods } from './pod-methods';
import { capacity, spotNodes } from './pods';
import { ids } from './texts';
import { InferenceAutoscaling, SpotInferenceProps } from '../../../src';
import { Expression, Statement, construct, literal, path } from '../expression';

export function spotInferences(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes(setting), ids(setting, 'Llama', 'Chat70B')).chain(([shape, id]) => inOrder(
    properties(setting, shape).map(props => [{ name: constant, value: construct('SpotInference', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.spot.pods`),
    podMethods(setting, `${constant}.onDemand.pods`),
    perhaps(40, invoked(`${constant}.explain`))));
}

function properties(setting: Setting, shape: Shape): Expressions {
  const { scales } = shape;
  const spot = spotNodes(setting);
  return struct<SpotInferenceProps>({
    ...modelFields(setting, shape),
    // Spot nodes leave a pod less time than most of the usual ones.
    terminationGracePeriod: mostly<Expression | undefined>(setting, fc.constant(undefined), durations(setting, 10, 900)),
    floor: oneOf(
      calls('OnDemandFloor.replicas', counts(setting, 1, 2)),
      calls('OnDemandFloor.percent', literals(mostly(setting, fc.constantFrom(10, 25, 33.3), fc.constantFrom(0, 100, -1, NaN, 1e-9))))),
    capacity: mostly<Expression | undefined>(setting, oneOf(spot, spot, calls('Capacity.preferSpot', spot)), capacity(setting)),
    replicas: scales ? mostly<Expression | undefined>(setting, fc.constant(undefined), counts(setting, 1, 3)) : counts(setting, 3, 6),
    autoscaling: scales
      ? autoscaling(setting, { minReplicas: counts(setting, 3, 5), maxReplicas: counts(setting, 5, 20) })
      : mostly<Expression | undefined>(setting, fc.constant(undefined), autoscaling(setting)),
  });
}

function autoscaling(setting: Setting, bounds: Partial<Fields<InferenceAutoscaling>> = {}): Expressions {
  return scaling(setting).chain(fields => struct<InferenceAutoscaling>({ ...fields, ...bounds }));
}

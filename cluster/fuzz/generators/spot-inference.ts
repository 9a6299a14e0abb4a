import * as fc from 'fast-check';
import { Expressions, Fields, Setting, calls, literals, mostly, never, oneOf, sometimes, struct } from './combinators';
import { Shape, modelContainers, modelFields, scaling, shapes } from './gpu-inference-deployment';
import { counts, durations } from './numbers';
import { inOrder, invoked, perhaps, podMethods } from './pod-methods';
import { capacity, hastySpotNodes, roomySpotNodes } from './pods';
import { ids } from './texts';
import { InferenceAutoscaling, SpotInferenceProps } from '../../../src';
import { Expression, Statement, construct, literal, path } from '../expression';

export function spotInferences(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes(setting), ids(setting, 'Llama', 'Chat70B'), fc.constantFrom(...NODES)).chain(([shape, id, nodes]) => inOrder(
    properties(setting, fitted(shape, nodes), nodes).map(props =>
      [{ name: constant, value: construct('SpotInference', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.spot.pods`),
    podMethods(setting, `${constant}.onDemand.pods`),
    perhaps(40, invoked(`${constant}.explain`))));
}

/** Spot nodes by what they leave a pod: a drain is a sleep, a stream and 5 s. */
interface Nodes {
  readonly capacity: (setting: Setting) => Expressions;
  readonly longestStream: number;
  readonly sleep: number;
  /** The sleep that is the default, and sidecars that take time to stop, do not fit. */
  readonly isTight: boolean;
}

const NODES: readonly Nodes[] = [
  { capacity: hastySpotNodes, longestStream: 4, sleep: 5, isTight: true },
  { capacity: roomySpotNodes, longestStream: 10, sleep: 15, isTight: false },
];

function fitted({ cut, ...shape }: Shape, { longestStream }: Nodes): Shape {
  return { ...shape, cut: { ...cut, longestStream }, replicas: MOST };
}

/** More than one for each part, and no more than the least of an autoscaler of both. */
const MOST = 6;

function properties(setting: Setting, shape: Shape, { capacity: nodes, longestStream, sleep, isTight }: Nodes): Expressions {
  const { scales } = shape;
  const spot = nodes(setting);
  const fields = modelFields(setting, shape);
  // An engine that cannot drain sleeps for its longest stream.
  const sleeps = durations(setting, longestStream, sleep);
  return struct<SpotInferenceProps>({
    ...fields,
    container: isTight
      ? modelContainers(setting, sleeps)
      : sometimes(modelContainers(setting, mostly<Expression | undefined>(setting, never, sleeps))),
    sidecars: isTight ? mostly<Expression | undefined>(setting, never, fields.sidecars) : fields.sidecars,
    // Spot nodes leave a pod less time than most of the usual ones.
    terminationGracePeriod: mostly<Expression | undefined>(setting, never, durations(setting, 10, 900)),
    floor: oneOf(
      calls('OnDemandFloor.replicas', counts(setting, 1, 2)),
      calls('OnDemandFloor.percent', literals(mostly(setting, fc.constantFrom(10, 25, 33.3), fc.constantFrom(0, 100, -1, NaN, 1e-9))))),
    capacity: mostly(setting, oneOf(spot, spot, calls('Capacity.preferSpot', spot)), capacity(setting)),
    replicas: scales ? mostly<Expression | undefined>(setting, never, counts(setting, 1, 3)) : counts(setting, 3, MOST),
    autoscaling: scales
      ? autoscaling(setting, { minReplicas: counts(setting, 3, 5), maxReplicas: counts(setting, 5, 20) })
      : mostly<Expression | undefined>(setting, never, autoscaling(setting)),
  });
}

function autoscaling(setting: Setting, bounds: Partial<Fields<InferenceAutoscaling>> = {}): Expressions {
  return scaling(setting).chain(fields => struct<InferenceAutoscaling>({ ...fields, ...bounds }));
}

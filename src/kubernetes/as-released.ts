import { Cluster } from './cluster';
import { Manifest } from './manifest';
import { ObjectProblem } from './problem';
import { PlainObject } from '../base/plain';
import { asList, asObject } from '../base/reading';

/** A difference between the newest server that behaves as a minor and the server that was released as that minor. */
interface Difference {
  readonly minors: readonly string[];
  readonly applies: (object: Manifest, problem: ObjectProblem) => boolean;
  /** Undefined where the release has nothing against it. */
  readonly released: (problem: ObjectProblem) => ObjectProblem | undefined;
}

const CLAIM_TEMPLATE = 'resource.k8s.io/ResourceClaimTemplate';
const TEMPLATE = 'spec.template.spec.';
/** What a StatefulSet says of the pods that it takes, whatever else is in them. Source: pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec (v1.33.13) */
const ENDLESS: ReadonlySet<string> = new Set([`${TEMPLATE}restartPolicy`, `${TEMPLATE}activeDeadlineSeconds`]);
const CONSTRAINT = /^spec\.spec\.devices\.constraints\[(\d+)\]\.(?:match|distinct)Attribute$/;
const CONTAINER_POLICY = /(?:^|\.)(containers|initContainers)\[\d+\]\.restartPolicy$/;

const UNREAD_TEMPLATE = 'Kubernetes 1.33 takes the StatefulSet without looking at its pods, and refuses each pod when it is made: none starts';
const UNREAD_FORMAT = 'a server before 1.36 does not look at the format; the controller of the kind cannot read such a number';
const UNREAD_CLAIM = 'Kubernetes 1.33 takes the StatefulSet without looking at its claim templates, and refuses each claim when it is made: no pod starts';
const KEPT_CONSTRAINT = 'Kubernetes 1.34 keeps distinctAttribute in the template, and drops it from each claim that is made of it; a claim whose constraint has no other attribute is refused: no pod starts';
const UNREAD_TARGET = 'Kubernetes 1.33 takes the autoscaler, which then finds nothing to scale or to measure';

/**
 * Measured with `npm run fuzz:checks -- --released`; each is in the code of the release too.
 *
 * Source: pkg/apis/core/validation/validation.go validateContainers, validateInitContainerRestartPolicy;
 * pkg/apis/apps/validation/validation.go ValidatePodTemplateSpecForStatefulSet; pkg/apis/autoscaling/validation/validation.go ValidateCrossVersionObjectReference (v1.33.13, v1.34.4);
 * pkg/registry/resource/resourceclaimtemplate/strategy.go dropDisabledDRAResourceClaimConsumableCapacityFields (v1.34.4); apiextensions-apiserver
 * pkg/apiserver/validation/formats.go (v0.35.4, v0.36.3)
 */
const DIFFERENCES: readonly Difference[] = [
  {
    minors: ['1.33'],
    applies: (_, { id, field }) => (id === 'AIW1105' || id === 'AIW1204') && CONTAINER_POLICY.test(field),
    released: problem => ({ ...problem, id: 'AIW1202', class: 'rejected', message: containerPolicy(problem) }),
  },
  {
    minors: ['1.33'],
    applies: ({ group, kind }, { id, field }) => group === 'apps' && kind === 'StatefulSet' && id === 'AIW1202' && `${field}.`.startsWith(TEMPLATE) && !ENDLESS.has(field),
    released: problem => laterRefused(problem, UNREAD_TEMPLATE),
  },
  {
    minors: ['1.33'],
    applies: ({ type }, { id, field }) => type === 'apps/StatefulSet' && id === 'AIW1203' && field.startsWith('spec.volumeClaimTemplates['),
    released: problem => laterRefused(problem, UNREAD_CLAIM),
  },
  {
    minors: ['1.33'],
    applies: ({ group, kind }, { id, field }) => group === 'autoscaling' && kind === 'HorizontalPodAutoscaler' && id === 'AIW1203' && /^spec\..*\.apiVersion$/.test(field),
    released: problem => laterRefused(problem, UNREAD_TARGET),
  },
  {
    minors: ['1.34'],
    applies: ({ type, spec }, { id, field }) => type === CLAIM_TEMPLATE && (id === 'AIW1105' || id === 'AIW1203') && isDistinct(spec, field),
    released: problem => laterRefused(problem, KEPT_CONSTRAINT),
  },
  {
    minors: ['1.33', '1.34', '1.35'],
    applies: (_, { id, message }) => id === 'AIW1202' && message.endsWith("must not be set to 'RestartContainer' for non-sidecar initContainers"),
    released: () => undefined,
  },
  {
    minors: ['1.33', '1.34', '1.35'],
    applies: (_, { id, message }) => id === 'AIW1102' && / must be of type integer with format int(?:32|64)\b/.test(message),
    released: problem => laterRefused(problem, UNREAD_FORMAT),
  },
];

const CLAIMS: ReadonlySet<string> = new Set(['resource.k8s.io/ResourceClaim', CLAIM_TEMPLATE]);
const tolerating = new WeakMap<Cluster, Cluster>();

/**
 * The cluster as the released server of its minor sees an object: a 1.34 keeps and validates tolerations of device claims whatever the gate of taints says.
 * Source: pkg/registry/resource/resourceclaim/strategy.go dropDisabledFields (v1.34.4, v1.36.3)
 */
export function clusterAsReleased({ type, cluster }: Manifest): Cluster {
  if (cluster.minor !== '1.34' || !CLAIMS.has(type)) {
    return cluster;
  }
  const found = tolerating.get(cluster) ?? { ...cluster, featureGates: { ...cluster.featureGates, DRADeviceTaints: true } };
  tolerating.set(cluster, found);
  return found;
}

/** What the released server of the minor makes of a problem of the newest one that behaves as that minor; undefined if it takes the object. */
export function asReleased(object: Manifest, problem: ObjectProblem): ObjectProblem | undefined {
  const ofMinor = DIFFERENCES.filter(({ minors }) => minors.includes(object.cluster.minor));
  const answered = (told: ObjectProblem | undefined, { applies, released }: Difference) =>
    told !== undefined && applies(object, told) ? released(told) : told;
  return ofMinor.reduce(answered, problem as ObjectProblem | undefined);
}

/** Whether a constraint of which something is told has `distinctAttribute`. */
function isDistinct(spec: PlainObject, field: string): boolean {
  const index = CONSTRAINT.exec(field)?.[1];
  return index !== undefined && asList(asObject(asObject(spec.spec).devices).constraints)[Number(index)]?.distinctAttribute !== undefined;
}

function laterRefused(problem: ObjectProblem, note: string): ObjectProblem {
  return { ...problem, class: 'broken', notes: [...problem.notes ?? [], note] };
}

/** In the words of that release, which had no other policy than that of a sidecar. */
function containerPolicy({ field, message }: ObjectProblem): string {
  const [, value = '""'] = /^Invalid value: (".*?"): /.exec(message) ?? [];
  return field.includes('initContainers[') ? `Unsupported value: ${value}: supported values: "Always"` : 'Forbidden: may not be set for non-init containers';
}

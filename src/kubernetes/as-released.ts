import { Manifest } from './manifest';
import { ObjectProblem } from './problem';

/** A difference between the newest server that behaves as a minor and the server that was released as that minor. */
interface Difference {
  readonly minor: string;
  readonly applies: (object: Manifest, problem: ObjectProblem) => boolean;
  readonly released: (object: Manifest, problem: ObjectProblem) => ObjectProblem;
}

const TEMPLATE = 'spec.template.spec.';
/** What a StatefulSet says of the pods that it takes, whatever else is in them. Source: pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec (v1.33.13) */
const ENDLESS: ReadonlySet<string> = new Set([`${TEMPLATE}restartPolicy`, `${TEMPLATE}activeDeadlineSeconds`]);
const CONTAINER_POLICY = /(?:^|\.)(containers|initContainers)\[\d+\]\.restartPolicy$/;

const UNREAD_TEMPLATE = 'Kubernetes 1.33 takes the StatefulSet without looking at its pods, and refuses each pod when it is made: none starts';
const UNREAD_TARGET = 'Kubernetes 1.33 takes the autoscaler, which then finds nothing to scale or to measure';

/**
 * Measured with `npm run fuzz:checks -- --released`; each is in the code of the release too.
 *
 * Source: pkg/apis/core/validation/validation.go validateContainers, validateInitContainerRestartPolicy;
 * pkg/apis/apps/validation/validation.go ValidatePodTemplateSpecForStatefulSet; pkg/apis/autoscaling/validation/validation.go ValidateCrossVersionObjectReference (v1.33.13, v1.34.4)
 */
const DIFFERENCES: readonly Difference[] = [
  {
    minor: '1.33',
    applies: (_, { id, field }) => id === 'AIW1105' && CONTAINER_POLICY.test(field),
    released: (_, problem) => ({ ...problem, id: 'AIW1202', class: 'rejected', message: containerPolicy(problem) }),
  },
  {
    minor: '1.33',
    applies: ({ group, kind }, { id, field }) => group === 'apps' && kind === 'StatefulSet' && id === 'AIW1202' && field.startsWith(TEMPLATE) && !ENDLESS.has(field),
    released: (_, problem) => laterRefused(problem, UNREAD_TEMPLATE),
  },
  {
    minor: '1.33',
    applies: ({ group, kind }, { id, field }) => group === 'autoscaling' && kind === 'HorizontalPodAutoscaler' && id === 'AIW1203' && /^spec\..*\.apiVersion$/.test(field),
    released: (_, problem) => laterRefused(problem, UNREAD_TARGET),
  },
];

/** What the released server of the object's minor makes of a problem that the newest one reports when it behaves as that minor. */
export function asReleased(object: Manifest, problem: ObjectProblem): ObjectProblem {
  const { minor } = object.cluster;
  const ofMinor = DIFFERENCES.filter(difference => difference.minor === minor);
  return ofMinor.reduce((told, { applies, released }) => applies(object, told) ? released(object, told) : told, problem);
}

function laterRefused(problem: ObjectProblem, note: string): ObjectProblem {
  return { ...problem, class: 'broken', notes: [...problem.notes ?? [], note] };
}

/** In the words of that release, which had no other policy than that of a sidecar. */
function containerPolicy({ field, message }: ObjectProblem): string {
  const [, value = '""'] = /^Invalid value: (".*?"): /.exec(message) ?? [];
  return field.includes('initContainers[') ? `Unsupported value: ${value}: supported values: "Always"` : 'Forbidden: may not be set for non-init containers';
}

import { refuseAs, Written } from './refused';
import { ServerContext } from '../validation/context';
import { Errors, FieldError } from '../validation/errors';
import { LENIENT, PodScope } from '../validation/pod/scope';

/** The validation of the parts of a pod. */
type PodRules = typeof import('./pod-rules');

/**
 * Refuses what the API server refuses of a part of a pod, as data of the API. What depends on the minor or on the rest of the pod is taken here, and told
 * at synth, when the whole object is there.
 *
 * @param given what is known of the rest.
 */
export function refusePart(
  written: (error: FieldError) => Written, validate: (rules: PodRules, scope: PodScope) => void, given: Partial<PodScope> = {},
): void {
  refuseAs(written, errors => validate(podRules(), partOfPod(errors, given)));
}

function podRules(): PodRules {
  // Loaded late: an import of the library needs none of it.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./pod-rules') as PodRules;
}

const NEWEST = new ServerContext('1.36');

function partOfPod(errors: Errors, given: Partial<PodScope>): PodScope {
  return {
    errors,
    context: NEWEST,
    gates: LENIENT,
    isPod: false,
    spec: {},
    labels: {},
    annotations: {},
    name: '',
    restartPolicy: 'Always',
    gracePeriod: Infinity,
    hostUsers: true,
    hostNetwork: false,
    os: undefined,
    volumes: new Map(),
    claimNames: new Set(),
    met: { fileKeys: false },
    ...given,
  };
}

/** The last word of a path: `mountPath` of `volumeMounts[1].mountPath`. */
export function lastOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

/** A path without its first index, which stands for the part that is looked at: `name` of `[0].name`. */
export function inside(field: string): string {
  return field.replace(/^\[[0-9]+\]\.?/, '');
}

import { ApiObject } from 'cdk8s';
import { FlaggerCanaryProps } from './props';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { LABEL_LIMIT } from '../../base/names';
import { PlainObject } from '../../base/plain';
import { asNumber, asText, objectAt } from '../../base/reading';
import { listed } from '../../base/text/listed';
import { FLAGGER_PRIMARY, FLAGGER_SELECTOR_LABELS } from '../../knowledge/flagger';
import { Workload } from '../../workloads/handle/workload';
import { namespaceIn, objectsIn } from '../../workloads/objects-of-app';
import { requireSpec } from '../pod-templates';

/** The Deployment as it stands in its manifest, and what tells its pods. */
export interface FlaggerTarget {
  readonly deployment: ApiObject;
  readonly name: string;
  readonly namespace?: string;
  /** The label that Flagger takes, and its value on the pods of the Deployment. */
  readonly label: string;
  readonly value: string;
  readonly deadlineSeconds?: number;
}

/** Why other kinds are refused, and what does it for them. */
const OTHERS: { readonly [kind: string]: string } = {
  StatefulSet: 'use IndexCanary, or ModelVariants with a second workload',
  LeaderWorkerSet: 'use Rollout.partition of the group, or ModelVariants with a second workload',
};

/**
 * The one Deployment of the workload. Flagger takes any other kind for a Deployment of that name, and finds none.
 *
 * Source: flagger pkg/canary/factory.go Controller, deployment_controller.go getSelectorLabel (v1.44.0)
 */
export function targetOf(workload: Workload, { selectorLabels = [...FLAGGER_SELECTOR_LABELS] }: FlaggerCanaryProps): FlaggerTarget {
  const { name, apiObjects } = workload;
  const other = apiObjects.find(({ kind }) => kind !== 'Deployment');
  if (other) {
    throw forbidden('workload', `Flagger drives Deployments, and ${name} is a ${other.kind}, of which it cannot make a second one that serves meanwhile`,
      OTHERS[other.kind] ?? 'give a Deployment');
  }
  if (apiObjects.length !== 1) {
    throw forbidden('workload', apiObjects.length === 0 ? `the app holds no object of ${name}, so nothing says how its pods are selected` : `${name} is ${apiObjects.length} Deployments (${listed(apiObjects.map(each => each.name))}), and a Canary is of one`,
      apiObjects.length === 0 ? 'give what the app has' : 'give them one by one');
  }
  const [deployment] = apiObjects;
  const spec = requireSpec(deployment);
  const labels = objectAt(spec, 'selector', 'matchLabels');
  const label = selectorLabels.find(key => asText(labels[key]) !== undefined);
  if (label === undefined) {
    const own = Object.keys(labels)[0];
    throw required('selectorLabels', `the selector of ${deployment.name} has ${listed(Object.keys(labels)) || 'no labels'}, and Flagger looks for one of ${listed(selectorLabels)}: it would refuse the Deployment`,
      own === undefined ? 'select the pods by a label' : `start Flagger with -selector-labels=${[...FLAGGER_SELECTOR_LABELS, own].join(',')} and give the same here; a selector cannot be changed later`);
  }
  const value = asText(labels[label])!;
  checkNames(deployment.name, value);
  return { deployment, name: deployment.name, namespace: workload.namespace, label, value, deadlineSeconds: asNumber(spec.progressDeadlineSeconds) };
}

function checkNames(name: string, value: string): void {
  const longest = name.length >= value.length ? name : value;
  const over = longest.length + FLAGGER_PRIMARY.length - LABEL_LIMIT;
  if (over > 0) {
    throw invalid('workload', longest, `Flagger appends ${FLAGGER_PRIMARY} to it, which is ${over} more than the ${LABEL_LIMIT} characters of a label's value`, `shorten it by ${over}`);
  }
}

/** Objects of some kinds of the app in the namespace of the workload. */
export function objectsAround({ deployment, namespace }: FlaggerTarget, ...kinds: readonly string[]): ApiObject[] {
  return objectsIn(deployment.node.root).filter(object => kinds.includes(object.kind) && namespaceIn(object) === namespace);
}

/** `spec` as it stands now; what cannot be rendered yet has none, and says so at synth. */
export function specOf(object: ApiObject): PlainObject {
  try {
    return objectAt(object.toJson(), 'spec');
  } catch {
    return {};
  }
}

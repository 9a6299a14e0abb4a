import * as kplus from 'cdk8s-plus-28';
import { LocalityServiceProps } from './props';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, plain } from '../../base/plain';
import { checkLabels } from '../../kubernetes/refused/labels';

/** A port that the target's containers declare. */
export interface DeclaredPort {
  readonly number: number;
  readonly name?: string;
  readonly protocol: kplus.Protocol;
}

/** The labels that the Service selects by. Exactly one of `target` and `selector` gives them. */
export function planSelector({ target, selector }: LocalityServiceProps, namespace: string | undefined): Labels {
  if (target !== undefined && selector !== undefined) {
    throw forbidden('selector', 'target says which pods are meant', 'keep one of target and selector');
  }
  if (target !== undefined) {
    return selectorOfTarget(target, namespace);
  }
  if (selector === undefined) {
    throw required('target', 'the Service needs pods behind it', 'give the workload as target, or its labels as selector');
  }
  if (Object.keys(selector).length === 0) {
    throw invalid('selector', selector, 'has no label: nobody makes EndpointSlices for a Service without a selector, so there would be no hints',
      'give the labels of the pods');
  }
  checkLabels('selector', selector);
  return { ...selector };
}

function selectorOfTarget(target: kplus.IPodSelector, namespace: string | undefined): Labels {
  const { labelSelector, namespaces } = target.toPodSelectorConfig();
  const names = namespaces?.names;
  if (namespaces?.labelSelector || (names && !(names.length === 1 && names[0] === namespace))) {
    throw invalid('target', names ?? 'namespaces by label', `a Service selects pods of its own namespace only, which is ${namespace ?? 'not set'}`,
      'put the Service into the namespace of the pods: metadata.namespace');
  }
  const { matchLabels, matchExpressions } = plain(labelSelector._toKube()) as { matchLabels?: PlainObject; matchExpressions?: PlainObject[] };
  if (matchExpressions?.length) {
    throw invalid('target', matchExpressions, 'the selector of a Service is a map of equal labels and has no expressions', 'select by labels only');
  }
  if (!matchLabels || Object.keys(matchLabels).length === 0) {
    throw invalid('target', {}, 'selects every pod of the namespace: a Service without a selector has no endpoints at all', 'select by labels');
  }
  return matchLabels as Labels;
}

/** What the containers behind a target declare; undefined when the target does not tell its containers. */
export function declaredPorts(target: kplus.IPodSelector | undefined): DeclaredPort[] | undefined {
  const pods = podsOf(target);
  return pods?.containers.flatMap(container => container.ports.map(port => (
    { number: port.number, name: port.name, protocol: port.protocol ?? kplus.Protocol.TCP })));
}

/** The pods of a workload: itself, or the template that a pattern of this library exposes (`pods`; `leader`, who answers for its group). */
function podsOf(target: kplus.IPodSelector | undefined): kplus.AbstractPod | undefined {
  const { pods, leader } = (target ?? {}) as { pods?: unknown; leader?: unknown };
  return [target, pods, leader].find((each): each is kplus.AbstractPod => each instanceof kplus.AbstractPod);
}

/** Leaders answer for their group; a Service over all of its pods would send most clients to workers, which do not listen. */
export function refuseWholeGroup(target: kplus.IPodSelector | undefined): void {
  const { leader, worker } = (target ?? {}) as { leader?: unknown; worker?: unknown };
  if (leader instanceof kplus.AbstractPod && worker instanceof kplus.AbstractPod) {
    throw forbidden('target', 'is a group: its workers would become endpoints beside the leaders, who alone answer for it', leader === worker
      ? "in one StatefulSet both roles share a template: use addService('Serving', { role: GroupRole.LEADER, prefer: …, ports: […] }) of the group"
      : 'give the leaders: target: group.leader');
  }
}

import { claimTemplateNames, replicasOf } from './controllers';
import { DerivedNames, Family, Made } from './kind';
import { asObject, asText, isPresent } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, AddedLabels } from '../facts/labels';
import { PodSet } from '../facts/pod-set';

const AGENTS = 'agents.x-k8s.io';
const CREATED_BY = `${AGENTS}/created-by`;

/** Source: kubernetes-sigs/agent-sandbox v0.5.6 controllers/sandbox_controller.go reconcilePod. It hands on who made the sandbox. */
function labelsOf(object: Manifest): AddedLabels {
  const madeBy = isPresent(asObject(asObject(object.body.metadata).labels)[CREATED_BY]);
  return { [`${AGENTS}/sandbox-name-hash`]: ANY_VALUE, ...(madeBy && { [CREATED_BY]: ANY_VALUE }) };
}

/** Source: agent-sandbox v0.5.6 api/v1beta1/sandbox_types.go (operatingMode), api/v1alpha1 (replicas, which is one or nothing) */
function isSuspended(object: Manifest): boolean {
  return asText(object.spec.operatingMode) === 'Suspended' || replicasOf(object) === 0;
}

function sandboxPods(object: Manifest): PodSet {
  return new PodSet({
    carrier: object,
    template: asObject(object.spec.podTemplate),
    field: 'spec.podTemplate',
    pods: isSuspended(object) ? 0 : 1,
    claimTemplates: claimTemplateNames(object.spec.volumeClaimTemplates),
    added: labelsOf(object),
  });
}

/** Source: agent-sandbox v0.5.6 controllers/sandbox_controller.go reconcilePod, reconcilePVCs, reconcileService */
function sandboxNames(object: Manifest): DerivedNames[] {
  return [
    { owner: object, kind: 'Pod', stem: object.name, as: 'its pod' },
    ...claimTemplateNames(object.spec.volumeClaimTemplates).map(template => (
      { owner: object, kind: 'PersistentVolumeClaim', stem: `${template}-${object.name}`, as: `the claim of template "${template}"` })),
    ...(object.spec.service === true ? [{ owner: object, kind: 'Service', stem: object.name, as: 'the headless Service' }] : []),
  ];
}

/** Up to v0.4.5 there is a Service whatever the sandbox says, since v0.4.6 where it asks for one: a reference to it may be right. */
function sandboxService(object: Manifest): readonly Made[] {
  return object.spec.service === false ? [] : [{ kind: 'Service', name: object.name }];
}

/** Agent Sandbox: one pod that keeps its name and claims. Its scale is not said, since v1alpha1 has one (`spec.replicas`) and v1beta1 has none. */
export const SANDBOXES: Family = {
  kinds: [{
    type: `${AGENTS}/Sandbox`,
    pods: object => [sandboxPods(object)],
    numbered: ({ carrier, pods = 1 }) => ({ from: 0, count: pods, nameOf: () => carrier.name, isAlone: true }),
    derivedNames: sandboxNames,
    makes: sandboxService,
    hasAllVariables: true,
    together: 'strangers',
  }],
};

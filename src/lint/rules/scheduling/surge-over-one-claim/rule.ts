import { LABEL_HOSTNAME } from '../../../../base/labels';
import { asText, asTexts, isPresent } from '../../../../base/reading';
import { isOnOneNode } from '../../../../knowledge/node-volumes';
import { Manifest } from '../../../../kubernetes/manifest';
import { isScaled } from '../../../facts/autoscaling';
import { templates } from '../../../facts/carried-pods';
import { claimsNamedBy } from '../../../facts/claims';
import { Facts } from '../../../facts/facts';
import { oneNodeOf } from '../../../facts/one-node';
import { apartTerms, countsOldPods } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { deploymentUpdate } from '../../../kinds/deployment';
import { Rule } from '../../rule';

/** The new pod waits for a volume that the old one has, and the old one for the new one. */
export const surgeOverOneClaim: Rule = {
  id: 'AIW2619',
  title: 'roll-out waits for a volume that the old pod has',
  class: 'risky',
  reason: 'With one replica the default strategy starts the new pod first and keeps the old one until it is ready. A ReadWriteOnce volume is attached to the node of the old one: on another node the new pod stays in ContainerCreating (Multi-Attach error), and '
    + 'neither goes on. A ReadWriteOncePod claim lets no second pod have a node at all.',
  source: 'pkg/controller/deployment/util/deployment_util.go ResolveFenceposts, pkg/controller/volume/attachdetach/reconciler/reconciler.go, pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go (v1.36)',
  remedy: 'Set strategy: {type: Recreate}, or maxSurge: 0 and maxUnavailable: 1; or use a ReadWriteMany claim.',
  appliesTo: ['Deployment'],
  but: 'of Deployments with one replica; a ReadWriteOncePod claim, and pods that must be on different nodes: error; volumes of one node (local-path), and pods bound to one: silent; several replicas are AIW2624 and AIW3105',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const update = pods.carrier.type === 'apps/Deployment' && !pods.isOurs && pods.pods === 1 && !isScaled(facts, pods.carrier)
        ? deploymentUpdate(pods.carrier.spec, 1) : undefined;
      const held = update && update.surge > 0 && update.unavailable === 0 ? heldClaim(facts, pods) : undefined;
      if (update && held) {
        report(pods.carrier, {
          field: update.field,
          message: `Invalid value: ${update.surge}: ${update.text}: the new pod comes first, and ${held.text}`,
          class: held.isSure ? 'broken' : 'risky',
          notes: held.notes,
          help: 'set strategy: {type: Recreate}, or maxSurge: 0 and maxUnavailable: 1',
        });
      }
    }
  },
};

interface HeldClaim {
  readonly text: string;
  readonly isSure: boolean;
  readonly notes: readonly string[];
}

/** The first claim that two pods of the set cannot have, as far as its modes say. */
function heldClaim(facts: Facts, pods: PodSet): HeldClaim | undefined {
  const claims = claimsNamedBy(pods).flatMap(({ claim, field }) => {
    const object = facts.find('PersistentVolumeClaim', pods.place, claim);
    return object ? [{ object, field, modes: asTexts(object.spec.accessModes) }] : [];
  });
  const ofOnePod = claims.find(({ modes }) => modes.includes('ReadWriteOncePod'));
  if (ofOnePod) {
    return { text: `claim "${ofOnePod.object.name}" is ReadWriteOncePod: it gets no node while the old pod is there`, isSure: true, notes: [ofOnePod.field] };
  }
  const apart = apartTerms(pods, LABEL_HOSTNAME).find(countsOldPods);
  const ofOneNode = claims.find(({ object, modes }) => modes.length > 0 && modes.every(mode => mode === 'ReadWriteOnce')
    && (apart !== undefined || (oneNodeOf(pods) === undefined && !staysOnNode(facts, object))));
  return ofOneNode && {
    text: `claim "${ofOneNode.object.name}" is ReadWriteOnce: on another node than the old pod's it waits for the volume for ever`,
    isSure: apart !== undefined,
    notes: [ofOneNode.field, ...apart ? [`the pods must be apart: ${apart.field}`] : []],
  };
}

/** Whether its volume binds pods to the node where it is, or needs no attachment. */
function staysOnNode(facts: Facts, claim: Manifest): boolean {
  const volume = facts.find('PersistentVolume', '', asText(claim.spec.volumeName) ?? '')?.spec;
  const className = asText(claim.spec.storageClassName);
  const provisioner = facts.find('storage.k8s.io/StorageClass', '', className ?? '')?.body.provisioner;
  return volume ? NOT_ATTACHED.some(source => isPresent(volume[source])) : isOnOneNode(className, asText(provisioner));
}

const NOT_ATTACHED: readonly string[] = ['local', 'hostPath', 'nfs', 'nodeAffinity'];

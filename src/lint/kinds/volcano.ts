import { lastIndex } from './controllers';
import { DerivedNames, Family, NO_SCALE } from './kind';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText } from '../../base/reading';
import { VOLCANO as VOLCANO_SCHEDULER } from '../../knowledge/gangs';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, AddedLabels, exactly, ordinals } from '../facts/labels';
import { PodSet } from '../facts/pod-set';

const VOLCANO = 'volcano.sh';

/** Source: volcano pkg/controllers/job/job_controller_util.go createJobPod, pkg/webhooks/admission/jobs/mutate (v1.14). Plugins add ports and volumes. */
function volcanoPods(object: Manifest): PodSet[] {
  const open = Object.keys(asObject(object.spec.plugins)).length > 0;
  return asList(object.spec.tasks).map((task, index) => {
    const name = taskName(task, index);
    const count = asNumber(task.replicas) ?? 1;
    return new PodSet({
      carrier: object,
      role: name,
      template: asObject(task.template),
      field: `spec.tasks[${index}].template`,
      pods: count,
      open,
      hasAllLabels: true,
      added: volcanoLabels(object, name, count),
    });
  });
}

/** A task without a name is given one by its place. */
function taskName(task: PlainObject, index: number): string {
  return asText(task.name) ?? `default${index}`;
}

function volcanoLabels(object: Manifest, task: string, count: number): AddedLabels {
  return {
    [`${VOLCANO}/job-name`]: exactly(object.name),
    [`${VOLCANO}/job-namespace`]: exactly(object.place),
    [`${VOLCANO}/task-spec`]: exactly(task),
    [`${VOLCANO}/task-index`]: ordinals(0, count),
    [`${VOLCANO}/queue-name`]: ANY_VALUE,
    [`${VOLCANO}/partition-id`]: ANY_VALUE,
  };
}

/** Source: volcano pkg/controllers/job/helpers/helpers.go PodNameFmt, pkg/controllers/job/plugins/svc/svc.go (v1.14): a Service with that plugin only */
function volcanoNames(object: Manifest): DerivedNames[] {
  const pods = asList(object.spec.tasks).map((task, index) => ({
    owner: object,
    kind: 'Pod',
    stem: `${object.name}-${taskName(task, index)}-`,
    from: 0,
    to: lastIndex(0, asNumber(task.replicas)),
    as: `a pod of task "${taskName(task, index)}"`,
  }));
  const plugins = asObject(object.spec.plugins);
  const has = (plugin: string) => Object.hasOwn(plugins, plugin);
  return [
    ...pods,
    ...(has('svc') ? [
      { owner: object, kind: 'Service', stem: object.name, as: 'the headless Service' },
      { owner: object, kind: 'ConfigMap', stem: `${object.name}-svc`, as: 'the list of hosts' },
    ] : []),
    ...(has('ssh') ? [{ owner: object, kind: 'Secret', stem: `${object.name}-ssh`, as: 'the SSH keys' }] : []),
  ];
}

/** Source: the CRDs of volcano 1.14; volcano scheduling/v1beta1 types.go */
export const VOLCANO_JOBS: Family = {
  kinds: [{
    type: 'batch.volcano.sh/Job',
    pods: volcanoPods,
    derivedNames: volcanoNames,
    numbered: ({ carrier, role, pods = 0 }) => ({ from: 0, count: pods, nameOf: index => `${carrier.name}-${role}-${index}` }),
    scale: NO_SCALE,
    together: 'group',
    ends: true,
    unscaledOwner: 'a Volcano Job',
  }],
  gangs: [{
    type: 'scheduling.volcano.sh/PodGroup',
    least: ['minMember'],
    nameOf: pods => asText(pods.annotations[VOLCANO_SCHEDULER.groupAnnotation]),
    fieldOf: pods => pods.metadataField(`annotations[${VOLCANO_SCHEDULER.groupAnnotation}]`),
  }],
};

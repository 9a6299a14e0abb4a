import { Complaint } from '../../../kubernetes/complaint';
import { podSetsOf } from '../../facts/carried-pods';
import { PlacedContainer, PodSet } from '../../facts/pod-set';
import { ChangeRule } from '../changes';
import { LastingMount, dataMounts, mountedAt } from '../data-mounts';

/** Pods that look for their data where they are not. */
export const otherData: ChangeRule = {
  id: 'AIW4010',
  title: 'pods find other data',
  class: 'lossy',
  reason: 'What a program wrote stays in the claim or directory where it was mounted. With another claim, another path inside it, or another mount path the new pods find an empty or a foreign directory and start as if for the first time; '
    + 'what they write where nothing is mounted any more goes with the pod.',
  source: 'kubernetes.io, persistent volumes: a pod sees what its volumes are; docker.io/library/postgres: an empty data directory is initialised',
  remedy: 'Keep claim, path and mount path; or copy the data while nothing writes, change the pods, and accept the finding with that reason.',
  appliesTo: ['every carrier of pods'],
  but: 'nothing is said of what is mounted for reading only',
  check: (changes, report) => {
    for (const change of changes.changed) {
      const old = podSetsOf(changes.before, change.previous);
      podSetsOf(changes.after, change.next).forEach((pods, index) => {
        const was = old.find(each => each.role !== undefined && each.role === pods.role) ?? old[index];
        if (was) {
          complaintsOf(was, pods).forEach(complaint => report(change.next, complaint));
        }
      });
    }
  },
};

type Placed = PlacedContainer | undefined;

function complaintsOf(before: PodSet, after: PodSet): Complaint[] {
  return before.containers.flatMap(container => {
    const next = sameContainer(container, before, after);
    return dataMounts(before, container).flatMap(mount => complaintOf(mount, next, after) ?? []);
  });
}

/** By name; the only main container is the same one whatever it is called. */
function sameContainer({ name, isMain }: PlacedContainer, before: PodSet, after: PodSet): Placed {
  const [was, will] = [before, after].map(({ containers }) => containers.filter(each => each.isMain));
  return after.containers.find(each => each.name === name) ?? (isMain && was.length === 1 && will.length === 1 ? will[0] : undefined);
}

const HELP = 'keep it as it is deployed, or copy the data first';

function complaintOf(mount: LastingMount, container: Placed, after: PodSet): Complaint | undefined {
  const now = container && mountedAt(after, container, mount.path);
  if (now?.source === mount.source || isRenamedTemplate(mount, after)) {
    return undefined;
  }
  if (now) {
    return { field: now.field, message: `Invalid value: ${JSON.stringify(now.source)}: was ${mount.source} at ${mount.path}: the data in it stay there, and the new pods do not see them`, help: HELP };
  }
  const all = container ? [container] : after.containers;
  const elsewhere = all.flatMap(each => dataMounts(after, each)).find(({ source }) => source === mount.source);
  if (elsewhere && container) {
    return {
      field: `${elsewhere.field}.mountPath`,
      message: `Invalid value: ${JSON.stringify(elsewhere.path)}: ${mount.source} was mounted at ${mount.path}: a program that reads there finds nothing of what it wrote`,
      help: `mount it at ${mount.path}, or tell the program where its data are now`,
    };
  }
  return elsewhere ? undefined : {
    field: container ? `${container.field}.volumeMounts` : after.at('containers'),
    message: `Required value: ${mount.source} was mounted at ${mount.path} and is mounted no more: its data stay behind, and what is written there goes with the pod`,
    help: HELP,
  };
}

/** The API server refuses another claim template; that is said of the set. */
function isRenamedTemplate({ source }: LastingMount, after: PodSet): boolean {
  const template = /^claim template ([^,]+)/.exec(source)?.[1];
  return template !== undefined && !after.claimTemplates.includes(template);
}

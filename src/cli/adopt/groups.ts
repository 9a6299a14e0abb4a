import { acceleratorOf, metadataOf } from './carrier';
import { Call, call } from './expression';
import { Fields, commandOf, containerProps, podProps, portsOf, sharedMemoryOf } from './pod';
import { NotAdopted, Recogniser, Recognising, namesOf, volumesOf } from './proposal';
import { customEngine, portOf } from './serving';
import { asNumber, asObject, asText } from '../../base/reading';
import { acceleratorUses } from '../../lint/facts/accelerators';
import { podSetsOf } from '../../lint/facts/carried-pods';
import { engineCommands } from '../../lint/facts/engine-command';
import { PlacedContainer, PodSet } from '../../lint/facts/pod-set';

/** A LeaderWorkerSet whose pods have devices: the construct writes the same object. Neither role has a selector of the user's. */
export const recogniseGroups: Recogniser = (object, context) => {
  if (object.type !== 'leaderworkerset.x-k8s.io/LeaderWorkerSet') {
    return undefined;
  }
  const [sets, template] = [podSetsOf(context.facts, object), asObject(object.spec.leaderWorkerTemplate)];
  const size = asNumber(template.size);
  const worker = sets.find(({ role }) => role === 'worker') ?? sets[0];
  const main = worker && mainOf(worker);
  if (!main) {
    return undefined;
  }
  if (size === undefined || size < 2) {
    throw new NotAdopted('it has no workers: groups of one pod are a Deployment or a StatefulSet');
  }
  const leader = template.leaderTemplate === undefined ? undefined : sets.find(({ role }) => role === 'leader');
  const leaderMain = leader && leader.containers.find(({ isMain }) => isMain);
  const names = namesOf(object.name, context);
  const common = { id: names.id, context };
  const replicas = asNumber(object.spec.replicas);
  return [{
    construct: 'LeaderWorkerGroup',
    ...names,
    carrier: object,
    calls: [],
    notes: [],
    server: () => serverOf(leader ?? worker, leaderMain ?? main),
    props: {
      ...(names.id === object.name ? {} : { name: object.name }),
      ...(replicas === undefined || replicas < 2 ? {} : { groups: replicas }),
      size,
      backend: call('LeaderWorkerBackend.leaderWorkerSet'),
      ...(template.restartPolicy === 'None' ? { restart: call('GroupRestart.none') } : {}),
      accelerator: acceleratorOf(main)!.expression,
      container: roleOf(worker, main, common),
      ...(leader && leaderMain ? { leader: roleOf(leader, leaderMain, common) } : {}),
      ...podProps(names.id, asObject(template.workerTemplate), main.container, volumesOf(names.id, worker.spec, context)),
      placement: call('Placement.anywhere'),
      disruptionBudget: call('DisruptionBudget.none'),
      ...metadataOf(object),
    },
  }];
};

/** What answers in the pods that lead. How it is started, the container says. */
function serverOf(pods: PodSet, placed: PlacedContainer): Call {
  const engine = engineCommands(pods).find(each => each.placed === placed && each.engine.serves !== undefined);
  const { callee, args } = customEngine(placed, engine, { port: portOf(placed, engine, []), devices: acceleratorOf(placed)?.count ?? 1 });
  const { command, args: words, ...facts } = args![0] as Fields;
  return call(callee, facts);
}

function mainOf(pods: PodSet): PlacedContainer | undefined {
  return pods.containers.find(each => each.isMain && acceleratorUses(each).length > 0);
}

/** Whose role it is. */
interface OfGroup {
  readonly id: string;
  readonly context: Recognising;
}

function roleOf(pods: PodSet, { container }: PlacedContainer, { id, context }: OfGroup): Fields {
  const volumes = volumesOf(`${id}-${pods.role ?? 'pod'}`, pods.spec, context);
  return {
    image: asText(container.image) ?? '',
    ...commandOf(container),
    ...portsOf(container),
    ...containerProps(`${id}-${pods.role ?? 'pod'}`, container, volumes, sharedMemoryOf(container, pods.spec)),
  };
}

import { BackendKind } from './identity';
import { LeaderWorkerGroupProps } from './props';
import { forbidden } from '../../base/errors/invalid-input';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';

export type RestartKind = 'none' | 'fateSharing' | 'recreateGroup';

/** What happens to a group when one of its pods fails. */
export interface RestartPlan {
  readonly kind: RestartKind;
  /** Why the default is not to share fate, where the engine would allow it. */
  readonly because?: string;
}

/** What was asked for, or the default. */
export function planRestart(backend: BackendKind, props: LeaderWorkerGroupProps, target: Target): RestartPlan {
  if (props.restart) {
    return { kind: props.restart._kind };
  }
  return backend === 'leaderWorkerSet' ? { kind: 'recreateGroup' } : plainDefault(backend, props, target);
}

/** Only the LeaderWorkerSet controller deletes and re-creates a group; a StatefulSet restarts one pod. */
export function checkRestart(backend: BackendKind, props: LeaderWorkerGroupProps): void {
  const isLws = backend === 'leaderWorkerSet';
  const kind = props.restart?._kind;
  if (kind === 'recreateGroup' && !isLws) {
    throw forbidden('restart', 'plain StatefulSets cannot re-create a group when one of its pods fails',
      'use LeaderWorkerBackend.leaderWorkerSet(), or GroupRestart.fateSharing where the engine has a port');
  }
  if (kind === 'fateSharing' && isLws) {
    throw forbidden('restart', 'the LeaderWorkerSet controller re-creates the whole group; probes would fight it', 'use GroupRestart.recreateGroup()');
  }
  if (kind === 'fateSharing' && backend === 'singleStatefulSet') {
    checkOneTemplate(props);
  }
}

/** What an engine makes safe by itself: its port goes away with the leader, and its health path is the leader's probe. */
function plainDefault(backend: BackendKind, props: LeaderWorkerGroupProps, target: Target): RestartPlan {
  if (!props.engine || props.size === 1 || !target._since(DefaultSet.V2)) {
    return { kind: 'none' };
  }
  const own = ownProbe(backend, props);
  return own ? { kind: 'none', because: `${own} is given, and a container has one` } : { kind: 'fateSharing' };
}

/** A probe of the user where fate sharing would put its own. */
function ownProbe(backend: BackendKind, { container, worker }: LeaderWorkerGroupProps): string | undefined {
  const probes = ['liveness', 'startup'] as const;
  const found = backend === 'singleStatefulSet' ? probes.find(probe => container?.[probe]) : probes.find(probe => worker?.[probe]);
  return found && `${backend === 'singleStatefulSet' ? 'container' : 'worker'}.${found}`;
}

/** Without an engine nobody can write a probe that asks one thing of the leader and another of workers. */
function checkOneTemplate(props: LeaderWorkerGroupProps): void {
  const taken = ownProbe('singleStatefulSet', props);
  if (!props.engine || taken) {
    throw forbidden('restart', 'fate sharing gives leader and workers different probes, and a single StatefulSet has one template for both'
      + (taken && props.engine ? `, whose probe is given (${taken})` : ''), 'use LeaderWorkerBackend.statefulSets()');
  }
  const figure = (['tolerance', 'startup'] as const).find(name => props.restart!._fateSharing![name] !== undefined);
  if (figure) {
    throw forbidden(`restart.${figure}`, 'a single StatefulSet has one template, so workers have the figures of the engine\'s own probes',
      'leave it out, or use LeaderWorkerBackend.statefulSets()');
  }
}

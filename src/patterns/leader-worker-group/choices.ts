import { Duration } from 'cdk8s';
import { RoleOfSet } from './backends/role-of-set';
import { invalid } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkPortNumber } from '../../kubernetes/refused/names';
import { ModelPreload, preloadSeconds } from '../../pod/model/model-preload';

/**
 * What carries the groups. Handles and environment are the same for all.
 */
export class LeaderWorkerBackend {
  /**
   * Plain objects: for each group a StatefulSet of one leader (ordinal 0) and one of workers (`ordinals.start: 1`, so the ordinal is the
   * rank). Leader and workers may differ in everything.
   */
  public static statefulSets(): LeaderWorkerBackend {
    return new LeaderWorkerBackend('statefulSets');
  }

  /**
   * Plain objects: for each group one StatefulSet whose pod 0 leads. One template, so leader and workers differ only in their command.
   */
  public static singleStatefulSet(): LeaderWorkerBackend {
    return new LeaderWorkerBackend('singleStatefulSet');
  }

  /**
   * One `leaderworkerset.x-k8s.io/v1` LeaderWorkerSet. Its controller must be installed; it re-creates whole groups, rolls out group by group
   * and scales with an autoscaler.
   *
   * @example
   * const llama = new LeaderWorkerGroup(chart, 'Llama405', {
   *   size: 2,
   *   backend: LeaderWorkerBackend.leaderWorkerSet(),
   *   engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-405B-Instruct-FP8', tensorParallel: 8, pipelineParallel: 2 }),
   *   accelerator: Accelerator.nvidia(8),
   *   modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }),
   * });
   */
  public static leaderWorkerSet(): LeaderWorkerBackend {
    return new LeaderWorkerBackend('leaderWorkerSet');
  }

  /**
   * LeaderWorkerSets that the controller of a common object makes.
   *
   * @internal
   */
  public static _roleOf(set: RoleOfSet): LeaderWorkerBackend {
    return new LeaderWorkerBackend('leaderWorkerSet', set);
  }

  private constructor(
    /** @internal */ public readonly _kind: 'statefulSets' | 'singleStatefulSet' | 'leaderWorkerSet',
    /** @internal */ public readonly _set?: RoleOfSet) {}
}

/**
 * How long a worker waits.
 */
export interface LeaderWaitOptions {
  /**
   * When to give up: the container then exits with a message, and the kubelet restarts it with its back-off. With `recreateGroup` that
   * re-creates the group, its leader included.
   *
   * @default Duration.minutes(5)
   */
  readonly timeout?: Duration;
}

/**
 * What workers wait for before they run their command. The wait is part of the container's entry point, so it also runs after a container
 * restart, which an init container does not.
 */
export class LeaderWait {
  /**
   * The leader's name resolves (`getent`, which every glibc and musl image has). Enough for clients that retry a refused connection.
   *
   * Where the image's entry point is not known (no `command`), a native sidecar with a startup probe waits instead.
   *
   * @param options The bound.
   */
  public static forName(options: LeaderWaitOptions = {}): LeaderWait {
    return new LeaderWait('name', seconds('LeaderWait.forName(timeout)', options.timeout));
  }

  /**
   * A port of the leader answers. Needs python3 in the image.
   *
   * @param port Port on the leader.
   * @param options The bound.
   */
  public static forPort(port: number, options: LeaderWaitOptions = {}): LeaderWait {
    checkPortNumber('LeaderWait.forPort(port)', port);
    return new LeaderWait('port', seconds('LeaderWait.forPort(timeout)', options.timeout), port);
  }

  /**
   * Nothing: the program itself waits.
   */
  public static none(): LeaderWait {
    return new LeaderWait('none', 0);
  }

  private constructor(
    /** @internal */ public readonly _kind: 'name' | 'port' | 'none',
    /** @internal */ public readonly _seconds: number,
    /** @internal */ public readonly _port?: number) {}
}

/**
 * Fate sharing of leader and workers on plain StatefulSets.
 */
export interface FateSharingOptions {
  /**
   * Port of the leader that goes away when the group is broken: the engine's HTTP or rendezvous port.
   *
   * @default - the engine's port; required without an engine
   */
  readonly port?: number;

  /**
   * How long workers tolerate a leader that does not answer. Refused in one StatefulSet, whose pods share the figures of the engine's probes.
   *
   * @default Duration.seconds(60)
   */
  readonly tolerance?: Duration;

  /**
   * How long the leader may take to open the port, counted from the start of the worker: a node, the image, load and compile. Refused in one
   * StatefulSet, as above.
   *
   * @default - with an engine its startup budget, and 30 minutes for the leader's node and image (DefaultSet.V1: the budget alone); else 30 minutes
   */
  readonly startup?: Duration;
}

/**
 * What happens to the rest of a group when one of its pods fails.
 */
export class GroupRestart {
  /**
   * Each pod is restarted on its own; the framework must cope. The default on plain StatefulSets without an engine, and of DefaultSet.V1.
   */
  public static none(): GroupRestart {
    return new GroupRestart('none');
  }

  /**
   * Plain StatefulSets: workers probe a port of the leader and are restarted when it is gone. The leader needs a liveness probe that fails
   * when a worker is lost; an engine brings port and probe. `explain()` prints the worst case. The default with an engine.
   *
   * In one StatefulSet it needs an engine, whose probes then look at the index.
   *
   * @param options The port and the bounds.
   */
  public static fateSharing(options: FateSharingOptions = {}): GroupRestart {
    if (options.port !== undefined) {
      checkPortNumber('GroupRestart.fateSharing(port)', options.port);
    }
    for (const name of ['tolerance', 'startup'] as const) {
      if (options[name] !== undefined) {
        wholeSeconds(`GroupRestart.fateSharing(${name})`, options[name]);
      }
    }
    return new GroupRestart('fateSharing', options);
  }

  /**
   * The whole group is deleted and created again. Only with the LeaderWorkerSet backend (its default), since no plain object does it.
   */
  public static recreateGroup(): GroupRestart {
    return new GroupRestart('recreateGroup');
  }

  private constructor(
    /** @internal */ public readonly _kind: 'none' | 'fateSharing' | 'recreateGroup',
    /** @internal */ public readonly _fateSharing?: FateSharingOptions) {}
}

const DEFAULT_WAIT_SECONDS = 300;

/** Long enough for a node that must be created first and for the image of an engine. */
const PATIENT_SECONDS = 30 * 60;

/**
 * Where the controller re-creates a group at every restart, giving up is not a retry: it takes the leader down that is still pulling its image
 * or waiting for a node, and the group begins again. In a Ray cluster a worker waits for what the leader does after its preload.
 *
 * Source: kubernetes-sigs/lws#725
 */
export function defaultWait(restart: 'none' | 'fateSharing' | 'recreateGroup', preload: ModelPreload | undefined): LeaderWait {
  return LeaderWait.forName(restart === 'recreateGroup' ? { timeout: Duration.seconds(PATIENT_SECONDS + preloadSeconds(preload)) } : {});
}

function seconds(field: string, timeout: Duration | undefined): number {
  const value = timeout === undefined ? DEFAULT_WAIT_SECONDS : wholeSeconds(field, timeout);
  if (value < 1) {
    throw invalid(field, `${value}s`, 'must be at least one second', 'use LeaderWait.none() to not wait');
  }
  return value;
}

carriesMistakes(LeaderWorkerBackend, () => LeaderWorkerBackend.statefulSets());
carriesMistakes(LeaderWait, () => LeaderWait.none());
carriesMistakes(GroupRestart, () => GroupRestart.none());

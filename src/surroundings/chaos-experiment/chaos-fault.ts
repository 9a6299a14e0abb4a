import { Duration } from 'cdk8s';
import { PartitionOptions, SlowNetworkOptions, LossyNetworkOptions } from './fault-options';
import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { wholeSeconds } from '../../base/seconds';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkNamePart } from '../../kubernetes/refused/names';
import { PodPart } from '../../workloads/handle/pods';

/** What the fault is made of. */
export interface FaultParts {
  readonly kind: 'PodChaos' | 'NetworkChaos';
  readonly action: 'pod-kill' | 'pod-failure' | 'container-kill' | 'delay' | 'loss' | 'partition';
  readonly seconds?: number;
  readonly graceSeconds?: number;
  readonly container?: string;
  /** The other side of a connection. */
  readonly target?: PodPart;
  readonly latency?: string;
  readonly jitter?: string;
  readonly percent?: number;
}

/**
 * What goes wrong.
 */
export class ChaosFault {
  /**
   * Pods are deleted. That is no eviction: no disruption budget is asked, and a Job counts it as a failure.
   *
   * @param gracePeriod Time between the stop signal and the end, in whole seconds; 1 second when left out. None at all (0) removes the pod from the API
   *   server while its processes may still run, and is refused where another pod of the same name would start beside them.
   */
  public static killPod(gracePeriod: Duration = Duration.seconds(1)): ChaosFault {
    return new ChaosFault({ kind: 'PodChaos', action: 'pod-kill', graceSeconds: wholeSeconds('ChaosFault.killPod(gracePeriod)', gracePeriod) });
  }

  /**
   * Pods stay and do nothing: the images of their containers are replaced for a while, by one that sleeps.
   *
   * @param duration How long, in whole seconds.
   */
  public static failPod(duration: Duration): ChaosFault {
    return new ChaosFault({ kind: 'PodChaos', action: 'pod-failure', seconds: wholeSeconds('ChaosFault.failPod(duration)', duration, 1) });
  }

  /**
   * A container is killed and starts again in its pod, as after a crash of its program.
   *
   * @param container Its name; that of the role's main container when left out.
   */
  public static killContainer(container?: string): ChaosFault {
    if (container !== undefined) {
      checkNamePart('ChaosFault.killContainer(container)', container);
    }
    return new ChaosFault({ kind: 'PodChaos', action: 'container-kill', container });
  }

  /**
   * Packets that pods send arrive later. Of TCP and UDP over the kernel: RDMA passes it by.
   *
   * @param options How much later, for how long, to whom.
   */
  public static delay(options: SlowNetworkOptions): ChaosFault {
    const latency = milliseconds('ChaosFault.delay(latency)', options.latency, 1);
    const jitter = options.jitter && milliseconds('ChaosFault.delay(jitter)', options.jitter, 1);
    return new ChaosFault({
      kind: 'NetworkChaos', action: 'delay', latency, jitter, seconds: wholeSeconds('ChaosFault.delay(duration)', options.duration, 1), target: options.towards,
    });
  }

  /**
   * Packets that pods send are lost. Of TCP and UDP over the kernel: RDMA passes it by.
   *
   * @param options Which share, for how long, to whom.
   */
  public static loss(options: LossyNetworkOptions): ChaosFault {
    const percent = wholeNumber('ChaosFault.loss(percent)', options.percent, { min: 1, max: 100, help: 'give a share of the packets in per cent' });
    return new ChaosFault({ kind: 'NetworkChaos', action: 'loss', percent, seconds: wholeSeconds('ChaosFault.loss(duration)', options.duration, 1), target: options.towards });
  }

  /**
   * Two parts of the workload do not hear each other, in both directions.
   *
   * @param options The other part, and for how long.
   */
  public static partition(options: PartitionOptions): ChaosFault {
    return new ChaosFault({ kind: 'NetworkChaos', action: 'partition', seconds: wholeSeconds('ChaosFault.partition(duration)', options.duration, 1), target: options.from });
  }

  private constructor(/** @internal */ public readonly _parts: FaultParts) {}
}

function milliseconds(field: string, duration: Duration, min: number): string {
  const amount = duration.toMilliseconds({ integral: false });
  if (!Number.isInteger(amount) || amount < min) {
    throw invalid(field, `${amount}ms`, `must be whole milliseconds, at least ${min}`, 'for example Duration.millis(100)');
  }
  return `${amount}ms`;
}

carriesMistakes(ChaosFault, () => ChaosFault.killPod());

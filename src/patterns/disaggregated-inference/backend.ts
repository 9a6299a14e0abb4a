import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * What carries the pods of prefill and decode. Labels, Services and router are the same for both.
 */
export class DisaggregatedBackend {
  /**
   * Objects of each role's own pattern: a Deployment, StatefulSets or a LeaderWorkerSet for each. Each role scales and rolls out by itself.
   */
  public static perRole(): DisaggregatedBackend {
    return new DisaggregatedBackend('perRole');
  }

  /**
   * One `disaggregatedset.x-k8s.io/v1` DisaggregatedSet of all roles, which must be groups (`InferenceRole.groups`, of one pod with `size: 1`). Its controller, of
   * LeaderWorkerSet 0.9.0, makes a LeaderWorkerSet of each role, and replaces all roles in common steps when any of their templates changes. How many groups a step
   * takes away, or brings before, follows from the numbers of the roles and `spareGpus` of the Target.
   *
   * It has no scale: nothing may scale a role. Claims of pods are refused, since each revision has pods of other names.
   *
   * Source: kubernetes-sigs/lws keps/766-DisaggregatedSet, pkg/controllers/disaggregatedset (v0.9.0)
   */
  public static disaggregatedSet(): DisaggregatedBackend {
    return new DisaggregatedBackend('disaggregatedSet');
  }

  private constructor(/** @internal */ public readonly _kind: 'perRole' | 'disaggregatedSet') {}
}

carriesMistakes(DisaggregatedBackend, () => DisaggregatedBackend.perRole());

import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Labels } from '../base/labels';
import { PlainObject, compact } from '../base/plain';
import { ObjectOptions, createObject } from '../pod/template/plain-api-object';

/** A StatefulSet whose ordinals have a meaning: a rank, or a position in a zone's range. */
export interface IndexedStatefulSetOptions extends ObjectOptions {
  /** Headless Service that gives the pods their names. Immutable. */
  readonly serviceName: string;
  readonly replicas: number;
  /** Ordinal of the first pod. Source: KEP-3335 (GA 1.31). */
  readonly firstOrdinal?: number;
  /** Immutable. */
  readonly selector: Labels;
  /** Immutable. `Parallel`: pods of one world wait for each other, so they must start together. */
  readonly podManagementPolicy: 'Parallel' | 'OrderedReady';
  readonly updateStrategy: PlainObject;
  /** How long a new pod must be ready before the update goes on. */
  readonly minReadySeconds?: number;
  readonly template: () => PlainObject;
  /** Immutable. */
  readonly volumeClaimTemplates?: PlainObject[];
  readonly claimRetention?: PlainObject;
}

export function createStatefulSet(scope: Construct, id: string, options: IndexedStatefulSetOptions): ApiObject {
  return createObject(scope, id, 'apps/v1', 'StatefulSet', options, {
    spec: () => compact({
      serviceName: options.serviceName,
      replicas: options.replicas,
      ordinals: options.firstOrdinal ? { start: options.firstOrdinal } : undefined,
      podManagementPolicy: options.podManagementPolicy,
      updateStrategy: options.updateStrategy,
      minReadySeconds: options.minReadySeconds || undefined,
      selector: { matchLabels: { ...options.selector } },
      template: options.template(),
      volumeClaimTemplates: options.volumeClaimTemplates?.map(storedClaim),
      persistentVolumeClaimRetentionPolicy: options.claimRetention,
    }),
  });
}

/**
 * A claim template with all fields that the API server adds: it compares the list as a whole, so `kubectl apply` would otherwise always say `configured`.
 * Source: pkg/apis/apps/v1/conversion.go, pkg/apis/core/v1/defaults.go SetDefaults_PersistentVolumeClaim (v1.36)
 */
function storedClaim({ metadata, spec }: PlainObject): PlainObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: { volumeMode: 'Filesystem', ...spec as PlainObject },
    status: { phase: 'Pending' },
  };
}

import { finishedName, NameRule, pathSegment } from '../../names';
import type { ValidateKind } from '../subject';

interface ClusterRules {
  readonly load: () => ValidateKind;
  readonly isNamed?: boolean;
  readonly metadata?: 'last';
  readonly kubeFinalizers?: boolean;
  readonly name?: () => NameRule;
  readonly pod?: string;
}


/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
/** Kinds with which administrators share out a cluster, and what stands behind Services; their validation is complete. */
export const CLUSTER_KINDS: ReadonlyArray<readonly [string, ClusterRules]> = [
  ['ResourceQuota', { load: () => (require('./resource-quota') as typeof import('./resource-quota')).validateResourceQuota }],
  ['LimitRange', { isNamed: true, load: () => (require('./limit-range') as typeof import('./limit-range')).validateLimitRange }],
  ['ReplicationController', {
    name: () => finishedName, pod: 'spec.template', load: () => (require('./replication-controller') as typeof import('./replication-controller')).validateReplicationController,
  }],
  ['Node', { load: () => (require('./node') as typeof import('./node')).validateNode }],
  ['Endpoints', { load: () => (require('./endpoints') as typeof import('./endpoints')).validateEndpoints }],
  ['Event', { name: () => pathSegment, metadata: 'last', kubeFinalizers: false, load: () => (require('./event') as typeof import('./event')).validateEvent }],
  ['events.k8s.io/Event', { load: () => (require('./event') as typeof import('./event')).validateNewerEvent }],
  ['apps/ControllerRevision', { load: () => (require('./controller-revision') as typeof import('./controller-revision')).validateControllerRevision }],
  ['networking.k8s.io/IngressClass', { load: () => (require('./ingress-class') as typeof import('./ingress-class')).validateIngressClass }],
  ['discovery.k8s.io/EndpointSlice', { load: () => (require('./endpoint-slice') as typeof import('./endpoint-slice')).validateEndpointSlice }],
];
/* eslint-enable @typescript-eslint/no-require-imports */

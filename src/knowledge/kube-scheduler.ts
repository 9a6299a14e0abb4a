/*
 * What kube-scheduler reads of its configuration, and what a second one needs.
 *
 * Source: pkg/scheduler/apis/config/{scheme/scheme.go,v1/default_plugins.go,v1/defaults.go,validation}, cmd/kube-scheduler/app/server.go (v1.36)
 */

export const SCHEDULER_GROUP = 'kubescheduler.config.k8s.io';
export const SCHEDULER_API = `${SCHEDULER_GROUP}/v1`;
export const SCHEDULER_CONFIGURATION = 'KubeSchedulerConfiguration';
export const DEFAULT_SCHEDULER = 'default-scheduler';

/** The last minor that reads a version. Source: KEP-785 (v1beta2 removed in 1.28, v1beta3 in 1.29); v1beta1 is in pkg/scheduler/apis/config of 1.22 and no longer of 1.23 */
export const ENDED_VERSIONS: { readonly [version: string]: string } = { v1beta1: '1.22', v1beta2: '1.27', v1beta3: '1.28' };

/** Of a resource in a score: at least 1, at most this; 0 is filled in as 1. */
export const MOST_WEIGHT = 100;

/** Of a point of a shape. */
export const MOST_SCORE = 10;

export const SCORING_STRATEGIES: readonly string[] = ['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'];

/** Weights of what else scores, where nobody says otherwise. */
export const SCORE_WEIGHTS = { TaintToleration: 3, NodeAffinity: 2, PodTopologySpread: 2, InterPodAffinity: 2 } as const;

/** Port of health and metrics, with TLS. */
export const SCHEDULER_PORT = 10259;

/**
 * Roles that every API server makes for its own scheduler, with what its minor needs (claims of devices, groups of pods). The name of the Lease is fixed in them.
 *
 * Source: plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go, namespace_policy.go (v1.36)
 */
export const SCHEDULER_ROLES = ['system:kube-scheduler', 'system:volume-scheduler'] as const;
export const AUTHENTICATION_READER = { namespace: 'kube-system', name: 'extension-apiserver-authentication-reader' } as const;

/** Schedulers that people install with charts of their own, by the name that pods give. */
export const SCHEDULERS_OF_OTHERS: ReadonlySet<string> = new Set([
  'volcano', 'yunikorn', 'kai-scheduler', 'scheduler-plugins-scheduler', 'gke.io/optimize-utilization-scheduler', 'stork', 'topolvm-scheduler', 'koord-scheduler',
]);

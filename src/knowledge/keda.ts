/*
 * KEDA: what it takes, what it adds by itself, and where it says no.
 *
 * Source: kedacore/keda v2.21.0, the files that are named below
 */

export const KEDA_API = 'keda.sh/v1alpha1';

/** How often it asks while nothing runs, where nobody says. Source: pkg/scaling/scale_handler.go defaultPollingInterval */
export const KEDA_POLLING_SECONDS = 30;

/** Time without an active trigger before the last pods go, where nobody says. Source: pkg/scaling/executor/scale_executor.go defaultCooldownPeriod */
export const KEDA_COOLDOWN_SECONDS = 300;

/** Its HorizontalPodAutoscaler is called so, with the name of the ScaledObject behind it. Source: controllers/keda/hpa.go getDefaultHpaName */
export const KEDA_HPA_PREFIX = 'keda-hpa-';

/** Longest name of a ScaledObject and of its HorizontalPodAutoscaler: both become values of labels. Source: apis/keda/v1alpha1/scaledobject_webhook.go verifyName */
export const KEDA_LONGEST_NAME = 63;

/** Label of the external metrics by which its HorizontalPodAutoscaler asks for them. Source: apis/keda/v1alpha1/scaledobject_types.go ScaledObjectOwnerAnnotation */
export const KEDA_OWNER_LABEL = 'scaledobject.keda.sh/name';

/** What a Prometheus may be asked with. `tls` goes with one of the others. Source: pkg/scalers/authentication/authentication_types.go */
export const KEDA_PROMETHEUS_AUTH_MODES: readonly string[] = ['basic', 'bearer', 'custom', 'oauth', 'tls'];

/** Triggers that the autoscaler reads from the resource metrics API. Source: apis/keda/v1alpha1/scaledobject_types.go CheckFallbackValid */
export const KEDA_RESOURCE_TRIGGERS: readonly string[] = ['cpu', 'memory'];

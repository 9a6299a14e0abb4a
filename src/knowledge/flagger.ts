/*
 * What Flagger (flagger.app) does with the objects that a Canary names. Source: fluxcd/flagger v1.44.0, files below pkg/.
 */

export const FLAGGER_API = 'flagger.app/v1beta1';
export const FLAGGER_CANARY = 'flagger.app/Canary';

/** Labels by which it tells pods, the first one that the selector has. Source: cmd/flagger/main.go -selector-labels */
export const FLAGGER_SELECTOR_LABELS: readonly string[] = ['app', 'name', 'app.kubernetes.io/name'];

/** Metrics that it measures without a template. A check of any other name with neither `templateRef` nor `query` fails. Source: controller/scheduler_metrics.go */
export const FLAGGER_METRICS: readonly string[] = ['request-success-rate', 'request-duration'];

/** What it appends to names, and to the value of the label, of what serves meanwhile. Source: canary/deployment_controller.go, apis/flagger/v1beta1/canary.go GetServiceNames */
export const FLAGGER_PRIMARY = '-primary';

/** Of a Canary that says none. Source: apis/flagger/v1beta1/canary.go ProgressDeadlineSeconds */
export const FLAGGER_DEADLINE_SECONDS = 600;

/** Providers of the definition but those that have an option of their own here. Source: artifacts/flagger/crd.yaml spec.provider */
export const FLAGGER_MESHES: readonly string[] = [
  'apisix', 'appmesh', 'appmesh:v1beta2', 'contour', 'gloo', 'istio', 'kuma', 'linkerd', 'nginx', 'osm', 'skipper', 'smi:v1alpha1', 'smi:v1alpha2',
  'smi:v1alpha3', 'traefik',
];

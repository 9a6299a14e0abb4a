import { checkSeriesLabels } from './others';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { LABEL_FORM } from '../promql';

/**
 * The object that a metric is said of.
 */
export interface DescribedObject {
  /** Its API: `v1`, `inference.networking.k8s.io/v1`. */
  readonly apiVersion: string;

  /** Its kind: `Service`, `InferencePool`. */
  readonly kind: string;

  /** Its name, in the namespace of the workload. */
  readonly name: string;

  /**
   * Label of the series that has this name as its value.
   *
   * @default - `service` of a Service, which the ServiceMonitor of the Prometheus operator adds; needed for other kinds
   */
  readonly label?: string;
}

/**
 * Metrics of one object.
 */
export interface ObjectMetricsOptions {
  /**
   * The object. It has to be there: of one that is not, nobody has metrics.
   *
   * @default - what is scaled, by the label `cdk8s_ai_workloads_name` that EngineMonitor puts onto series
   */
  readonly object?: DescribedObject;
}

/**
 * Which series are those of the workload.
 */
export interface ExternalMetricsOptions {
  /**
   * Labels of the series with their values, in place of those that EngineMonitor puts onto them. The namespace is added.
   *
   * @default - labels of the pods as EngineMonitor puts them onto series: `cdk8s_ai_workloads_name` and the role. Needed where pods have none of ours
   */
  readonly seriesLabels?: { [label: string]: string };
}

/**
 * What Prometheus asks of those who ask it.
 */
export interface PrometheusAuthentication {
  /** Name of the TriggerAuthentication, in the namespace of the workload; or of the ClusterTriggerAuthentication. */
  readonly name: string;

  /**
   * Whether it is a ClusterTriggerAuthentication.
   *
   * @default false
   */
  readonly isClusterWide?: boolean;

  /**
   * How it is shown. Without one the TriggerAuthentication must name a pod identity: KEDA leaves everything else in it aside, a certificate authority as well.
   *
   * @default - by a pod identity
   */
  readonly modes?: PrometheusAuthenticationMode[];
}

/**
 * Ways to say who asks.
 *
 * Source: keda pkg/scalers/authentication/authentication_types.go (v2.21)
 */
export enum PrometheusAuthenticationMode {
  /** A token, `bearerToken`. */
  BEARER = 'bearer',

  /** `username` and `password`. */
  BASIC = 'basic',

  /** A certificate of the client: `cert`, `key` and `ca`. */
  TLS = 'tls',

  /** A header: `customAuthHeader` and `customAuthValue`. */
  CUSTOM = 'custom',

  /** A token that is asked for each time: `oauthTokenURI`, `clientID`, `clientSecret`. */
  OAUTH = 'oauth',
}

/**
 * A Prometheus that KEDA asks.
 */
export interface KedaOptions {
  /**
   * Its address, as seen from the operator of KEDA: `http://prometheus.monitoring.svc:9090`, with the path before `/api/v1` if there is one. A name without a
   * dot would be looked for in the operator's own namespace, and is refused.
   */
  readonly serverAddress: string;

  /**
   * Who asks.
   *
   * @default - nobody in particular
   */
  readonly authentication?: PrometheusAuthentication;

  /**
   * Replicas that there are at least while Prometheus does not answer, after three attempts. Unit: replicas, at most `maxReplicas`.
   *
   * @default - the number stays as it is, and zero stays zero
   */
  readonly fallbackReplicas?: number;

  /**
   * Labels that choose the series of the workload, with their values, in place of the names of its pods. The namespace is added where it is not among them.
   *
   * @default - `namespace`, and `pod` by the names that the controller gives. Needed where nobody knows those
   */
  readonly seriesLabels?: { [label: string]: string };
}

/**
 * Who reads metrics and sets the number of replicas.
 */
export class ScalingBackend {
  /**
   * A HorizontalPodAutoscaler with metrics of its pods: those of each pod by its name, from an adapter that serves the custom metrics API. What it reads has to
   * have the labels `namespace` and `pod`. Series of others are external metrics beside them.
   */
  public static podMetrics(): ScalingBackend {
    return new ScalingBackend({ kind: 'Pods' });
  }

  /**
   * A HorizontalPodAutoscaler with metrics of one object: a number for all pods together, which may be a percentile, from an adapter that serves the
   * custom metrics API. Series of others are external metrics beside them.
   *
   * @param options The object.
   */
  public static objectMetrics(options: ObjectMetricsOptions = {}): ScalingBackend {
    return new ScalingBackend({ kind: 'Object', object: options.object && describedOf(options.object) });
  }

  /**
   * A HorizontalPodAutoscaler with external metrics: a number for all pods together, chosen by labels of its series, from an adapter that serves the external
   * metrics API. One API has one server: where KEDA runs, this API is KEDA's.
   *
   * Source: keda config/metrics-server/api_service.yaml (v2.21)
   *
   * @param options Which series are meant.
   */
  public static externalMetrics(options: ExternalMetricsOptions = {}): ScalingBackend {
    return new ScalingBackend({ kind: 'External', seriesLabels: labelsOf('ScalingBackend.externalMetrics(seriesLabels)', options.seriesLabels) });
  }

  /**
   * A ScaledObject of KEDA, which asks Prometheus itself and makes a HorizontalPodAutoscaler. The only one that goes to zero in clusters as they come, where
   * `series` says what wakes the workload.
   *
   * @param options The Prometheus.
   */
  public static keda(options: KedaOptions): ScalingBackend {
    const { serverAddress, authentication, fallbackReplicas, seriesLabels } = options;
    return new ScalingBackend({
      kind: 'ScaledObject',
      serverAddress: checkAddress(serverAddress),
      authentication: authentication && checkAuthentication(authentication),
      fallbackReplicas,
      seriesLabels: labelsOf('ScalingBackend.keda(seriesLabels)', seriesLabels),
    });
  }

  private constructor(/** @internal */ public readonly _choice: BackendChoice) {}
}

carriesMistakes(ScalingBackend, () => ScalingBackend.podMetrics());

/** What carries the metrics, with what it needs to know. */
export interface BackendChoice {
  readonly kind: 'Pods' | 'Object' | 'External' | 'ScaledObject';
  readonly object?: Required<DescribedObject>;
  readonly seriesLabels?: Labels;
  readonly serverAddress?: string;
  readonly authentication?: PrometheusAuthentication;
  readonly fallbackReplicas?: number;
}

function labelsOf(field: string, labels: Labels | undefined): Labels | undefined {
  return labels && checkSeriesLabels(field, labels);
}

/** Source: prometheus-operator pkg/prometheus/promcfg.go (v0.85): the label of a ServiceMonitor's series */
const SERVICE_LABEL = 'service';

function describedOf({ apiVersion, kind, name, label }: DescribedObject): Required<DescribedObject> {
  const field = (property: string) => `ScalingBackend.objectMetrics(object.${property})`;
  if (!/^([a-z0-9.-]+\/)?v[0-9]+((alpha|beta)[0-9]+)?$/.test(apiVersion)) {
    throw invalid(field('apiVersion'), apiVersion, 'is no group and version', 'write it as the object has it: v1, inference.networking.k8s.io/v1');
  }
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) {
    throw invalid(field('kind'), kind, 'is no kind', 'write it as the object has it: Service');
  }
  checkSubdomain(field('name'), name);
  const meant = label ?? (kind === 'Service' && apiVersion === 'v1' ? SERVICE_LABEL : undefined);
  if (meant === undefined || !LABEL_FORM.test(meant)) {
    throw invalid(field('label'), label, `nothing says which label of the series names the ${kind}`, 'give the name of the label whose value is the name of the object');
  }
  return { apiVersion, kind, name, label: meant };
}

function checkAddress(address: string): string {
  const field = 'ScalingBackend.keda(serverAddress)';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || /\s/.test(address)) {
    throw invalid(field, address, 'is no address of an HTTP server', "write it as 'http://prometheus.monitoring.svc:9090'");
  }
  if (url.username !== '' || url.password !== '') {
    throw forbidden(field, 'a name and a password would stand in the manifest', 'use authentication');
  }
  if (url.search !== '' || url.hash !== '' || /\/api\/v1(\/|$)/.test(url.pathname)) {
    throw invalid(field, address, 'KEDA puts /api/v1/query and the query behind it', 'end it before that');
  }
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) {
    throw invalid(field, address, `the operator of KEDA asks, and looks for ${url.hostname} in its own namespace`, `add the namespace: ${url.hostname}.monitoring.svc`);
  }
  return address.endsWith('/') ? address.slice(0, -1) : address;
}

function checkAuthentication({ name, isClusterWide, modes = [] }: PrometheusAuthentication): PrometheusAuthentication {
  const field = 'ScalingBackend.keda(authentication';
  checkSubdomain(`${field}.name)`, name);
  const { BEARER, BASIC, OAUTH } = PrometheusAuthenticationMode;
  const alone = modes.filter(mode => [BEARER, BASIC, OAUTH].includes(mode));
  if (alone.length > 1 || new Set(modes).size < modes.length) {
    throw invalid(`${field}.modes)`, modes, 'KEDA takes one of bearer, basic and oauth, and each mode once', 'keep one of them; tls and custom may stand beside it');
  }
  return { name, isClusterWide, modes: [...modes] };
}

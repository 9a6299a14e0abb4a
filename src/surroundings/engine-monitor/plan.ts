import { EngineMonitorProps, MonitorKind, MonitoredPort } from './props';
import { atField, duplicate, forbidden, invalid, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { collecting } from '../../given/mistakes/collecting';
import { checkedLabels } from '../../kubernetes/refused/labels';
import { checkPortName, workloadName } from '../../kubernetes/refused/names';
import { PodPart, PodCount } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { WorkloadMetrics } from '../../workloads/handle/workload-facts';

/** One port that Prometheus asks. */
export interface ScrapedPort {
  readonly name: string;
  readonly path: string;
}

/** What a PodMonitor says. */
export interface ScrapePlan {
  readonly selector: Labels;
  readonly ports: readonly ScrapedPort[];
  readonly intervalSeconds?: number;
  /** Labels of the pods that their series get as well. */
  readonly podLabels?: readonly string[];
  /** Whether they get the zone of the node. */
  readonly nodeZone?: boolean;
}

/** A monitor with its name and place. */
export interface EngineMonitorPlan extends ScrapePlan {
  readonly kind: MonitorKind;
  readonly name: string;
  readonly namespace?: string;
  readonly labels: Labels;
  /** Name of the workload. */
  readonly workload: string;
  /** The pods that there are when it is asked: an autoscaler may come later. */
  readonly pods: () => PodCount;
}

const DEFAULT_PATH = '/metrics';

/** Pure: which pods are asked, where, and what tells their series apart. */
export function planEngineMonitor(id: string, given: EngineMonitorProps, ownNamespace: string | undefined): EngineMonitorPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._plannedIn(ownNamespace));
    const name = attempt(() => workloadName(id, props.name));
    const ports = attempt(() => portsOf(props, workload));
    const part = attempt(() => partOf(props, workload.metrics));
    const pods = attempt(() => atField('part', () => workload._select(part)));
    const labels = attempt(() => checkedLabels('labels', props.labels));
    const kind = props.kind ?? MonitorKind.POD_MONITOR;
    if (kind === MonitorKind.SERVICE_MONITOR) {
      attempt(() => checkServed(workload, props.part));
    }
    return {
      kind,
      name,
      namespace: pods.namespace,
      labels,
      workload: workload.name,
      pods: () => workload._select(part),
      selector: pods.labels,
      ports,
      intervalSeconds: attempt(() => props.interval && wholeSeconds('interval', props.interval, 1)),
      podLabels: attempt(() => workload._identityLabels),
      nodeZone: props.nodeZone ?? false,
    };
  });
}

/** The role whose engine exports is meant where nothing else is said: a worker of a group answers nobody. */
function partOf({ part = {} }: EngineMonitorProps, metrics: WorkloadMetrics | undefined): PodPart {
  return metrics ? { ...part, role: part.role ?? metrics.role } : part;
}

function portsOf({ part, ports = [] }: EngineMonitorProps, { name, metrics, _unmeasured: unmeasured }: Workload): ScrapedPort[] {
  const isOther = metrics?.role !== undefined && part?.role !== undefined && part.role !== metrics.role;
  const engine = metrics && !isOther ? [{ name: metrics.portName, path: metrics.path }] : [];
  const given = ports.map((port, index) => givenPort(`ports[${index}]`, port));
  const all = [...engine, ...given];
  if (all.length === 0) {
    throw isOther
      ? forbidden('part.role', `the engine of ${name} exports in pods of role ${metrics.role}, and no port is named`, 'leave the role out, or name what its pods export: ports')
      : required('ports', `${unmeasured?.reason ?? `no engine of this library runs in ${name}`}, so nothing says what there is to scrape`,
        `${unmeasured?.help === undefined ? '' : `${unmeasured.help}; or `}name the container port that exports: ports: [{ name: 'metrics' }]`);
  }
  given.forEach((port, index) => {
    if (all.slice(0, engine.length + index).some(other => other.name === port.name && other.path === port.path)) {
      throw duplicate(`ports[${index}]`, port.name, `${port.path} of this port is scraped already`, 'leave it out: each of its series would come twice');
    }
  });
  return all;
}

function givenPort(field: string, { name, path = DEFAULT_PATH }: MonitoredPort): ScrapedPort {
  checkPortName(`${field}.name`, name);
  if (!path.startsWith('/')) {
    throw invalid(`${field}.path`, path, 'is no path: it begins with a slash', `for example ${DEFAULT_PATH}`);
  }
  return { name, path };
}

/** A Service has the pods that it has: no monitor chooses among them. */
function checkServed({ name, serving, metrics }: Workload, part: PodPart | undefined): void {
  if (serving === undefined) {
    throw forbidden('kind', `${name} has no Service that the app knows, and a ServiceMonitor finds pods by one`, 'leave kind out: a PodMonitor finds the pods themselves');
  }
  if (serving.service.madeBy !== undefined) {
    throw forbidden('kind', `${serving.service.madeBy} makes the Service ${serving.service.name}, and nobody else could label it for a ServiceMonitor`, 'leave kind out: a PodMonitor finds the pods themselves');
  }
  if (part !== undefined) {
    throw forbidden('part', `a ServiceMonitor scrapes all pods behind ${serving.service.name}`, 'leave it out, or use a PodMonitor');
  }
  if (metrics?.role !== undefined && serving.role !== undefined && metrics.role !== serving.role) {
    throw forbidden('kind', `pods of role ${serving.role} stand behind ${serving.service.name}, and the engine exports in role ${metrics.role}`, 'leave kind out: a PodMonitor finds the pods themselves');
  }
}

/** Zone of the node, as target labels, with the action that the server would write. Source: prometheus-operator pkg/apis/monitoring/v1/types.go AttachMetadata (v0.95); prometheus discovery/kubernetes (2.37) */
const ZONE_OF_NODE: PlainObject = { action: 'replace', sourceLabels: ['__meta_kubernetes_node_label_topology_kubernetes_io_zone'], targetLabel: 'zone' };

/** What each endpoint says besides its port. */
function scraped({ path }: ScrapedPort, { intervalSeconds, nodeZone = false }: ScrapePlan): PlainObject {
  return compact({
    path, interval: intervalSeconds === undefined ? undefined : `${intervalSeconds}s`, relabelings: nodeZone ? [{ ...ZONE_OF_NODE }] : undefined,
  });
}

/** What both kinds of monitors say. */
function common({ podLabels = [], nodeZone = false }: ScrapePlan): PlainObject {
  return compact({ podTargetLabels: podLabels.length > 0 ? [...podLabels] : undefined, attachMetadata: nodeZone ? { node: true } : undefined });
}

/**
 * Labels of pods come onto their series under names of Prometheus: `cdk8s_ai_workloads_role`.
 *
 * Source: prometheus-operator pkg/apis/monitoring/v1/podmonitor_types.go, pkg/prometheus/promcfg.go generatePodMonitorConfig (v0.85)
 */
export function renderMonitor(plan: ScrapePlan): PlainObject {
  const { selector, ports } = plan;
  return {
    ...common(plan),
    selector: { matchLabels: { ...selector } },
    podMetricsEndpoints: ports.map(port => ({ port: port.name, ...scraped(port, plan) })),
  };
}

/**
 * The port of the Service that leads to a port of the containers, by its name; a port that it does not lead to is one of its pods all the same, which Prometheus
 * knows by its own name (`targetPort`).
 *
 * Source: prometheus-operator pkg/prometheus/promcfg.go generateServiceMonitorConfig (v0.85); prometheus docs/configuration, role endpoints
 */
export function renderServiceMonitor(plan: ScrapePlan, selector: Labels, served: (port: string) => string | undefined): PlainObject {
  return {
    ...common(plan),
    selector: { matchLabels: { ...selector } },
    endpoints: plan.ports.map(port => {
      const name = served(port.name);
      return { ...(name === undefined ? { targetPort: port.name } : { port: name }), ...scraped(port, plan) };
    }),
  };
}

import * as kplus from 'cdk8s-plus-28';
import { LocalityServiceProps } from './props';
import { Routing } from './routing';
import { DeclaredPort, declaredPorts, planSelector, refuseWholeGroup } from './selection';
import { checkZoneCount, podCount } from '../../base/count-limits';
import { InvalidInput, duplicate, forbidden, invalid, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { checkNameBudget, serviceName } from '../../base/names';
import { PlainObject } from '../../base/plain';
import { collecting } from '../../given/mistakes/collecting';
import { checkLabels } from '../../kubernetes/refused/labels';
import { checkNamePart, checkPortName, checkPortNumber, workloadName } from '../../kubernetes/refused/names';
import { Locality, trafficDistribution } from '../../target-cluster/locality';
import { Target } from '../../target-cluster/target';
import { ServingPort, affinitySeconds, checkPorts, servingSpec } from '../../workloads/service';

/** Everything that a LocalityService will emit. */
export interface LocalityServicePlan {
  readonly name: string;
  readonly namespace?: string;
  readonly selector: Labels;
  readonly ports: readonly ServingPort[];
  /** How the target port came about; one line a port. */
  readonly portSums: readonly string[];
  readonly routing: Routing;
  /** Absent with `ownNode`. */
  readonly trafficDistribution?: string;
  readonly affinitySeconds?: number;
  /** Undefined where nobody says. */
  readonly zones?: readonly string[];
  readonly replicas?: number;
}

/** Both keys are read by the EndpointSlice controller. Source: k8s.io/endpointslice utils.go hintsEnabled (v1.36) */
export const TOPOLOGY_ANNOTATIONS = ['service.kubernetes.io/topology-mode', 'service.kubernetes.io/topology-aware-hints'];

/** Pure: selector, ports and the field that the target's minor has for what is asked. */
export function planLocalityService(id: string, given: LocalityServiceProps, target: Target, namespace: string | undefined): LocalityServicePlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    attempt(() => checkNameBudget(props.name === undefined ? 'id' : 'name', props.name ?? id, [serviceName(name)]));
    attempt(() => checkMetadata(props));
    attempt(() => refuseWholeGroup(props.target));
    const selector = attempt(() => planSelector(props, namespace));
    const ports = attempt(() => planPorts(props, declaredPorts(props.target)));
    const routing = attempt(() => planRouting(props, target));
    const affinity = attempt(() => affinitySeconds('clientAffinity', props.clientAffinity));
    const reach = attempt(() => planReach(props, target));
    return { name, namespace, selector, ...ports, ...routing, affinitySeconds: affinity, ...reach };
  });
}

/** The spec as it stands in the manifest. */
export function renderSpec(plan: LocalityServicePlan): PlainObject {
  return servingSpec({ ...plan, isNodeLocal: plan.routing === 'ownNode' });
}

function checkMetadata({ metadata }: LocalityServiceProps): void {
  if (metadata?.name !== undefined) {
    throw forbidden('metadata.name', 'the pattern has a name of its own', 'use name');
  }
  if (metadata?.namespace !== undefined) {
    checkNamePart('metadata.namespace', metadata.namespace);
  }
  checkLabels('metadata.labels', metadata?.labels ?? {});
  const annotation = TOPOLOGY_ANNOTATIONS.find(key => metadata?.annotations?.[key] !== undefined);
  if (annotation) {
    throw forbidden(`metadata.annotations[${annotation}]`,
      `${JSON.stringify(metadata!.annotations![annotation])}: the annotation is the older way to say what prefer says; set to Auto it wins, and trafficDistribution is ignored`,
      'remove it');
  }
}

function planRouting(props: LocalityServiceProps, target: Target): Pick<LocalityServicePlan, 'routing' | 'trafficDistribution'> {
  if (props.strictNodeLocal) {
    if (props.prefer !== undefined) {
      throw forbidden('strictNodeLocal', `prefer ${props.prefer} falls back, and strictNodeLocal drops; kube-proxy ignores every preference under internalTrafficPolicy: Local`,
        'keep prefer: Locality.SAME_NODE to fall back to other nodes, or strictNodeLocal alone to have none');
    }
    return { routing: 'ownNode' };
  }
  const prefer = props.prefer ?? Locality.SAME_ZONE;
  if (prefer === Locality.SAME_ZONE && target.zones?.length === 0) {
    throw invalid('prefer', prefer, 'the nodes of the target have no zones (zones: []), and an endpoint without a zone has no hint',
      'use Locality.SAME_NODE, or list the zones in zones of the Target');
  }
  return {
    routing: prefer === Locality.SAME_NODE ? 'sameNode' : 'sameZone',
    trafficDistribution: trafficDistribution(target, prefer, 'prefer'),
  };
}

function planReach(props: LocalityServiceProps, target: Target): Pick<LocalityServicePlan, 'zones' | 'replicas'> {
  checkZoneCount('zones', props.zones);
  props.zones?.forEach((zone, index) => {
    target._requireZone(zone, `zones[${index}]`);
    if (props.zones!.indexOf(zone) !== index) {
      throw duplicate(`zones[${index}]`, zone, 'a zone is named twice', 'name each zone once');
    }
  });
  if (props.replicas !== undefined) {
    podCount('replicas', props.replicas, { min: 0 });
    if (props.target !== undefined) {
      throw forbidden('replicas', 'the target is part of this app, and its own manifest says how many there are', 'leave it out');
    }
  }
  return { zones: props.zones ?? target.zones, replicas: props.replicas };
}

function planPorts(props: LocalityServiceProps, declared: readonly DeclaredPort[] | undefined): Pick<LocalityServicePlan, 'ports' | 'portSums'> {
  if (props.ports !== undefined) {
    const also = (['port', 'targetPort', 'targetPortName'] as const).find(key => props[key] !== undefined);
    if (also) {
      throw forbidden(also, 'ports says it as well', 'keep one of them');
    }
    checkPorts('ports', props.ports);
    return { ports: props.ports, portSums: props.ports.map(port => `${port.name ?? port.port}: ${port.port} -> ${port.targetPortName ?? port.targetPort ?? port.port}`) };
  }
  if (props.port === undefined) {
    throw required('port', 'a Service needs at least one port', 'give port, or ports');
  }
  return planPort(props.port, props, declared);
}

function planPort(number: number, props: LocalityServiceProps, declared: readonly DeclaredPort[] | undefined): Pick<LocalityServicePlan, 'ports' | 'portSums'> {
  checkPortNumber('port', number);
  const { targetPort, targetPortName } = props;
  if (targetPortName !== undefined) {
    if (targetPort !== undefined) {
      throw forbidden('targetPortName', `targetPort ${targetPort} says it as well`, 'keep one of them');
    }
    checkPortName('targetPortName', targetPortName);
    return { ports: [{ port: number, targetPortName }], portSums: [`${number} -> ${targetPortName}, by name`] };
  }
  if (targetPort !== undefined) {
    checkPortNumber('targetPort', targetPort);
    return { ports: [{ port: number, targetPort }], portSums: [`${number} -> ${targetPort}, as given`] };
  }
  const derived = deriveTargetPort(number, (declared ?? []).filter(each => each.protocol === kplus.Protocol.TCP));
  return { ports: [{ port: number, targetPort: derived.port }], portSums: [`${number} -> ${derived.port}, ${derived.because}`] };
}

function deriveTargetPort(number: number, declared: readonly DeclaredPort[]): { readonly port: number; readonly because: string } {
  const same = declared.find(each => each.number === number);
  if (same || declared.length === 0) {
    return { port: number, because: same ? 'which the target declares' : 'the same number: the target declares no port' };
  }
  if (declared.length > 1) {
    throw new InvalidInput({
      field: 'targetPort',
      reason: 'Required value',
      detail: `the target declares several ports and none of them is ${number}: ${declared.map(each => `${each.number}${each.name ? ` (${each.name})` : ''}`).join(', ')}`,
      help: 'say which one: targetPort',
    });
  }
  return { port: declared[0].number, because: 'the only port that the target declares' };
}

import { PrefillDecodeRouter } from './router';
import { ANSWERING, STACK_LABELS, STAGES } from './stage';
import { LABEL_INFERENCE } from '../../base/labels';

/** The namespace of the router's own pod, by the downward API. */
export const NAMESPACE_VARIABLE = 'POD_NAMESPACE';

export const ROUTER_PORT_NAME = 'http';

/** What one router's program is, and is told. */
export interface RouterProgram {
  readonly command: string;
  readonly liveness: string;
  readonly readiness: string;
  /** Where metrics have a port of their own. */
  readonly metricsPort?: number;
  /** Flags that follow from the roles. */
  readonly derived: readonly string[];
  readonly selectsRoles: boolean;
  /** Longest answer that it waits for. */
  readonly mostSeconds?: number;
  readonly args: (pattern: string, port: number, enginePort: number) => readonly string[];
}

const HERE = `$(${NAMESPACE_VARIABLE})`;

/** Source: vllm-project/router docs/cli_reference.md, src/service_discovery.rs */
const VLLM_ROUTER: RouterProgram = {
  command: 'vllm-router',
  metricsPort: 29000,
  // Answers while the process lives; readiness is both roles having a pod. Source: src/server.rs, src/routers/http/vllm_pd_router.rs
  liveness: '/liveness',
  readiness: '/readiness',
  derived: [
    '--host', '--port', '--prometheus-host', '--prometheus-port', '--vllm-pd-disaggregation', '--pd-disaggregation', '--prefill', '--decode', '--worker-urls', '--kv-connector',
    '--service-discovery', '--service-discovery-port', '--service-discovery-namespace', '--selector', '--prefill-selector', '--decode-selector', '--vllm-discovery-address',
  ],
  selectsRoles: true,
  args: (_, port, enginePort) => [
    '--vllm-pd-disaggregation', '--kv-connector', 'nixl',
    // Both listen on the loopback interface unless told otherwise.
    '--host', '0.0.0.0', '--port', String(port),
    '--prometheus-host', '0.0.0.0', '--prometheus-port', '29000',
    '--service-discovery', '--service-discovery-namespace', HERE, '--service-discovery-port', String(enginePort),
  ],
};

/**
 * It lists pods by one selector, and tells the roles apart by the label `model`. A prefill is asked for one token, and the address in what it answers becomes that of its pod.
 *
 * Source: vllm-project/production-stack vllm-stack-0.1.12 src/vllm_router/parsers/parser.py, service_discovery.py (_get_model_label, K8sPodIPServiceDiscovery),
 * routers/routing_logic.py (DisaggregatedPrefillOrchestratedRouter), services/request_service/request.py (route_orchestrated_disaggregated_request), docker/Dockerfile
 */
const PRODUCTION_STACK: RouterProgram = {
  command: '/opt/venv/bin/vllm-router',
  // Answers while the threads of its discovery live, with or without pods. Source: routers/main_router.py
  liveness: '/health',
  readiness: '/health',
  derived: [
    '--host', '--port', '--service-discovery', '--k8s-service-discovery-type', '--k8s-namespace', '--k8s-port', '--k8s-label-selector', '--routing-logic', '--prefill-model-labels',
    '--decode-model-labels', '--static-backends', '--static-models', '--static-model-labels', '--dynamic-config-yaml', '--dynamic-config-json',
  ],
  selectsRoles: false,
  mostSeconds: 600,
  args: (pattern, port, enginePort) => [
    '--host', '0.0.0.0', '--port', String(port),
    '--service-discovery', 'k8s', '--k8s-service-discovery-type', 'pod-ip', '--k8s-namespace', HERE, '--k8s-port', String(enginePort),
    '--k8s-label-selector', Object.entries({ [LABEL_INFERENCE]: pattern, ...ANSWERING }).map(pair => pair.join('=')).join(','),
    '--routing-logic', 'disaggregated_prefill_orchestrated',
    ...STAGES.flatMap(stage => [`--${stage}-model-labels`, STACK_LABELS[stage].model]),
  ],
};

export const PROGRAMS: { readonly [kind in PrefillDecodeRouter['_kind']]?: RouterProgram } = { vllmRouter: VLLM_ROUTER, productionStack: PRODUCTION_STACK };

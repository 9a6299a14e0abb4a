import { asList, isPresent, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { targetPortOf } from '../../../../kubernetes/target-port';
import { templates } from '../../../facts/carried-pods';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { HiddenPort, ServedPorts, portNumber, servedPorts } from '../../../facts/served-ports';
import { Report, Rule } from '../../rule';

/** Whoever asks from outside is refused. */
export const serverAtLoopback: Rule = {
  id: 'AIW2815',
  title: 'server answers its own pod alone',
  class: 'broken',
  reason: 'A server on 127.0.0.1 is reached by containers of its own pod. The kubelet and Services come by the address of the pod: each connection is refused, the pod is never ready, or is restarted for ever.',
  source: 'vllm-project/router docs/cli_reference.md (--host 127.0.0.1, --prometheus-host 127.0.0.1); sglang docs/advanced_features/server_arguments.md (--host 127.0.0.1); '
    + 'TensorRT-LLM tensorrt_llm/commands/serve.py (--host localhost); pkg/probe (v1.36): probes ask the address of the pod',
  remedy: 'Tell it to listen on all addresses: --host 0.0.0.0.',
  appliesTo: ["every carrier of pods that starts vLLM's router, SGLang, TensorRT-LLM, vLLM, llama.cpp or Ollama"],
  check: (facts, report) => {
    const services = facts.ofType('Service');
    for (const pods of facts.get(templates)) {
      const served = servedPorts(pods, facts.get(enginesByPods).get(pods) ?? []);
      served.forEach(each => each.server?.hidden.forEach(hidden => {
        const who = askingProbe(served, hidden) ?? askingService(facts, services, pods, each, hidden);
        if (who !== undefined) {
          reportHidden(pods, each.server!.title, hidden, who, report);
        }
      }));
    }
  },
};

function reportHidden(pods: PodSet, title: string, { host, port, field, setting }: HiddenPort, who: string, report: Report): void {
  report(pods.carrier, {
    field,
    message: `Invalid value: ${JSON.stringify(host)}: ${title} listens for its own pod alone on port ${port}, and ${who} comes by the address of the pod`,
    help: `set ${setting}${setting.startsWith('-') ? ' ' : '='}0.0.0.0`,
  });
}

const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

/** A probe that names a host may ask that of the pod itself. */
function askingProbe(served: readonly ServedPorts[], { port }: HiddenPort): string | undefined {
  for (const { placed: { container, name }, declared } of served) {
    const probe = PROBES.find(each => ['httpGet', 'tcpSocket', 'grpc'].some(how => {
      const action = objectAt(container, each, how);
      return isPresent(action.port) && !isPresent(action.host) && portNumber(action.port, declared) === port;
    }));
    if (probe) {
      return `${probe} of container ${JSON.stringify(name)}`;
    }
  }
  return undefined;
}

function askingService(
  facts: Facts, services: readonly Manifest[], pods: PodSet, { declared }: ServedPorts, { port }: HiddenPort): string | undefined {
  return services.find(service => asList(service.spec.ports).some(each => portNumber(targetPortOf(each), declared) === port)
    && facts.get(podIndex).selectedBy(service).includes(pods))?.toString();
}

import { asText, isPresent, objectAt } from '../../../../base/reading';
import { HEALTH_PATHS } from '../../../../knowledge/servers';
import { templates } from '../../../facts/carried-pods';
import { enginesByPods } from '../../../facts/engine-command';
import { ProbeName } from '../../../facts/probe-budget';
import { AnsweredPaths, ServedPorts, portNumber, servedPorts } from '../../../facts/served-ports';
import { Rule } from '../../rule';

/** A question that the server answers with 404. */
export const probePathNotServed: Rule = {
  id: 'AIW2723',
  title: 'probe asks a path that the server lacks',
  class: 'risky',
  reason: 'A server answers 404 to a path that it does not have, and 401 to one that asks for a key: the probe fails whatever the server does, the pod is never ready, or is restarted for ever.',
  source: 'pkg/probe/http/http.go (v1.36): success is 200 to 399; the paths of each server beside it in src/knowledge',
  remedy: 'Ask the path that the server has for its health.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, TensorRT-LLM, text-generation-inference, text-embeddings-inference, llama.cpp, Triton or Ollama'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      // Somebody else may stand before the server where the controller adds containers.
      for (const own of pods.open ? [] : servedPorts(pods, facts.get(enginesByPods).get(pods) ?? [])) {
        for (const probe of own.server?.paths ? PROBES : []) {
          const doubt = doubtOf(own, own.server!.paths!, probe);
          if (doubt) {
            report(pods.carrier, { field: `${own.placed.field}.${probe}.httpGet.path`, ...doubt });
          }
        }
      }
    }
  },
};

const PROBES: readonly ProbeName[] = ['startupProbe', 'livenessProbe', 'readinessProbe'];

/** Said of its own first port alone: what another program answers there nobody knows. */
function doubtOf({ placed: { container }, server, declared }: ServedPorts, paths: AnsweredPaths, probe: ProbeName) {
  const request = objectAt(container, probe, 'httpGet');
  if (isPresent(request.host) || portNumber(request.port, declared) !== server!.ports[0]) {
    return undefined;
  }
  const written = asText(request.path) ?? '/';
  const path = written.split('?')[0].replace(/(?<=.)\/$/, '');
  if (paths.health.includes(path)) {
    const isGuarded = paths.guarded !== undefined && path.startsWith(paths.guarded.beginning) && !isPresent(request.httpHeaders);
    return isGuarded ? complaint(written, `${server!.title} asks for a key there (${paths.guarded!.by}), and the kubelet sends none`, paths) : undefined;
  }
  return HEALTH_PATHS.has(path) ? complaint(written, `${server!.title} answers 404 there`, paths) : undefined;
}

function complaint(path: string, detail: string, { health: [first] }: AnsweredPaths) {
  return { message: `Invalid value: ${JSON.stringify(path)}: ${detail}`, help: `ask ${first}` };
}

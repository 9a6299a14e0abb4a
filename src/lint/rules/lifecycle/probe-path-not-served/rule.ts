import { PlainObject } from '../../../../base/plain';
import { asText, isPresent, objectAt } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { HEALTH_PATHS } from '../../../../knowledge/servers';
import { Complaint } from '../../../../kubernetes/complaint';
import { templates } from '../../../facts/carried-pods';
import { enginesByPods } from '../../../facts/engine-command';
import { ProbeName } from '../../../facts/probe-budget';
import { AnsweredPaths, ServedPorts, portNumber, servedPorts, shownPort } from '../../../facts/served-ports';
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
            report(pods.carrier, { ...doubt, field: `${own.placed.field}.${probe}.httpGet.${doubt.field}` });
          }
        }
      }
    }
  },
};

const PROBES: readonly ProbeName[] = ['startupProbe', 'livenessProbe', 'readinessProbe'];

/** Said of its own ports alone: what another program answers there nobody knows. */
function doubtOf({ placed: { container }, server, declared }: ServedPorts, paths: AnsweredPaths, probe: ProbeName): Complaint | undefined {
  const request = objectAt(container, probe, 'httpGet');
  const port = isPresent(request.host) ? undefined : portNumber(request.port, declared);
  const index = port === undefined ? -1 : server!.ports.indexOf(port);
  if (index < 0) {
    return undefined;
  }
  const written = asText(request.path) ?? '/';
  const path = written.split('?')[0].replace(/(?<=.)\/$/, '');
  const detail = index === 0 ? answerTo(path, request, server!.title, paths) : undefined;
  if (detail !== undefined) {
    return { field: 'path', message: `Invalid value: ${JSON.stringify(written)}: ${detail}`, help: `ask ${paths.health[0]}` };
  }
  const answered = server!.answers[index];
  return index === 0 || answered === undefined || answered.includes(path) ? undefined : {
    field: 'port',
    message: `Invalid value: ${shownPort(request.port, port)}: ${server!.title} answers ${answered.length > 0 ? `${listed(answered)} alone` : 'nothing over HTTP'} there, and not ${JSON.stringify(written)}`,
    help: `ask ${paths.health[0]} on port ${server!.ports[0]}`,
  };
}

/** What its first port says to a path; undefined where it may be a word of success. */
function answerTo(path: string, { httpHeaders }: PlainObject, title: string, { health, guarded }: AnsweredPaths): string | undefined {
  if (!health.includes(path)) {
    return HEALTH_PATHS.has(path) ? `${title} answers 404 there` : undefined;
  }
  return guarded !== undefined && path.startsWith(guarded.beginning) && !isPresent(httpHeaders) ? `${title} asks for a key there (${guarded.by}), and the kubelet sends none` : undefined;
}

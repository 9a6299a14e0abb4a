import { PlannedGateway } from './own-gateway';
import { RoutePlan, WorkloadRoutePlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { H2C } from '../../knowledge/gateway';

/** What `explain()` of a WorkloadRoute prints. */
export function explainRoute(plan: WorkloadRoutePlan): string {
  const { name, namespace, kind, gateway, backend, workload, grpcServices } = plan;
  const explanation = new Explanation(`WorkloadRoute ${name}: ${kind} behind Gateway ${gateway.name}, to ${workload.name}`)
    .choice('backend', backend.isPool ? `InferencePool ${backend.service}, whose picker chooses a pod` : `${backend.isImported ? 'ServiceImport' : 'Service'} ${backend.service}, port ${backend.port!}${backend.made ? ', made for it' : ''}`);
  if (kind === 'GRPCRoute') {
    explanation.choice('calls', [`${plan.hostnames?.join(', ') ?? 'every host of the listener'}, ${grpcServices.length > 0 ? grpcServices.join(', ') : 'every service'}`, ...headersOf(plan)].join('\n'))
      .limit('long calls', 'a GRPCRoute has no timeouts: the deadline of the client holds, and the limits of the gateway');
    if (backend.appProtocol !== H2C) {
      explanation.limit('HTTP/2', `port ${backend.port!} of ${backend.service} has no appProtocol ${H2C}: some gateways speak HTTP/1.1 to it then, which gRPC is not`);
    }
  } else {
    explainRequests(explanation, plan, workload._longestStreamSeconds);
  }
  explainGateway(explanation, plan, namespace);
  return explanation
    .limit('locality', 'the proxies of the gateway choose a pod: trafficDistribution of the Service is a hint that many of them do not read')
    .operate('accepted', `kubectl${inNamespace(namespace)} get ${kind.toLowerCase()} ${name} -o jsonpath='{.status.parents[*].conditions}'`)
    .toString();
}

/** Which requests come, how long they may take, and what is tried again. */
export function explainRequests(explanation: Explanation, plan: RoutePlan, longestStream: number | undefined): void {
  const { pathPrefix, stripPrefix, hostnames, requestSeconds, backendSeconds, retry } = plan;
  explanation
    .sum('longest answer', [
      `the gateway ends it ${requestSeconds === 0 ? 'never' : `after ${requestSeconds} s`}`,
      ...(backendSeconds === undefined || backendSeconds === 0 ? [] : [`one attempt after ${backendSeconds} s`]),
      ...(longestStream === undefined ? [] : [`a pod that stops waits ${longestStream} s for it (longestStream)`]),
    ].join('\n'))
    .choice('requests', [`${hostnames?.join(', ') ?? 'every host of the listener'}, paths below ${pathPrefix}${stripPrefix ? ', which the pods do not see' : ''}`, ...headersOf(plan)].join('\n'));
  if (requestSeconds === 0) {
    explanation.choice('without end', 'a stream of tokens is one answer, and the limit of a gateway that is told none cuts it: 15 s in Envoy');
  }
  if (retry) {
    const attempts = Number(retry.attempts);
    explanation.sum('attempts', `1 + ${attempts} = ${attempts + 1}, at a status of ${(retry.codes as number[]).join(', ')} or where no connection is made`)
      .consequence('pods are overloaded', `each request becomes ${attempts + 1} of them`)
      .limit('a stream that has begun', 'is not tried again: it ends with its pod');
  }
}

function headersOf({ headers }: RoutePlan): string[] {
  return headers.map(({ name, value }) => `${String(name)}: ${String(value)}`);
}

export function explainGateway(explanation: Explanation, { gateway, own }: RoutePlan, namespace: string | undefined): void {
  if (own) {
    explanation.choice('Gateway', `made of class ${own.className}: ${listenerOf(own)}, for routes of ${own.allNamespaces ? 'every' : 'this'} namespace`);
    if (own.tlsSecret === undefined) {
      explanation.limit('plain text', 'the Gateway has no certificate (ownGateway.tlsSecret): who is between sees prompts, answers and keys');
    }
  } else if (gateway.namespace !== undefined && gateway.namespace !== namespace) {
    explanation.limit('the Gateway', `is in ${gateway.namespace}: a listener of it must allow routes of ${namespace ?? 'the namespace of this one'} (allowedRoutes.namespaces); of its own namespace alone is the default`);
  }
}

function listenerOf({ port, tlsSecret }: PlannedGateway): string {
  return tlsSecret === undefined ? `HTTP on ${port}` : `HTTPS on ${port} with Secret ${tlsSecret}`;
}

import { asNumber } from '../../../../base/reading';
import { INFERENCE_SERVICE_PORT, KSERVE_GROUP, KSERVE_TRANSFORMER } from '../../../../knowledge/kserve';
import { podSetsOf } from '../../../facts/carried-pods';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { servedPorts } from '../../../facts/served-ports';
import { Report, Rule } from '../../rule';

/** Requests that KServe sends to a port of which the engine knows nothing. */
export const predictorPortUnlike: Rule = {
  id: 'AIW2838',
  title: 'KServe sends requests to a port that the server does not have',
  class: 'broken',
  reason: `KServe and Knative send requests to the first port that the container declares, and to ${INFERENCE_SERVICE_PORT} where it declares none; so does the probe that they add. `
    + 'vLLM and Triton listen on 8000 unless they are told, so the InferenceService never becomes ready.',
  source: 'kserve pkg/controller/v1beta1/inferenceservice/reconcilers/service/service_reconciler.go createDefaultSvc, deployment/deployment_reconciler.go setDefaultPodSpec (main of 2026-08); '
    + 'knative: Runtime contract, Inbound network connectivity',
  remedy: `Declare the port of the server: ports: [{ containerPort: … }], or have the server listen on ${INFERENCE_SERVICE_PORT}.`,
  appliesTo: ['InferenceService'],
  check: (facts, report) => {
    for (const object of facts.ofType(`${KSERVE_GROUP}/InferenceService`)) {
      podSetsOf(facts, object).forEach(pods => { checkPods(facts, pods, report); });
    }
  },
};

/** The first container answers, or a transformer beside it; Knative wants the one that declares a port. */
function checkPods(facts: Facts, pods: PodSet, report: Report): void {
  const [main, ...others] = servedPorts(pods, facts.get(enginesByPods).get(pods) ?? []);
  if (!main.server || others.some(({ placed, declared }) => placed.name === KSERVE_TRANSFORMER || declared.length > 0)) {
    return;
  }
  const { title, ports } = main.server;
  const isDeclared = main.declared.length > 0;
  const asked = isDeclared ? asNumber(main.declared[0].containerPort) : INFERENCE_SERVICE_PORT;
  if (asked !== undefined && !ports.includes(asked)) {
    report(pods.carrier, {
      field: isDeclared ? `${main.placed.field}.ports[0].containerPort` : main.placed.field,
      message: `Invalid value: ${asked}: ${isDeclared ? 'requests go to this port' : 'no port is declared, so requests go to this one'}, and ${title} listens on ${ports[0]}`,
      help: `declare containerPort: ${ports[0]}, or tell ${title} to listen on ${asked}`,
    });
  }
}

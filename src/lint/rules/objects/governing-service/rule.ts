import { asText, isPresent } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { nearMiss } from '../../../facts/absence';
import { templates } from '../../../facts/carried-pods';
import { containerTexts } from '../../../facts/container-texts';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { selectorOfMap } from '../../../facts/selector';
import { Report, Rule } from '../../rule';
import { reportMissing } from '../../wording';

/** The Service that gives the pods of a StatefulSet their DNS names. */
export const governingService: Rule = {
  id: 'AIW2123',
  title: 'pods of a stateful set get no DNS names',
  class: 'risky',
  reason: 'The name <pod>.<serviceName> exists only where serviceName is a headless Service that selects the pods; workers that look for rank 0 by that name find nobody.',
  source: 'k8s.io/api apps/v1 types.go StatefulSetSpec.serviceName; k8s.io/endpointslice reconciler.go; coredns plugin/kubernetes (headless Services only)',
  remedy: 'Create a Service with clusterIP: None whose selector the pods carry, and name it in serviceName.',
  appliesTo: ['StatefulSet'],
  but: 'info where the files hold no other Service of the namespace, or something of an unknown kind may make it; silent where serviceName is left out and nobody asks for such a name',
  check: (facts, report) => {
    for (const set of facts.ofType('apps/StatefulSet')) {
      const name = asText(set.spec.serviceName);
      if (name !== undefined) {
        checkService(facts, report, set, name);
      } else {
        checkNameless(facts, report, set);
      }
    }
  },
};

/** Without serviceName nothing is wrong, unless a headless Service waits for these pods, or somebody calls one by its name. */
function checkNameless(facts: Facts, report: Report, set: Manifest): void {
  const service = facts.get(headlessBySet).get(set);
  const call = facts.get(calls).get(callKey(set.place, set.name));
  if (service ?? call) {
    const who = service ? `${service.toString()} is headless and selects these pods` : `${call!.caller.toString()} calls ${call!.name}`;
    report(set, {
      field: isPresent(set.spec.serviceName) ? 'spec.serviceName' : 'spec',
      message: `Required value: serviceName: ${who}, and without serviceName no pod has a name of its own`,
      help: service ? `set serviceName: ${service.name}` : 'create a Service with clusterIP: None which selects these pods, and name it in serviceName',
    });
  }
}

/** The first headless Service for each set whose pods it selects. */
function headlessBySet(facts: Facts): ReadonlyMap<Manifest, Manifest> {
  const found = new Map<Manifest, Manifest>();
  for (const service of facts.ofType('Service').filter(({ spec }) => spec.clusterIP === 'None')) {
    for (const { carrier } of facts.get(podIndex).selectedBy(service)) {
      found.set(carrier, found.get(carrier) ?? service);
    }
  }
  return found;
}

interface Call {
  readonly caller: Manifest;
  /** `llm-0.llm`, as a command or a variable has it. */
  readonly name: string;
}

/** Names of numbered pods in commands and variables, by namespace and what stands before the number. */
function calls(facts: Facts): ReadonlyMap<string, Call> {
  const found = new Map<string, Call>();
  for (const { carrier, containers } of facts.get(templates)) {
    for (const name of containers.flatMap(containerTexts).flatMap(({ text }) => numberedNames(text))) {
      const key = callKey(carrier.place, name.slice(0, name.lastIndexOf('-', name.indexOf('.'))));
      found.set(key, found.get(key) ?? { caller: carrier, name });
    }
  }
  return found;
}

function callKey(place: string, name: string): string {
  return `${place}/${name}`;
}

/** `llm-0.llm` of `http://llm-0.llm:8000`: a number behind a dash, and a name behind the dot. */
function numberedNames(text: string): string[] {
  return text.split(/[^a-z0-9.-]/).filter(word => {
    const [host, next = ''] = word.split('.', 2);
    return /^\d{1,9}$/.test(host.slice(host.lastIndexOf('-') + 1)) && host.includes('-') && /^[a-z]/.test(next);
  });
}

function checkService(facts: Facts, report: Report, set: Manifest, name: string): void {
  const field = 'spec.serviceName';
  const service = facts.find('Service', set.place, name);
  if (!service) {
    reportMissing(facts, report, { subject: set, field, type: 'Service', place: set.place, name, isOurs: set.isOurs, atMost: 'risky' });
    return;
  }
  const selector = selectorOfMap(service.spec.selector);
  if (service.spec.clusterIP !== 'None') {
    report(set, {
      field,
      message: `Invalid value: ${JSON.stringify(name)}: ${service.toString()} is not headless, so the pods have no names of their own`,
      help: 'name a Service with clusterIP: None; keep this one for the clients',
    });
  } else if (selector.equals.length > 0 && !facts.get(podIndex).selectedBy(service).some(pods => pods.carrier === set)) {
    report(set, {
      field,
      message: `Invalid value: ${JSON.stringify(name)}: ${service.toString()} does not select these pods: ${selector.text}`,
      notes: nearMiss(facts, set.place, selector),
      help: 'give that Service a selector which the pods of this set carry',
    });
  }
}

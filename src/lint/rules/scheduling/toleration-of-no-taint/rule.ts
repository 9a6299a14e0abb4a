import { PlainObject } from '../../../../base/plain';
import { asList, asText } from '../../../../base/reading';
import { changesBetween } from '../../../../base/text/nearest-name';
import { KNOWN_TAINTS, KnownTaint } from '../../../../knowledge/taints';
import { templates } from '../../../facts/carried-pods';
import { nodePools } from '../../../facts/node-pools';
import { tolerates } from '../../../facts/tolerations';
import { Rule } from '../../rule';

/** A toleration of nothing. */
export const tolerationOfNoTaint: Rule = {
  id: 'AIW2642',
  title: 'toleration of a taint that no node has',
  class: 'risky',
  reason: 'A toleration is compared with taints letter by letter, and one that is like no taint changes nothing: the pod stays off the nodes that it is meant for, and nobody says why.',
  source: 'component-helpers scheduling/corev1/helpers.go (v0.36); k8s.io/api core/v1/well_known_taints.go (v0.36); GKE documentation of GPUs, TPUs and Spot VMs; AKS documentation of spot node pools',
  remedy: 'Copy the taint from the nodes: kubectl get nodes -o jsonpath=\'{.items[*].spec.taints}\'. With operator: Exists no value is needed.',
  appliesTo: ['every carrier of pods'],
  but: 'nothing of keys that are like no known one, since operators choose their own, nor of those that a NodePool of the input has',
  check: (facts, report) => {
    const own = new Set(facts.get(nodePools).flatMap(({ taints }) => taints.map(({ key }) => key)));
    for (const pods of facts.get(templates)) {
      asList(pods.spec.tolerations).forEach((toleration, index) => {
        const said = own.has(toleration.key) ? undefined : mistakeOf(toleration);
        if (said) {
          report(pods.carrier, { field: pods.at(`tolerations[${index}]${said.field}`), message: said.message, help: said.help });
        }
      });
    }
  },
};

interface Mistake {
  readonly field: string;
  readonly message: string;
  readonly help: string;
}

function mistakeOf(toleration: PlainObject): Mistake | undefined {
  const key = asText(toleration.key) ?? '';
  const known = KNOWN_TAINTS.find(taint => taint.key === key);
  if (known) {
    const taints = taintsOf(known);
    return taints.length === 0 || taints.some(taint => tolerates(toleration, taint)) ? undefined : {
      field: '', message: `Invalid value: ${shown(toleration)}: nodes have ${taints.map(shown).join(' and ')}`, help: `write { key: ${key}, operator: Exists }`,
    };
  }
  const meant = key.includes('/') ? KNOWN_TAINTS.find(taint => isNear(key, taint.key)) : undefined;
  return meant && { field: '.key', message: `Invalid value: ${JSON.stringify(key)}: no node has a taint of this key; ${meant.key} is one`, help: `write key: ${meant.key}` };
}

/** What is nobody's choice; of the rest a toleration may be right. */
function taintsOf({ key, fixed }: KnownTaint): readonly PlainObject[] {
  return fixed?.effects.map(effect => ({ key, value: fixed.value, effect })) ?? [];
}

function shown({ key, value, effect }: PlainObject): string {
  return `${String(key)}${value === undefined || value === '' ? '' : `=${String(value)}`}:${effect === undefined ? 'every effect' : String(effect)}`;
}

/** Two letters are a mistake of the hand, as is a domain without its end; numbers are told apart on purpose. */
function isNear(key: string, known: string): boolean {
  return !/\d/.test(key) && (changesBetween(key.toLowerCase(), known, 2) <= 2 || key === known.replace('.com/', '/'));
}

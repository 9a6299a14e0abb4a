import { LABEL_GROUP, LABEL_HOSTNAME, LABEL_NAME, LABEL_ZONE_TOPOLOGY } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asShown, asText, asTexts, isPresent, objectAt } from '../../base/reading';
import { QUEUE_TOPOLOGY } from '../../knowledge/queue';
import { preferredLabels, requiredLabels } from '../../lint/facts/node-demands';
import { PodSet } from '../../lint/facts/pod-set';
import { labelSelector, selects } from '../../lint/facts/selector';
import { named, Said } from '../said';

/** Where the pods of a set may stand, and why. Source: pkg/scheduler/framework/plugins (v1.36) */
export function placesOf(pods: PodSet): Said[] {
  return [...nodes(pods), ...beside(pods), ...spread(pods), ...taints(pods), ...byOthers(pods)];
}

function said(pods: PodSet, topic: string, text: string, path: string): Said {
  return { topic, text, subject: pods.carrier, field: pods.at(path) };
}

/** The zone is said once for the workload, since it differs by its parts. */
function nodes(pods: PodSet): Said[] {
  const isOther = ({ key }: { readonly key: string }) => key !== LABEL_ZONE_TOPOLOGY;
  const must = requiredLabels(pods).filter(isOther).map(({ key, values, field }) => ({ topic: 'nodes', text: `only with ${key} ${named(values)}`, subject: pods.carrier, field }));
  const wish = preferredLabels(pods).map(({ key, values, field }) => ({ topic: 'nodes', text: `rather with ${key} ${named(values)}, where one has room`, subject: pods.carrier, field }));
  const terms = asList(objectAt(pods.spec, 'affinity', 'nodeAffinity', REQUIRED).nodeSelectorTerms);
  const choices = terms.length < 2 ? [] : [said(pods, 'nodes', `only with one of ${terms.length} sets of labels`, `affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms`)];
  const name = asText(pods.spec.nodeName);
  return [...must, ...choices, ...wish, ...(name === undefined ? [] : [said(pods, 'nodes', `on the node ${name}: no scheduler is asked`, 'nodeName')])];
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Affinity to other pods, and away from them. */
function beside(pods: PodSet): Said[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap(kind => {
    const affinity = objectAt(pods.spec, 'affinity', kind);
    const text = kind === 'podAffinity' ? together : apart;
    return [
      ...asList(affinity[REQUIRED]).map((term, index) => said(pods, 'beside', text(pods, term, true), `affinity.${kind}.${REQUIRED}[${index}]`)),
      ...asList(affinity[PREFERRED]).map(({ podAffinityTerm }, index) => said(pods, 'beside', text(pods, asObject(podAffinityTerm), false), `affinity.${kind}.${PREFERRED}[${index}]`)),
    ];
  });
}

/** The first pod goes anywhere, since none of its kind is there yet. Source: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go satisfyPodAffinity (v1.36) */
function together(pods: PodSet, term: PlainObject, isRequired: boolean): string {
  const where = `${inOne(term.topologyKey)} with ${othersOf(pods, term)}`;
  const isOwn = coversItself(pods, term);
  return isRequired ? `only ${where}${isOwn ? ': the first to be scheduled chooses it, and the others wait for room there' : ''}` : `rather ${where}`;
}

function apart(pods: PodSet, term: PlainObject, isRequired: boolean): string {
  return `${isRequired ? 'never' : 'rather not'} ${inOne(term.topologyKey)} with ${othersOf(pods, term)}`;
}

/** `zone`; the label itself where it is no usual one. */
export function domainOf(key: unknown): string {
  return DOMAINS.get(asShown(key)) ?? asShown(key);
}

/** `in one zone`, `on one node`. */
function inOne(key: unknown): string {
  return `${key === LABEL_HOSTNAME ? 'on' : 'in'} one ${domainOf(key)}`;
}

const DOMAINS: ReadonlyMap<string, string> = new Map([[LABEL_ZONE_TOPOLOGY, 'zone'], [LABEL_HOSTNAME, 'node'], ['topology.kubernetes.io/region', 'region']]);

function coversItself(pods: PodSet, term: PlainObject): boolean {
  return isPresent(term.labelSelector) && selects(labelSelector(term.labelSelector), pods);
}

/** Which pods a term speaks of. The labels of a group are those of the pods that carry the term. */
function othersOf(pods: PodSet, term: PlainObject): string {
  if (!isPresent(term.labelSelector)) {
    return 'no pods: the term has no selector';
  }
  const { equals, expressions } = labelSelector(term.labelSelector);
  const keys = asTexts(term.matchLabelKeys);
  const isOwn = coversItself(pods, term);
  if (isOwn && (equals.some(([key]) => key === LABEL_GROUP) || keys.some(key => key.endsWith('/group-index') || key.endsWith('/group-key')))) {
    return 'the pods of its group';
  }
  if (isOwn && expressions.length === 0 && equals.length > 0) {
    const own = equals.find(([key]) => key === LABEL_NAME);
    return own !== undefined && equals.length === 1 ? `pods of ${own[1]}` : 'pods like itself';
  }
  const shown = [...equals.map(([key, value]) => `${key} ${value}`), ...expressions.map(({ key, operator, values }) => `${key} ${operator} ${values.join(', ')}`.trim())];
  return shown.length === 0 ? 'any pods' : `pods that have ${named(shown)}`;
}

/** Source: pkg/scheduler/framework/plugins/podtopologyspread (v1.36) */
function spread(pods: PodSet): Said[] {
  return asList(pods.spec.topologySpreadConstraints).map((term, index) => {
    const skew = term.whenUnsatisfiable === 'ScheduleAnyway' ? 'as far as there is room' : `at most ${asNumber(term.maxSkew) ?? 1} more in one than in another, or it waits`;
    const text = `evenly over ${domainOf(term.topologyKey)}s, ${skew}; ${othersOf(pods, term)} count`;
    return said(pods, 'spread', text, `topologySpreadConstraints[${index}]`);
  });
}

/** Taints that the pods take. What every pod is given (not-ready, unreachable) is said where a node fails. */
function taints(pods: PodSet): Said[] {
  const keys = asList(pods.spec.tolerations).filter(({ key }) => !String(key).startsWith('node.kubernetes.io/'))
    .map(({ key, operator, value }) => (isPresent(key) ? `${asShown(key)}${operator === 'Exists' || !isPresent(value) ? '' : `=${asShown(value)}`}` : 'any'));
  return keys.length === 0 ? [] : [said(pods, 'taints', `may stand on nodes with the taint${keys.length > 1 ? 's' : ''} ${named([...new Set(keys)])}`, 'tolerations')];
}

/** What others decide. */
function byOthers(pods: PodSet): Said[] {
  const { schedulerName, priorityClassName, runtimeClassName, hostNetwork } = pods.spec;
  const levels = Object.values(QUEUE_TOPOLOGY).map(key => ({ key, level: asText(pods.annotations[key]) }));
  const topology = levels.filter(({ level }) => level !== undefined);
  const priority = asText(priorityClassName);
  const scheduler = asText(schedulerName);
  const runtime = asText(runtimeClassName);
  return [
    ...topology.map(({ key, level }) => ({
      topic: 'beside',
      text: key === QUEUE_TOPOLOGY.required ? `all in one ${domainOf(level)}, which Kueue chooses before it admits them` : `in one ${domainOf(level)} where Kueue finds one, else in several`,
      subject: pods.carrier,
      field: pods.metadataField(`annotations[${key}]`),
    })),
    ...(scheduler === undefined || scheduler === 'default-scheduler' ? [] : [said(pods, 'scheduler', scheduler, 'schedulerName')]),
    ...(priority === undefined ? [] : [said(pods, 'priority', priority, 'priorityClassName')]),
    ...(runtime === undefined ? [] : [said(pods, 'runtime', runtime, 'runtimeClassName')]),
    ...(hostNetwork === true ? [said(pods, 'network', "the node's own: its ports are those of the node", 'hostNetwork')] : []),
  ];
}

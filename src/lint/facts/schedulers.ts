import { Facts } from './facts';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText } from '../../base/reading';
import { SCHEDULER_CONFIGURATION, SCHEDULER_GROUP } from '../../knowledge/kube-scheduler';
import { Manifest } from '../../kubernetes/manifest';

/** What a kube-scheduler of the input reads. */
export interface SchedulerConfiguration {
  readonly object: Manifest;
  /** `data[configuration.yaml]`. */
  readonly field: string;
  readonly content: PlainObject;
}

/** Configurations in ConfigMaps. What cannot be read as YAML is left out. */
export function schedulerConfigurations(facts: Facts): readonly SchedulerConfiguration[] {
  return facts.ofType('ConfigMap').flatMap(object => Object.entries(asObject(object.body.data)).flatMap(([key, text]) => (
    asText(text)?.includes(SCHEDULER_GROUP) ? contentsOf(text as string).map(content => ({ object, field: `data[${key}]`, content })) : [])));
}

/** Names under which they place pods. */
export function schedulerNames(facts: Facts): ReadonlySet<string> {
  const profiles = facts.get(schedulerConfigurations).flatMap(({ content }) => asList(content.profiles));
  return new Set(profiles.flatMap(({ schedulerName }) => asText(schedulerName) ?? []));
}

function contentsOf(text: string): PlainObject[] {
  // Loaded late: a synth reads no YAML unless a ConfigMap holds such a configuration.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { readDocuments } = require('../../kubernetes/yaml/read') as typeof import('../../kubernetes/yaml/read');
  return [...readDocuments(text)].flatMap(document => ('error' in document ? [] : [asObject(document.value)]))
    .filter(({ apiVersion, kind }) => kind === SCHEDULER_CONFIGURATION && asText(apiVersion)?.startsWith(`${SCHEDULER_GROUP}/`));
}

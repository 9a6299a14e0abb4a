import { Field, fieldsOf } from './fields';
import { KINDS, SKIPPED, WHOLE } from './kinds';
import { ask } from './measure';
import { MORE_KINDS } from './more-kinds';
import { Probe, probesOf, valueAt, withoutField, withValue } from './probe';
import { SAMPLES } from './samples';
import { Schema, Types } from './schema';
import { POD_PATHS } from '../../src/kubernetes/release/measured/rows';
import { ApiClient } from '../harness/client';
import { Manifest } from '../harness/manifest';

/** By `<type>.<field>` what a server does without a required field, by `<type>.<field>=` what it does with a value outside the closed list: `r` refuses, `k` takes it. */
export type Demands = Readonly<Record<string, string>>;

/** A value that is in no closed list. */
const NONSENSE = 'Nonsense';

/** Kinds whose validation the library knows in full: there a schema has nothing to add. */
const VALIDATED: readonly string[] = [
  ...Object.keys(POD_PATHS), 'ConfigMap', 'DeviceClass', 'HorizontalPodAutoscaler', 'PersistentVolumeClaim', 'PodDisruptionBudget', 'PriorityClass',
  'ResourceClaim', 'ResourceClaimTemplate', 'Secret', 'Service',
];
const BASES = [...KINDS.filter(({ kind }) => !VALIDATED.includes(kind)), ...MORE_KINDS];

/** A required field or a closed list, with an object that is taken and one that breaks the demand. */
export interface Question {
  readonly key: string;
  readonly valid: Probe;
  readonly wrong: Probe;
}

/**
 * A document marks as required what its Go structure always writes, which is more than a server demands, and some closed lists are open. So each is
 * asked about: with the field, which must be taken, and without it. One kind that takes the object speaks for the type.
 */
export async function demandsOf(client: ApiClient, schema: Schema): Promise<Demands> {
  const questions = questionsFor(schema);
  const [valid, wrong] = [await ask(client, questions.map(each => each.valid)), await ask(client, questions.map(each => each.wrong))];
  const demands: Record<string, string> = {};
  questions.forEach(({ key }, index) => {
    if (['k', 'o', 'd'].includes(valid[index].mark)) {
      demands[key] = wrong[index].mark === 'r' && demands[key] !== 'k' ? 'r' : 'k';
    }
  });
  return Object.fromEntries(Object.entries(demands).sort(([one], [other]) => one < other ? -1 : 1));
}

export function questionsFor({ types, kinds }: Schema): Question[] {
  const rootOf = ({ apiVersion, kind }: Manifest) => kinds[`${apiVersion} ${kind}`];
  return BASES.filter(base => rootOf(base) !== undefined).flatMap(base => demandingFields(types, rootOf(base)).flatMap(field => {
    const { owner, name, type } = field.steps.at(-1)!;
    const valid = asItStands(field, base) ?? probesOf(field, base, types, SAMPLES)[0];
    return [
      // Without a boolean it is false, and what another element says decides whether that is refused.
      ...type.required && type.of !== 'boolean' ? [{ key: `${owner}.${name}`, valid, wrong: withoutField(valid) }] : [],
      ...type.values ? [{ key: `${owner}.${name}=`, valid, wrong: withValue(valid, type.shape === 'list' ? [NONSENSE] : NONSENSE) }] : [],
    ];
  }));
}

/** The object itself where it has the field: its value is known to be taken. */
function asItStands(field: Field, object: Manifest): Probe | undefined {
  const value = valueAt(field, object);
  return value === undefined ? undefined : { path: field.path, field, value, object };
}

/** Fields at any depth, inner objects too. The metadata of all kinds has a validation of its own. */
function demandingFields(types: Types, root: string): Field[] {
  const fields = fieldsOf(types, root, (_, { name }) => WHOLE.includes(name)).flatMap(({ steps }) => steps.map((_, depth) => {
    const way = steps.slice(0, depth + 1);
    return { path: way.map(({ name }) => name).join('.'), steps: way };
  }));
  return [...new Map(fields.map(field => [field.path, field])).values()]
    .filter(({ steps }) => ![...SKIPPED, 'metadata'].includes(steps[0].name) && (steps.at(-1)!.type.required || steps.at(-1)!.type.values !== undefined));
}

import { Mutation } from './mutations';
import { Compared } from './tally';
import { ObjectProblem } from '../../../src/kubernetes/problem';
import { rowFor } from '../../../src/kubernetes/release/measured/rows';
import { checkSchema, Schema } from '../../../src/kubernetes/schema/schema';
import { Decoded, decoded, plain, withoutPlaces } from '../../fuzz-checks/answers/decoder';
import { ApiClient } from '../../harness/client';
import { eachOf } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { Question } from '../../measured-tables/demands';
import { readTables } from '../../measured-tables/files';
import { ask, NAMESPACE } from '../../measured-tables/measure';
import { Probe } from '../../measured-tables/probe';

/** Requests at a time. */
const CONCURRENCY = 8;

/** What a decoder refuses; what is missing or outside a list is refused after it. */
const DECODING: readonly string[] = ['AIW1101', 'AIW1102'];

/** Everything the schema says of an object. */
export function problemsOf(object: Manifest, schema: Schema): ObjectProblem[] {
  const problems: ObjectProblem[] = [];
  checkSchema(JSON.parse(JSON.stringify(object)), schema, problem => problems.push(problem));
  return problems;
}

/** Whether the server of a minor would know a field that only its own release lacks: the types of an emulating server are the newest. */
function isOfNewerMinor(problems: readonly ObjectProblem[]): boolean {
  return problems.some(({ id }) => id === 'AIW1107');
}

export async function compareDecoding(client: ApiClient, schema: Schema, mutations: readonly Mutation[]): Promise<Compared[]> {
  const served = mutations.filter(({ object }) => schema.kindOf(object.apiVersion, object.kind) === 'served');
  return (await eachOf(served, CONCURRENCY, async ({ group, kind, what, object }) => {
    const problems = problemsOf(object, schema);
    if (isOfNewerMinor(problems)) {
      return [];
    }
    const answer = await client.dryRun(inNamespace(object)).then(decoded, brokenDown);
    const ours = problems.filter(({ id }) => DECODING.includes(id));
    const agrees = (ours.length > 0) === answer.refused;
    return [{ group, agrees, sameField: agrees && answer.fields.length > 0 ? namesAll(ours, answer) : undefined, line: `${kind} ${what}: ${line(answer.message, ours)}` }];
  })).flat();
}

/** Go names fields of the wrong type without their places in lists, and maps without the key. */
function namesAll(ours: readonly ObjectProblem[], { fields }: Decoded): boolean {
  const named = ours.map(({ id, field }) => id === 'AIW1101' ? plain(field) : withoutPlaces(field));
  return fields.every(field => named.some(name => name === field || name.startsWith(`${field}.`)));
}

/**
 * Some objects make the validation of the server panic, which ends the connection: the decoder had taken them.
 * One is a definition with selectableFields and no schema. Source: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go:660 (v1.36)
 */
function brokenDown(error: unknown): Decoded {
  return { refused: false, fields: [], message: `the server broke down: ${String(error)}` };
}

/** Each field is sent by itself: what comes back without it must be what the schema calls dropped, and nothing else. */
export async function compareDropped(client: ApiClient, schema: Schema, probes: readonly Probe[]): Promise<Compared[]> {
  const { always } = readTables();
  const asked = probes.map(probe => ({ probe, problems: problemsOf(probe.object, schema) })).filter(({ problems }) => !isOfNewerMinor(problems));
  const verdicts = await ask(client, asked.map(({ probe }) => probe));
  return asked.flatMap(({ probe, problems }, index) => {
    const gated = problems.filter(({ id }) => id === 'AIW1105');
    const { mark, message = mark } = verdicts[index];
    // Dropped by all minors, whatever the gates: not for a schema of one minor to say.
    const isAlways = mark === 'd' && rowFor(always, probe.object.kind, probe.path)?.startsWith('d') === true;
    if (mark === '-' || isAlways) {
      return [];
    }
    // Of kinds with a validation the schema says that the field is dropped; the validation says whether the rest is refused.
    const agrees = gated.length === 0 ? mark !== 'd' : mark === 'r' || (mark === 'd' && gated[0].class === 'dropped');
    return [{ group: gated.length > 0 ? 'dropped by a gate' : 'not dropped', agrees, sameField: undefined, line: `${probe.object.kind} ${probe.path}: ${line(message, gated)}` }];
  });
}

/** Required fields and closed lists of kinds without a validation of their own. */
export async function compareDemands(client: ApiClient, schema: Schema, questions: readonly Question[]): Promise<Compared[]> {
  const verdicts = await ask(client, questions.map(({ valid }) => valid));
  const taken = questions.filter((_, index) => ['k', 'o', 'd'].includes(verdicts[index].mark));
  return eachOf(taken, CONCURRENCY, async ({ key, wrong }) => {
    const { status, body } = await client.dryRun(inNamespace(wrong.object));
    const problems = problemsOf(wrong.object, schema).filter(({ id }) => id === 'AIW1103' || id === 'AIW1104');
    const causes = (body as { details?: { causes?: { field: string }[] } }).details?.causes?.map(({ field }) => plain(field)) ?? [];
    const agrees = (problems.length > 0) === (status >= 400);
    return {
      group: key.endsWith('=') ? 'outside a closed list' : 'required field missing',
      agrees,
      sameField: agrees && status >= 400 ? problems.some(({ field }) => causes.includes(plain(field))) : undefined,
      line: `${wrong.object.kind} ${key}: ${line(status < 300 ? '' : (body as { message?: string }).message ?? '', problems)}`,
    };
  });
}

function inNamespace(object: Manifest): Manifest {
  return typeof object.metadata === 'object' && object.metadata !== null && !Array.isArray(object.metadata)
    ? { ...object, metadata: { namespace: NAMESPACE, ...object.metadata } } : object;
}

function line(message: string, problems: readonly ObjectProblem[]): string {
  return `server: ${message.slice(0, 300) || 'taken'}; here: ${problems.map(problem => `${problem.field}: ${problem.message}`).join(', ') || 'taken'}`;
}

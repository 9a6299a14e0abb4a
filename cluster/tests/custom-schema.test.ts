import { amountOf } from './amounts';
import { examplesOfProjects } from './custom-schema/examples';
import { Mutation, mutationsOf } from './custom-schema/mutations';
import { RuleWalks } from './custom-schema/rule-mutations';
import { CustomServer, firstReleases, otherReleases } from './custom-schema/server';
import { Tally } from './custom-schema/tally';
import { PlainObject } from '../../src/base/plain';
import { ObjectProblem } from '../../src/kubernetes/problem';
import { compileNodes } from '../../src/kubernetes/schema/custom/compile';
import { checkCustomResource, checkCustomUpdate, customKinds } from '../../src/kubernetes/schema/custom/custom';
import { Structure } from '../../src/kubernetes/schema/custom/node';
import { SAMPLES } from '../../test/kubernetes/schema/custom/samples';
import { fieldsAgree, verdictOf } from '../fuzz-checks/answers/extension';
import { eachOf } from '../harness/eventually';

/** Mutations of each sample; more of them: `CUSTOM_SCHEMA_MUTATIONS=5000 npm run test:cluster -- custom-schema`. */
const PER_SAMPLE = amountOf('CUSTOM_SCHEMA_MUTATIONS', 20);
/** Objects near the rules of each sample whose kind has some; more of them: `CUSTOM_SCHEMA_WALKS=2000`. */
const WALKS = amountOf('CUSTOM_SCHEMA_WALKS', 20);
const SEED = Number(process.env.CUSTOM_SCHEMA_SEED ?? 1);
const LEAST = 0.995;

/** Examples with fields that their kinds do not have: `priorityClass` for `priorityClassName`; templates with an apiVersion, as they were in v1alpha1. */
const WRONG: readonly string[] = [
  'volcano.sh/volcano/example/kubecon-2019-china/task-priority/elastic-job.yaml',
  'github.com/kubeflow/training-operator/examples/xgboost/smoke-dist/xgboostjob_v1alpha1_rabit_test.yaml',
];

jest.setTimeout(3_600_000);

test('there is a sample of every known kind', () => {
  const kinds = new Set(SAMPLES.map(({ apiVersion, kind }) => `${String(apiVersion).split('/')[0]}/${String(kind)}`));
  expect([...kinds].sort()).toEqual(customKinds());
});

test('examples that the projects publish are right, but for two', async () => {
  const examples = await examplesOfProjects();
  expect(examples.length).toBeGreaterThan(200);
  const wrong = examples.filter(({ body }) => {
    let problems = 0;
    expect(checkCustomResource(body, () => problems++)).toBe(true);
    return problems > 0;
  });
  expect([...new Set(wrong.map(({ place }) => place.replace(/@v[^/]*/, '')))].sort()).toEqual([...WRONG].sort());
});

/** Samples in a version that only another operator serves than that of the first definition: MPIJob v2beta1. */
const OF_OTHERS = 1;

describe.each([['the first release of each kind', firstReleases, SAMPLES.length - OF_OTHERS], ['another release of the kinds that have several', otherReleases, 26]])(
  'custom resources of %s', (_, releases, leastSamples) => {
    let server: CustomServer;

    beforeAll(async () => {
      server = await CustomServer.start(releases());
    });

    afterAll(() => server?.stop());

    const samples = () => SAMPLES.filter(sample => server.installedOf(sample));

    test('pass here when they pass at the server', async () => {
      expect(samples().length).toBeGreaterThanOrEqual(leastSamples);
      for (const sample of samples()) {
        const { accepted, message } = verdictOf(await server.ask(sample, sample));
        const name = [sample.apiVersion, sample.kind, message];
        expect([...name, accepted]).toEqual([...name, problemsOf(server, sample, sample).length === 0]);
        // An older release may not know what a sample uses.
        expect([...name, accepted || releases === otherReleases]).toEqual([...name, true]);
      }
    });

    test('when they are changed where rules in CEL are, are refused here when the server refuses them, and for the same fields', async () => {
      const tally = new Tally();
      for (const sample of samples()) {
        await compareRules(server, sample, tally);
      }
      console.log(`${tally.print()}\n\n${tally.disagreements.join('\n')}`);
      const low = [...tally.rows.keys()].filter(key => tally.verdictRate(key) < LEAST || tally.fieldRate(key) < LEAST);
      expect(low).toEqual([]);
    });

    test('when they are changed after they were made, are refused here when rules about the old value refuse them there', async () => {
      const tally = new Tally();
      for (const sample of samples().filter(each => comparesWithOld(structureOf(server, each)))) {
        await compareChanges(server, sample, tally);
      }
      console.log(`${tally.print()}\n\n${tally.disagreements.join('\n')}`);
      expect(tally.disagreements).toEqual([]);
      expect(tally.rows.get('refused')?.asked ?? 0).toBeGreaterThan(0);
    });

    test('when they are changed, are refused here when the server refuses them, and for the same fields', async () => {
      const tally = new Tally();
      for (const sample of samples()) {
        await compare(server, sample, tally);
      }
      console.log(`${tally.print()}\n\n${tally.disagreements.join('\n')}`);
      const low = [...tally.rows.keys()].filter(key => tally.verdictRate(key) < LEAST || tally.fieldRate(key) < LEAST);
      expect(low).toEqual([]);
    });
  });

function problemsOf(server: CustomServer, sample: any, body: any): ObjectProblem[] {
  const problems: ObjectProblem[] = [];
  checkCustomResource(body as PlainObject, problem => problems.push(problem), { source: server.installedOf(sample)!.source });
  return problems;
}

async function compareRules(server: CustomServer, sample: any, tally: Tally): Promise<void> {
  const structure = structureOf(server, sample);
  if (structure.nodes.at(structure.root).ruled === undefined) {
    return;
  }
  const walks = new RuleWalks(structure, seeded(SEED));
  await compareAll(server, sample, Array.from({ length: WALKS }, () => ({ group: 'rules', ...walks.from(sample) })), tally);
}

/** Whether a rule that stands somewhere in the schema reads what was there before. */
function comparesWithOld({ nodes, root }: Structure): boolean {
  const seen = new Set<number>();
  const look = (id: number): boolean => {
    const { rules = [], ruled = [], properties = {}, items, additionalProperties } = nodes.at(id);
    const isNew = !seen.has(id) && seen.add(id) !== undefined;
    const below = () => ruled.some(name => look(name === '[]' ? items ?? additionalProperties! : properties[name]));
    return isNew && (rules.some(rule => nodes.rule(rule).rule.includes('oldSelf')) || below());
  };
  return look(root);
}

/** Changes near the rules of what was made, as far as each would be taken by itself: the rest is not about the change. */
async function compareChanges(server: CustomServer, sample: any, tally: Tally): Promise<void> {
  const kept = await server.keep(sample, `kept-${Math.abs(Math.imul(tally.rows.size + 1, 31))}`) as any;
  const metadata = { name: kept.metadata.name, resourceVersion: kept.metadata.resourceVersion };
  const walks = new RuleWalks(structureOf(server, sample), seeded(SEED));
  const bodies = Array.from({ length: 2 * WALKS }, () => walks.from(sample))
    .map(({ what, body }: any) => ({ what, body: { ...body, metadata } }))
    .filter(({ body: { apiVersion, kind } }) => apiVersion === sample.apiVersion && kind === sample.kind)
    .filter(({ body }) => problemsOf(server, sample, body).length === 0);
  await eachOf(bodies, 8, async ({ what, body }) => {
    const verdict = verdictOf(await server.change(sample, body));
    const problems: ObjectProblem[] = [];
    const { source } = server.installedOf(sample)!;
    checkCustomUpdate({ previous: { ...sample, metadata }, next: body }, problem => problems.push(problem), { source });
    const agrees = verdict.accepted === (problems.length === 0);
    const agreesOnFields = agrees && fieldsAgree(verdict, problems);
    tally.add([`${sample.apiVersion} ${sample.kind}`, verdict.accepted ? 'taken' : 'refused'], { ...verdict, agrees, agreesOnFields });
    if (!agreesOnFields) {
      const here = problems.map(({ field, message }) => `${field}: ${message}`).join(' | ');
      tally.disagreements.push(`${sample.kind} ${what}\n  server: ${verdict.message.slice(0, 600)}\n  here:   ${here.slice(0, 400)}`);
    }
  });
}

async function compare(server: CustomServer, sample: any, tally: Tally): Promise<void> {
  await compareAll(server, sample, chosen(mutationsOf(sample, structureOf(server, sample))), tally);
}

function structureOf(server: CustomServer, sample: any): Structure {
  const { spec } = server.installedOf(sample)!.definition;
  const version = spec.versions.find(({ name }: any) => sample.apiVersion.endsWith(`/${name}`));
  return compileNodes(version.schema.openAPIV3Schema);
}

interface Changed {
  readonly group: string;
  readonly what: string;
  readonly body: any;
}

async function compareAll(server: CustomServer, sample: any, mutations: readonly Changed[], tally: Tally): Promise<void> {
  await eachOf(mutations, 8, async mutation => {
    const verdict = verdictOf(await server.ask(sample, mutation.body));
    const problems = problemsOf(server, sample, mutation.body);
    const agrees = verdict.accepted === (problems.length === 0);
    const agreesOnFields = agrees && fieldsAgree(verdict, problems);
    tally.add([`class ${mutation.group}`, `${sample.apiVersion} ${sample.kind}`, 'all'], { ...verdict, agrees, agreesOnFields });
    if (!agreesOnFields) {
      const here = problems.map(({ field, message }) => `${field}: ${message}`).join(' | ');
      tally.disagreements.push(`${agrees ? 'fields ' : 'VERDICT'} ${sample.kind} ${mutation.what}\n  server: ${verdict.message.slice(0, 600)}\n  here:   ${here.slice(0, 400)}`);
    }
  });
}

/** Some of each class, by a seeded draw. */
function chosen(mutations: readonly Mutation[]): Mutation[] {
  const random = seeded(SEED);
  const drawn = mutations.map(mutation => ({ mutation, at: random() })).sort((one, other) => one.at - other.at).map(({ mutation }) => mutation);
  const classes = [...new Set(drawn.map(({ group }) => group))];
  return classes.flatMap(group => drawn.filter(each => each.group === group).slice(0, Math.ceil(PER_SAMPLE / classes.length)));
}

/** Source: S. Park, K. Miller, "Random Number Generators: Good Ones Are Hard To Find" */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = state * 48_271 % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

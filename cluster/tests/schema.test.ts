import { amountOf } from './amounts';
import { compareDecoding, compareDemands, compareDropped } from './schema/compare';
import { GROUPS, hasOddTexts, mutate, Mutation, ODD_FORMAT } from './schema/mutations';
import { SeededRandom } from './schema/random';
import { Compared, countsOf, printed } from './schema/tally';
import { Schema } from '../../src/kubernetes/schema/schema';
import { SERVED } from '../../src/kubernetes/schema/served.generated';
import { MINORS } from '../harness/api-server';
import { AskedServer, rememberedServer } from '../harness/remembered/remembered-server';
import { Question, questionsFor } from '../measured-tables/demands';
import { ask, schemaOf } from '../measured-tables/measure';
import { Probe } from '../measured-tables/probe';
import { Types } from '../measured-tables/schema';
import { scopesOf } from '../measured-tables/served';
import { moreProbes, probesFor } from '../measured-tables/survey';

/** Mutations for each minor. More of them: SCHEMA_MUTATIONS=20000 SCHEMA_SEED=7 npm run test:cluster -- schema.test */
const MUTATIONS = amountOf('SCHEMA_MUTATIONS', 400);
const SEED = Number(process.env.SCHEMA_SEED ?? 20261121);
/** Fields that are sent by themselves, beside all of which the schema says that they are dropped. */
const SENT = 600;

const compared: Compared[] = [];

describe.each(MINORS)('%s', minor => {
  const random = new SeededRandom(SEED + MINORS.indexOf(minor));
  const schema = new Schema(minor);
  let server: AskedServer;
  let probes: { readonly valid: Probe[]; readonly typed: Probe[] };
  let types: Types;
  let questions: Question[];

  beforeAll(async () => {
    server = await rememberedServer(__filename, { minor, crds: false });
    const documents = await schemaOf(server.client);
    await ask(server.client, []);
    const valid = probesFor(documents);
    probes = { valid, typed: [...valid, ...moreProbes(documents)] };
    types = documents.types;
    questions = questionsFor(documents);
  });
  afterAll(() => server.stop());

  test('the server serves by default the kinds that the schema says, in their scope', async () => {
    const names = Object.keys(SERVED).map(name => name.split(' ') as [string, string]);
    const ours = names.filter(([apiVersion, kind]) => schema.kindOf(apiVersion, kind) === 'served')
      .map(([apiVersion, kind]) => [`${apiVersion} ${kind}`, schema.isNamespaced(apiVersion, kind)]);
    expect(Object.fromEntries(ours)).toEqual(await scopesOf(server.client));
  });

  test('the decoder takes and refuses what the schema takes and refuses, and names the same field', async () => {
    const results = await compareDecoding(server.client, schema, mutations(random, probes.typed, types));
    compared.push(...results);
    expect(wrongOf(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(MUTATIONS / 2);
  });

  test('the server drops what the schema says it drops, and keeps the rest', async () => {
    const gated = probes.valid.filter((_, index) => index % 7 === 0 || GATED.test(probes.valid[index].path));
    const results = await compareDropped(server.client, schema, gated.slice(0, SENT * 4));
    compared.push(...results);
    expect(wrongOf(results)).toEqual([]);
  });

  test('the server insists on the required fields and closed lists of kinds that only the schema speaks of', async () => {
    // As if no kind had a validation of its own.
    const results = await compareDemands(server.client, new Schema(minor, { validated: new Set() }), questions);
    compared.push(...results);
    expect(wrongOf(results.filter(({ line }) => !NAMED_OTHERWISE.some(explained => explained.test(line))))).toEqual([]);
    expect(results.filter(({ agrees }) => !agrees)).toEqual([]);
    expect(results.length).toBeGreaterThan(100);
  });
});

const GATES = {
  ImageVolume: true,
  HPAConfigurableTolerance: true,
  MaxUnavailableStatefulSet: true,
  ContainerRestartRules: true,
  PodLevelResources: false,
  HostnameOverride: false,
};

test('gates that differ from the defaults of the minor decide as they do on a server', async () => {
  const server = await rememberedServer(__filename, { minor: '1.34', gates: GATES, crds: false });
  try {
    const probes = probesFor(await schemaOf(server.client)).filter(({ path }) => GATED.test(path));
    const results = await compareDropped(server.client, new Schema('1.34', { featureGates: GATES }), probes);
    expect(wrongOf(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(100);
  } finally {
    await server.stop();
  }
});

afterAll(() => {
  console.log(printed(countsOf(compared)));
});

/** Where the measured tables have most to say. */
const GATED = /image$|tolerance|maxUnavailable|restartPolicy|resources\.|hostname|hostUsers|resourceClaims|claims|schedulingGroup|podCertificate|fileKeyRef|stopSignal|volumeAttributesClassName|extendedResourceName|capacity|tolerations/;

/** What the server refuses under another field than the one that is wrong. */
const NAMED_OTHERWISE: readonly RegExp[] = [
  // Missing objects: it names what they should hold.
  /\.(spec|roleRef|names|priorityLevelConfiguration): server/,
  // Its internal types: the only version of a definition is lifted to the top, taints are named as metadata, a disk has lost its maker.
  / apiextensions\.v1\.(?!.*\.spec: )| core\.v1\.Taint\.| core\.v1\.GCEPersistentDiskVolumeSource\./,
  // Name and namespace of a webhook's Service in each other's place.
  / admissionregistration\.v1\.ServiceReference\./,
  // Lists without the place in them.
  / core\.v1\.(ScopedResourceSelectorRequirement|ResourceQuotaSpec\.scopes|PersistentVolumeSpec\.accessModes)/,
];

function mutations(random: SeededRandom, probes: readonly Probe[], types: Types): Mutation[] {
  const read = probes.filter(hasOddTexts);
  return Array.from({ length: MUTATIONS }, () => random.one(GROUPS))
    .map(group => mutate(random.one(group === ODD_FORMAT ? read : probes), group, types, random))
    .filter(each => each !== undefined);
}

function wrongOf(results: readonly Compared[]): string[] {
  return results.filter(({ agrees, sameField }) => !agrees || sameField === false).map(({ line }) => line);
}

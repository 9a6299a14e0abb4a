import * as fs from 'fs';
import * as path from 'path';
import { GANGS, WORKLOAD_KINDS } from '../../../src/lint/kinds';

const LINT = path.join(__dirname, '../../../src/lint');

/** Files beside `src/lint/kinds` that name a kind, and why. */
const NAMING: { readonly [file: string]: string } = {
  'changes/ordinals-move/rule.ts': 'about the ordinals of StatefulSets',
  'changes/refused-change/rule.ts': 'how people get a change in is the wording of the rule, for kinds that Kubernetes validates',
  'changes/template-change.ts': 'measured: StatefulSets alone compare the notation of quantities',
  'facts/progressive-delivery.ts': 'what Flagger drives, and the pods of the primary that it makes of a Deployment',
  'facts/queues.ts': 'of a Deployment Kueue admits each pod by itself, of everything else more than one',
  'rules/lifecycle/budget-splits-groups/rule.ts': 'about the restart policy of LeaderWorkerSets',
  'rules/lifecycle/ordered-start-of-one-world/rule.ts': 'about podManagementPolicy, which StatefulSets alone have',
  'rules/lifecycle/partition-above-replicas/rule.ts': 'about the partition of StatefulSets, which counts from the first ordinal',
  'rules/objects/derived-name-collision/rule.ts': 'what stands in the way of derived names, whoever derives them',
  'rules/objects/disaggregated-set-refused/rule.ts': 'what the webhook and the CRD of DisaggregatedSets refuse',
  'rules/objects/governing-service/rule.ts': 'about serviceName, which StatefulSets alone have',
  'rules/objects/name-too-long/rule.ts': 'the sums of lengths, each with the refusal of its own server',
  'rules/objects/overlapping-ordinals/rule.ts': 'about the ordinals of StatefulSets',
  'rules/objects/replicated-job-not-found/rule.ts': 'about the policies of JobSets, which name their jobs',
  'rules/objects/selector-misses-template/rule.ts': 'about manualSelector, which Jobs alone have',
  'rules/objects/volume-not-declared/rule.ts': 'claim templates take the place of volumes in StatefulSets alone',
  'rules/objects/storage-class-not-found/rule.ts': 'JobSets have claims of another shape',
  'rules/objects/training-job-refused/rule.ts': 'what the webhook of the Training Operator refuses',
  'rules/objects/training-runtime-not-found/rule.ts': 'about the runtime of TrainJobs',
  'rules/scaling/described-object-not-found/rule.ts': 'about objects that metrics are of, workloads among them',
  'rules/scheduling/gang-minimum/rule.ts': 'about minAvailable of Volcano Jobs',
  'rules/scheduling/gang-of-another-scheduler/rule.ts': 'which scheduler looks at which PodGroup',
  'rules/scheduling/gang-of-ordered-set/rule.ts': 'about podManagementPolicy, which StatefulSets alone have',
  'rules/scheduling/host-port-twice/rule.ts': 'two roll-outs, each with the fields of its own',
  'rules/scheduling/mpi-processes-unlike-slots/rule.ts': 'about slotsPerWorker of MPIJobs',
  'rules/scheduling/nodes-unlike-pods/rule.ts': 'plain objects of which several form one world',
  'rules/scheduling/operator-processes-exceed-devices/rule.ts': 'about fields for processes, which each operator calls otherwise',
  'rules/scheduling/pod-group-of-stateful-set/rule.ts': 'about names of lost pods, which StatefulSets alone give again',
  'rules/scheduling/queue-on-ignored-kind/rule.ts': 'kinds of Kubernetes that Kueue has no integration for',
  'rules/scheduling/queued-set-scaled/rule.ts': 'a queue holds StatefulSets still, and nothing else',
  'rules/scheduling/store-on-one-node/rule.ts': 'about stores, which are StatefulSets',
  'rules/scheduling/subgroup-size/rule.ts': 'about subgroups, which LeaderWorkerSets alone have',
  'rules/scheduling/surge-over-one-claim/rule.ts': 'about the default strategy of Deployments',
  'rules/scheduling/surge-without-devices/rule.ts': 'two roll-outs, each with the fields of its own',
  'rules/traffic/index-across-groups/rule.ts': 'about the indexes of LeaderWorkerSets and JobSets, which differ',
  'rules/traffic/rendezvous-waits-for-readiness/rule.ts': 'about serviceName, which StatefulSets alone have',
  'rules/traffic/service-selects-workers/rule.ts': 'about StatefulSets that are one group, and groups with a leader',
};

/** Not families: revision-fields.ts is which change of a template is a new revision. */
const SHARED: readonly string[] = ['controllers.ts', 'index.ts', 'kind.ts', 'revision-fields.ts'];

const TYPES = [...WORKLOAD_KINDS, ...GANGS].flatMap(({ type }) => (type?.includes('/') ? [type] : []));

const sources = fs.readdirSync(LINT, { recursive: true, encoding: 'utf8' }).map(file => file.replaceAll('\\', '/')).filter(file => file.endsWith('.ts')).sort();

function read(file: string): string {
  return fs.readFileSync(path.join(LINT, file), 'utf8');
}

const families = sources.filter(file => file.startsWith('kinds/')).map(file => file.slice('kinds/'.length)).filter(file => !SHARED.includes(file));

test('what a kind is stands in src/lint/kinds: no other file names one, but for those that are explained', () => {
  const naming = sources.filter(file => !file.startsWith('kinds/') && TYPES.some(type => read(file).includes(`'${type}'`)));
  expect(naming).toEqual(Object.keys(NAMING).sort());
});

test('every family has a line in the index', () => {
  const index = read('kinds/index.ts');
  expect(families.length).toBeGreaterThan(10);
  const missing = families.filter(file => {
    const name = /^export const ([A-Z_]+): Family = /m.exec(read(`kinds/${file}`))?.[1];
    return name === undefined || !index.includes(`  ${name},\n`);
  });
  expect(missing).toEqual([]);
});

test('a kind stands in one family', () => {
  expect(new Set(TYPES).size).toBe(TYPES.length);
});

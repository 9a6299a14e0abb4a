import { PATTERN_NOTICES } from './pattern-notices';
import { Notice } from '../../base/findings/notice';
import { PROBLEMS, ProblemId } from '../../kubernetes/problem';

const OF_THE_RUN: readonly Notice[] = [
  {
    id: 'AIW0001',
    title: 'no target is defined',
    class: 'advice',
    reason: 'Without a target the manifests are written for the default minor of this major version of the library, which may not be the one of the cluster.',
    remedy: 'Say what the cluster runs: Target.define(app, { kubernetes: KubernetesVersion.V1_34 }).',
    appliesTo: ['app'],
  },
  {
    id: 'AIW0002',
    title: 'needs an extension API',
    class: 'advice',
    reason: 'The pattern writes objects of an API that does not come with Kubernetes; a cluster without it refuses them.',
    remedy: 'Install what serves the API, and say so: Target.define(app, { apis: [...] }).',
    appliesTo: ['LeaderWorkerGroup', 'IndexedTrainingJob', 'GpuInferenceDeployment'],
  },
  {
    id: 'AIW0003',
    title: 'an acknowledgement matches nothing',
    class: 'risky',
    reason: 'Its cause is gone, or it stands in the wrong place; left there, it would hide the next finding of this id.',
    remedy: 'Remove it, or move it to the object that the finding is about. An acknowledgement is an id and a reason.',
    appliesTo: ['Checks.of(scope).acknowledge', 'annotation cdk8s-ai-workloads/acknowledge', '.cdk8s-ai.yaml'],
  },
  {
    id: 'AIW0004',
    title: 'a rule could not run',
    class: 'risky',
    reason: 'A rule broke on this input, which is a bug of the rule, or found more than anybody reads. The others ran.',
    remedy: 'Report it with the manifest; until it is repaired, what the rule looks for is not checked.',
    appliesTo: ['every run'],
  },
  {
    id: 'AIW0005',
    title: 'input cannot be read',
    class: 'rejected',
    reason: 'kubectl would not read it either: it is no YAML or JSON, holds a key twice, or is no Kubernetes object. Other documents are checked all the same.',
    source: 'sigs.k8s.io/yaml (v1.6.0); k8s.io/apimachinery pkg/util/yaml/decoder.go (v1.36)',
    remedy: 'Repair the document at the line of the message. Templates (Helm, Kustomize) are rendered first.',
    appliesTo: ['files and standard input'],
  },
  {
    id: 'AIW0006',
    title: 'kind is not known here',
    class: 'advice',
    reason: 'The object is of a kind whose structure these checks do not have. Its fields are not checked; pod templates inside it are.',
    remedy: 'Nothing, unless the apiVersion or kind is misspelt. --server asks a cluster that knows the kind.',
    appliesTo: ['objects of extension APIs'],
  },
  {
    id: 'AIW0007',
    title: 'text that nobody reads',
    class: 'risky',
    reason: 'A document ends at "..." and where a line is indented less than its first one. kubectl applies what stands before and ignores the rest without a word.',
    source: 'sigs.k8s.io/yaml goyaml.v2 (v1.6): one value is read of each document',
    remedy: 'Begin a new document with ---, or repair the indentation.',
    appliesTo: ['files and standard input'],
  },
  {
    id: 'AIW0008',
    title: 'no Kubernetes object',
    class: 'advice',
    reason: 'Folders hold other YAML and JSON as well: values of a chart, workflows, settings. What has neither kind nor metadata is skipped. Named by itself, such a file is an error (AIW0005).',
    remedy: 'Nothing, unless kind is misspelt. ignore in .cdk8s-ai.yaml leaves files out.',
    appliesTo: ['files in folders'],
  },
  {
    id: 'AIW0009',
    title: 'not everything was checked',
    class: 'risky',
    reason: 'The definitions of custom resources in the input ask for more work than a run takes on: patterns with many ways, choices within choices, for many objects. What comes after that is not checked by them.',
    remedy: 'Simplify the definition that the finding names, or check its objects in several runs. --server asks a cluster.',
    appliesTo: ['custom resources whose definition is part of the input'],
  },
  {
    id: 'AIW1001',
    title: 'the input cannot work',
    class: 'broken',
    reason: 'What was added to a pattern after it was created contradicts it, and is refused like a property.',
    remedy: 'Change what the message names. It cannot be acknowledged: without it there is no manifest.',
    appliesTo: ['patterns of this library'],
  },
  {
    id: 'AIW1002',
    title: 'the object cannot be rendered',
    class: 'broken',
    reason: 'Rendering the object threw an error, so there is no manifest to check or to apply.',
    remedy: 'Repair what the message names. It cannot be acknowledged.',
    appliesTo: ['every object of a construct'],
  },
  {
    id: 'AIW1003',
    title: 'refused by a validation of the construct',
    class: 'broken',
    reason: 'The construct has a validation of its own, which fails the synth. It is told here since the report would hide it otherwise.',
    remedy: 'Repair what the message names.',
    appliesTo: ['constructs of other libraries'],
  },
];

type Explained = Omit<Notice, 'id' | 'title' | 'class' | 'remedy'>;

const SCHEMA = 'OpenAPI of the API servers of 1.33 to 1.36; definitions of the extension APIs';
const EVERY_OBJECT = ['every object of a known kind'];

/** Titles, classes and remedies stand where the problems are made. */
const OF_THE_SERVER: { readonly [id in ProblemId]: Explained } = {
  AIW1101: {
    reason: 'The API has no field of this name: kubectl refuses it, and what applies without strict validation drops it without a word.',
    source: SCHEMA,
    appliesTo: EVERY_OBJECT,
  },
  AIW1102: {
    reason: 'The API server cannot read the value as what the field is: a text for a number, a list for a map, no quantity, no duration.',
    source: SCHEMA,
    appliesTo: EVERY_OBJECT,
  },
  AIW1103: {
    reason: 'The API server refuses the object without this field.',
    source: SCHEMA,
    appliesTo: EVERY_OBJECT,
  },
  AIW1104: {
    reason: 'The field takes one of a few words, and this is none of them.',
    source: SCHEMA,
    appliesTo: EVERY_OBJECT,
  },
  AIW1105: {
    reason: 'The minor knows the field and keeps it behind a feature gate that is off by default: the API server takes the object and drops the field.',
    source: 'measured: each field sent to API servers of 1.33 to 1.36, and what they returned; apimachinery pkg/api/resource/quantity.go UnmarshalJSON (v0.36)',
    appliesTo: EVERY_OBJECT,
  },
  AIW1106: {
    reason: 'The API server of this minor does not serve the version: kubectl says "no matches for kind".',
    source: 'measured: API discovery of 1.33 to 1.36',
    appliesTo: EVERY_OBJECT,
  },
  AIW1107: {
    reason: 'Another minor has the field; this one refuses it like a misspelt one.',
    source: SCHEMA,
    appliesTo: EVERY_OBJECT,
  },
  AIW1108: {
    reason: 'The API server takes null in a list for an empty value: an argument of a program that is empty, a rule of a policy that allows everything, a Secret without a name. A limit or request of null is one of zero.',
    source: 'measured: null in each sort of list, sent to API servers of 1.36, and what they returned; apimachinery pkg/api/resource/quantity.go UnmarshalJSON (v0.36)',
    appliesTo: EVERY_OBJECT,
  },
  AIW1201: {
    reason: 'Names, labels, annotations and owner references have forms, which the API server checks for every kind.',
    source: 'k8s.io/apimachinery pkg/api/validation/objectmeta.go (v1.36)',
    appliesTo: EVERY_OBJECT,
  },
  AIW1202: {
    reason: 'The API server checks the pod spec, also inside a template. What it refuses there, it refuses with the whole workload.',
    source: 'pkg/apis/core/validation/validation.go (v1.36)',
    appliesTo: ['Pod', 'built-in workloads'],
  },
  AIW1203: {
    reason: 'The API server checks each kind beyond its schema.',
    source: 'pkg/apis/*/validation/validation.go (v1.36)',
    appliesTo: ['built-in kinds that AI workloads use'],
  },
  AIW1204: {
    reason: 'Beside another value this one counts for nothing, and the API server takes the object and leaves it out without a word.',
    source: 'pkg/api/persistentvolumeclaim/util.go EnforceDataSourceBackwardsCompatibility; pkg/apis/core/v1/defaults.go SetDefaults_Service; pkg/api/pod/util.go dropContainerRestartRules (v1.36)',
    appliesTo: ['PersistentVolumeClaim', 'Service', 'Pod', 'built-in workloads'],
  },
  AIW1205: {
    reason: 'The API server reads at most 3 MiB, and etcd stores 1.5 MiB: built-in kinds without the names of their fields, custom resources as JSON.',
    source: 'apiserver pkg/server/config.go MaxRequestBodyBytes (v1.36), etcd server/embed/config.go DefaultMaxRequestBytes (3.6); measured: objects of growing size, sent to an API server of 1.36',
    appliesTo: ['every object'],
  },
};

const FROM_A_SERVER: readonly Notice[] = [
  {
    id: 'AIW1301',
    title: 'refused by the live API server',
    class: 'rejected',
    reason: 'The cluster that was asked refuses the object in a dry run: by its validation, by a policy or webhook, or because it does not serve the kind.',
    remedy: 'Change what the message names. Where only that cluster is wrong, change the cluster.',
    appliesTo: ['lint --server'],
  },
  {
    id: 'AIW1302',
    title: 'field dropped by the live API server',
    class: 'dropped',
    reason: 'The cluster that was asked takes the object and does not keep the field: a feature gate is off there, or the field is of another version.',
    remedy: 'Leave the field out, or switch the gate on in the cluster.',
    appliesTo: ['lint --server'],
  },
  {
    id: 'AIW1303',
    title: 'the live API server warns',
    class: 'advice',
    reason: 'API servers send warnings about what is deprecated or of no effect; kubectl prints them and most pipelines do not.',
    remedy: 'Read what it says.',
    appliesTo: ['lint --server'],
  },
];

/** Everything that can be found beside the rules, by id. */
export const NOTICES: readonly Notice[] = [
  ...OF_THE_RUN,
  ...Object.entries(OF_THE_SERVER).map(([id, explained]) => ({ id, ...PROBLEMS[id as ProblemId], ...explained })),
  ...FROM_A_SERVER,
  ...PATTERN_NOTICES,
];

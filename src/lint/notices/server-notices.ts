import { Notice } from '../../base/findings/notice';
import { PROBLEMS, ProblemId } from '../../kubernetes/problem';

type Explained = Omit<Notice, 'id' | 'title' | 'class' | 'remedy'>;

const SCHEMA = 'OpenAPI of the API servers of 1.33 to 1.37; definitions of the extension APIs';
const WORDS = 'of a field that takes one of a few words, the only one of which one letter in six differs, or its case';
const EVERY_OBJECT = ['every object of a known kind'];

/** Titles, classes and remedies stand where the problems are made. */
const OF_THE_SERVER: { readonly [id in ProblemId]: Explained } = {
  AIW1101: {
    reason: 'The API has no field of this name: kubectl refuses it, and what applies without strict validation drops it without a word.',
    source: SCHEMA,
    fixable: 'the only field of which one letter in six differs',
    appliesTo: EVERY_OBJECT,
  },
  AIW1102: {
    reason: 'The API server cannot read the value as what the field is: a text for a number, a list for a map, no quantity, no duration.',
    source: SCHEMA,
    fixable: 'quotes around a number or a boolean where a built-in kind wants a text, and none where it wants the number or the boolean',
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
    fixable: WORDS,
    appliesTo: EVERY_OBJECT,
  },
  AIW1105: {
    reason: 'The minor knows the field and keeps it behind a feature gate that is off by default: the API server takes the object and drops the field.',
    source: 'measured: each field sent to API servers of 1.33 to 1.37, and what they returned; apimachinery pkg/api/resource/quantity.go UnmarshalJSON (v0.36)',
    appliesTo: EVERY_OBJECT,
  },
  AIW1106: {
    reason: 'The API server of this minor does not serve the version: kubectl says "no matches for kind".',
    source: 'measured: API discovery of 1.33 to 1.37',
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
    fixable: WORDS,
    appliesTo: ['Pod', 'built-in workloads'],
  },
  AIW1203: {
    reason: 'The API server checks each kind beyond its schema.',
    source: 'pkg/apis/*/validation/validation.go (v1.36)',
    fixable: WORDS,
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
  AIW1206: {
    reason: 'Definitions of custom resources have rules in CEL beside their structure (x-kubernetes-validations). The API server evaluates them when the object is created, after its defaults are set, and refuses it '
      + 'with the message that the rule has. Rules that compare with the object of before are not about a creation.',
    source: 'apiextensions-apiserver pkg/apiserver/schema/cel/validation.go (v0.36); the definitions of the extension APIs, and those of the input; measured: changed objects of each kind with rules, sent to an API server of 1.36',
    appliesTo: ['custom resources whose definition is known or part of the input'],
  },
};

/** What the schema and the validation of the API server say. */
export const SERVER_NOTICES: readonly Notice[] = Object.entries(OF_THE_SERVER)
  .map(([id, explained]) => ({ id, ...PROBLEMS[id as ProblemId], ...explained }));

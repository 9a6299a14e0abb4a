import { Notice } from '../../base/findings/notice';

/*
 * What a run says of its input and of itself. Every value of this file is in the catalogue.
 */

export const NO_TARGET: Notice = {
  id: 'AIW0001',
  title: 'no target is defined',
  class: 'advice',
  reason: 'Without a target the manifests are written for the default minor of this major version of the library, which may not be the one of the cluster.',
  remedy: 'Say what the cluster runs: kubernetes of the Target, KubernetesVersion.V1_34.',
  appliesTo: ['app'],
};

export const STALE_ACKNOWLEDGEMENT: Notice = {
  id: 'AIW0003',
  title: 'an acknowledgement matches nothing',
  class: 'risky',
  reason: 'Its cause is gone, or it stands in the wrong place; left there, it would hide the next finding of this id.',
  remedy: 'Remove it, or move it to the object that the finding is about. An acknowledgement is an id and a reason.',
  appliesTo: ['Checks.of(scope).acknowledge', 'annotation cdk8s-ai-workloads/acknowledge', '.cdk8s-ai.yaml'],
};

export const UNREADABLE: Notice = {
  id: 'AIW0005',
  title: 'input cannot be read',
  class: 'rejected',
  reason: 'kubectl would not read it either: it is no YAML or JSON, or is no Kubernetes object. Other documents are checked all the same.',
  source: 'sigs.k8s.io/yaml (v1.6.0); k8s.io/apimachinery pkg/util/yaml/decoder.go (v1.36)',
  remedy: 'Repair the document at the line of the message. Templates (Helm, Kustomize) are rendered first.',
  appliesTo: ['files and standard input'],
};

export const UNREAD_TEXT: Notice = {
  id: 'AIW0007',
  title: 'text that nobody reads',
  class: 'risky',
  reason: 'A document ends at "..." and where a line is indented less than its first one. kubectl applies what stands before and ignores the rest without a word.',
  source: 'sigs.k8s.io/yaml goyaml.v2 (v1.6): one value is read of each document',
  remedy: 'Begin a new document with ---, or repair the indentation.',
  appliesTo: ['files and standard input'],
};

export const NO_OBJECT: Notice = {
  id: 'AIW0008',
  title: 'no Kubernetes object',
  class: 'advice',
  reason: 'Folders hold other YAML and JSON as well: values of a chart, workflows, settings. What has neither kind nor metadata is skipped, and so are a list that holds no object and a text that cannot be read and has neither the word apiVersion nor kind. Named by itself, such a file is an error (AIW0005).',
  remedy: 'Nothing, unless kind is misspelt. ignore in .cdk8s-ai.yaml leaves files out.',
  appliesTo: ['files in folders'],
};

export const UNFILLED: Notice = {
  id: 'AIW0010',
  title: 'places that are not filled in',
  class: 'rejected',
  reason: 'A name such as ${APP}, <node> or REPLACE_ME is filled in by a person or a program before the file is applied. As it stands, the API server rejects it, or it names nothing that exists. It is reported once a file, in place of all findings about such values. It is a warning where the file was found in a folder, whose program (Flux, envsubst) may fill it in, and where the API server accepts the value. The rest of the file is checked, except for variables of the same form in commands and environment, which the same program fills in.',
  source: 'what the validation of the API server says of the value (v1.36)',
  remedy: 'Fill the places in, with envsubst, the GitOps tool or by hand, and check what comes of it; or leave templates out with ignore.',
  appliesTo: ['files'],
};

export const NOT_RENDERED: Notice = {
  id: 'AIW0011',
  title: 'a folder could not be rendered',
  class: 'rejected',
  reason: '--render was asked to build a kustomization or chart, and its program refused it: whatever applies the folder fails as well. It is a warning where that may be different elsewhere: with values that are given, a network, a program that is installed. Its files were not checked, unless the program is not installed.',
  source: 'what kustomize, kubectl kustomize or helm template wrote on standard error',
  remedy: 'Repair what the program names, or render it with what it needs and pipe that in: helm template CHART -f values.yaml | cdk8s-ai lint -. ignore leaves folders out.',
  appliesTo: ['kustomizations and charts in folders, with --render'],
};

export const ALTERNATIVES: Notice = {
  id: 'AIW0012',
  title: 'files are alternatives',
  class: 'advice',
  reason: 'Files of a folder that make the same object are taken for examples, environments or variants, of which one is applied at a time. Where the paths of two such files part, the files or folders are alternatives: the first is checked with everything else, each other one by itself; what one refers to and another makes counts as made.',
  remedy: 'Nothing, if one is applied at a time. If all are, the one applied last overwrites the others: --whole takes the folder for what is applied together, and tells each as a duplicate (AIW2101). Files that are named one by one are taken so anyway, and so is what cdk8s writes (*.k8s.yaml).',
  appliesTo: ['files in folders'],
};

export const DUPLICATE_KEY: Notice = {
  id: 'AIW0013',
  title: 'key that a mapping has twice',
  class: 'risky',
  reason: 'kubectl keeps the last value of a duplicate key and silently drops the others. kustomize, Flux and other parsers of YAML 1.2 reject the whole file. The document is checked with the last value.',
  source: 'sigs.k8s.io/yaml (v1.6.0) yaml.go YAMLToJSON; go.yaml.in/yaml/v3 decode.go: mapping key already defined; kustomize kyaml/yaml (v0.19)',
  remedy: 'Delete one of the two keys, or merge their values.',
  appliesTo: ['files and standard input'],
};

export const CANNOT_RENDER: Notice = {
  id: 'AIW1002',
  title: 'the object cannot be rendered',
  class: 'broken',
  reason: 'Rendering the object threw an error, so there is no manifest to check or to apply.',
  remedy: 'Repair what the message names. It cannot be acknowledged.',
  appliesTo: ['every object of a construct'],
};

export const REFUSED_BY_CONSTRUCT: Notice = {
  id: 'AIW1003',
  title: 'refused by a validation of the construct',
  class: 'broken',
  reason: 'The construct has a validation of its own, which fails the synth. It is told here since the report would hide it otherwise.',
  remedy: 'Repair what the message names.',
  appliesTo: ['constructs of other libraries'],
};

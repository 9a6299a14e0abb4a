import { readFile } from '../../../src/lint/input/documents';

/** Ids of what is found in a file of a folder, and in one that was named. */
function told(text: string, file = 'f.yaml'): [string[], string[]] {
  const of = (isFound: boolean) => readFile(file, Buffer.from(text), isFound).findings.map(({ id }) => id);
  return [of(true), of(false)];
}

const SKIPPED = [['AIW0008'], ['AIW0005']];
const REFUSED = [['AIW0005'], ['AIW0005']];

test.each([
  ['a playbook', '- hosts: all\n  tasks: []\n', SKIPPED],
  ['a vocabulary with a word for each key of a manifest', '{"!": 0, "kind": 11031, "apiVersion": 7, "metadata": 8, "spec": 9, "apple": 3}', SKIPPED],
  ['a vocabulary without kind', '{"metadata": 5, "spec": 6, "apple": 3}', SKIPPED],
  ['translations', '{"kind": "Art", "metadata": "Metadaten", "spec": "Beschreibung"}', SKIPPED],
  ['a manifest whose kind is a number', 'apiVersion: v1\nkind: 5\nmetadata: {name: a}\n', REFUSED],
  ['a manifest with a kind that is no text, and no metadata', 'apiVersion: v1\nkind: [Pod]\n', REFUSED],
  ['a list of settings', '[1, "two", {"kind": "x"}]', SKIPPED],
  ['a list of objects, which kubectl refuses', '- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n', REFUSED],
  ['JSON with comments', '{\n  // for the editor\n  "name": "x"\n}\n', SKIPPED],
  ['settings in a syntax of their own', '%{ if x }\nreplicas: 1\n%{ endif }\n', SKIPPED],
  ['a manifest that is broken', 'apiVersion: v1\nkind: [ConfigMap\n', REFUSED],
  ['a component with metadata of its own', 'name: build\nmetadata:\n  annotations: {author: x}\nimplementation: {}\n', SKIPPED],
  ['metadata of another program', 'metadata: {namespace: default, type: MachineClasses, id: worker}\nspec: {}\n', SKIPPED],
  ['a document whose kind is no type', '{"schema_version": 1, "kind": "run_analysis", "metadata": {"name": "a"}}', SKIPPED],
  ['a document of another program with a kind', 'kind: Machine\nname: worker\npatches: []\n', SKIPPED],
  ['a manifest without apiVersion', 'kind: Deployment\nmetadata: {name: a}\n', REFUSED],
  ['a manifest without apiVersion and metadata', 'kind: Deployment\nspec: {}\n', REFUSED],
  ['a manifest whose kind is a list', 'kind: [Deployment]\n', REFUSED],
  ['settings of istioctl', 'apiVersion: install.istio.io/v1alpha1\nkind: IstioOperator\nspec: {}\n', [['AIW0008'], ['AIW0008']]],
  ['an IstioOperator that a controller reads', 'apiVersion: install.istio.io/v1alpha1\nkind: IstioOperator\nmetadata: {name: a}\nspec: {}\n', [[], []]],
  ['a manifest without kind', 'metadata: {name: a}\nspec: {}\n', REFUSED],
  ['a manifest without kind and name', 'metadata:\n  annotations: {a: b}\nspec: {}\n', REFUSED],
  ['a manifest without kind and spec', 'metadata: {name: a}\ndata: {}\n', REFUSED],
])('%s', (_, text, expected) => expect(told(text)).toEqual(expected));

test('bytes that are no UTF-8 are told, whatever they say', () => {
  expect(readFile('f.yaml', Buffer.from('\ufeffapiVersion: v1\nkind: [', 'utf16le'), true).findings.map(({ id }) => id)).toEqual(['AIW0005']);
});

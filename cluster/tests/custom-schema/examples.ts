import * as fs from 'fs';
import * as path from 'path';
import { parseAllDocuments } from 'yaml';
import { PlainObject } from '../../../src/base/plain';
import { customKind } from '../../../src/kubernetes/schema/custom/custom';
import { moduleDirectory } from '../../harness/binaries';
import { allCrdSources } from '../../harness/crds';

/** Folders of the modules with manifests for users. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'sigs.k8s.io/lws': ['docs', 'config/samples'],
  'sigs.k8s.io/gateway-api': ['examples'],
  'sigs.k8s.io/gateway-api-inference-extension': ['config/manifests'],
  'github.com/ray-project/kuberay/ray-operator': ['config/samples'],
  'github.com/kubeflow/mpi-operator': ['examples'],
  'github.com/kubeflow/trainer/v2': ['manifests/base/runtimes'],
  'github.com/kubeflow/training-operator': ['examples'],
  'volcano.sh/volcano': ['example'],
};

export interface Example {
  /** Module, version and file. */
  readonly place: string;
  readonly body: PlainObject;
}

/** Custom resources that their own projects publish as examples. */
export async function examplesOfProjects(): Promise<Example[]> {
  const modules = new Map(allCrdSources().map(source => [`${source.module}@${source.version}`, source]));
  const examples: Example[] = [];
  for (const { module, version, sum } of modules.values()) {
    const directory = await moduleDirectory(module, version, sum);
    const files = (FOLDERS[module] ?? []).map(folder => path.join(directory, folder)).filter(folder => fs.existsSync(folder)).flatMap(yamlFiles);
    examples.push(...files.flatMap(file => bodiesOf(file).map(body => ({ place: `${module}@${version}/${path.relative(directory, file)}`, body }))));
  }
  return examples;
}

function yamlFiles(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name)).sort();
}

function bodiesOf(file: string): PlainObject[] {
  const documents = parseAllDocuments(fs.readFileSync(file, 'utf8'), { version: '1.1' });
  return documents.filter(({ errors }) => errors.length === 0).map(document => document.toJS() as PlainObject | null)
    .filter((body): body is PlainObject => isKnown(body));
}

function isKnown(body: PlainObject | null): boolean {
  return typeof body?.apiVersion === 'string' && typeof body.kind === 'string' && customKind(body.apiVersion.split('/')[0], body.kind) !== undefined;
}

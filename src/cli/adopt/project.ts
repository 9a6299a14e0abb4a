import * as fs from 'fs';
import * as path from 'path';
import { Yaml } from 'cdk8s';
import { Adoption } from './adoption';
import { isSame } from './patches';
import { IncludedFile, programOf } from './program';
import { Told, reportOf } from './report';
import { Finding } from '../../base/findings/finding';
import { grouped } from '../../base/grouped';
import { PlainObject } from '../../base/plain';
import { printYaml } from '../../base/yaml/printer';
import { Cluster } from '../../kubernetes/cluster';
import { Manifest } from '../../kubernetes/manifest';
import { packageFolder, version } from '../../lint/report/release';

/** Folders of a written project. */
export const ORIGINALS = 'originals';
export const KEPT = 'kept';
export const OUTPUT = 'dist';

/** What a project is written from. */
export interface ProjectInput extends Told {
  readonly adoption: Adoption;
  readonly objects: readonly Manifest[];
  readonly cluster: Cluster;
  /** Text of a file that was read, if it still can be. */
  readonly textOf: (file: string) => string | undefined;
  /** Errors of the linter about the input. */
  readonly errors: readonly Finding[];
}

/** Writes the project into an empty folder, and returns the names of what it wrote. */
export function writeProject(folder: string, input: ProjectInput): string[] {
  const { adoption, objects, cluster } = input;
  const places = new Places(objects);
  const kept = new Set(adoption.kept.map(({ original }) => original));
  const included: IncludedFile[] = [];
  const written: string[] = [];
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
    written.push(name);
  };
  for (const [place, inFile] of places.files) {
    write(`${ORIGINALS}/${place}`, printYaml(inFile.map(({ body }) => body)));
    const staying = inFile.filter(each => kept.has(each));
    if (staying.length > 0) {
      const name = `${KEPT}/${place}`;
      const text = staying.length === inFile.length ? input.textOf(inFile[0].origin.file ?? '') : undefined;
      write(name, text ?? printYaml(staying.map(({ body }) => body)));
      if (text !== undefined && !isIncludedAlike(path.join(folder, name), staying)) {
        fs.writeFileSync(path.join(folder, name), printYaml(staying.map(({ body }) => body)));
      }
      included.push({ id: name.replace(/\//g, '-'), path: name });
    }
  }
  write('main.ts', programOf(adoption, included, cluster));
  write('cdk8s.yaml', `language: typescript\napp: npx tsx main.ts\noutput: ${OUTPUT}\n`);
  write('package.json', packageFile(path.basename(path.resolve(folder))));
  write('tsconfig.json', `${JSON.stringify({ compilerOptions: { target: 'ES2022', module: 'Node16', strict: true, esModuleInterop: true, skipLibCheck: true, noEmit: true, types: ['node'] }, include: ['*.ts'] }, undefined, 2)}\n`);
  write('.gitignore', `node_modules/\n${OUTPUT}/\n`);
  write('.cdk8s-ai.yaml', configurationOf(input));
  write('ADOPTED.md', reportOf(input));
  return written;
}

/** Whether cdk8s reads the file as it was read here: lists, JSON and older notations may differ. */
function isIncludedAlike(file: string, objects: readonly Manifest[]): boolean {
  try {
    const read = Yaml.load(file) as PlainObject[];
    return read.length === objects.length && read.every((each, index) => isSame(each, objects[index].body, 'written'));
  } catch {
    return false;
  }
}

/** Where objects are written, by the files that they came from. */
class Places {
  public readonly files: ReadonlyMap<string, readonly Manifest[]>;

  constructor(objects: readonly Manifest[]) {
    const names = [...new Set(objects.map(fileOf))];
    const root = commonFolder(names);
    this.files = grouped(objects, object => placeOf(fileOf(object), root));
  }
}

function fileOf({ origin: { file, rendered } }: Manifest): string {
  return rendered ?? file ?? 'input';
}

function commonFolder(names: readonly string[]): string {
  const folders = names.map(name => path.resolve(path.dirname(name)).split(path.sep));
  const [first, ...rest] = folders;
  const length = first.findIndex((part, index) => rest.some(other => other[index] !== part));
  return (length < 0 ? first : first.slice(0, length)).join(path.sep) || path.sep;
}

/** Below the folder that is common to all, always as YAML. */
function placeOf(name: string, root: string): string {
  const relative = name.startsWith('<') ? 'stdin' : path.relative(root, path.resolve(name));
  return `${relative.split(path.sep).map(part => part.replace(/[^\w.@-]/g, '-')).join('/').replace(/\.(?:ya?ml|json)$/, '') || 'input'}.yaml`;
}

/** Exact versions of what it was checked with. */
function packageFile(name: string): string {
  const own = JSON.parse(fs.readFileSync(path.join(packageFolder(), 'package.json'), 'utf8')) as { devDependencies?: Record<string, string>; peerDependencies: Record<string, string> };
  const versionOf = (library: string) => own.devDependencies?.[library] ?? own.peerDependencies[library];
  return `${JSON.stringify({
    name: name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'adopted',
    version: '0.0.0',
    private: true,
    scripts: {
      synth: 'tsx main.ts',
      types: 'tsc',
      check: `npm run synth && cdk8s-ai adopt --compare ${ORIGINALS} ${OUTPUT} && cdk8s-ai lint ${OUTPUT} --against ${ORIGINALS}`,
    },
    dependencies: {
      'cdk8s': versionOf('cdk8s'),
      'cdk8s-ai-workloads': version(),
      'cdk8s-plus-28': versionOf('cdk8s-plus-28'),
      'constructs': versionOf('constructs'),
    },
    devDependencies: { '@types/node': '^20', 'tsx': '^4', 'typescript': '^5.9' },
  }, undefined, 2)}\n`;
}

/** What the linter says of the objects as they are deployed, accepted one by one, so that a new mistake stands out. */
function configurationOf({ cluster, errors, adoption }: ProjectInput): string {
  const known = new Map(errors.map(({ id, title, object }) => {
    const about = object && [object.kind, ...object.namespace === '' ? [] : [object.namespace], object.name].join('/');
    return [`${id} ${about}`, { id, reason: `${title}: deployed so before it was adopted`, ...(about === undefined ? {} : { object: about }) }];
  }));
  return printYaml([{ kubernetes: [cluster.minor], ...(known.size === 0 || adoption === undefined ? {} : { acknowledge: [...known.values()] }) }]);
}


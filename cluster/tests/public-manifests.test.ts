import * as fs from 'fs';
import * as path from 'path';
import { PROJECTS, Project } from './public-manifests/projects';
import { Finding, severityOf } from '../../src/base/findings/finding';
import { DEFAULT_CLUSTER } from '../../src/kubernetes/cluster';
import { inputFiles } from '../../src/lint/input/paths';
import { lint } from '../../src/lint/run/lint';
import { moduleDirectory } from '../harness/build/modules';
import { allCrdSources } from '../harness/crds';

/** What the project means to be applied: no templates, no definitions, no kustomizations and what they patch. */
function isManifest(file: string): boolean {
  const text = fs.readFileSync(file, 'utf8');
  return /^\s*"?apiVersion"?:/m.test(text) && /^\s*-?\s*"?kind"?:/m.test(text) && !/\{\{|kind: (Kustomization|CustomResourceDefinition)/.test(text)
    && !/^kustomization\.ya?ml$/.test(path.basename(file));
}

function filesOf(project: Project, directory: string): string[] {
  return project.folders.flatMap(folder => inputFiles([path.join(directory, folder)]))
    .map(({ name }) => path.relative(directory, name))
    .filter(file => !project.parts?.some(part => file.startsWith(part)) && isManifest(path.join(directory, file)));
}

/** Errors of a file by itself, as most of them are applied. */
function errorsOf(file: string): { readonly objects: number; readonly errors: readonly Finding[] } {
  const { findings, objects } = lint(inputFiles([file]), { clusters: [DEFAULT_CLUSTER] });
  return { objects, errors: findings.filter(({ class: kind }) => severityOf(kind) === 'error') };
}

describe.each(PROJECTS.map(project => [`${project.module}@${project.version}`, project] as const))('%s', (_, project) => {
  test('its example manifests have no error but the mistakes that are known', async () => {
    const sum = allCrdSources().find(({ module, version }) => module === project.module && version === project.version)?.sum;
    const directory = await moduleDirectory(project.module, project.version, sum);
    const files = filesOf(project, directory);
    const checked = files.map(file => ({ file, ...errorsOf(path.join(directory, file)) }));
    const told = checked.flatMap(({ file, errors }) => errors.map(({ id, field, message }) => ({ file, id, field, message })));
    const known = Object.entries(project.mistakes ?? {})
      .flatMap(([file, mistakes]) => mistakes.map(({ id, field }) => ({ file, id, field, message: expect.any(String) as string })));
    expect(told.sort(byPlace)).toEqual(known.sort(byPlace));
    expect(files.length).toBeGreaterThanOrEqual(project.files);
    expect(checked.reduce((total, { objects }) => total + objects, 0)).toBeGreaterThanOrEqual(project.objects);
  });
});

function byPlace(one: { file: string; id: string; field?: string }, other: { file: string; id: string; field?: string }): number {
  const [a, b] = [one, other].map(({ file, id, field }) => `${file} ${id} ${field}`);
  return a < b ? -1 : a > b ? 1 : 0;
}

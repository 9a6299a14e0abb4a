import type { RenderOptions } from './render';
import { InputFile } from '../../lint/input/paths';
import { Input, readInput } from '../../lint/input/read-input';
import { counted } from '../../lint/report/text';
import { LintOptions } from '../../lint/run/lint';
import { ProgressLine } from '../terminal';

export type Rendering = RenderOptions;

/** How folders are rendered for the newest of the clusters. */
export function renderingFor({ clusters }: LintOptions, progress: ProgressLine): Rendering {
  return { kubernetes: clusters.at(-1)!.minor, progress: text => progress.show(text) };
}

/** Reads files, and what `--render` makes of those that are of kustomize or Helm. */
export async function readRendered(files: readonly InputFile[], rendering: Rendering | undefined, progress?: ProgressLine): Promise<Input> {
  const read = (rest: readonly InputFile[]) => readInput(rest, progress
    && (done => progress.show(`read ${done.files} of ${counted(files.length, 'file')}, ${counted(done.objects, 'object')}`)));
  if (rendering === undefined) {
    return read(files);
  }
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- few runs render, and it starts programs
  const { render } = require('./render') as typeof import('./render');
  const { objects, findings, files: rest } = await render(files, rendering);
  const input = read(rest);
  return { ...input, objects: [...input.objects, ...objects], findings: [...findings, ...input.findings], files: files.map(({ name }) => name) };
}

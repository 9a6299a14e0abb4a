import * as fs from 'fs';
import { createRequire } from 'module';
import * as path from 'path';
import { App } from 'cdk8s';

export const ROOT = path.resolve(__dirname, '..');
const EXAMPLES = path.join(ROOT, 'examples');

// Required by name, so that the caller decides what runs: the built library under Node, the sources under jest.
const load = createRequire(__filename);

/** What examples/<name>/main.ts exports. */
export interface Example {
  /** For an example with a roll-out: the number of its stages, which are applied one after the other. */
  readonly stages?: number;
  /** Adds the example's charts to an app; with a stage, as they are committed at that stage of a roll-out. */
  build(app: App, stage?: number): void;
}

/** One app to synthesise: an example, or one stage of it. */
export interface ExampleApp {
  /** `three-zone-database/stage-2`; also the folder under dist. */
  readonly name: string;
  readonly build: (app: App) => void;
}

/** The folders of examples/ that hold an app, in alphabetical order. */
export function exampleNames(): string[] {
  return fs.readdirSync(EXAMPLES).filter(name => fs.existsSync(sourceOf(name))).sort();
}

export function sourceOf(name: string): string {
  return path.join(EXAMPLES, name, 'main.ts');
}

/** The apps of one example: one, or one a stage. */
export function appsOf(name: string): ExampleApp[] {
  const example = load(sourceOf(name)) as Partial<Example>;
  const { build, stages } = example;
  if (typeof build !== 'function') {
    throw new Error(`examples/${name}/main.ts: must export "build(app: App): void"`);
  }
  if (stages === undefined) {
    return [{ name, build: app => build(app) }];
  }
  return Array.from({ length: stages }, (_, index) => ({ name: `${name}/stage-${index + 1}`, build: app => build(app, index + 1) }));
}

/** Every app of every example. */
export function allApps(): ExampleApp[] {
  return exampleNames().flatMap(appsOf);
}

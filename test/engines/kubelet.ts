import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { temporaryFolder } from '../hygiene/temporary';

/*
 * What a kubelet does to a container before the runtime starts it: environment in order, then `$(NAME)` in command and arguments. The process
 * itself is run by this machine's /bin/sh, with stubs for what only an image has.
 */

/**
 * Kubernetes' own expansion: `$(NAME)` becomes the value of a known name and stays as it is otherwise, `$$` becomes `$`.
 * Source: third_party/forked/golang/expansion/expand.go (v1.36)
 */
export function expand(input: string, known: ReadonlyMap<string, string>): string {
  let output = '';
  let checkpoint = 0;
  for (let cursor = 0; cursor + 1 < input.length; cursor++) {
    if (input[cursor] !== '$') {
      continue;
    }
    output += input.slice(checkpoint, cursor);
    const { text, advance } = read(input.slice(cursor + 1), known);
    output += text;
    cursor += advance;
    checkpoint = cursor + 1;
  }
  return output + input.slice(checkpoint);
}

function read(input: string, known: ReadonlyMap<string, string>): { text: string; advance: number } {
  if (input[0] === '$') {
    return { text: '$', advance: 1 };
  }
  if (input[0] !== '(') {
    return { text: `$${input[0]}`, advance: 1 };
  }
  const end = input.indexOf(')', 1);
  if (end === -1) {
    return { text: '$(', advance: 1 };
  }
  const name = input.slice(1, end);
  return { text: known.get(name) ?? `$(${name})`, advance: end + 1 };
}

/** A container as it stands in a manifest. */
export interface Container {
  readonly name: string;
  readonly command?: string[];
  readonly args?: string[];
  readonly env?: { name: string; value?: string; valueFrom?: { fieldRef?: { fieldPath: string } } }[];
}

/** Labels of the running pod, by key. */
export type PodLabels = { readonly [key: string]: string };

/** Environment of the process, in the order of the manifest. Source: pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36) */
export function environmentOf(container: Container, labels: PodLabels): Map<string, string> {
  const known = new Map<string, string>();
  for (const variable of container.env ?? []) {
    const label = /^metadata\.labels\['(.+)'\]$/.exec(variable.valueFrom?.fieldRef?.fieldPath ?? '')?.[1];
    known.set(variable.name, label === undefined ? expand(variable.value ?? '', known) : labels[label] ?? '');
  }
  return known;
}

/** The argv that the runtime is given. */
export function argvOf(container: Container, environment: ReadonlyMap<string, string>): string[] {
  return [...container.command ?? [], ...container.args ?? []].map(word => expand(word, environment));
}

/** What a run left behind. */
export interface Run {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** One line for each call of a stub: its name and arguments. */
  readonly calls: string[];
}

/** Stubs: programs of the image, as shell text. Each call is logged; the text may read `$call`, the number of the call of that program. */
export type Stubs = { readonly [program: string]: string };

/** Shows argv so that a space inside a word can be told from one between words. */
export const SHOW = 'for word in "$@"; do printf "<%s>" "$word"; done; echo';

/** Runs a container's entry point. `replace` stands for what the test cannot mount: files at absolute paths. */
export function run(container: Container, labels: PodLabels, stubs: Stubs, replace: { readonly [text: string]: string } = {}): Run {
  const environment = environmentOf(container, labels);
  return runProcess(argvOf(container, environment), Object.fromEntries(environment), stubs, replace);
}

/** Runs a process with an argv and an environment that are expanded already. */
export function runProcess(
  argv: readonly string[], environment: { readonly [name: string]: string }, stubs: Stubs, replace: { readonly [text: string]: string } = {}): Run {
  const folder = temporaryFolder('kubelet');
  const log = path.join(folder, 'calls');
  fs.writeFileSync(log, '');
  Object.entries({ sleep: '', ...stubs }).forEach(([program, text]) => writeStub(folder, program, text));
  const words = argv.map(word => Object.entries(replace).reduce((text, [from, to]) => text.split(from).join(to.replace('STUBS', folder)), word));
  const done = spawnSync(words[0], words.slice(1), {
    env: { ...environment, PATH: `${folder}:/usr/bin:/bin`, CALLS: log },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status: done.status, out: done.stdout, err: done.stderr, calls: fs.readFileSync(log, 'utf8').split('\n').filter(line => line !== '') };
}

function writeStub(folder: string, program: string, text: string): void {
  const script = ['#!/bin/sh', `echo "${program} $*" >> "$CALLS"`, `call=$(grep -c "^${program} " "$CALLS")`, text, ''].join('\n');
  fs.writeFileSync(path.join(folder, program), script, { mode: 0o755 });
}

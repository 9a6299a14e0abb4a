import * as fs from 'fs';
import * as path from 'path';
import { main } from '../../src/cli/main';
import { temporaryFolder } from '../hygiene/temporary';

/** What a run of the program left behind. */
export interface Run {
  readonly status: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with files, which goes after the tests of the file. */
export function folderOf(files: { readonly [name: string]: string | Buffer }): string {
  const folder = temporaryFolder('lint');
  Object.entries(files).forEach(([name, content]) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  });
  return folder;
}

/** Runs the program in this process, in a folder. */
export async function cdk8sAi(folder: string, ...args: readonly string[]): Promise<Run> {
  const [before, status] = [process.cwd(), process.exitCode];
  const out = capture(process.stdout);
  const err = capture(process.stderr);
  process.chdir(folder);
  try {
    await main(args);
    return { status: process.exitCode, stdout: out.text(), stderr: err.text() };
  } finally {
    process.chdir(before);
    process.exitCode = status;
    out.end();
    err.end();
  }
}

function capture(stream: NodeJS.WriteStream) {
  const chunks: string[] = [];
  const spy = jest.spyOn(stream, 'write').mockImplementation((chunk: unknown, done: unknown) => {
    (done as (error?: Error) => void)();
    return chunks.push(String(chunk)) > 0;
  });
  return { text: () => chunks.join(''), end: () => spy.mockRestore() };
}

/** A Service that selects nothing, and the Deployment it nearly selects. */
export const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: router
  namespace: ml
spec:
  selector:
    app: llm-router
  ports:
  - port: 80
`;
export const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: llm
  namespace: ml
spec:
  selector:
    matchLabels: {app: llm}
  template:
    metadata:
      labels: {app: llm}
    spec:
      containers:
      - name: server
        image: registry.example/server:1
`;

/** Both: the Deployment first, so that the Service does not stand at the top of its file. */
export const APP = `${DEPLOYMENT}---\n${SERVICE}`;

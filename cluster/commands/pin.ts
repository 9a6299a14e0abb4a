/*
 * Pins the API server of a minor as it was released: `npm run cluster:pin -- 1.33` writes cluster/released/1.33 for the newest patch release that the Go proxy
 * serves. A new minor becomes a member of KubernetesVersion too: docs/testing.md says what comes then. Commit what it writes.
 */
import * as fs from 'fs';
import * as path from 'path';
import { SetupError } from '../harness/binaries';
import { go, goEnvironment } from '../harness/build/go';
import { CLUSTER } from '../harness/paths';

const KUBERNETES = 'k8s.io/kubernetes';

/** The minors that the library knows. */
const VERSIONS = path.join(CLUSTER, '../src/kubernetes/release/kubernetes-version.ts');

async function main([minor = '']: readonly string[]): Promise<void> {
  if (!/^1\.\d+$/.test(minor)) {
    throw new SetupError('which minor: npm run cluster:pin -- 1.33');
  }
  const folder = path.join(CLUSTER, 'released', minor);
  const version = await newest(minor);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'tools.go'), tools(minor));
  fs.writeFileSync(path.join(folder, 'go.mod'), await goMod(minor, version));
  await output(['mod', 'tidy'], folder);
  console.log(`${path.relative(process.cwd(), folder)}: ${KUBERNETES} ${version}`);
  addMember(minor);
}

/** The members are the minors of the measured tables. */
function addMember(minor: string): void {
  const text = fs.readFileSync(VERSIONS, 'utf8');
  const member = `V${minor.replace('.', '_')} = '${minor}',`;
  if (!text.includes(member)) {
    fs.writeFileSync(VERSIONS, text.replace(/\n}\n/, () => `\n\n  /** Kubernetes ${minor}. */\n  ${member}\n}\n`));
    console.log(`${path.relative(process.cwd(), VERSIONS)}: ${member} Next: npm run measure -- --gates-of ${minor}`);
  }
}

async function newest(minor: string): Promise<string> {
  const versions = (await output(['list', '-m', '-versions', KUBERNETES], path.join(CLUSTER, 'control-plane'))).trim().split(' ').slice(1);
  const found = versions.filter(each => new RegExp(`^v${minor.replace('.', '\\.')}\\.\\d+$`).test(each)).at(-1);
  if (found === undefined) {
    throw new SetupError(`the Go proxy serves no ${KUBERNETES} ${minor}: the newest is ${versions.at(-1)}`);
  }
  return found;
}

/** Kubernetes replaces its own libraries by folders; outside they are the modules of the same release: v1.33.13 has v0.33.13. */
async function goMod(minor: string, version: string): Promise<string> {
  const { GoMod } = JSON.parse(await output(['mod', 'download', '-json', `${KUBERNETES}@${version}`], path.join(CLUSTER, 'control-plane'))) as { readonly GoMod: string };
  const theirs = fs.readFileSync(GoMod, 'utf8');
  const [, line] = /^go (\S+)$/m.exec(theirs)!;
  const libraries = [...theirs.matchAll(/^\t(k8s\.io\/\S+) v0\.0\.0( \/\/ indirect)?$/gm)].map(([, library]) => library);
  const required = [`${KUBERNETES} ${version}`, ...libraries.map(library => `${library} ${version.replace(/^v1/, 'v0')}`)];
  return `module cdk8s-ai-workloads/cluster/released/${minor}\n\ngo ${line}\n\nrequire (\n${required.map(each => `\t${each}\n`).join('')})\n`;
}

function tools(minor: string): string {
  return `//go:build tools

// Package tools holds the API server of Kubernetes ${minor} as an import, so that \`go mod tidy\` keeps its modules and sums in go.mod and go.sum.
package tools

import (
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
)
`;
}

async function output(args: readonly string[], folder: string): Promise<string> {
  const { status, stdout, stderr } = await go(args, folder, { ...goEnvironment(), GOFLAGS: '-mod=mod' });
  if (status !== 0) {
    throw new SetupError(`go ${args.join(' ')} failed: ${stderr}`);
  }
  return stdout;
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
});

/*
 * `cdk8s-ai init` from the empty folder to checked manifests, as its README says: in each language the project is written by the real program, installed from packages of this build, and its own
 * commands synthesise, check and test it. What it writes is compared with what the app writes in TypeScript.
 */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { ROOT } from '../build-tools/examples';
import { cacheFolder } from '../cluster/harness/paths';

/** The commands of a project, as its README says them. */
interface Commands {
  readonly install: string;
  readonly synth: string;
  readonly lint: string;
  readonly test: string;
}

/** How a project takes packages that no registry has. */
interface Local {
  /** Changes the project. */
  prepare?(project: string, packages: string): void;
  /** The command that installs. */
  install?(command: string, packages: string): string;
}

const edit = (file: string, change: (text: string) => string) => fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));

const LOCALLY: { readonly [language: string]: Local } = {
  typescript: {
    prepare: (project, packages) => edit(path.join(project, 'package.json'), text => text.replace(/("cdk8s-ai-workloads": )".*"/, `$1"file:${tarballIn(packages)}"`)),
    install: () => 'npm install --prefer-offline --no-audit --no-fund',
  },
  python: {
    install: (command, packages) => `${command} --quiet --disable-pip-version-check --find-links ${packages}`,
  },
  go: {
    prepare: (project, packages) => {
      const modules = fs.readdirSync(packages).filter(name => fs.existsSync(path.join(packages, name, 'go.mod')));
      const replaced = modules.map(name => `-replace=${/^module (\S+)$/m.exec(fs.readFileSync(path.join(packages, name, 'go.mod'), 'utf8'))![1]}=${path.join(packages, name)}`);
      execFileSync('go', ['mod', 'edit', ...replaced], { cwd: project });
    },
  },
  java: {
    prepare: (project, packages) => edit(path.join(project, 'pom.xml'), text =>
      text.replace('</project>', `  <repositories><repository><id>built</id><url>file://${packages}</url></repository></repositories>\n</project>`)),
  },
};

function tarballIn(folder: string): string {
  const [tarball] = fs.readdirSync(folder).filter(file => /^cdk8s-ai-workloads.*\.tgz$/.test(file));
  return path.join(folder, tarball);
}

/**
 * Follows the README of a new project.
 *
 * @param packages What jsii-pacmak made for the language; for TypeScript, a folder with the tarball.
 * @param tarballs A folder with the tarball: the program, where a project has it from the registry of npm.
 * @returns What the app wrote, and how long each command took.
 */
export function followReadme(
  language: string, folder: string, packages: string, tarballs: string,
): { readonly manifest: string; readonly times: string } {
  const project = path.join(folder, `init-${language}`);
  const times: string[] = [];
  const timed = (what: string, command: string) => {
    const start = Date.now();
    execFileSync('sh', ['-c', command], { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: environment(), maxBuffer: 64 * 1024 * 1024 });
    times.push(`${what} ${((Date.now() - start) / 1000).toFixed(1)} s`);
  };
  execFileSync(process.execPath, [path.join(ROOT, 'bin', 'cdk8s-ai'), 'init', project, '--language', language], { stdio: ['ignore', 'ignore', 'pipe'] });
  const { install, synth, lint, test } = commandsOf(path.join(project, 'README.md'));
  const local = LOCALLY[language];
  local.prepare?.(project, packages);
  timed('install', local.install?.(install, packages) ?? install);
  timed('synth', synth);
  timed('lint', lint.replace(/cdk8s-ai-workloads@\S+/, tarballIn(tarballs)));
  timed('test', test);
  return { manifest: fs.readFileSync(path.join(project, 'dist', 'prod.k8s.yaml'), 'utf8'), times: times.join(', ') };
}

function commandsOf(readme: string): Commands {
  const [install, synth, lint, test] = /```shell\n([\s\S]*?)\n```/.exec(fs.readFileSync(readme, 'utf8'))![1].split('\n');
  return { install, synth, lint, test };
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    JSII_RUNTIME_PACKAGE_CACHE: 'enabled',
    GOFLAGS: '-mod=mod',
    GOSUMDB: 'off',
    MAVEN_OPTS: `-Dmaven.repo.local=${path.join(cacheFolder(), 'languages', 'java')}`,
    npm_config_prefer_offline: 'true',
  };
}

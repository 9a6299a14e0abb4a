import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { isNext, Minor, pinnedBy, RELEASED_MINORS } from './minors';
import { cacheFolder, CLUSTER } from '../paths';

/** Programs that the harness runs. */
export type Program = 'etcd' | 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kubectl' | 'kwok' | 'lws-controller' |
'disaggregatedset-controller' | 'jobset-controller' | 'kuberay-operator' | 'controller-gen' | 'oracle' | 'keda-operator' | 'keda-metrics-server' | 'keda-webhooks' |
'promtool' | 'telemetry' | 'chaos-controller-manager' | 'karpenter' | 'kueue' | 'coscheduling-scheduler' |
'volcano-scheduler' | ReleasedServer;

/** An API server as it was released, beside that of the newest minor, which can behave as an older one. */
export type ReleasedServer = `kube-apiserver-${Minor}`;

/** How to build a program from a Go module of this folder. */
interface Recipe {
  /** Folder under `cluster/` with the go.mod that pins it. */
  readonly module: 'control-plane' | 'kubectl' | 'leader-worker-set' | 'disaggregated-set' | 'job-set' | 'kube-ray' | 'controller-gen' | 'keda' | 'telemetry' | 'chaos-mesh' | 'karpenter' | 'kueue' |
  'gang-schedulers' | `released/${Minor}`;
  /** Go package of its `main`. */
  readonly package: string;
  /** Folder of sources that are compiled in; otherwise go.mod and go.sum pin everything. */
  readonly sources?: string;
  /** Build tags. */
  readonly tags?: string;
  /** Built when a test of its own asks for it, and not with the others: it takes minutes, and one command alone runs it. */
  readonly isApart?: boolean;
}

/** The patch release that is pinned for a minor: `1.33.13`. */
export function releaseOf(minor: Minor): string {
  return pinnedBy(minor, 'k8s.io/kubernetes').version.slice(1);
}

/** The line of a go.mod, which stands in a list of several or by itself. */
const KUBERNETES = /^(?:require)?\s*k8s\.io\/kubernetes v((\d+)\.(\d+)\.\d+)$/m;

/** In build order: quick ones, which others wait for, come first. */
const RECIPES: Readonly<Record<Program, Recipe>> = {
  'etcd': { module: 'control-plane', package: 'go.etcd.io/etcd/server/v3' },
  'kube-apiserver': { module: 'control-plane', package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  'kube-controller-manager': { module: 'control-plane', package: 'k8s.io/kubernetes/cmd/kube-controller-manager' },
  'kube-scheduler': { module: 'control-plane', package: 'k8s.io/kubernetes/cmd/kube-scheduler' },
  'kwok': { module: 'control-plane', package: 'sigs.k8s.io/kwok/cmd/kwok' },
  'oracle': { module: 'control-plane', package: './oracle', sources: 'oracle' },
  'controller-gen': { module: 'controller-gen', package: 'sigs.k8s.io/controller-tools/cmd/controller-gen' },
  'kubectl': { module: 'kubectl', package: './kubectl', sources: 'kubectl' },
  'jobset-controller': { module: 'job-set', package: 'sigs.k8s.io/jobset' },
  'kuberay-operator': { module: 'kube-ray', package: 'github.com/ray-project/kuberay/ray-operator' },
  // Without the clients of 25 clouds that discover targets. Source: prometheus plugins/plugin_*.go (v3.16)
  'promtool': { module: 'telemetry', package: 'github.com/prometheus/prometheus/cmd/promtool', tags: 'remove_all_sd' },
  'telemetry': { module: 'telemetry', package: './telemetry', sources: 'telemetry' },
  'lws-controller': { module: 'leader-worker-set', package: 'sigs.k8s.io/lws/cmd' },
  'karpenter': { module: 'karpenter', package: 'sigs.k8s.io/karpenter/kwok' },
  'keda-webhooks': { module: 'keda', package: 'github.com/kedacore/keda/v2/cmd/webhooks', isApart: true },
  'keda-metrics-server': { module: 'keda', package: 'github.com/kedacore/keda/v2/cmd/adapter', isApart: true },
  'keda-operator': { module: 'keda', package: 'github.com/kedacore/keda/v2/cmd/operator', isApart: true },
  'disaggregatedset-controller': { module: 'disaggregated-set', package: 'sigs.k8s.io/lws/cmd' },
  'chaos-controller-manager': { module: 'chaos-mesh', package: 'github.com/chaos-mesh/chaos-mesh/cmd/chaos-controller-manager', isApart: true },
  'kueue': { module: 'kueue', package: 'sigs.k8s.io/kueue/cmd/kueue', isApart: true },
  'coscheduling-scheduler': { module: 'gang-schedulers', package: 'sigs.k8s.io/scheduler-plugins/cmd/scheduler', isApart: true },
  'volcano-scheduler': { module: 'gang-schedulers', package: 'volcano.sh/volcano/cmd/scheduler', isApart: true },
  // The tables are measured on those that the control plane cannot emulate.
  ...Object.fromEntries(RELEASED_MINORS.map(minor => [`kube-apiserver-${minor}`, { module: `released/${minor}`, package: 'k8s.io/kubernetes/cmd/kube-apiserver', isApart: !isNext(minor) }])),
};

/** All that there are. */
export const ALL_PROGRAMS = Object.keys(RECIPES) as readonly Program[];

/** Those that `cluster:build` builds. */
export const PROGRAMS: readonly Program[] = ALL_PROGRAMS.filter(program => !RECIPES[program].isApart);

/** A program with its source and output folders. */
export interface BuildPlan {
  readonly program: Program;
  /** Folder of the go.mod. */
  readonly moduleFolder: string;
  readonly goPackage: string;
  /** Arguments of `go build` besides the package and the output. */
  readonly flags: readonly string[];
  /** Path of the built program. */
  readonly output: string;
}

/**
 * The output folder is named by a hash of everything that determines the program: changed pins build a new one, and reverting finds the old one.
 * The Go release is left out: it does not change what these programs do (`go version -m FILE` prints it), and including it would mean that a
 * machine with the programs (a restored CI cache) needs Go to find them.
 */
export function planOf(program: Program, root: string = CLUSTER): BuildPlan {
  const recipe = RECIPES[program];
  const moduleFolder = path.join(root, recipe.module);
  const goMod = fs.readFileSync(path.join(moduleFolder, 'go.mod'), 'utf8');
  const flags = ['-trimpath', '-ldflags', linkerFlags(goMod), ...(recipe.tags === undefined ? [] : ['-tags', recipe.tags])];
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, flags, goMod]));
  hash.update(fs.readFileSync(path.join(moduleFolder, 'go.sum')));
  if (recipe.sources) {
    sourcesIn(path.join(moduleFolder, recipe.sources)).forEach(file => hash.update(`${path.basename(file)}\0`).update(fs.readFileSync(file)));
  }
  const folder = `${(recipe.sources ?? recipe.module).replace('/', '-')}-${hash.digest('hex').slice(0, 16)}`;
  const output = path.join(cacheFolder(), 'programs', folder, process.platform === 'win32' ? `${program}.exe` : program);
  return { program, moduleFolder, goPackage: recipe.package, flags, output };
}

/** The oldest Go release that a module builds with: the `go` line of its go.mod. */
export function goLineOf(moduleFolder: string): string {
  const line = /^go (\S+)$/m.exec(fs.readFileSync(path.join(moduleFolder, 'go.mod'), 'utf8'));
  if (!line) {
    throw new Error(`${moduleFolder}/go.mod has no go line`);
  }
  return line[1];
}

/**
 * Kubernetes' programs have version v0.0.0 unless the linker sets it, and `--emulated-version` is relative to it.
 * Source: k8s.io/component-base/version/base.go (v0.36).
 */
function linkerFlags(goMod: string): string {
  const pinned = KUBERNETES.exec(goMod);
  if (!pinned) {
    return '-s -w';
  }
  const [, version, major, minor] = pinned;
  const set = (variable: string, value: string) => `-X k8s.io/component-base/version.${variable}=${value}`;
  return ['-s -w', set('gitVersion', `v${version}`), set('gitMajor', major), set('gitMinor', minor)].join(' ');
}

function sourcesIn(folder: string): string[] {
  return fs.readdirSync(folder).filter(file => file.endsWith('.go')).sort().map(file => path.join(folder, file));
}

import { CheckOptions } from './check-finding';
import { LintOptions } from './lint';
import { nearestName } from '../../base/text/nearest-name';
import { Cluster, DEFAULT_CLUSTER } from '../../kubernetes/cluster';
import { knownGates } from '../../kubernetes/release/features';
import { KubernetesVersion } from '../../kubernetes/release/kubernetes-version';
import { acceptedBy, NO_CONFIGURATION, outsideOf, readConfiguration } from '../input/configuration';
import { Configuration } from '../input/configuration-reader';
import { findConfiguration } from '../input/nearest';
import { UnusableInput } from '../input/paths';

/** Supported minors, the oldest first. */
export const MINORS: readonly string[] = Object.values(KubernetesVersion);

/** Options as given, before the configuration of the repository is applied. */
export interface Asked extends Omit<CheckOptions, 'kubernetes'> {
  /** Minors in any order and spelling (`1.34`, `v1.34.2`), or `all`. */
  readonly kubernetes?: readonly string[];
}

/** The nearest configuration of the working folder, if there is one. */
export function nearestConfiguration(): Configuration {
  const file = findConfiguration(process.cwd());
  return file === undefined ? NO_CONFIGURATION : readConfiguration(file);
}

/** Merges options with the configuration; options have precedence. */
export function lintOptions(asked: Asked, configuration: Configuration): LintOptions {
  const { cluster } = configuration;
  const featureGates = { ...cluster.featureGates, ...asked.featureGates };
  checkGates(Object.keys(featureGates));
  const minors = minorsOf(asked.kubernetes ?? (configuration.kubernetes.length > 0 ? configuration.kubernetes : [DEFAULT_CLUSTER.minor]));
  const common = {
    featureGates,
    apis: asked.apis ?? cluster.apis,
    zones: asked.zones ?? cluster.zones,
    spareGpus: asked.spareGpus ?? cluster.spareGpus,
    gpusPerNode: asked.gpusPerNode ?? cluster.gpusPerNode,
  };
  return { clusters: minors.map((minor): Cluster => ({ minor, ...common })), outside: outsideOf(configuration), accepted: acceptedBy(configuration) };
}

function minorsOf(asked: readonly string[]): readonly string[] {
  if (asked.includes('all')) {
    return MINORS;
  }
  const wanted = asked.map(each => {
    const [, minor] = /^v?(1\.[0-9]+)(\.[0-9]+)?$/.exec(String(each).trim()) ?? [];
    if (minor === undefined || !MINORS.includes(minor)) {
      throw new UnusableInput(`kubernetes ${each}: there are tables of ${MINORS.join(', ')}; all is every one of them`);
    }
    return minor;
  });
  return MINORS.filter(minor => wanted.includes(minor));
}

function checkGates(names: readonly string[]): void {
  if (names.length > 0) {
    const known = knownGates();
    const unknown = names.find(name => !known.includes(name));
    if (unknown !== undefined) {
      const near = nearestName(unknown, known);
      throw new UnusableInput(`feature gate ${unknown}: no Kubernetes from ${MINORS[0]} to ${MINORS.at(-1)} has it${near ? `; did you mean ${near}?` : ''}`);
    }
  }
}

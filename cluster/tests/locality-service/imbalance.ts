import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Finding } from '../../../src/base/findings/finding';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { Manifest } from '../../harness/manifest';
import { LocalityService, Memory, Target, TargetProps, ZonalDeployments } from 'cdk8s-ai-workloads';

const topology = kplus.Topology.ZONE;
const image = 'registry.example/embedder:1';

function pods(chart: Chart, replicas: number, schedule: (deployment: kplus.Deployment) => unknown = () => undefined): kplus.Deployment {
  const deployment = new kplus.Deployment(chart, 'Pods', { replicas, containers: [{ image, ports: [{ number: 8080 }] }] });
  schedule(deployment);
  return deployment;
}

/** Pods of a Service, and what the warning must say of them. */
export interface Imbalance {
  readonly replicas: number;
  /** How many zones must be empty, or which. */
  readonly expected: number | readonly string[];
  readonly build: (chart: Chart) => kplus.IPodSelector;
}

export const IMBALANCES: { readonly [name: string]: Imbalance } = {
  'too few to be in every zone': { replicas: 2, expected: 1, build: chart => pods(chart, 2, each => each.scheduling.spread({ topology, weight: 100 })) },
  'one pod': { replicas: 1, expected: 2, build: chart => pods(chart, 1) },
  'enough, apart by a condition': { replicas: 3, expected: [], build: apartBy('condition') },
  'enough, apart by a wish': { replicas: 4, expected: [], build: chart => pods(chart, 4, each => each.scheduling.spread({ topology, weight: 100 })) },
  'bound to two zones': {
    replicas: 4,
    expected: ['eu-1c'],
    build: chart => pods(chart, 4, each => each.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.in('topology.kubernetes.io/zone', ['eu-1a', 'eu-1b'])))),
  },
  'kept together': { replicas: 4, expected: 2, build: chart => pods(chart, 4, each => each.scheduling.colocate(each, { topology })) },
  'a deployment in each zone': {
    replicas: 3,
    expected: [],
    build: chart => new ZonalDeployments(chart, 'Pods', { container: { image, ports: [{ number: 8080 }], memory: Memory.of('1Gi') } }),
  },
};

/** Three pods, which a condition keeps in different zones, or nothing. */
export function apartBy(what: 'condition' | 'nothing'): Imbalance['build'] {
  return chart => pods(chart, 3, each => what === 'condition' && each.scheduling.spread({ topology }));
}

/** The objects of such pods behind a LocalityService, and what the library warns of. */
export function imbalance(build: Imbalance['build'], namespace: string, target: TargetProps): { readonly objects: Manifest[]; readonly finding?: Finding } {
  const app = new App();
  const chart = new Chart(app, 'prod', { namespace });
  Target.define(chart, target);
  new LocalityService(chart, 'Near', { target: build(chart), port: 80 });
  return { objects: chart.toJson(), finding: findingsOf(app).find(({ id }) => id === 'AIW3401') };
}

/** Zones that stay empty by the words of the warning: how many, or which; none where nothing is said. */
export function zonesSaidEmpty(finding: Finding | undefined): number | string[] {
  const named = finding?.message.match(/of \d+ zones \((.*)\) can have no endpoint/);
  const counted = finding?.message.match(/= (\d+) zones? ha(s|ve) none/);
  if (finding && !named && !counted) {
    throw new Error(`the warning names no zones and no number: ${finding.message}`);
  }
  return named ? named[1].split(', ') : counted ? Number(counted[1]) : [];
}

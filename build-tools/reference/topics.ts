import * as path from 'path';
import { Api, Type } from './assembly';

/** A page of the reference. */
export interface Topic {
  /** The file below docs/reference, without `.md`. */
  readonly name: string;
  readonly title: string;
  readonly section: Section;
  /** The page that explains it, below docs. */
  readonly guide: string;
  readonly types: readonly Type[];
}

export const SECTIONS = ['Workloads', 'Around a workload', 'Pods', 'Engines', 'Cluster, checks and app'] as const;
type Section = typeof SECTIONS[number];

interface Shared extends Omit<Topic, 'types'> {
  /** Folders and files of src. */
  readonly of: readonly string[];
}

/** What several constructs share; each pattern and each surrounding has a page of its own, named after its folder. */
const SHARED: readonly Shared[] = [
  { name: 'rollouts', title: 'Roll-outs and ordinals', section: 'Workloads', guide: 'numbering.md', of: ['patterns/rollout/', 'patterns/ordinals/'] },
  { name: 'workload', title: 'Workload', section: 'Workloads', guide: 'workload.md', of: ['workloads/'] },
  { name: 'routes', title: 'Gateways of routes', section: 'Around a workload', guide: 'surroundings/workload-route.md', of: ['surroundings/route-gateway.ts'] },
  { name: 'pods', title: 'Pods', section: 'Pods', guide: 'pod-layer.md', of: ['pod/template/'] },
  { name: 'containers', title: 'Containers and memory', section: 'Pods', guide: 'pod-layer.md', of: ['pod/container/'] },
  { name: 'devices', title: 'Devices', section: 'Pods', guide: 'devices.md', of: ['pod/devices/'] },
  { name: 'models', title: 'Models: loading, caches, preloading', section: 'Pods', guide: 'pod-layer.md', of: ['pod/lifecycle/', 'pod/model/'] },
  { name: 'network', title: 'Fabrics', section: 'Pods', guide: 'network.md', of: ['pod/network/'] },
  { name: 'scheduling', title: 'Placement, capacity and budgets', section: 'Pods', guide: 'pod-layer.md', of: ['pod/scheduling/'] },
  { name: 'security', title: 'Security', section: 'Pods', guide: 'pod-layer.md', of: ['pod/security/'] },
  { name: 'storage', title: 'Claims and shared memory', section: 'Pods', guide: 'pod-layer.md', of: ['pod/storage/'] },
  { name: 'engines', title: 'Engines', section: 'Engines', guide: 'engines.md', of: ['engines/'] },
  { name: 'target', title: 'Target', section: 'Cluster, checks and app', guide: 'target.md', of: ['target-cluster/', 'kubernetes/'] },
  { name: 'checks', title: 'Checks and FleetApp', section: 'Cluster, checks and app', guide: 'validation.md', of: ['lint/', 'base/'] },
  { name: 'testing', title: 'Tests of an app', section: 'Cluster, checks and app', guide: 'testing-your-app.md', of: ['testing/'] },
];

/** Folders of src that have a page for each folder in them. */
const FOLDERS: { readonly [folder: string]: Section } = { patterns: 'Workloads', surroundings: 'Around a workload' };

/** Where a type is declared, below src. */
export function placeOf(type: Type): string {
  return (type.locationInModule?.filename ?? '').replace(/^src\//, '');
}

/** All pages: every type stands on one of them. */
export function topicsOf(api: Api): Topic[] {
  const rest = new Set(api.types);
  const take = (prefixes: readonly string[]) => {
    const taken = [...rest].filter(type => prefixes.some(prefix => placeOf(type).startsWith(prefix)));
    taken.forEach(type => rest.delete(type));
    return taken;
  };
  const shared = SHARED.map(({ of, ...topic }) => ({ ...topic, types: take(of) }));
  const own = Object.entries(FOLDERS).flatMap(([folder, section]) => {
    const names = new Set([...rest].map(placeOf).filter(place => place.startsWith(`${folder}/`)).map(place => place.split('/')[1]));
    return [...names].sort().map(name => {
      const types = take([`${folder}/${name}/`]);
      const main = types.find(type => placeOf(type) === path.posix.join(folder, name, `${name}.ts`));
      return { name, title: main?.name ?? name, section, guide: `${folder}/${name}.md`, types };
    });
  });
  if (rest.size > 0) {
    throw new Error(`build-tools/reference/topics.ts has no page for ${[...rest].map(type => `${type.name} (src/${placeOf(type)})`).join(', ')}: add its folder to SHARED`);
  }
  const topics = [...own, ...shared];
  return SECTIONS.flatMap(section => topics.filter(topic => topic.section === section));
}

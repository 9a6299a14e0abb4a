import { Facts } from './facts';
import { backendsOf } from './routes';
import { MCS_GROUPS } from '../../knowledge/multi-cluster';
import { Manifest } from '../../kubernetes/manifest';

/*
 * Services of several clusters: what is exported from here, and what is imported.
 */

const EXPORTS: readonly string[] = MCS_GROUPS.map(group => `${group}/ServiceExport`);
const IMPORTS: readonly string[] = MCS_GROUPS.map(group => `${group}/ServiceImport`);

export function serviceExports(facts: Facts): Manifest[] {
  return EXPORTS.flatMap(type => facts.ofType(type));
}

export function serviceImports(facts: Facts): Manifest[] {
  return IMPORTS.flatMap(type => facts.ofType(type));
}

/** Whether the reference is to a ServiceImport. */
export function isImport(type: string): boolean {
  return IMPORTS.includes(type);
}

/** The export of a Service of this name. */
export function exportOf(facts: Facts, place: string, name: string): Manifest | undefined {
  return EXPORTS.map(type => facts.find(type, place, name)).find(each => each !== undefined);
}

export function importOf(facts: Facts, place: string, name: string): Manifest | undefined {
  return IMPORTS.map(type => facts.find(type, place, name)).find(each => each !== undefined);
}

/** Names that somebody takes to be those of all clusters, each with its namespace before it: `ml/llama`. */
export function importedNames(facts: Facts): ReadonlySet<string> {
  const routed = backendsOf(facts).filter(({ type }) => isImport(type));
  return new Set([...serviceImports(facts), ...routed].map(({ place, name }) => `${place}/${name}`));
}

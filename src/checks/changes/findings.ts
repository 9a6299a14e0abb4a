import { CHANGE_RULES } from '.';
import { Changes } from './changes';
import { Cluster } from '../cluster';
import { Manifest, Sourced } from '../facts/manifest';
import { Finding } from '../finding';
import { runRules } from '../rules/rule';

/** What it would do to replace what is deployed by the input. */
export function findingsOfChange(deployed: readonly Sourced[], input: readonly Sourced[], cluster: Cluster): Finding[] {
  const [before, after] = [deployed, input].map(objects => objects.map(({ body, origin }) => new Manifest(body, origin, cluster)));
  return runRules(CHANGE_RULES, new Changes(before, after));
}

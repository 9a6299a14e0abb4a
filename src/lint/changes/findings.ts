import { CHANGE_RULES } from '.';
import { Changes } from './changes';
import { Finding } from '../../base/findings/finding';
import { Cluster } from '../../kubernetes/cluster';
import { Manifest, ObjectWithOrigin } from '../../kubernetes/manifest';
import { findingsOfRules } from '../rules/rule';

/** What it would do to replace what is deployed by the input. */
export function findingsOfChange(deployed: readonly ObjectWithOrigin[], input: readonly ObjectWithOrigin[], cluster: Cluster): Finding[] {
  const [before, after] = [deployed, input].map(objects => objects.map(({ body, origin }) => new Manifest(body, origin, cluster)));
  return findingsOfRules(CHANGE_RULES, new Changes(before, after));
}

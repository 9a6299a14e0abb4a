import { LocalityServicePlan } from './plan';
import { Invariant } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { asObject, asText } from '../../base/reading';
import { Target } from '../../target-cluster/target';
import { LOCALITY_GONE } from '../notices';

/** What a patch may not take away. What makes the rest void is a rule, which looks at every Service. */
export function staysLocal(plan: LocalityServicePlan, target: Target): Invariant {
  return manifest => {
    const spec = asObject(manifest.spec);
    return plan.routing === 'ownNode' ? stillStrict(spec.internalTrafficPolicy) : stillPreferring(asText(spec.trafficDistribution), plan, target);
  };
}

function stillStrict(policy: unknown): Finding[] {
  return policy === 'Local' ? [] : [lost('spec.internalTrafficPolicy', policy, 'strictNodeLocal needs "Local"')];
}

function stillPreferring(value: string | undefined, plan: LocalityServicePlan, target: Target): Finding[] {
  const known = target._keeps('preferSameZone') ? ['PreferSameZone', 'PreferSameNode', 'PreferClose'] : ['PreferClose'];
  if (value === undefined) {
    return [lost('spec.trafficDistribution', undefined, `${plan.trafficDistribution} was taken away, so clients are sent to all zones`)];
  }
  return known.includes(value) ? [] : [{
    ...lost('spec.trafficDistribution', value, `Kubernetes ${target.kubernetes} knows ${known.join(', ')}`),
    class: 'rejected',
  }];
}

function lost(field: string, value: unknown, detail: string): Finding {
  const shown = value === undefined ? 'Required value' : `Invalid value: ${JSON.stringify(value)}`;
  return {
    ...noticed(LOCALITY_GONE),
    field,
    message: `${shown}: ${detail}`,
    help: 'remove the patch, or use a plain Service where locality does not matter',
  };
}

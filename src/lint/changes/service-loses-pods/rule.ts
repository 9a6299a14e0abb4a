import { podIndex } from '../../facts/pod-index';
import { PodSet } from '../../facts/pod-set';
import { selectorOfMap } from '../../facts/selector';
import { ChangeRule } from '../changes';
import { firstOf } from '../wording';

/** A Service whose new selector takes none of the pods that run. */
export const serviceLosesPods: ChangeRule = {
  id: 'AIW4012',
  title: 'service loses its running pods',
  class: 'risky',
  reason: 'A new selector counts at once, labels only for pods made after the change. Where both change in one apply, the Service has no endpoint from the apply until the first new pod is ready, which for a large model is minutes.',
  source: 'staging/src/k8s.io/endpointslice/reconciler.go (v1.36): endpoints are the pods that match now; measured: no endpoint between apply and the first ready pod',
  remedy: 'In two changes: first give the pods the new label beside the old one and let that roll out; then change the selector.',
  appliesTo: ['Service'],
  but: 'info where the selector moves to other pods that run already: all traffic then moves at once',
  check: ({ changed, before, after }, report) => {
    for (const { previous, next } of changed.filter(change => change.next.type === 'Service')) {
      const selector = selectorOfMap(next.spec.selector);
      const [was, will] = [before.get(podIndex).selectedBy(previous).filter(hasPods), after.get(podIndex).selectedBy(next).filter(hasPods)];
      const running = before.get(podIndex).select(next.place, selector).filter(hasPods);
      if (was.length === 0 || will.length === 0 || running.some(set => was.includes(set))) {
        continue;
      }
      const [from, to] = [was, running.length > 0 ? running : will].map(sets => firstOf([...new Set(sets.map(({ carrier }) => carrier.toString()))]));
      report(next, running.length > 0
        ? { class: 'advice', field: 'spec.selector', message: `Invalid value: ${selector.text}: all traffic moves at once, from ${from} to ${to}`, help: 'let the new pods be ready first' }
        : {
          field: 'spec.selector',
          message: `Invalid value: ${selector.text}: selects none of the pods that run: there is no endpoint until new pods of ${to} are ready`,
          help: 'first give the pods the new label beside the old one, roll that out, then change the selector',
        });
    }
  },
};

function hasPods({ pods }: PodSet): boolean {
  return pods !== 0;
}

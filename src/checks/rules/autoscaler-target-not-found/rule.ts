import { SCALABLE } from '../../facts/autoscaling';
import { Rule } from '../rule';
import { inPlace } from '../wording';

/** An autoscaler of something that is not there, or that has no scale. Kinds of unknown groups may have one. */
export const autoscalerTargetNotFound: Rule = {
  id: 'AIW2109',
  title: 'autoscaler target not found',
  class: 'broken',
  reason: 'An autoscaler finds its target by kind and name in its own namespace; without one it only logs FailedGetScale.',
  check: (facts, report) => {
    for (const { scaler, field, kind, name, type, target } of facts.autoscaling) {
      if (type === undefined || (target && SCALABLE[type])) {
        continue;
      }
      const same = Object.keys(SCALABLE).filter(each => SCALABLE[each] && facts.find(each, scaler.place, name));
      report(scaler, target ? {
        field: `${field}.kind`,
        message: `Invalid value: ${JSON.stringify(kind)}: has no scale, so nothing can change its number of pods`,
        help: 'scale a Deployment, StatefulSet or LeaderWorkerSet',
      } : {
        field,
        message: `Not found: ${JSON.stringify(name)}: no ${type} of this name in ${inPlace(scaler.place)}`,
        notes: same.length > 0 ? [`there is ${same.join(' and ')} "${name}"`] : [],
        help: 'refer to the workload of this app, with its apiVersion and kind, in the same namespace',
      });
    }
  },
};

import { Construct } from 'constructs';
import { ZonalPlan } from './plan';
import { advise } from '../../../base/findings/construct-checks';
import { noticed } from '../../../base/findings/notice';
import { OUTAGE } from '../../notices';

/** All zones roll out with one apply: where each has one pod, and stops it first, nothing is left to go to. */
export function adviseOnRollout(construct: Construct, { zones, replicas, stopsFirst, devices }: ZonalPlan): void {
  if (stopsFirst && replicas === 1) {
    advise(construct, {
      ...noticed(OUTAGE),
      field: 'replicas',
      message: `Invalid value: 1 in each zone: one apply rolls out ${zones.length === 1 ? 'the only zone' : `all ${zones.length} zones`}, and each stops its only pod first, so nothing serves until the first of the new ones is ready`,
      help: `run 2 in each zone, or declare devices for a second pod in each: set spareGpus of the Target to ${zones.length * devices}`,
    });
  }
}

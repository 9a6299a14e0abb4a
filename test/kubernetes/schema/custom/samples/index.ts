import { CHAOS } from './chaos';
import { DELIVERY } from './delivery';
import { GATEWAY } from './gateway';
import { NETWORKS } from './networks';
import { NODES } from './nodes';
import { QUEUES } from './queues';
import { RAY } from './ray';
import { RECOVERY } from './recovery';
import { SCALING } from './scaling';
import { TRAINING } from './training';
import { WORKLOADS } from './workloads';
import { PlainObject } from '../../../../../src/base/plain';

/** Valid objects of every kind that is known, rich enough that a change to them can be wrong in many ways. */
export const SAMPLES: readonly PlainObject[] = [
  ...WORKLOADS, ...TRAINING, ...RAY, ...GATEWAY, ...SCALING, ...NODES, ...DELIVERY, ...QUEUES, ...NETWORKS, ...RECOVERY, ...CHAOS,
];

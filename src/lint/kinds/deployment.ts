import { replicasOf, strategyOf, templated } from './controllers';
import { Change, Family, Pace } from './kind';
import { PlainObject } from '../../base/plain';
import { asText, isPresent, objectAt } from '../../base/reading';
import { ANY_VALUE, AddedLabels } from '../facts/labels';

const ADDED: AddedLabels = { 'pod-template-hash': ANY_VALUE };
const NO_LABELS: AddedLabels = {};

/** How many pods a roll-out adds and takes away at a time. */
export interface RollingUpdate {
  readonly surge: number;
  readonly unavailable: number;
  readonly text: string;
}

/** That of a Deployment. */
export interface DeploymentUpdate extends RollingUpdate {
  /** Where maxSurge stands, or would. */
  readonly field: string;
}

/** Source: pkg/apis/apps/v1/defaults.go (25 %), pkg/controller/deployment/util/deployment_util.go ResolveFenceposts (v1.36) */
export function deploymentUpdate(spec: PlainObject, replicas: number): DeploymentUpdate | undefined {
  const strategy = objectAt(spec, 'strategy');
  if (asText(strategy.type) === 'Recreate') {
    return undefined;
  }
  const written = objectAt(strategy, 'rollingUpdate');
  const { maxSurge = '25%', maxUnavailable = '25%' } = written;
  const surge = scaled(maxSurge, replicas, Math.ceil);
  const unavailable = scaled(maxUnavailable, replicas, Math.floor);
  return surge === undefined || unavailable === undefined ? undefined : {
    surge,
    unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable,
    text: `of ${replicas} replica${replicas === 1 ? '' : 's'} maxUnavailable ${String(maxUnavailable)} is ${unavailable}, maxSurge ${String(maxSurge)} is ${surge}`,
    field: isPresent(written.maxSurge) ? 'spec.strategy.rollingUpdate.maxSurge' : 'spec.strategy',
  };
}

function scaled(value: unknown, of: number, round: (value: number) => number): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  const percent = typeof value === 'string' ? /^(\d{1,3})%$/.exec(value) : null;
  return percent ? round(Number(percent[1]) * of / 100) : undefined;
}

/** Source: pkg/controller/deployment (v1.36) */
function ofDeployment({ next }: Change, running: number | undefined): Pace | undefined {
  if (next.spec.paused === true) {
    return undefined;
  }
  const isRecreated = strategyOf(next.spec.strategy) === 'Recreate';
  return { pods: running, away: running === undefined || isRecreated ? running : deploymentUpdate(next.spec, running)?.unavailable };
}

export const DEPLOYMENTS: Family = {
  kinds: [
    {
      type: 'apps/Deployment',
      pods: object => [templated(object, ADDED, replicasOf(object) ?? 1)],
      hasAllVariables: true,
      scale: 'spec.replicas',
      together: 'strangers',
      alwaysRestarts: true,
      selector: 'required',
      fillsInReplicas: true,
      hasProgressDeadline: true,
      howToWait: 'set paused: true on those that are to wait',
      pace: ofDeployment,
    },
    {
      type: 'apps/ReplicaSet',
      pods: object => [templated(object, NO_LABELS, replicasOf(object) ?? 1)],
      hasAllVariables: true,
      scale: 'spec.replicas',
      together: 'strangers',
      alwaysRestarts: true,
      selector: 'required',
      fillsInReplicas: true,
    },
  ],
};

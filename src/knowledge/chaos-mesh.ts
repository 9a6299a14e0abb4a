/*
 * What Chaos Mesh calls things. Source: chaos-mesh api/v1alpha1 podchaos_types.go, networkchaos_types.go, schedule_types.go, selector.go (2026-09)
 */

import { InputProblem } from '../base/errors/invalid-input';
import { isGoDuration } from '../base/go-duration';
import { LABEL_COMPLETION_INDEX, LABEL_GROUP, LABEL_POD_INDEX, LABEL_ROLE, LABEL_ZONE, LABEL_ZONE_TOPOLOGY } from '../base/labels';
import { PlainObject } from '../base/plain';
import { asObject, asShown, asText, asTexts, isPresent, ownValue } from '../base/reading';

export const CHAOS_API = 'chaos-mesh.org/v1alpha1';

/** Pauses an experiment or a schedule, with the value "true". Source: api/v1alpha1/common_types.go PauseAnnotationKey */
export const CHAOS_PAUSE = 'experiment.chaos-mesh.org/pause';

/** On a namespace, where the controller was installed with a filter. Source: pkg/selector/generic/selector.go InjectAnnotationKey */
export const CHAOS_INJECT = 'chaos-mesh.org/inject';

/** The field of a Schedule that holds the spec of a kind. Source: api/v1alpha1/zz_generated.schedule.chaosmesh.go */
export const SCHEDULED_FIELD: { readonly [kind: string]: string } = { PodChaos: 'podChaos', NetworkChaos: 'networkChaos', StressChaos: 'stressChaos' };

/**
 * Labels that pods of many workloads have with the same values: they say which pod of a workload it is, and not of which workload.
 *
 * Source: Kubernetes' well-known labels (v1.36), lws api/leaderworkerset/v1, jobset api/jobset/v1alpha2, kuberay utils/constant.go, training-operator pkg/apis/kubeflow.org/v1
 */
export const POSITION_LABELS: readonly string[] = [
  LABEL_POD_INDEX, LABEL_COMPLETION_INDEX, LABEL_ZONE_TOPOLOGY, LABEL_ROLE, LABEL_GROUP, LABEL_ZONE,
  'leaderworkerset.sigs.k8s.io/worker-index', 'leaderworkerset.sigs.k8s.io/group-index', 'jobset.sigs.k8s.io/job-index', 'ray.io/node-type',
  'training.kubeflow.org/replica-type', 'training.kubeflow.org/replica-index', 'training.kubeflow.org/job-role',
];

/** Actions of a PodChaos that are over when they are done; whatever else happens lasts. Source: api/v1alpha1/podchaos_types.go (chaos-mesh:oneshot) */
export const ONE_SHOT_ACTIONS: readonly string[] = ['pod-kill', 'container-kill'];

/**
 * What its webhooks refuse of an experiment, and of the one that a Schedule holds.
 *
 * Source: chaos-mesh api/v1alpha1/common_webhook.go, podchaos_webhook.go, networkchaos_webhook.go, schedule_item.go (2026-09)
 *
 * @param kind `PodChaos`, `NetworkChaos` or `StressChaos`.
 * @param spec Its `spec`.
 * @param at Path of that.
 */
export function refusedByChaosMesh(kind: string, spec: PlainObject, at: string): InputProblem[] {
  return [
    ...modeProblems(spec, at),
    ...(isPresent(spec.target) ? modeProblems(asObject(spec.target), `${at}.target`) : []),
    ...durationProblems(spec, at),
    ...(kind === 'NetworkChaos' ? directionProblems(spec, at) : []),
    ...(kind === 'PodChaos' && spec.action === 'container-kill' && asTexts(spec.containerNames).length === 0 ? [{
      field: `${at}.containerNames`, reason: 'Required value', detail: 'container-kill needs the name of a container', help: 'name it',
    } as const] : []),
  ];
}

/** Numbers that a mode counts by, and the most that they may be. */
const COUNTED: { readonly [mode: string]: number } = { 'fixed': Infinity, 'fixed-percent': 100, 'random-max-percent': 100 };

function modeProblems({ mode, value }: PlainObject, at: string): InputProblem[] {
  const most = ownValue(COUNTED, asShown(mode));
  const text = asText(value) ?? '';
  return most === undefined || (/^\+?[0-9]+$/.test(text) && Number(text) > 0 && Number(text) <= most) ? [] : [{
    field: `${at}.value`,
    reason: 'Invalid value',
    value: value ?? '',
    detail: `mode ${asShown(mode)} needs a whole number from 1${most === 100 ? ' to 100' : ''}`,
    help: most === 100 ? 'set value to the share of the pods in per cent' : 'set value to the number of pods, or use mode: one or all',
  }];
}

function durationProblems({ duration }: PlainObject, at: string): InputProblem[] {
  return (asText(duration) ?? '') === '' || isGoDuration(asShown(duration)) ? [] : [{
    field: `${at}.duration`, reason: 'Invalid value', value: duration, detail: 'is no duration of Go', help: 'give a number with a unit: 30s, 5m, 1h30m',
  }];
}

/** Of a partition it asks nothing. */
function directionProblems({ action, direction, target, externalTargets }: PlainObject, at: string): InputProblem[] {
  if (action === 'partition' || (direction !== 'from' && direction !== 'both')) {
    return [];
  }
  const refused = (detail: string, help: string) => ({ field: `${at}.direction`, reason: 'Invalid value', value: direction, detail, help } as const);
  return [
    ...(isPresent(externalTargets) ? [refused('packets of external targets cannot be changed on their way here', 'use direction: to')] : []),
    ...(isPresent(target) ? [] : [refused('packets are changed where they are sent, and no target says whose', 'set target, or use direction: to')]),
  ];
}

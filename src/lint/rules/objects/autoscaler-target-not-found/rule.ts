import { asObject, asText } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { absenceOf, inPlace, lighter } from '../../../facts/absence';
import { Autoscaling, isKnownToScale, scalableTypes, scalePath, autoscaling } from '../../../facts/autoscaling';
import { Facts } from '../../../facts/facts';
import { isOutside } from '../../../facts/made';
import { Report, Rule } from '../../rule';
import { BUT_MISSING } from '../../wording';

/** An autoscaler of something that is not there, or that has no scale. Kinds of unknown groups may have one. */
export const autoscalerTargetNotFound: Rule = {
  id: 'AIW2109',
  title: 'autoscaler target not found',
  class: 'broken',
  reason: 'An autoscaler finds its target by group, kind and name in its own namespace; without one it only logs FailedGetScale.',
  source: 'pkg/controller/podautoscaler/horizontal.go (v1.36); autoscaler vertical-pod-autoscaler/pkg/target/fetcher.go',
  remedy: 'Refer to a Deployment, StatefulSet or LeaderWorkerSet of the same namespace, with its apiVersion, kind and name.',
  appliesTo: ['HorizontalPodAutoscaler', 'ScaledObject', 'VerticalPodAutoscaler'],
  but: `a VerticalPodAutoscaler: warning; ${BUT_MISSING}`,
  check: (facts, report) => {
    for (const scaling of facts.get(autoscaling)) {
      if (scaling.type === undefined) {
        checkGroup(report, scaling);
      } else if (!isOutside(facts, scaling.kind, scaling.scaler.place, scaling.name)) {
        checkTarget(facts, report, scaling, scaling.type);
      }
    }
    facts.ofType('autoscaling.k8s.io/VerticalPodAutoscaler').forEach(scaler => checkVertical(facts, report, scaler));
  },
};

function checkTarget(facts: Facts, report: Report, { scaler, field, kind, name, target }: Autoscaling, type: string): void {
  if (target && scalePath(type) === undefined) {
    report(scaler, {
      field: `${field}.kind`,
      message: `Invalid value: ${JSON.stringify(kind)}: has no scale, so nothing can change its number of pods`,
      help: 'scale a Deployment, StatefulSet or LeaderWorkerSet',
    });
  } else if (!target) {
    const same = scalableTypes().filter(each => facts.find(each, scaler.place, name));
    report(scaler, {
      field,
      message: `Not found: ${JSON.stringify(name)}: no ${type} of this name in ${inPlace(scaler.place)}`,
      // An autoscaler stands with what it scales, so in an app a missing target is a mistake, whoever made the autoscaler.
      ...(same.length > 0 ? { class: 'broken' as const, notes: [`there is ${same.join(' and ')} "${name}"`] } : absenceOf(facts, { subject: scaler, type, place: scaler.place, name, isOurs: true })),
      help: 'refer to the workload of this app, with its apiVersion and kind, in the same namespace',
    });
  }
}

/** Groups in which the kinds that are known are all that there are. */
function isClosed(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

/** A known kind under a group that does not have it. Only the group is looked up; any version of it will do. */
function checkGroup(report: Report, { scaler, field, kind, group }: Autoscaling): void {
  const right = isClosed(group) ? scalableTypes().find(type => type.endsWith(`/${kind}`)) : undefined;
  if (right !== undefined) {
    const written = asText(asObject(scaler.spec.scaleTargetRef).apiVersion);
    report(scaler, {
      field: `${field}.apiVersion`,
      message: `Invalid value: ${JSON.stringify(written ?? '')}: has no kind ${kind}; that is ${right}`,
      help: `write apiVersion: ${right.slice(0, right.indexOf('/'))}/v1`,
    });
  }
}

/** It reads the pods of its target by the selector of known kinds, or by a scale. */
function checkVertical(facts: Facts, report: Report, scaler: Manifest): void {
  const reference = asObject(scaler.spec.targetRef);
  const [kind, name, version] = [asText(reference.kind), asText(reference.name), asText(reference.apiVersion)];
  const type = version?.includes('/') ? `${version.slice(0, version.indexOf('/'))}/${kind}` : `${kind}`;
  if (kind === undefined || name === undefined || !isKnownToScale(type)
    || facts.find(type, scaler.place, name) || isOutside(facts, kind, scaler.place, name)) {
    return;
  }
  const absence = absenceOf(facts, { subject: scaler, type, place: scaler.place, name, isOurs: scaler.isOurs });
  report(scaler, {
    field: 'spec.targetRef',
    message: `Not found: ${JSON.stringify(name)}: no ${type} of this name in ${inPlace(scaler.place)}`,
    class: lighter('risky', absence.class),
    notes: absence.notes,
    help: 'refer to the workload of this app, with its apiVersion and kind, in the same namespace',
  });
}

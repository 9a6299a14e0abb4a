import { Facts } from './facts';
import { asObject, asText } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { kindOfType, typesWith } from '../kinds';
import { NO_SCALE } from '../kinds/kind';

/** An autoscaler and what it scales. */
export interface Autoscaling {
  readonly scaler: Manifest;
  /** Path of the reference inside the autoscaler. */
  readonly field: string;
  readonly kind: string;
  readonly name: string;
  /** As written, without the version; empty for the core group. */
  readonly group: string;
  /** The type in the form of `Manifest.type`; undefined for kinds that this library does not know. */
  readonly type?: string;
  /** The object scaled, when it is in the manifests. */
  readonly target?: Manifest;
}

/** Whether it is known if objects of the type have a scale. */
export function isKnownToScale(type: string): boolean {
  return kindOfType(type).scale !== undefined;
}

/** Path of the number that an autoscaler of such an object changes; undefined where there is none, or nobody knows. */
export function scalePath(type: string): string | undefined {
  const scale = kindOfType(type).scale;
  return scale === NO_SCALE ? undefined : scale;
}

/** Types with a scale. */
export function scalableTypes(): string[] {
  return typesWith(({ type }) => scalePath(type) !== undefined);
}

/** Every HorizontalPodAutoscaler and KEDA ScaledObject. Source: keda apis/keda/v1alpha1/scaledobject_types.go: kind defaults to Deployment */
export function autoscaling(facts: Facts): readonly Autoscaling[] {
  return [...facts.ofType('autoscaling/HorizontalPodAutoscaler'), ...facts.ofType('keda.sh/ScaledObject')].map(scaler => {
    const reference = asObject(scaler.spec.scaleTargetRef);
    const kind = asText(reference.kind) ?? (scaler.group === 'keda.sh' ? 'Deployment' : '');
    const name = asText(reference.name) ?? '';
    const group = (asText(reference.apiVersion) ?? (scaler.group === 'keda.sh' ? 'apps/v1' : 'v1')).split('/').slice(0, -1).join('/');
    const type = group === '' ? kind : `${group}/${kind}`;
    return { scaler, field: 'spec.scaleTargetRef', kind, name, group, type: isKnownToScale(type) ? type : undefined, target: facts.find(type, scaler.place, name) };
  });
}

/** Whether an autoscaler of the app decides how many pods or groups an object has. */
export function isScaled(facts: Facts, object: Manifest): boolean {
  return scalerOf(facts, object) !== undefined;
}

/** The autoscaler of an object; one of them where there are several. */
export function scalerOf(facts: Facts, object: Manifest): Autoscaling | undefined {
  return facts.get(scalers).get(object);
}

function scalers(facts: Facts): ReadonlyMap<Manifest, Autoscaling> {
  return new Map(facts.get(autoscaling).flatMap(each => (each.target ? [[each.target, each]] : [])));
}

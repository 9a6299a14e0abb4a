import { isScaled } from './autoscaling';
import { Facts } from './facts';
import { WORKLOAD_KINDS } from '../kinds';
import { DerivedNames } from '../kinds/kind';

const isExtension = (type: string) => type.includes('.');
const NAMING = WORKLOAD_KINDS.filter(kind => kind.derivedNames !== undefined);

/** Extensions make objects of Kubernetes' own kinds, so the owner that people wrote comes first. */
const NAMERS = [...NAMING.filter(({ type }) => isExtension(type)), ...NAMING.filter(({ type }) => !isExtension(type))];

/** Names of all objects of the kinds that have derived names. */
export function allDerivedNames(facts: Facts): DerivedNames[] {
  return NAMERS.flatMap(({ type, derivedNames }) => facts.ofType(type).flatMap(object => derivedNames!(object, isScaled(facts, object))));
}

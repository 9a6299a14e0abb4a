import { CelType } from './library';
import { AttributeFact } from '../../knowledge/drivers';

/** The devices that a selector is checked against. */
export interface DeviceKind {
  readonly driver?: string;
  readonly deviceType?: string;
}

/** A problem of a selector: it does not compile, can never match, or fails on some devices. */
export interface SelectorProblem {
  readonly class: 'rejected' | 'broken' | 'risky';
  readonly detail: string;
  readonly help?: string;
}

/** Static knowledge of a value. */
export interface Value {
  readonly type: CelType;
  /** For a map of attributes or capacities. */
  readonly domain?: string;
  /** For an attribute of a known driver; its CEL type is `dyn`. */
  readonly attribute?: { readonly name: string; readonly fact: AttributeFact };
}

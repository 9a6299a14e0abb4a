import { CelType } from './library';
import { AttributeFact } from '../../knowledge/drivers';

/** What is known of the devices that a selector is asked about. */
export interface DeviceKind {
  readonly driver?: string;
  readonly deviceType?: string;
}

/** What is wrong with a selector: it does not compile, it compiles and can never work, or it fails on some devices. */
export interface SelectorProblem {
  readonly class: 'rejected' | 'broken' | 'risky';
  readonly detail: string;
  readonly help?: string;
}

/** What is known of a value before evaluation. */
export interface Value {
  readonly type: CelType;
  /** Of a map of attributes or capacities. */
  readonly domain?: string;
  /** Of an attribute of a known driver, whose CEL type is `dyn`. */
  readonly attribute?: { readonly name: string; readonly fact: AttributeFact };
}

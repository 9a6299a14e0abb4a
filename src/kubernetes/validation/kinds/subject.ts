import { PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';
import { Path } from '../path';

/** What a kind's validation reads, and where its errors go. */
export interface Subject {
  readonly body: PlainObject;
  readonly spec: PlainObject;
  readonly context: ServerContext;
  readonly errors: Errors;
}

/** Validates one object that is created, without its metadata. */
export type ValidateKind = (subject: Subject) => void;

export const SPEC = Path.root('spec');
export const TEMPLATE = SPEC.child('template');
export const SELECTOR = SPEC.child('selector');

import { cutJson } from '../../../base/text/cut';
import { Path } from '../../validation/path';

/** A problem of a value. The message is composed only if it is reported. */
export interface StructureComplaint {
  readonly id: 'AIW1101' | 'AIW1102' | 'AIW1103' | 'AIW1104' | 'AIW1206';
  readonly path: Path | undefined;
  readonly reason: string;
  readonly value?: unknown;
  readonly detail?: string;
  readonly help?: string;
  /** The name that was surely meant. */
  readonly meant?: string;
}

export type Complain = (complaint: StructureComplaint) => void;

/** `Invalid value: "x": detail`. */
export function messageOf({ reason, value, detail }: StructureComplaint): string {
  const shown = value === undefined ? '' : `: ${cutJson(value)}`;
  return `${reason}${shown}${detail ? `: ${detail}` : ''}`;
}

/** The path of a property; `path` is undefined at the top. */
export function below(path: Path | undefined, name: string): Path {
  return path ? path.child(name) : Path.root(name);
}

/** The path of a key of a map: in brackets if it contains dots. */
export function belowKey(path: Path | undefined, key: string): Path {
  return path && /[./[\]]/.test(key) ? path.key(key) : below(path, key);
}

/** A path as the server writes it within a sentence. */
export function inBody(path: Path | undefined): string {
  return `${path?.toString() ?? ''} in body`;
}

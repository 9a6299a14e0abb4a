import { cutJson } from '../../../base/text/cut';
import { Path } from '../../validation/path';

/** What is wrong, before it becomes a problem: words are made only for what is reported. */
export interface StructureComplaint {
  readonly id: 'AIW1101' | 'AIW1102' | 'AIW1103' | 'AIW1104';
  readonly path: Path | undefined;
  readonly reason: string;
  readonly value?: unknown;
  readonly detail?: string;
  readonly help?: string;
}

export type Complain = (complaint: StructureComplaint) => void;

/** `Invalid value: "x": detail`. */
export function messageOf({ reason, value, detail }: StructureComplaint): string {
  const shown = value === undefined ? '' : `: ${cutJson(value)}`;
  return `${reason}${shown}${detail ? `: ${detail}` : ''}`;
}

/** The place of a key below a place; at the top there is no place above. */
export function below(path: Path | undefined, name: string): Path {
  return path ? path.child(name) : Path.root(name);
}

/** The place of a key that users choose: in brackets when dots would make it another path. */
export function belowKey(path: Path | undefined, key: string): Path {
  return path && /[./[\]]/.test(key) ? path.key(key) : below(path, key);
}

/** As the server names a place in its sentences. */
export function inBody(path: Path | undefined): string {
  return `${path?.toString() ?? ''} in body`;
}

import { Errors } from '../errors';
import { Path } from '../path';

/*
 * Paths of files inside volumes and containers. Source: pkg/apis/core/validation/validation.go validateLocalDescendingPath and neighbours (v1.36)
 */

/** No way up. */
export function validateNoBacksteps(target: string, path: Path, errors: Errors): void {
  if (hasBacksteps(target)) {
    errors.invalid(path, target, "must not contain '..'");
  }
}

export function hasBacksteps(target: string): boolean {
  return target.includes('..') && target.split('/').includes('..');
}

/** A relative path without a way up. */
export function validateDescending(target: string, path: Path, errors: Errors): void {
  if (target.startsWith('/')) {
    errors.invalid(path, target, 'must be a relative path');
  }
  validateNoBacksteps(target, path, errors);
}

/** As above, and no name that kubelet keeps for itself. */
export function validateNonReserved(target: string, path: Path, errors: Errors): void {
  validateDescending(target, path, errors);
  if (target.startsWith('..') && !target.startsWith('../')) {
    errors.invalid(path, target, "must not start with '..'");
  }
}

const HIGHEST_MODE = 0o777;

/** Permissions of a file. */
export function validateFileMode(mode: unknown, path: Path, name: string, errors: Errors): void {
  if (typeof mode === 'number' && (mode > HIGHEST_MODE || mode < 0)) {
    errors.invalid(path.child(name), mode, 'must be a number between 0 and 0777 (octal), both inclusive');
  }
}

import { PlainObject, isObject } from '../../base/plain';
import { asText } from '../../base/reading';

/*
 * Tests of operators on real clusters: they apply some files, and compare what comes of them with parts of objects in others.
 *
 * Source: kyverno/chainsaw pkg/apis/v1alpha1 (v0.2.13), Operation; kudobuilder/kuttl docs, Test Step: NN-assert.yaml, NN-errors.yaml
 */

/** Whether a document is a test of Chainsaw, or steps of one. */
export function isChainsaw(apiVersion: unknown): boolean {
  return typeof apiVersion === 'string' && apiVersion.startsWith('chainsaw.kyverno.io/');
}

/** Whether a file without folders has what KUTTL compares with. */
export function isAssertion(name: string): boolean {
  return /^\d{1,4}-(?:assert|errors?)(?:[-.].{0,100})?\.ya?ml$/.test(name);
}

/** What an operation names beside files that it applies as they are. */
const COMPARED: readonly string[] = ['assert', 'error', 'patch', 'delete', 'update'];

const MOST_DEPTH = 12;

/** Files that a test compares with, or that say what it changes; those that it applies are manifests. */
export function comparedFiles(content: unknown, depth = 0): string[] {
  if (depth > MOST_DEPTH) {
    return [];
  }
  if (Array.isArray(content)) {
    return content.flatMap(each => comparedFiles(each, depth + 1));
  }
  const entries = isObject(content) ? Object.entries(content) : [];
  return entries.flatMap(([name, value]) => [...(COMPARED.includes(name) ? fileOf(value) : []), ...comparedFiles(value, depth + 1)]);
}

function fileOf(operation: unknown): string[] {
  const file = isObject(operation) ? asText((operation as PlainObject).file) : undefined;
  return file === undefined ? [] : [file];
}

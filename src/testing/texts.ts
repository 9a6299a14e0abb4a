import { PodRestart } from './structs';
import { CheckedObject, CheckFinding } from '../lint/run/check-finding';

/** `StatefulSet ml/llm`. */
function nameOf({ kind, namespace, name }: CheckedObject): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** A finding as a test tells it. */
export function findingLines(findings: readonly CheckFinding[]): string[] {
  return findings.flatMap(({ severity, id, title, subject, construct, file, line, field, message, notes, help }) => [
    `${severity}[${id}] ${title}`,
    `  ${[subject ? nameOf(subject) : construct ?? '', file === undefined ? '' : `(${file}${line === undefined ? '' : `:${line}`})`, field ?? ''].filter(part => part !== '').join('  ')}`,
    `  ${message}`,
    ...notes.map(note => `  note: ${note}`),
    ...(help === undefined ? [] : [`  help: ${help}`]),
  ].filter(text => text.trim() !== ''));
}

/** A restart as a test tells it, in one line. */
export function restartText({ subject, isRemoved, pods, away, accelerators, paths }: PodRestart): string {
  const many = pods === undefined ? 'its pods' : `${pods} pod${pods === 1 ? '' : 's'}`;
  if (isRemoved) {
    return `${nameOf(subject)}: is no longer made: ${many} stop${pods === 1 ? 's' : ''}`;
  }
  const held = accelerators === undefined ? '' : ` with ${accelerators}`;
  const atOnce = away === undefined || pods === undefined || pods < 2 ? '' : `, ${away === pods ? 'all' : away} at once`;
  return `${nameOf(subject)}: ${many}${held}${atOnce}; what changes: ${paths.join(', ')}`;
}

import { FileObject } from './file-object';
import { objectsIn, unreadable } from './objects';
import { PlainObject } from '../../pod/plain';
import { Finding } from '../finding';
import { Origin } from '../origin';
import { readDocuments } from '../yaml/read';

/** One object of an input, with where it stands. */
export interface ReadObject {
  readonly body: PlainObject;
  readonly origin: Origin;
}

/** What one file gave. */
export interface ReadFile {
  readonly objects: readonly ReadObject[];
  /** What could not be read. */
  readonly findings: readonly Finding[];
}

/**
 * Reads the objects of one file as `kubectl` does. Lists are taken apart; what cannot be read is a finding and hides nothing else.
 *
 * @param isFound nobody named the file itself, so that it may be of another program: values of a chart, a workflow.
 */
export function readFile(file: string, text: Buffer, isFound = false): ReadFile {
  const objects: ReadObject[] = [];
  const findings: Finding[] = [];
  for (const document of readDocuments(text)) {
    if ('error' in document) {
      findings.push(unreadable(document.error, file, document.line));
      continue;
    }
    if (document.unread !== undefined) {
      findings.push(unread(file, document.unread));
    }
    const found = objectsIn([document.value]);
    found.objects.forEach(({ body, prefix }) => objects.push(new FileObject(body, file, document, prefix)));
    found.problems.forEach(({ detail, prefix, isOther }) => {
      const say = isFound && isOther ? skipped : unreadable;
      findings.push(say(detail, file, document.lineOf(prefix.replace(/\.$/, ''))));
    });
  }
  return { objects, findings };
}

function unread(file: string, line: number): Finding {
  return {
    id: 'AIW0007',
    title: 'text that nobody reads',
    class: 'risky',
    message: 'Invalid value: kubectl stops before this line: it stands behind the end of the document (...), or is indented less than its first line',
    help: 'begin a new document with ---, or indent it like the rest',
    file,
    line,
  };
}

function skipped(detail: string, file: string, line: number): Finding {
  return { id: 'AIW0008', title: 'no Kubernetes object', class: 'advice', message: `Invalid value: ${detail}, so it was skipped`, file, line };
}

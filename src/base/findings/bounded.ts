import { Finding, ObjectReference } from './finding';
import { cut, LONGEST_TEXT, LONGEST_VALUE } from '../text/cut';

/** The longest path of a file that a system has. */
const LONGEST_FILE = 4_096;
const LONGEST_FIELD = 1_000;
/** Notes of one finding. */
const MOST_NOTES = 20;

type Words = Pick<Finding, 'message'> & Partial<Pick<Finding, 'field' | 'notes' | 'help'>>;

/** Cuts message, notes and help to a length that can be read, whatever a rule has repeated of its input. */
export function boundedWords<Said extends Words>(said: Said): Said {
  const { field, message, notes, help } = said;
  if ((field?.length ?? 0) <= LONGEST_FIELD && message.length <= LONGEST_TEXT && (help?.length ?? 0) <= LONGEST_TEXT
    && (notes === undefined || (notes.length <= MOST_NOTES && notes.every(note => note.length <= LONGEST_TEXT)))) {
    return said;
  }
  return {
    ...said,
    message: cut(message, LONGEST_TEXT),
    ...(field !== undefined && { field: cut(field, LONGEST_FIELD) }),
    ...(notes && { notes: notes.slice(0, MOST_NOTES).map(note => cut(note, LONGEST_TEXT)) }),
    ...(help !== undefined && { help: cut(help, LONGEST_TEXT) }),
  };
}

/** A finding as it is printed: names in it are cut too. */
export function boundedFinding(finding: Finding): Finding {
  const { object, construct, file } = finding;
  return {
    ...boundedWords(finding),
    ...(object && { object: boundedReference(object) }),
    ...(construct !== undefined && { construct: cut(construct, LONGEST_FIELD) }),
    ...(file !== undefined && { file: cut(file, LONGEST_FILE) }),
  };
}

/** The name of an object cut to 253 characters, the longest that Kubernetes has. */
export function boundedReference({ apiVersion, kind, namespace, name }: ObjectReference): ObjectReference {
  return { apiVersion: cut(apiVersion, LONGEST_VALUE), kind: cut(kind), namespace: cut(namespace), name: cut(name) };
}

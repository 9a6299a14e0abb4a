import { cutAnswer, LONGEST_ANSWER_TEXT } from './cut';
import { isObject } from '../../base/plain';
import { Manifest } from '../../kubernetes/manifest';

/** The part of a secret value that is searched for in an answer: without characters that a server escapes, and long enough not to occur by chance. */
const RECOGNISABLE = /[^\s"'\\\p{Cc}]{6,64}/u;
const LONGEST_HEAD = 64;
/** After this text the server dumps the value. Source: structured-merge-diff typed/validate.go (v6) */
const DUMP = 'got &value';

/** The server's message, cut before it repeats a value of a Secret: reports are read by more people than the Secret is. */
export function concealedAnswer(object: Manifest, said: string): string {
  if (object.type !== 'Secret') {
    return said;
  }
  const text = cutAnswer(said, LONGEST_ANSWER_TEXT + LONGEST_HEAD);
  const starts = [DUMP, ...headsIn(object.body.data), ...headsIn(object.body.stringData)].map(each => text.indexOf(each)).filter(start => start >= 0);
  return starts.length === 0 ? said : `${text.slice(0, Math.min(...starts))}…`;
}

function headsIn(value: unknown): string[] {
  if (Array.isArray(value) || isObject(value)) {
    return Object.values(value).flatMap(headsIn);
  }
  const [head] = RECOGNISABLE.exec(String(value)) ?? [];
  return head === undefined ? [] : [head];
}

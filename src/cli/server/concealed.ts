import { cutAnswer, LONGEST_ANSWER_TEXT } from './cut';
import { isObject } from '../../base/plain';
import { Manifest } from '../../kubernetes/manifest';

/** What of a value is looked for: a part that a server has no need to escape. What is shorter is the name of something else as well. */
const RECOGNISABLE = /[^\s"'\\\p{Cc}]{6,64}/u;
const LONGEST_HEAD = 64;
/** Behind this the server writes a value as its own program does. Source: structured-merge-diff typed/validate.go (v6) */
const DUMP = 'got &value';

/** What a server says of an object, up to what it repeats of a Secret: reports are read by more people than the Secret is. */
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

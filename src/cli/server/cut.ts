import { beginning } from '../../base/text/cut';

/** Characters of a text that a server or a plugin says; what is longer was not meant to be read. */
export const LONGEST_ANSWER_TEXT = 1_000;

/** A text of a bearable length. */
export function cutAnswer(text: string, longest = LONGEST_ANSWER_TEXT): string {
  return beginning(text, longest);
}

import { beginning } from '../../base/text/cut';

/** Limit in characters of a text of a server or plugin. */
export const LONGEST_ANSWER_TEXT = 1_000;

/** The text, cut to the limit. */
export function cutAnswer(text: string, longest = LONGEST_ANSWER_TEXT): string {
  return beginning(text, longest);
}

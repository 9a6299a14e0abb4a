import { Problem } from './problem';

/** Fields of a Secret that hold what nobody but its readers is to know. */
const CONTENT = /^(?:data|stringData)(?:$|[.[])/;
const UNTOLD = '"…"';

/**
 * The problem without the value that it is about, where that is the content of a Secret: reports stand in build logs and on the pages of changes, which more
 * people read than may read the Secret. Messages are `Reason: value: detail`, and no detail about a Secret holds a colon and a blank.
 */
export function concealed(kind: string, problem: Problem): Problem {
  const { field, message, help } = problem;
  if (kind !== 'Secret' || !CONTENT.test(field)) {
    return problem;
  }
  const [reason] = message.split(': ', 1);
  const detail = message.slice(message.lastIndexOf(': ') + 2);
  return { ...problem, message: reason === detail ? message : `${reason}: ${UNTOLD}: ${detail}`, ...(help?.startsWith('put it in quotes') && { help: 'put it in quotes' }) };
}

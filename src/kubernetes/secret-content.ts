import { ObjectProblem } from './problem';

/** Fields of a Secret whose values are secret. */
const CONTENT = /^(?:data|stringData)(?:$|[.[])/;
const HIDDEN = '"…"';

/**
 * The problem without its value, where that is the content of a Secret: reports end up in build logs and on pull requests, which more people may read
 * than the Secret. Messages are `Reason: value: detail`, and no detail about a Secret contains a colon and a blank.
 */
export function withoutSecretContent(kind: string, problem: ObjectProblem): ObjectProblem {
  const { field, message } = problem;
  if (kind !== 'Secret' || !CONTENT.test(field)) {
    return problem;
  }
  const [reason] = message.split(': ', 1);
  const detail = message.slice(message.lastIndexOf(': ') + 2);
  return { ...problem, message: reason === detail ? message : `${reason}: ${HIDDEN}: ${detail}` };
}

import { asObject } from '../../../../base/reading';
import { Rule } from '../../rule';

/** Keys whose value is one word for a header or a login. */
const ONE_WORD = /(^|[-_.])(token|passw(or)?d|api[-_]?key|access[-_]?key|secret[-_]?key|access[-_]?key[-_]?id|pat)$/i;

/** Longest value that is looked at: a token is short. */
const LONGEST = 2000;

/** The end of a line that became part of a token. */
export const newlineInSecret: Rule = {
  id: 'AIW2904',
  title: 'token ends with a line break',
  class: 'risky',
  reason: 'echo without -n, and a YAML block with |, add a line break. As an environment variable it is part of the token: the header is refused, or the login fails with the right password.',
  source: 'RFC 9110 section 5.5 (no line break in a field value); pkg/kubelet/kubelet_pods.go (v1.36): the bytes of the key are the value',
  remedy: 'Encode it without the line break (printf %s or echo -n), or write the block with |-.',
  appliesTo: ['Secret'],
  check: (facts, report) => {
    for (const secret of facts.ofType('Secret')) {
      for (const list of ['data', 'stringData'] as const) {
        for (const [key, value] of Object.entries(asObject(secret.body[list]))) {
          if (typeof value === 'string' && value.length <= LONGEST && ONE_WORD.test(key) && endsInBreak(list === 'data' ? Buffer.from(value, 'base64').toString('latin1') : value)) {
            report(secret, {
              field: `${list}[${key}]`,
              message: 'Invalid value: "…": the value is one word and a line break, and the line break is part of it',
              help: list === 'data' ? 'encode it again without the line break: printf %s "$TOKEN" | base64' : 'write |- instead of |, or one line in quotes',
            });
          }
        }
      }
    }
  },
};

/** One word with a line break behind it: texts of several lines or words are no tokens. */
function endsInBreak(text: string): boolean {
  return /^[!-~]+\r?\n+$/.test(text);
}

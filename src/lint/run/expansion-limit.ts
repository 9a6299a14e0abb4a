import { NOT_RUN } from '../../base/findings/notices';
import { podSets } from '../facts/carried-pods';
import { isExpansionExceeded } from '../facts/engine-command';
import { mayExceed } from '../facts/expansion';
import { Rule } from '../rules/rule';

/** Reports each container whose variables expand to more text than the rules read. It has no id of its own: it speaks about the run. */
export const expansionLimit: Rule = {
  ...NOT_RUN,
  source: 'third_party/forked/golang/expansion/expand.go (v1.36)',
  check: (facts, report) => {
    for (const pods of facts.get(podSets)) {
      for (const placed of pods.containers) {
        if (mayExceed(placed) && isExpansionExceeded(pods, placed)) {
          report(pods.carrier, {
            field: placed.field,
            message: 'Too long: the variables of the container expand to more than 32,768 characters plus 8 times its own text: its command is not checked completely',
            help: 'pass the text in a file: variables that repeat other variables multiply it',
          });
        }
      }
    }
  },
};

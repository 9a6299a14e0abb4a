import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, lists, literals, maps, mostly, never, partly, rarely, sometimes, struct, values } from './combinators';
import { images, words } from './containers';
import { variableNames } from './environment';
import { counts } from './numbers';
import { formed, texts } from './texts';
import { PreviousTemplate, StagedRolloutOptions } from '../../../src';
import { Expression, list, literal } from '../expression';

/**
 * How a change reaches the parts of a workload.
 *
 * @param parts names of groups or zones.
 * @param kinds what the pattern can do; the others now and then.
 */
export function rollouts(setting: Setting, parts: readonly string[], kinds: readonly (keyof ReturnType<typeof all>)[]): Expressions {
  const every = all(setting, parts);
  return mostly(setting, fc.oneof(...kinds.map(kind => every[kind])), fc.oneof(...Object.values(every)));
}

function all(setting: Setting, parts: readonly string[]) {
  const order = fc.shuffledSubarray([...parts], { minLength: parts.length }).map(names => list(names.map(literal)));
  const some = fc.shuffledSubarray([...parts], { minLength: Math.min(1, parts.length) }).map(names => list(names.map(literal)));
  const anything = lists(formed(setting, fc.constantFrom(...parts, 'nowhere', '99')), 0, 4);
  return {
    allAtOnce: calls('Rollout.allAtOnce'),
    staged: calls('Rollout.staged', struct<StagedRolloutOptions>({
      stage: counts(setting, 0, parts.length), previous: previous(setting), order: sometimes(mostly(setting, order, anything)),
    })),
    canary: calls('Rollout.canary', struct<{ parts: string[]; previous: PreviousTemplate }>({ parts: mostly(setting, some, anything), previous: previous(setting) })),
    onDelete: calls('Rollout.onDelete', absent(40, fc.oneof(
      partly<{ rolloutGroup: string }>({ rolloutGroup: formed(setting, fc.constantFrom('db', 'ingesters')) }),
      partly<{ rolloutGroup: string; maxUnavailable: number }>({ rolloutGroup: mostly<Expression | undefined>(setting, values('db'), never), maxUnavailable: counts(setting, 1, 3) })))),
    partition: calls('Rollout.partition', counts(setting, 0, parts.length)),
  };
}

function previous(setting: Setting): Expressions {
  return partly<PreviousTemplate>({
    image: absent(30, images(setting, 'registry.example/serve:0')),
    command: rarely(words(setting, 'serve')),
    args: rarely(words(setting, '--old')),
    variables: rarely(maps(variableNames(setting), literals(texts(setting)), 2)),
  });
}

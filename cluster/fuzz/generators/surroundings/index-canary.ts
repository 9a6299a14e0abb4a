import * as fc from 'fast-check';
import { part } from './workloads';
import { IndexCanaryProps } from '../../../../src';
import { Statement, construct, list, path } from '../../expression';
import { Expressions, Setting, lists, literals, rarely, sometimes, struct } from '../combinators';
import { counts } from '../numbers';
import { fresh } from '../references';
import { names } from '../texts';

/** Mostly without an index, which suits any number of pods; ranges of zones and roles begin elsewhere. */
export function indexCanary(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<IndexCanaryProps>({
    workload,
    name: rarely(literals(names(setting, 'canary'))),
    part: sometimes(part(setting)),
    indexes: fc.oneof({ weight: 3, arbitrary: fc.constant(list([])) }, { weight: 1, arbitrary: lists(counts(setting, 0, 2), 1, 2) }),
    podsPerStep: sometimes(counts(setting, 1, 3)),
    port: sometimes(counts(setting, 80, 8000)),
  })).map(([id, props]) => [{ value: construct('IndexCanary', path('chart'), id, props) }]);
}

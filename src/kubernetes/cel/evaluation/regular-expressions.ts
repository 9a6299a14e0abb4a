import { CelLibrary, taking } from './signature';
import { CelValue, NotEvaluated, PlainList } from './values';
import { Pattern, patternOf } from '../../schema/custom/pattern/pattern';
import type { Work } from '../../schema/custom/work';

/* Source: cel-go common/stdlib/stdlib.go matches (v0.26); kubernetes staging/src/k8s.io/apiserver/pkg/cel/library/regex.go (v1.36) */

const matches = [taking('string', 'string')((text, pattern, work) => compiled(pattern, work).matches(text, work))];

export const REGULAR_EXPRESSIONS: CelLibrary = {
  functions: { matches },
  methods: {
    matches,
    find: [taking('string', 'string')((text, pattern, work) => {
      const [place] = compiled(pattern, work).places(text, 1, work);
      return place === undefined ? '' : text.slice(...place);
    })],
    findAll: [
      taking('string', 'string')((text, pattern, work) => all(text, pattern, -1n, work)),
      taking('string', 'string', 'int')(all),
    ],
  },
};

function all(text: string, pattern: string, limit: bigint, work?: Work): CelValue {
  const most = limit < 0n ? Infinity : Number(limit);
  return new PlainList(compiled(pattern, work).places(text, most, work).map(place => text.slice(...place)));
}

function compiled(pattern: string, work?: Work): Pattern {
  const found = patternOf(pattern, work);
  if (!found) {
    throw new NotEvaluated(`the pattern ${pattern}`);
  }
  return found;
}

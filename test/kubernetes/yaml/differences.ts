import { DEEPEST } from '../../../src/kubernetes/yaml/anchors';

/** Where the reader is not what Go's strict reader is, and why. */
export interface Difference {
  readonly why: string;
  readonly text: string;
  /** What we read, nothing where we refuse. */
  readonly documents?: readonly unknown[];
  /** What Go's strict reader says. Nothing where it reads the text, or reads it one way or another by chance. */
  readonly strict?: RegExp;
}

const OVERRIDE = 'a merge may be overridden: kubectl is not strict, and the order decides';
const DUPLICATE = 'of a key given twice kubectl keeps the last value';
const COLLISION = 'keys that differ in Go and are one in JSON: which of the two Go sends is chance';

export const DIFFERENCES: readonly Difference[] = [
  { why: OVERRIDE, text: 'a: &x {k: 1}\nb:\n  <<: *x\n  k: 2\n', documents: [{ a: { k: 1 }, b: { k: 2 } }], strict: /key "k" already set/ },
  { why: OVERRIDE, text: 'b:\n  k: 2\n  <<: {k: 1}\n', documents: [{ b: { k: 1 } }], strict: /key "k" already set/ },
  { why: OVERRIDE, text: '<<: [{k: 1}, {k: 2, l: 3}]\n', documents: [{ k: 1, l: 3 }], strict: /key "k" already set/ },
  { why: OVERRIDE, text: '<<: {k: 1}\n<<: {k: 2}\n', documents: [{ k: 2 }], strict: /key "k" already set/ },
  { why: DUPLICATE, text: 'a: 1\na: 2\n', documents: [{ a: 2 }], strict: /key "a" already set/ },
  { why: DUPLICATE, text: 'a: 1\n"a": 2\n', documents: [{ a: 2 }], strict: /key "a" already set/ },
  { why: DUPLICATE, text: '{a: 1, a: 2}\n', documents: [{ a: 2 }], strict: /key "a" already set/ },
  { why: DUPLICATE, text: 'a:\n  b: 1\n  b: 1\n', documents: [{ a: { b: 1 } }], strict: /key "b" already set/ },
  { why: DUPLICATE, text: 'a: null\na: 1\n', documents: [{ a: 1 }], strict: /key "a" already set/ },
  { why: COLLISION, text: '1: a\n"1": b\n' },
  { why: COLLISION, text: 'true: a\n"true": b\n' },
  { why: COLLISION, text: '1: a\n1.0: b\n' },
  { why: 'nested deeper than we follow; Go goes down to 10,000', text: `${'['.repeat(DEEPEST + 1)}${']'.repeat(DEEPEST + 1)}\n` },
  { why: 'a directive, with a document start that only Go\'s YAML library takes for one', text: '%YAML 1.1\r---\ra: 1\n' },
  { why: 'two byte order marks', text: '\ufeff\ufeffa: 1\n' },
];

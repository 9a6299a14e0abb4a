import { createRequire } from 'module';
import * as vm from 'vm';

interface Asked { readonly appliesTo: readonly string[] }

const { lateRules } = createRequire(__filename)('../../build-tools/late-rules') as {
  lateRules(source: string, load: (id: string) => { [name: string]: Asked }, applies: (rule: Asked, kinds: ReadonlySet<string>) => boolean): string;
};

/** As the compiler writes it. */
const COMPILED = `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.RULES = void 0;
const rule_1 = require("./objects/claim-not-found/rule");
const rule_2 = require("./traffic/pool/rule");
const rule_3 = require("./traffic/service/rule");
/** Every rule, by id. */
exports.RULES = [
    rule_2.pool,
    rule_1.claimNotFound,
    rule_3.service,
];
`;
interface Loaded { readonly id: string; readonly title: string; readonly but?: string; readonly appliesTo: readonly string[]; check(): string }

const check = () => 'checked';
const MODULES: { readonly [id: string]: { [name: string]: Loaded } } = {
  './objects/claim-not-found/rule': { claimNotFound: { id: 'AIW2106', title: 'claim not found', appliesTo: ['every carrier of pods'], check } },
  './traffic/service/rule': { service: { id: 'AIW2103', title: 'service', appliesTo: ['Service'], check } },
  './traffic/pool/rule': { pool: { id: 'AIW2134', title: 'pool', but: 'a warning', appliesTo: ['InferencePool'], check } },
};

const applies = ({ appliesTo }: Asked, kinds: ReadonlySet<string>) => appliesTo.some(each => kinds.has(each) || each.includes(' '));


function run(source: string) {
  const required: string[] = [];
  const exports: { RULES?: Loaded[] } = {};
  vm.runInNewContext(source, { exports, require: (id: string) => { required.push(id); return MODULES[id]; } });
  return { required, rules: exports.RULES! };
}

test('the list has the rules in their order, and none is loaded that reports alone on kinds which few apps have', () => {
  const { required, rules } = run(lateRules(COMPILED, id => MODULES[id], applies));
  expect(rules.map(({ appliesTo }) => [...appliesTo])).toEqual([['InferencePool'], ['every carrier of pods'], ['Service']]);
  expect(required).toEqual(['./objects/claim-not-found/rule', './traffic/service/rule']);
});

test('a rule is loaded when more is asked of it, and says the same', () => {
  const { required, rules } = run(lateRules(COMPILED, id => MODULES[id], applies));
  const { id, title, but } = rules[0];
  expect([id, title, but, rules[0].check()]).toEqual(['AIW2134', 'pool', 'a warning', 'checked']);
  expect(new Set(required)).toEqual(new Set(['./objects/claim-not-found/rule', './traffic/service/rule', './traffic/pool/rule']));
});

test('doing it again changes nothing', () => {
  const once = lateRules(COMPILED, id => MODULES[id], applies);
  expect(lateRules(once, id => MODULES[id], applies)).toBe(once);
});

test('an index that is written in another way is refused', () => {
  expect(() => lateRules(COMPILED.replace('    rule_1.claimNotFound,', '    rule_1.claimNotFound, // first'), id => MODULES[id], applies)).toThrow('3 modules, 2 rules');
});

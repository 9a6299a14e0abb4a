// @ts-check
'use strict';

/*
 * Runs after the compiler: makes lib/lint/rules/index.js load a rule that reports on certain kinds alone when somebody first asks it for more than those. It is
 * passed over where none of them is (`applies` of src/lint/rules/rule.ts). These are a third of all rules, and a new one costs apps without such kinds nothing.
 */
const fs = require('fs');
const path = require('path');

/** `const rule_1 = require("./commands/credential-in-plain-sight/rule");` */
const LOADED = /^(?:var|const) (\w+) = (require\("(\.\/[^"]+)"\));$/;
/** `    rule_1.credentialInPlainSight,` */
const NAMED = /^ {4}(\w+)\.(\w+),?$/;

/** Kinds of nearly every app: what reports on them is loaded with the list, which is cheaper than one by one. */
const ORDINARY = new Set(['Deployment', 'Job', 'PodDisruptionBudget', 'Service', 'StatefulSet']);

const LATE = `class LateRule {
    constructor(appliesTo, load) {
        this.appliesTo = appliesTo;
        this.load = load;
    }
    get id() { return this.load().id; }
    get title() { return this.load().title; }
    get class() { return this.load().class; }
    get reason() { return this.load().reason; }
    get source() { return this.load().source; }
    get remedy() { return this.load().remedy; }
    get but() { return this.load().but; }
    get check() { return this.load().check; }
}`;

/** @typedef {{ appliesTo: readonly string[] }} Rule */

/**
 * @param {string} source The index of the rules as the compiler wrote it; one that is late already is returned as it is.
 * @param {(id: string) => { [name: string]: Rule }} load What a module of it exports.
 * @param {(rule: Rule, kinds: ReadonlySet<string>) => boolean} applies Whether a rule is asked where these kinds are.
 * @returns {string}
 */
function lateRules(source, load, applies) {
  if (source.includes(LATE)) {
    return source;
  }
  /** @type {Map<string, { require: string, id: string }>} */
  const modules = new Map();
  /** @type {Set<string>} */
  const late = new Set();
  let rules = 0;
  const lines = source.split('\n').flatMap(line => {
    const loaded = LOADED.exec(line);
    if (loaded) {
      modules.set(loaded[1], { require: loaded[2], id: loaded[3] });
    }
    const named = NAMED.exec(line);
    const module = named === null ? undefined : modules.get(named[1]);
    if (named === null || module === undefined) {
      return [line];
    }
    rules++;
    const rule = load(module.id)[named[2]];
    if (applies(rule, ORDINARY)) {
      return [line];
    }
    late.add(named[1]);
    return [`    new LateRule(${JSON.stringify(rule.appliesTo)}, () => ${module.require}.${named[2]}),`];
  });
  if (rules === 0 || rules !== modules.size) {
    throw new Error(`the compiler writes the index of the rules in another way than this was made for: ${modules.size} modules, ${rules} rules`);
  }
  const kept = lines.filter(line => !late.has(LOADED.exec(line)?.[1] ?? ''));
  const list = kept.findIndex(line => line.startsWith('exports.RULES = ['));
  return [...kept.slice(0, list), LATE, ...kept.slice(list)].join('\n');
}

module.exports = { lateRules };

if (require.main === module) {
  const index = path.join(__dirname, '..', 'lib', 'lint', 'rules', 'index.js');
  // After bundling it is no file of its own any more.
  if (fs.existsSync(index)) {
    fs.writeFileSync(index, lateRules(fs.readFileSync(index, 'utf8'), id => require(path.join(path.dirname(index), id)), require(path.join(path.dirname(index), 'rule')).applies));
  }
}

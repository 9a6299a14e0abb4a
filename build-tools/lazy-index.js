// @ts-check
'use strict';

/*
 * Runs after the compiler: makes lib/index.js load each module when one of its exports is first used. An app that writes one pattern then does
 * not wait at every start for the modules of the others (measured in docs/benchmarks.md).
 *
 * Left as compiled: the line `exports.A = exports.B = void 0`, in which Node finds the names for `import { A }` of ES
 * modules, and `export *`, whose names only the module knows.
 */
const fs = require('fs');
const path = require('path');

/** `const target_1 = require("./target/target");` */
const LOADED = /^(?:var|const) (\w+) = (require\("\.\/[^"]+"\));$/;
/** `Object.defineProperty(exports, "Target", { enumerable: true, get: function () { return target_1.Target; } });` */
const EXPORTED = /^Object\.defineProperty\(exports, ("\w+"), \{ enumerable: true, get: function \(\) \{ return (\w+)\.(\w+); \} \}\);$/;

const LAZY = `function lazy(name, load) {
    Object.defineProperty(exports, name, { enumerable: true, configurable: true, get: function () {
        const value = load();
        Object.defineProperty(exports, name, { enumerable: true, value: value });
        return value;
    } });
}`;

/** @param {string} source The index as the compiler wrote it; an index that is lazy already is returned as it is. */
function lazyIndex(source) {
  if (source.includes(LAZY)) {
    return source;
  }
  /** @type {Map<string, string>} */
  const loads = new Map();
  const lines = source.split('\n').flatMap(line => {
    const loaded = LOADED.exec(line);
    if (loaded) {
      loads.set(loaded[1], loaded[2]);
      return [];
    }
    const exported = EXPORTED.exec(line);
    if (exported && loads.has(exported[2])) {
      return [`lazy(${exported[1]}, function () { return ${loads.get(exported[2])}.${exported[3]}; });`];
    }
    return [line];
  });
  const left = lines.find(line => [...loads.keys()].some(name => line.includes(`${name}.`)));
  if (loads.size === 0 || left !== undefined) {
    throw new Error(`the compiler writes the index in another way than this was made for${left === undefined ? '' : `: ${left}`}`);
  }
  const first = lines.findIndex(line => line.startsWith('lazy('));
  return [...lines.slice(0, first), LAZY, ...lines.slice(first)].join('\n');
}

module.exports = { lazyIndex };

if (require.main === module) {
  const index = path.join(__dirname, '..', 'lib', 'index.js');
  fs.writeFileSync(index, lazyIndex(fs.readFileSync(index, 'utf8')));
}

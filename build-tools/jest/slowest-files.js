const path = require('path');

const SHOWN = 5;

/** A jest reporter that lists the slowest test files at the end, so that the author of a slow one sees it. */
module.exports = class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    const times = new Map();
    for (const result of testResults) {
      times.set(path.relative(process.cwd(), result.testFilePath), result.perfStats.runtime);
      // A group has the tests of many files, each in a block named after its file (test/groups).
      for (const { ancestorTitles: [file], duration } of result.testResults) {
        if (file?.endsWith('.test.ts')) {
          times.set(file, (times.get(file) ?? 0) + (duration ?? 0));
        }
      }
    }
    const files = [...times].filter(([file]) => !file.includes(path.join('test', 'groups')));
    if (files.length > SHOWN) {
      const slowest = files.sort(([, one], [, other]) => other - one).slice(0, SHOWN);
      process.stderr.write(['', 'Slowest:', ...slowest.map(([file, time]) => `${(time / 1000).toFixed(1).padStart(6)} s  ${file}`), ''].join('\n'));
    }
  }
};

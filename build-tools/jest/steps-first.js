/*
 * Runs files that count steps first: V8 then lists the calls of every function that the process has loaded, which takes three times as long after other files.
 * Sequencers of jest run in plain JavaScript.
 */
const fs = require('fs');
const { default: Sequencer } = require('@jest/test-sequencer');

module.exports = class StepsFirst extends Sequencer {
  sort(tests) {
    const countsSteps = ({ path }) => fs.readFileSync(path, 'utf8').includes("/hygiene/steps'");
    return super.sort(tests).sort((one, other) => countsSteps(other) - countsSteps(one));
  }
};

/*
 * Runs files that take long first, so that none of them runs alone at the end. Jest knows how long files took only from runs before on the same machine, which a
 * clean checkout has not. Sequencers of jest run in plain JavaScript.
 */
const path = require('path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest first; all others follow in jest's order. */
const LONGEST = [
  'accepted', 'harness', 'server-kinds', 'karpenter-node-pool', 'disaggregated-set', 'indexed-training-job', 'schema', 'custom-schema', 'index-canary', 'rules', 'server-pod',
  'around', 'changes-data', 'workload', 'leader-worker-group/rollout', 're-applied',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path: file }) => {
      const name = path.relative(path.join(__dirname, 'tests'), file).replace(/\\/g, '/').replace(/\.test\.ts$/, '');
      const rank = LONGEST.indexOf(name);
      return rank < 0 ? LONGEST.length : rank;
    };
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};

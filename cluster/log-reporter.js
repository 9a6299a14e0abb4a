/* Says at the end of a failed run where the logs of its control planes are. Reporters of jest run in plain JavaScript. */
const os = require('os');
const path = require('path');

module.exports = class LogReporter {
  onRunComplete(_contexts, { numFailedTests, numRuntimeErrorTestSuites }) {
    if (numFailedTests + numRuntimeErrorTestSuites > 0) {
      const { CDK8S_AI_WORKLOADS_CACHE: own, XDG_CACHE_HOME: caches } = process.env;
      const folder = own || path.join(caches || path.join(os.homedir(), '.cache'), 'cdk8s-ai-workloads');
      process.stderr.write(`Logs of API servers, controllers and scheduler, newest last: ${path.join(folder, 'runs')}\n`);
    }
  }
};

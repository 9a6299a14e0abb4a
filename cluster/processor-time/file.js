/*
 * Notes which worker runs which test file, for the reporter beside this file. Jest loads it before each test file.
 * `Processes` passes the file on to its keeper, which notes what its programs used.
 */
const { noteProcessorTime } = require('./notes');

const { testPath } = expect.getState();

process.env.CLUSTER_TEST_FILE = testPath;
noteProcessorTime({ file: testPath, worker: process.pid });

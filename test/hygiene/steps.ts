import { Profiler, Session } from 'inspector';

/** What a piece of work costs: the blocks of the library's code that ran, and the characters and entries that its searches passed over. */
export type StepsOf = (work: () => unknown) => number;

let session: Session;
beforeAll(() => {
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

/**
 * A module of the library, and a way to count its steps, which are the same on every machine however busy it is. It is loaded anew: V8 counts
 * only in what it compiles after it was told to.
 */
export function counted<T>(load: () => T): [module: T, stepsOf: StepsOf] {
  let module: T;
  jest.isolateModules(() => { module = load(); });
  return [module!, work => {
    blocks();
    const searched = searching(work);
    return blocks() + searched;
  }];
}

/** What ran since it was last asked. */
function blocks(): number {
  let scripts: readonly Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => { scripts = result; });
  return scripts.filter(({ url }) => url.includes('/src/')).flatMap(({ functions }) => functions).flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0);
}

/** V8 does not count what its own searches do. Every use of a regular expression goes through its `exec`; going back inside one is not counted. */
function searching(work: () => unknown): number {
  const { exec } = RegExp.prototype;
  const { indexOf } = String.prototype;
  const ofArrays = { includes: Array.prototype.includes, indexOf: Array.prototype.indexOf };
  let passed = 0;
  RegExp.prototype.exec = function (text) {
    const start = this.lastIndex;
    const found = exec.call(this, text);
    passed += found ? found.index + found[0].length - start : this.sticky ? 1 : text.length - start;
    return found;
  };
  String.prototype.indexOf = function (sought, start = 0) {
    const found = indexOf.call(this, sought, start);
    passed += (found < 0 ? this.length : found) - start;
    return found;
  };
  Array.prototype.indexOf = function (sought, start = 0) {
    const found = ofArrays.indexOf.call(this, sought, start);
    passed += (found < 0 ? this.length : found) - start;
    return found;
  };
  Array.prototype.includes = function (sought, start = 0) {
    const found = ofArrays.indexOf.call(this, sought, start);
    passed += (found < 0 ? this.length : found) - start;
    return found >= 0 || ofArrays.includes.call(this, sought, start);
  };
  try {
    work();
  } finally {
    Object.assign(RegExp.prototype, { exec });
    Object.assign(String.prototype, { indexOf });
    Object.assign(Array.prototype, ofArrays);
  }
  return passed;
}

/** Environment variable: throw at the first mistake, where it is made. For debuggers, and for tests that expect the throw. */
const FAIL_FAST = 'CDK8S_AI_WORKLOADS_FAIL_FAST';

let isAsked = false;

/** Read only when something is wrong. */
export function failsAtFirst(): boolean {
  return isAsked || !['', '0', undefined].includes(process.env[FAIL_FAST]);
}

/** For who makes a construct to see whether it can be made: its first mistake is thrown, and none is kept for a synth that never comes. */
export function withFailFast<Result>(make: () => Result): Result {
  const before = isAsked;
  isAsked = true;
  try {
    return make();
  } finally {
    isAsked = before;
  }
}

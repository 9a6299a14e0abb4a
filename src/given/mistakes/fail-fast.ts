/** Ends a program at its first mistake, by throwing where it was made: for debuggers, and for tests that expect the throw. */
const FAIL_FAST = 'CDK8S_AI_WORKLOADS_FAIL_FAST';

/** Asked when something is wrong, never before. */
export function failsAtFirst(): boolean {
  return !['', '0', undefined].includes(process.env[FAIL_FAST]);
}

/** Environment variable: throw at the first mistake, where it is made. For debuggers, and for tests that expect the throw. */
const FAIL_FAST = 'CDK8S_AI_WORKLOADS_FAIL_FAST';

/** Read only when something is wrong. */
export function failsAtFirst(): boolean {
  return !['', '0', undefined].includes(process.env[FAIL_FAST]);
}

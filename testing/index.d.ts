import type { IConstruct } from 'constructs';
import type { FindingSeverity, KubernetesVersion, SynthesizedObjects } from 'cdk8s-ai-workloads';

/** What holds objects: an app, a chart or another construct; objects as data; YAML as a text; `SynthesizedObjects`. */
export type HoldsObjects = IConstruct | SynthesizedObjects | string | readonly object[];

/** What `expect` gains. `Result` is what an expectation returns. */
export interface ObjectMatchers<Result = void> {
  /** An object matches a pattern, which is a part of a manifest: `{ kind: 'Service', metadata: { name: 'llm' } }`; `ObjectMatch` says what a value does not. */
  toContainObject(pattern: { [field: string]: any }): Result;
  /** An API server of this minor takes every object with all of its fields. */
  toBeAcceptedBy(kubernetes: KubernetesVersion): Result;
  /** The checks find nothing, or nothing as bad as a severity. */
  toHaveNoFindings(atLeast?: FindingSeverity): Result;
  /** An apply over what is deployed restarts and stops no pod, and the API server takes it. */
  toRestartNothingAgainst(before: HoldsObjects): Result;
  /** An apply over what is deployed moves, loses and leaves behind no data. */
  toLoseNothingAgainst(before: HoldsObjects): Result;
}

/** For `expect.extend`. `cdk8s-ai-workloads/testing/jest` and the others call it, and tell the types. */
export declare const matchers: {
  [Name in keyof ObjectMatchers]: (received: any, ...given: any[]) => { pass: boolean; message: () => string };
};

import type { ObjectMatchers } from './index.js';

declare module 'vitest' {
  interface Assertion<T = any> extends ObjectMatchers<void> {}
}

export {};

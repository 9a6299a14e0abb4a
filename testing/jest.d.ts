import type { ObjectMatchers } from './index';

declare global {
  namespace jest {
    interface Matchers<R> extends ObjectMatchers<R> {}
  }
}

export {};

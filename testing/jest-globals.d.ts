import type { ObjectMatchers } from './index';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ObjectMatchers<R> {}
}

export {};

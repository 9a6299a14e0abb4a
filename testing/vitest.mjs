// Adds the matchers to the `expect` of Vitest.
import { expect } from 'vitest';
import testing from './index.js';

expect.extend(testing.matchers);

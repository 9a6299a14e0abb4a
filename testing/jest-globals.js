// @ts-check
'use strict';

// Adds the matchers to the `expect` of `@jest/globals`.
require('@jest/globals').expect.extend(require('./index').matchers);

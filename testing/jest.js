// @ts-check
'use strict';

// Adds the matchers to the `expect` that Jest makes global.
expect.extend(require('./index').matchers);

const { readFileSync } = require('fs');
const path = require('path');
const { FlatCompat } = require('@eslint/eslintrc');

// `npx eslint FILE` as `npm run eslint` does it: projen writes .eslintrc.json, which ESLint 9 reads no more by itself, and of a rule of our own it cannot speak.
const { root, ignorePatterns, ...rules } = JSON.parse(readFileSync(path.join(__dirname, '.eslintrc.json'), 'utf8').replace(/^\/\/.*/, ''));
const TYPESCRIPT = ['**/*.ts'];

module.exports = [
  { ignores: ['lib/', 'dist/', 'coverage/', '**/*.js', '**/*.cjs', '**/*.mjs', '**/*.d.ts', '**/*.generated.ts'] },
  ...new FlatCompat({ baseDirectory: __dirname }).config(rules).map(config => ({ files: TYPESCRIPT, ...config })),
  {
    files: TYPESCRIPT,
    plugins: { local: { rules: { 'no-exported-unions': require('./build-tools/eslint-rules/no-exported-unions') } } },
    rules: { 'local/no-exported-unions': 'error' },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
];

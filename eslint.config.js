const { readFileSync } = require('fs');
const path = require('path');
const { FlatCompat } = require('@eslint/eslintrc');

// For editors and `npx eslint FILE`: what `npm run eslint` does (projen writes .eslintrc.json, which ESLint 9 reads no more by itself), and the rules that need types,
// which oxlint and a test ask faster of all files.
const { root, ignorePatterns, ...rules } = JSON.parse(readFileSync(path.join(__dirname, '.eslintrc.json'), 'utf8').replace(/^\/\/.*/, ''));
const TYPESCRIPT = ['**/*.ts'];

module.exports = [
  { ignores: ['lib/', 'dist/', 'coverage/', '**/*.js', '**/*.cjs', '**/*.mjs', '**/*.d.ts', '**/*.generated.ts'] },
  ...new FlatCompat({ baseDirectory: __dirname }).config(rules).map(config => ({ files: TYPESCRIPT, ...config })),
  {
    files: TYPESCRIPT,
    plugins: { local: { rules: { 'no-exported-unions': require('./build-tools/eslint-rules/no-exported-unions') } } },
    languageOptions: { parserOptions: { project: './test/tsconfig.json' } },
    rules: {
      'local/no-exported-unions': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/return-await': 'error',
    },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
];

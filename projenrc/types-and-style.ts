import { JsonFile } from 'projen';
import { TypeScriptProject } from 'projen/lib/typescript';

/** How oxlint calls a rule of ESLint: by its own implementation where there is one that finds the same, else from ESLint's plugin under another name. */
const OXLINT_NAMES: { readonly [rule: string]: string } = {
  '@typescript-eslint/no-require-imports': 'typescript/no-require-imports',
  '@typescript-eslint/no-floating-promises': 'typescript/no-floating-promises',
  '@typescript-eslint/return-await': 'typescript/return-await',
  '@typescript-eslint/no-shadow': 'no-shadow',
  '@typescript-eslint/member-ordering': 'typescript-js/member-ordering',
  'dot-notation': 'typescript/dot-notation',
  'import/order': 'import-js/order',
  'import/no-extraneous-dependencies': 'import-js/no-extraneous-dependencies',
};

/** Rules that need types: slow in ESLint, so only oxlint checks them. */
const NEED_TYPES = ['@typescript-eslint/no-floating-promises', '@typescript-eslint/return-await'];

/** The type check reports these. */
const TYPE_CHECK_REPORTS = ['import/no-unresolved'];

/**
 * `npm test` checks types and style in one process of oxlint, which takes half the processor time of TypeScript and ESLint. The rules are those of projen's ESLint,
 * which stays for editors and `npm run eslint`; test/project/types-and-style.slow.test.ts shows that each is reported.
 */
export function checkTypesAndStyle(project: TypeScriptProject, tsconfig: string, linted: readonly string[]): void {
  const { config, rules } = project.eslint!;
  const isOn = (setting: unknown) => (Array.isArray(setting) ? setting[0] : setting) !== 'off';
  const typed = Object.fromEntries(NEED_TYPES.map(rule => [rule, rules[rule]]));
  delete config.parserOptions.project;
  NEED_TYPES.forEach(rule => delete rules[rule]);
  const ofOxlint = () => Object.entries<unknown>({ ...config.rules(), ...typed })
    .filter(([rule, setting]) => isOn(setting) && !TYPE_CHECK_REPORTS.includes(rule))
    .map(([rule, setting]) => [OXLINT_NAMES[rule] ?? rule, setting]);

  new JsonFile(project, '.oxlintrc.json', {
    marker: false,
    obj: () => ({
      plugins: ['typescript', 'import'],
      jsPlugins: [
        { name: '@stylistic', specifier: '@stylistic/eslint-plugin' },
        { name: 'import-js', specifier: 'eslint-plugin-import' },
        { name: 'typescript-js', specifier: '@typescript-eslint/eslint-plugin' },
      ],
      categories: { correctness: 'off' },
      settings: config.settings,
      rules: Object.fromEntries(ofOxlint()),
      ignorePatterns: ['**/*.js', '**/*.cjs', '**/*.mjs', '**/*.d.ts', '**/*.generated.ts'],
    }),
  });
  project.addTask('oxlint', {
    description: 'Checks types and style; takes the options of oxlint',
    steps: [{ execArgs: ['oxlint', '--type-aware', '--type-check', '--deny-warnings', '--tsconfig', tsconfig, ...linted], receiveArgs: true }],
  });
}

// Stryker's runner for jest, which runs the chosen mutants only. Stryker chooses by ranges, and a range holds all mutants within it.
import fs from 'node:fs';
import path from 'node:path';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { strykerPlugins as jestPlugins, strykerValidationSchema as schema } from '@stryker-mutator/jest-runner';

const jest = jestPlugins.find(plugin => plugin.name === 'jest');

function chosenRunner(injector) {
  const { keys } = JSON.parse(fs.readFileSync(process.env.MUTATE_CHOSEN, 'utf8'));
  const chosen = new Set(keys);
  const root = process.env.MUTATE_ROOT;
  const runner = injector.injectFunction(jest.factory);
  const mutantRun = runner.mutantRun.bind(runner);
  runner.mutantRun = async options => {
    const { fileName, mutatorName, location: { start, end }, replacement } = options.activeMutant;
    const file = path.relative(root, fileName);
    if (!chosen.has([file, mutatorName, start.line, start.column, end.line, end.column, replacement].join('|'))) {
      return { status: 'survived', nrOfTests: 0 };
    }
    process.env.MUTATE_FILE = file;
    return mutantRun(options);
  };
  return runner;
}
chosenRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'jest-chosen', chosenRunner)];
export const strykerValidationSchema = schema;

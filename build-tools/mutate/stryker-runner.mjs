// A jest runner for Stryker that runs only the chosen mutants. Stryker itself selects by range, and a range contains all mutants within it.
import fs from 'node:fs';
import path from 'node:path';
import { commonTokens, declareClassPlugin, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { strykerPlugins as jestPlugins, strykerValidationSchema as schema } from '@stryker-mutator/jest-runner';

const jest = jestPlugins.find(plugin => plugin.name === 'jest');

/** Keys as in build-tools/mutate/mutants.ts. */
function readChosen() {
  return new Set(JSON.parse(fs.readFileSync(process.env.MUTATE_CHOSEN, 'utf8')).keys);
}

/** Lines and columns are 0-based before a mutant ran, and 1-based in its result. */
function keyOf({ fileName, mutatorName, location: { start, end }, replacement }, first) {
  const file = path.relative(process.env.MUTATE_ROOT, path.resolve(fileName));
  return [file, mutatorName, ...[start.line, start.column, end.line, end.column].map(each => each - first), replacement].join('|');
}

function chosenRunner(injector) {
  const chosen = readChosen();
  const runner = injector.injectFunction(jest.factory);
  const mutantRun = runner.mutantRun.bind(runner);
  runner.mutantRun = async options => {
    if (!chosen.has(keyOf(options.activeMutant, 0))) {
      return { status: 'survived', nrOfTests: 0 };
    }
    process.env.MUTATE_FILE = path.relative(process.env.MUTATE_ROOT, options.activeMutant.fileName);
    return mutantRun(options);
  };
  return runner;
}
chosenRunner.inject = tokens(commonTokens.injector);

/** Prints progress now and then; Stryker's own reporter would count mutants that were not chosen as survivors. */
class ChosenProgress {
  chosen = readChosen();
  done = 0;
  survived = 0;
  shown = Date.now();

  onMutantTested(result) {
    if (!this.chosen.has(keyOf(result, 1))) {
      return;
    }
    this.done += 1;
    this.survived += ['Survived', 'NoCoverage'].includes(result.status) ? 1 : 0;
    if (Date.now() - this.shown > 15_000 || this.done === this.chosen.size) {
      this.shown = Date.now();
      console.log(`  ${this.done} of ${this.chosen.size}, ${this.survived} not noticed`);
    }
  }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'jest-chosen', chosenRunner),
  declareClassPlugin(PluginKind.Reporter, 'chosen-progress', ChosenProgress),
];
export const strykerValidationSchema = schema;

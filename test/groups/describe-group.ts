import { createRequire } from 'module';
import * as path from 'path';

interface Groups {
  readonly GROUPS: readonly string[];
  groupTestFiles(): { readonly groups: readonly (readonly string[])[] };
}

const { GROUPS, groupTestFiles } = createRequire(__filename)('../../build-tools/jest/groups') as Groups;
const TESTS = path.join(__dirname, '..');

/** Loads the test files of a group, each in a `describe` block named after the file (build-tools/jest/groups.js). */
export function describeGroup(group: string): void {
  const files = groupTestFiles().groups[GROUPS.indexOf(path.basename(group))];
  files.forEach(describeFile);
}

/** Loads a test file, named from `test`, in a `describe` block of its name. */
export function describeFile(file: string): void {
  describe(`test/${file}`, () => {
    const failOnLeftovers = rememberProcess();
    load(path.join(TESTS, file));
    // After the hooks of the file: jest runs them in the order of their definition.
    afterAll(failOnLeftovers);
  });
}

/** A file that cannot be loaded is one failed test, and the other files of the group still run. */
function load(file: string): void {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(file);
  } catch (error) {
    test('loads', () => {
      expect.hasAssertions();
      throw error;
    });
  }
}

/** Files of a group share a process: a file that changes the process for the files after it fails. */
function rememberProcess(): () => void {
  let folder: string;
  let variables: NodeJS.ProcessEnv;
  beforeAll(() => {
    folder = process.cwd();
    variables = { ...process.env };
  });
  return () => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    const names = Object.keys({ ...variables, ...process.env });
    // By name: values may be secrets.
    expect({ changed: names.filter(name => process.env[name] !== variables[name]), folder: process.cwd() }).toEqual({ changed: [], folder });
  };
}

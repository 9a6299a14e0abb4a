/**
 * Sets environment variables for the tests of the file or `describe` block that calls it, and restores them afterwards. `undefined` removes a variable.
 * Files of one group share a process (test/groups), so a variable that stays changed changes other files' tests.
 */
export function withVariables(variables: Readonly<Record<string, string | undefined>>): void {
  let before: Readonly<Record<string, string | undefined>>;
  beforeAll(() => {
    before = Object.fromEntries(Object.keys(variables).map(name => [name, process.env[name]]));
    setVariables(variables);
  });
  afterAll(() => setVariables(before));
}

/** Sets environment variables; `undefined` removes one. */
export function setVariables(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) {
      delete process.env[name];
    } else {
      process.env[name] = value;
    }
  }
}

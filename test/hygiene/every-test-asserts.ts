// A test without an assertion passes whatever the code does. Where it is an achievement that nothing is thrown, `expect(…).not.toThrow()` says so.
beforeEach(() => expect.hasAssertions());

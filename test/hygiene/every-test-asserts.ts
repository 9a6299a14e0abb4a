// A test without an assertion always passes. If the point is that nothing is thrown, write `expect(…).not.toThrow()`.
beforeEach(() => expect.hasAssertions());

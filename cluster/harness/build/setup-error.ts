/** Something is missing or wrong on this machine. Its message is all that a reader needs, so it carries no stack. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
    this.stack = `${this.name}: ${message}`;
  }
}

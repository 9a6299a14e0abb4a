/** Something is missing or wrong on this machine. The message says all, so there is no stack. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
    this.stack = `${this.name}: ${message}`;
  }
}

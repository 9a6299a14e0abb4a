import { minorPosition } from '../schema/minors';

/** What a validation depends on besides the object: the minor and its feature gates. */
export class ServerContext {
  private readonly known = new Map<string, boolean>();

  /** @param minor `1.33` to `1.37` */
  constructor(readonly minor: string, private readonly overrides: Readonly<Record<string, boolean>> = {}) {}

  /** Whether a feature gate is on. */
  gate(name: string): boolean {
    let on = this.known.get(name);
    if (on === undefined) {
      on = this.decide(name);
      this.known.set(name, on);
    }
    return on;
  }

  private decide(name: string): boolean {
    // Hundreds of names that only a validation needs.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { GATES } = require('../release/measured/gates.generated') as typeof import('../release/measured/gates.generated');
    const marks = Object.hasOwn(GATES, name) ? GATES[name].slice(0, minorPosition(this.minor) + 1) : '-';
    const isMovable = /[yn]$/.test(marks);
    // A gate that was on for good goes some minors later, and what it stood for stays.
    return isMovable && Object.hasOwn(this.overrides, name) ? this.overrides[name] === true : /[yY]-*$/.test(marks);
  }
}

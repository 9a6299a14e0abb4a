import * as path from 'path';
import { ChangedRules } from './loaded';
import { Side, Watch, watched } from './sides';
import { Facts } from '../../../../src/lint/facts/facts';
import { findingsOfRules } from '../../../../src/lint/rules/rule';
import { contentsOf, fixturesOf } from '../fixture';

/** The sides of the sources of rules, and which of them the fixtures take. */
export class Taken {
  private readonly sides: (Side & { readonly file: string })[] = [];
  private readonly taken = new Set<number>();
  private readonly rules: ChangedRules;

  /** @param real what a rule imports from outside of the rules. */
  constructor(real: (module: string) => unknown) {
    this.rules = new ChangedRules((file, text) => this.watched(file, text), this.watch(), real);
  }

  /** Runs the rule of a folder over its own fixtures, and over nothing else. */
  public run(folder: string): void {
    const rule = this.rules.rule(folder);
    for (const fixture of fixturesOf(folder)) {
      for (const cluster of fixture.clusters) {
        const { objects, context } = contentsOf(fixture, cluster);
        const broken = findingsOfRules([rule], new Facts(objects, context)).find(({ id }) => id === 'AIW0004');
        if (broken) {
          throw new Error(broken.message);
        }
      }
    }
  }

  /** `scheduling/gang-minimum/rule.ts:41: least < 1 is never false`, of a folder, or of a file that stands in none. */
  public missing(source: string): string[] {
    const missing = this.sides.filter(({ file }, number) => (file.split(path.sep).at(-2) === source || file === source) && !this.taken.has(number));
    return missing.map(({ file, line, missing: what }) => `${file}:${line}: ${what}`);
  }

  private watched(file: string, text: string): string {
    const { code, sides } = watched(file, text, this.sides.length);
    this.sides.push(...sides.map(side => ({ ...side, file })));
    return code;
  }

  private watch(): Watch {
    const note = <T>(side: number, value: T): T => {
      this.taken.add(side);
      return value;
    };
    return {
      watchTruth: (side, value) => note(value ? side : side + 1, value),
      watchPresence: (side, value) => note(value === undefined || value === null ? side + 1 : side, value),
      watchUse: note,
    };
  }
}

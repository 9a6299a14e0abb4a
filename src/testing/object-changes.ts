import type { Compared } from './compared';
import { PodRestart } from './structs';
import { CheckedObject, CheckFinding } from '../lint/run/check-finding';

/* Loaded late, as all of the kit. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const kit = () => require('./kit') as typeof import('./kit');

/**
 * What an apply of some objects would do to others that are deployed: the answer of `SynthesizedObjects.changesFrom`, as `cdk8s-ai lint --against` finds it.
 */
export class ObjectChanges {
  /**
   * @internal
   */
  public static _of(compared: Compared): ObjectChanges {
    return new ObjectChanges(compared);
  }

  private constructor(private readonly compared: Compared) {}

  /** Objects whose running pods are replaced, or stop because the object is no longer made. */
  public get restarts(): PodRestart[] {
    return [...this.compared.restarts];
  }

  /** All that is found about the change, acknowledged findings left out, the worst first. */
  public get findings(): CheckFinding[] {
    return kit().publicFindings(this.compared.findings);
  }

  /** Changes that the API server refuses (AIW4001). */
  public get refused(): CheckFinding[] {
    return this.findings.filter(({ findingClass }) => findingClass === 'rejected');
  }

  /** What moves, loses or leaves behind data: claims, volumes, ordinals. */
  public get lost(): CheckFinding[] {
    return this.findings.filter(({ findingClass }) => findingClass === 'lossy');
  }

  /** Objects that were not there before. */
  public get added(): CheckedObject[] {
    return this.compared.added.map(({ reference }) => reference);
  }

  /** Objects that are no longer made. */
  public get removed(): CheckedObject[] {
    return this.compared.removed.map(({ reference }) => reference);
  }

  /**
   * Fails unless the change restarts and stops no pod, and the API server takes it: of what it refuses, nobody knows what will run.
   */
  public restartsNothing(): void {
    const { restarts, refused } = this;
    kit().expectNone('the change restarts pods', [...restarts.map(kit().restartText), ...kit().findingLines(refused)]);
  }

  /**
   * Fails unless the API server takes each changed object in place of the one that is there.
   */
  public isTaken(): void {
    kit().expectNone('the API server refuses the change', kit().findingLines(this.refused));
  }

  /**
   * Fails unless all data stay where pods find them: nothing moves, nothing is left behind, nothing is deleted.
   */
  public losesNothing(): void {
    kit().expectNone('the change moves, loses or leaves behind data', kit().findingLines(this.lost));
  }
}

import { IConstruct } from 'constructs';
import { validateTree } from './attach';
import { refuse } from '../../base/errors/invalid-input';
import { checkGivenArguments, checkGiven } from '../../given/given';
import { requireGiven } from '../../given/mistakes/given';
import { answer } from '../../given/mistakes/unplanned';
import { Acknowledgement, acknowledgeOn, checkAcknowledgement } from '../acknowledgements/on-constructs';
import type { Outcome } from '../report/outcome';
import { CheckFinding, CheckOptions } from '../run/check-finding';

/* Loaded late: an app that only constructs does not pay for rules. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const data = () => require('../run/check-data') as typeof import('../run/check-data');

/**
 * The checks that run over a construct tree when it is synthesised.
 */
export class Checks {
  /**
   * The checks of everything below a construct.
   *
   * @param scope An app, a chart, a pattern or one object.
   */
  public static of(scope: IConstruct): Checks {
    refuse(checkGivenArguments('Checks.of', [scope]));
    return new Checks(scope);
  }

  /**
   * Has a whole app checked at each synth, although it holds no pattern of this library: errors end the synth with one report, warnings and
   * infos go to standard error. Any pattern, and any acknowledgement, does the same by itself.
   *
   * @param scope The app, or any construct of it.
   */
  public static attach(scope: IConstruct): void {
    refuse(checkGivenArguments('Checks.attach', [scope]));
    validateTree(scope);
  }

  /**
   * The findings about manifests that are there as data, wherever they came from, as `cdk8s-ai lint` checks files: they are taken to be the whole input, so
   * a reference to an object of a kind that is among them, but not to one of them, is an error.
   *
   * Prints nothing and refuses nothing: what is no Kubernetes object is a finding too (AIW0005). Acknowledgements in annotations count.
   *
   * @param manifests Objects as data; items of a List are taken out of it.
   * @param options What they are for.
   * @returns the findings, the worst first.
   */
  public static findingsAbout(manifests: { [field: string]: any }[], options: CheckOptions = {}): CheckFinding[] {
    // What is in the list is judged as a file would be.
    const problems = [...checkGiven('any[]', manifests, 'manifests'), ...checkGiven('CheckOptions', options, 'options')];
    refuse(problems.map(problem => ({ ...problem, field: `Checks.findingsAbout(${problem.field})` })));
    return data().checkData(manifests, options);
  }

  private constructor(private readonly scope: IConstruct) {}

  /**
   * What a synth would find at the scope and below it, as data. Prints nothing and refuses nothing: mistakes in the program are findings too (AIW1001).
   *
   * @returns the findings that nobody acknowledged, the worst first.
   */
  public findings(): CheckFinding[] {
    return data().publicFindings(this.examined().findings);
  }

  /**
   * The same as a text for people, as a synth prints it.
   */
  public report(): string {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { renderReport } = require('../report/text') as typeof import('../report/text');
    return renderReport(this.examined());
  }

  private examined(): Outcome {
    // Loaded late: an app that only constructs does not pay for rules.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { examineBelow } = require('./validate-at-synth') as typeof import('./validate-at-synth');
    return examineBelow(this.scope);
  }

  /**
   * Accepts findings of one id on the scope and everything below it: they no longer fail the synth and are only counted.
   * An acknowledgement that matches nothing is itself a warning (AIW0003), so that it goes when its cause goes.
   *
   * Refused: an empty reason, an id of another form, and findings without which there would be no manifest (AIW1001, AIW1002).
   *
   * Also switches the checks on for a tree that holds no pattern of this library.
   *
   * @param finding The id and the reason.
   */
  public acknowledge(finding: Acknowledgement): void {
    answer(this.scope, () => {
      const [plain] = requireGiven(this.scope, 'Checks#acknowledge', finding);
      checkAcknowledgement(plain);
      acknowledgeOn(this.scope, plain);
    }, () => undefined);
    validateTree(this.scope);
  }
}

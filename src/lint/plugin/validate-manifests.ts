import { invalid, refuse } from '../../base/errors/invalid-input';
import { Finding, severityOf } from '../../base/findings/finding';
import { inOneLine } from '../../base/text/printable';
import { checkGiven } from '../../given/given';
import { readable } from '../../given/given-type';
import { inputFiles } from '../input/paths';
import { inOrder } from '../report/outcome';
import { printFindings } from '../report/outlet';
import { CheckOptions } from '../run/check-finding';
import { lint } from '../run/lint';
import { lintOptions, nearestConfiguration } from '../run/lint-options';

/** The part of cdk8s-cli's context that is used. Source: cdk8s-cli src/plugins/validation.ts (2.207) */
interface ValidationContext {
  readonly manifests: readonly string[];
  readonly report: {
    addViolation(violation: {
      readonly ruleName: string;
      readonly recommendation: string;
      readonly fix: string;
      readonly violatingResources: readonly { readonly resourceName: string; readonly locations: readonly string[]; readonly manifestPath: string }[];
    }): void;
    submit(status: 'success' | 'failure', metadata?: Readonly<Record<string, string>>): void;
  };
}

/** Checks what `cdk8s synth` wrote and fills in its report. */
export function validateManifests(context: ValidationContext, { kubernetes, ...rest }: CheckOptions): void {
  // `kubernetes` is checked below, since it may be spelled in several ways.
  refuse(checkGiven('CheckOptions', rest, 'properties').map(problem => ({ ...problem, field: `ChecksValidation(${problem.field})` })));
  checkContext(context);
  const { manifests, report } = context;
  const options = lintOptions({ ...rest, ...(kubernetes !== undefined && { kubernetes: [kubernetes] }) }, nearestConfiguration());
  const outcome = lint(inputFiles(manifests), options);
  const [errors, others] = [true, false].map(isError => outcome.findings.filter(each => (severityOf(each.class) === 'error') === isError));
  [...inOrder(errors)].forEach(finding => report.addViolation({
    ruleName: `${finding.id} ${finding.title}`,
    recommendation: [finding.message, ...finding.notes ?? []].map(inOneLine).join('\n'),
    fix: finding.help ? inOneLine(finding.help) : `cdk8s-ai explain ${finding.id}`,
    violatingResources: [resourceOf(finding)],
  }));
  printFindings({ ...outcome, findings: others });
  report.submit(errors.length > 0 ? 'failure' : 'success', { kubernetes: options.clusters.map(each => each.minor).join(', '), objects: String(outcome.objects) });
}

/** The class is public, so any argument is possible. */
function checkContext(context: Partial<ValidationContext> | null | undefined): void {
  refuse(checkGiven('string[]', readable(() => context?.manifests), 'validate(context.manifests)'));
  const report = readable(() => context?.report);
  if ((['addViolation', 'submit'] as const).some(method => typeof readable(() => report?.[method]) !== 'function')) {
    throw invalid('validate(context.report)', report, 'has not the methods addViolation and submit', 'leave the call to cdk8s synth: name the class under validations in cdk8s.yaml');
  }
}

/** cdk8s-cli finds constructs by name alone, so the kind goes into the location. */
function resourceOf({ object, file = '', line, field }: Finding) {
  const identity = object ? `${object.kind} ${object.namespace ? `${object.namespace}/` : ''}${object.name}` : '';
  const location = [identity, field, line === undefined ? '' : `line ${line}`].filter(each => each).join(', ');
  return { resourceName: inOneLine(object?.name ?? ''), locations: [inOneLine(location)], manifestPath: inOneLine(file) };
}

import { cdk8sAi, folderOf } from './program';
import * as rules from '../../src/cli/rules';

/** What a terminal or a build log acts on, at the place of a value of somebody else. */
const HOSTILE = 'x\n::error::y\u001b[31m##vso[z]\u202e';
const HARMLESS = 'x\\n::error::y\\u001b[31m\\u0023#vso[z]\\u202e';

describe('what is typed is shown without what it would do to a terminal or a build log', () => {
  test.each([
    [[HOSTILE], `cdk8s-ai: unknown command ${HARMLESS}\n`],
    [['lint', `--${HOSTILE}`], `cdk8s-ai: unknown option --${HARMLESS}\n`],
    [['lint', '--format', HOSTILE], `cdk8s-ai: --format ${HARMLESS}: takes text, json, sarif, github, junit or checkstyle\n`],
    [['lint', '--spare-gpus', HOSTILE], `cdk8s-ai: --spare-gpus ${HARMLESS}: takes a whole number\n`],
    [['lint', '--feature-gate', HOSTILE], `cdk8s-ai: --feature-gate ${HARMLESS}: takes a name`],
    [['lint', '--kubernetes', HOSTILE], `cdk8s-ai: kubernetes ${HARMLESS}: there are tables`],
    [['lint', '--config', HOSTILE], `cdk8s-ai: ${HARMLESS}: `],
    [['lint', HOSTILE], `cdk8s-ai: ${HARMLESS}: matches no file\n`],
    [['explain', HOSTILE], `cdk8s-ai: ${HARMLESS}: matches no file\n`],
    [['explain', '.', '--only', HOSTILE, '--format', HOSTILE], `cdk8s-ai: --format ${HARMLESS}: takes text`],
    [['explain', '.', '--only', `!(${HOSTILE}`], `cdk8s-ai: --only !(${HARMLESS}: the glob`],
    [['explain', HOSTILE, '2103'], `cdk8s-ai: 2103 is the id of a finding, and ${HARMLESS} is not\n`],
  ])('%j', async (args, expected) => {
    const { status, stderr } = await cdk8sAi(folderOf({}), ...args);
    expect(stderr.slice(0, expected.length)).toBe(expected);
    expect(stderr.trimEnd().split('\n').slice(1).filter(line => !line.startsWith('  '))).toEqual([]);
    expect(status).toBe(2);
  });
});

describe('a failure of the program itself', () => {
  afterEach(() => { delete process.env.CDK8S_AI_WORKLOADS_STACK; jest.restoreAllMocks(); });
  const failing = (error: unknown) => jest.spyOn(rules, 'runRules').mockRejectedValue(error);

  test('ends with 2, not with the status of findings, and says where to report it, without a stack', async () => {
    failing(new RangeError(`Invalid string length${HOSTILE}`));
    const { status, stderr } = await cdk8sAi(folderOf({}), 'rules');
    expect(stderr).toMatch(/^cdk8s-ai: internal error: RangeError: Invalid string length.*\n {2}nothing is known of the input; please report this: https:.*\/issues \(CDK8S_AI_WORKLOADS_STACK=1 .*\)\n$/);
    expect(stderr).toContain(HARMLESS);
    expect(status).toBe(2);
  });

  test('shows its stack where that is asked for', async () => {
    process.env.CDK8S_AI_WORKLOADS_STACK = '1';
    failing(new TypeError('boom'));
    expect((await cdk8sAi(folderOf({}), 'rules')).stderr).toMatch(/TypeError: boom\n\s+at .*failure\.test/);
  });

  test('may be no error at all', async () => {
    failing('boom');
    expect(await cdk8sAi(folderOf({}), 'rules')).toMatchObject({ status: 2, stderr: expect.stringContaining('cdk8s-ai: internal error: boom\n') });
  });
});

describe('a report for programs holds the reason when nothing was checked', () => {
  const ARGUMENTS = ['lint', 'app.yaml', '--kubernetes', '1.2'];
  const REASON = 'kubernetes 1.2: there are tables of 1.33, 1.34, 1.35, 1.36, 1.37; all is every one of them';

  test('as JSON', async () => {
    const { status, stdout, stderr } = await cdk8sAi(folderOf({}), ...ARGUMENTS, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ findings: [], summary: { objects: 0, errors: 0 }, unusable: [REASON] });
    expect([status, stderr]).toEqual([2, `cdk8s-ai: ${REASON}\n`]);
  });

  test('as SARIF', async () => {
    const { status, stdout } = await cdk8sAi(folderOf({ '.cdk8s-ai.yaml': 'zonez: 1' }), 'lint', 'app.yaml', '--format', 'sarif');
    const [{ invocations: [{ executionSuccessful, toolExecutionNotifications }], results }] = JSON.parse(stdout).runs;
    expect([executionSuccessful, results, status]).toEqual([false, [], 2]);
    expect(toolExecutionNotifications).toEqual([{ level: 'error', message: { text: '.cdk8s-ai.yaml:1: zonez is no setting; did you mean zones?' } }]);
  });

  test('as text there is nothing but the reason', async () => {
    expect(await cdk8sAi(folderOf({}), ...ARGUMENTS)).toMatchObject({ status: 2, stdout: '', stderr: `cdk8s-ai: ${REASON}\n` });
  });
});

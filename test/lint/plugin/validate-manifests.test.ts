import { validateManifests } from '../../../src/lint/plugin/validate-manifests';
import { APP, DEPLOYMENT, folderOf, SERVICE } from '../../cli/program';

/** What is reported to cdk8s-cli of one file. */
function reported(manifests: string, options = {}) {
  const [violations, submitted]: [any[], unknown[]] = [[], []];
  const report = { addViolation: (each: unknown) => violations.push(each), submit: (...args: unknown[]) => submitted.push(args) };
  validateManifests({ manifests: [`${folderOf({ 'app.yaml': manifests })}/app.yaml`], report } as any, options);
  return { violations, submitted };
}

const BOTH = `${DEPLOYMENT}---\n${SERVICE.replace('llm-router', 'llm')}`;

test('errors are violations with what to do', () => {
  const { violations, submitted } = reported(APP.replace('spec:\n', 'spec:\n  replicas: -1\n'));
  expect(violations.map(({ ruleName, fix }) => [ruleName.split(' ')[0], fix])).toEqual([
    ['AIW1203', 'Write what the message asks for; kubectl explain with the kind and the path of the field prints what it takes.'],
    ['AIW2103', 'write the labels of the pod template into the selector, and the namespace of the workload into the metadata'],
  ]);
  expect(submitted).toEqual([['failure', { kubernetes: '1.36', objects: '2' }]]);
});

test('nothing to tell is a success, with all minors that were asked about', () => {
  expect(reported(BOTH)).toEqual({ violations: [], submitted: [['success', { kubernetes: '1.36', objects: '2' }]] });
  expect(reported(BOTH, { kubernetes: 'v1.34' })).toEqual({ violations: [], submitted: [['success', { kubernetes: '1.34', objects: '2' }]] });
});

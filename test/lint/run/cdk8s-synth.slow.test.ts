import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { ChecksValidation } from '../../../src';
import { ChecksValidation as ChecksValidationClass } from '../../../src/lint/plugin/checks-validation';
import { APP, DEPLOYMENT, folderOf, SERVICE } from '../../cli/program';

const ROOT = path.resolve(__dirname, '../../..');
const CDK8S = path.join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s');

/** The package as it is compiled, which `npm run test:slow` does before. */
const PLUGIN = `module.exports = require(${JSON.stringify(ROOT)});\n`;

/** A project whose app writes a file, synthesised by the real program. */
function synth(manifests: string, properties = ''): { readonly status: number | null; readonly output: string; readonly report?: object } {
  const folder = folderOf({
    'plugin/index.js': PLUGIN,
    'app.js': `const fs = require('fs');\nfs.mkdirSync(process.env.CDK8S_OUTDIR, { recursive: true });\nfs.writeFileSync(process.env.CDK8S_OUTDIR + '/app.k8s.yaml', ${JSON.stringify(manifests)});\n`,
    'cdk8s.yaml': `language: typescript\napp: node app.js\noutput: dist\nvalidations:\n  - package: ./plugin\n    version: 1.0.0\n    class: ChecksValidation\n${properties}`,
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [CDK8S, 'synth', '--check-upgrade=false', '--validation-reports-output-file', 'report.json'], {
    cwd: folder, encoding: 'utf8', timeout: 170_000, env: { ...process.env, CI: '1', CDK8S_DISABLE_UPGRADE_CHECK: '1' },
  });
  const file = path.join(folder, 'report.json');
  return { status, output: stdout + stderr, report: fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).reports[0] : undefined };
}

jest.setTimeout(180_000);

test('the package exports the class', () => {
  expect(ChecksValidation).toBe(ChecksValidationClass);
});

test('errors are violations with object, field, line and remedy, and cdk8s synth ends with status 2', () => {
  const { status, output, report } = synth(APP);
  expect(output).toContain('AIW2103 service selects no pods');
  expect(status).toBe(2);
  expect(report).toMatchObject({
    summary: { status: 'failure', metadata: { kubernetes: '1.36', objects: '2' } },
    violations: [{
      ruleName: 'AIW2103 service selects no pods',
      recommendation: expect.stringContaining('Invalid value: {"app":"llm-router"}'),
      violatingConstructs: [{ resourceName: 'router', locations: ['Service ml/router, spec.selector, line 23'], manifestPath: 'dist/app.k8s.yaml' }],
    }],
  });
});

test('what is right passes, for the minor of the properties', () => {
  const { status, report } = synth(`${DEPLOYMENT}---\n${SERVICE.replace('llm-router', 'llm')}`, '    properties:\n      kubernetes: "1.34"\n');
  expect(status).toBe(0);
  expect(report).toMatchObject({ summary: { status: 'success', metadata: { kubernetes: '1.34' } }, violations: [] });
});

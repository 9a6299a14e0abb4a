import { FORMATS } from '../../../../src/cli/lint-report';
import { APP, cdk8sAi, folderOf } from '../../../cli/program';
import { pathWith, withPath } from '../../../cli/render/programs';

/* What strangers write reaches no report as something that a build log or a terminal acts on, whatever the form: names, values, files, and what a program says that renders. */

jest.setTimeout(120_000);

const COMMANDS = ['::error::forged', '%0A::error::forged', '\n::warning file=x::forged', '##[error]forged', '##vso[task.complete]forged', '##teamcity[forged]', '\x1b[31mforged', '\x1b]0;forged\x07', '\r::set-output name=x::forged', '\u202eforged', '\u2028::error::forged'];

const ESCAPED = JSON.stringify(COMMANDS.join('\n'));
const MANIFEST = `apiVersion: v1
kind: Service
metadata: {name: ${ESCAPED}, namespace: ${ESCAPED}}
spec:
  selector: {${ESCAPED}: ${ESCAPED}}
  ${ESCAPED}: 1
  ports: [{port: 80, targetPort: ${ESCAPED}}]
---
apiVersion: ${ESCAPED}
kind: ${ESCAPED}
metadata: {name: b}
`;
const files = () => ({
  'a.yaml': MANIFEST,
  'c\n::error::forged%0A\x1b[31m,line=1::.yaml': APP,
  'k/kustomization.yaml': 'resources: []\n',
  'k\n::error::forged/kustomization.yaml': 'resources: []\n',
  'h\n##vso[forged]/Chart.yaml': 'apiVersion: v2\nname: x\n',
  'r\n::error::forged/kustomization.yaml': 'resources: ["https://x/\\e[31m::error::forged?ref=1"]\n',
});
const FAILS = `process.stderr.write(${JSON.stringify(`${COMMANDS.join('\n')}\n`)}); process.exit(1);`;

/** Control characters, marks that cannot be seen or turn the direction, and what older runners and agents act on anywhere in a line. */
const SEEN_BY_TERMINALS = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]|##\w*\[/; // eslint-disable-line no-control-regex
/** A command of a workflow stands at the start of a line; this program writes those that name a finding. */
const COMMAND = /^\s*::/;
const OWN = /^::(?:error|warning|notice) (?:file=[^:,\s]+,)?(?:line=\d+,)?title=(?:AIW\d{4} [^:,]+|cdk8s-ai)::/;

test.each(FORMATS)('%s', async format => {
  const path = pathWith({ kustomize: FAILS, helm: FAILS });
  const { stdout, stderr } = await withPath(path, () => cdk8sAi(folderOf(files()), 'lint', '.', 'gone\n::error::forged', '--render', '--severity', 'info', '--format', format));
  expect(stdout).toContain('forged');
  expect(stdout).toContain('AIW0011');
  for (const text of [stdout, stderr]) {
    expect(text.split('\n').filter(line => SEEN_BY_TERMINALS.test(line))).toEqual([]);
    expect(text.split('\n').filter(line => COMMAND.test(line) && !(format === 'github' && text === stdout && OWN.test(line)))).toEqual([]);
  }
});

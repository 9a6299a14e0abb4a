import { DOMParser, Element } from '@xmldom/xmldom';
import { finding, ofEachClass } from './made';
import { renderByRule } from '../../../src/lint/report/by-rule';
import { renderCheckstyle } from '../../../src/lint/report/checkstyle';
import { renderGithub } from '../../../src/lint/report/github';
import { renderJunit } from '../../../src/lint/report/junit';
import { docsOf } from '../../../src/lint/report/release';

const service = finding({
  object: { apiVersion: 'v1', kind: 'Service', namespace: 'prod', name: 'router' },
  field: 'spec.selector',
  file: 'a,b:c.yaml',
  line: 12,
  message: 'Invalid value: 100%',
  notes: ['nearest\nis llm'],
  help: 'take <the> "selector" & go',
});
const hostile = finding({ id: 'AIW1101', title: 'x', file: 'a.yaml', line: 1, message: '\n::error::owned\r::warning::too\u001b[31m]]>', class: 'rejected' });
const outcomeOf = (...findings: typeof service[]) => ({ findings, acknowledged: 0, objects: 3 });

/** An error of the parser ends the test. */
function parsed(pieces: Iterable<string>): Element {
  const wrong = (level: string, message: string) => { throw new Error(`${level}: ${message}`); };
  return new DOMParser({ onError: wrong }).parseFromString([...pieces].join(''), 'text/xml').documentElement!;
}
const all = (root: Element, name: string) => [...root.getElementsByTagName(name)];
const said = (of: Element, ...names: string[]) => names.map(name => of.getAttribute(name));

describe('github', () => {
  test('a command for each finding, with file, line and title; what separates them is escaped', () => {
    expect([...renderGithub(outcomeOf(service), [service])]).toEqual([
      '::error file=a%2Cb%3Ac.yaml,line=12,title=AIW2103 service selects no pods::Service prod/router  spec.selector%0AInvalid value: 100%25%0Anote: nearest%0Ais llm%0A'
        + `help: take <the> "selector" & go%0A${docsOf('AIW2103')}\n`,
      '1 error, 0 warnings, 0 infos; 3 objects checked\n',
    ]);
  });

  test('errors, warnings and notices, the worst first', () => {
    const commands = [...renderGithub(outcomeOf(...ofEachClass()), ofEachClass())].map(line => line.split(' ')[0]);
    expect(commands).toEqual(['::error', '::error', '::error', '::error', '::warning', '::notice', '4']);
  });

  test('what a manifest says begins no command and no line', () => {
    const text = [...renderGithub({ ...outcomeOf(hostile), unusable: ['gone.yaml:\n::error::x'] }, [hostile])].join('');
    expect(text.split('\n')).toHaveLength(4);
    expect(text).toContain('%0A\\u003a:error::owned\\r');
    expect(text).toContain('::error title=cdk8s-ai::gone.yaml:\\n');
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\r');
  });
});

describe('junit', () => {
  test('what counts for the status has failed, the others passed and say what they found', () => {
    const root = parsed(renderJunit(outcomeOf(...ofEachClass()), ofEachClass(), 'error'));
    expect(said(all(root, 'testsuite')[0], 'tests', 'failures', 'errors')).toEqual(['6', '4', '0']);
    expect(all(root, 'failure').map(each => each.getAttribute('type'))).toEqual(['error', 'error', 'error', 'error']);
    expect(all(root, 'system-out')).toHaveLength(2);
    const warnings = parsed(renderJunit(outcomeOf(...ofEachClass()), ofEachClass(), 'warning'));
    expect(said(all(warnings, 'testsuite')[0], 'failures')).toEqual(['5']);
  });

  test('a test says where, with file and line, and the whole finding', () => {
    const [one] = all(parsed(renderJunit(outcomeOf(service), [service], 'error')), 'testcase');
    expect(said(one, 'classname', 'name', 'file', 'line')).toEqual(['a,b:c.yaml', 'AIW2103 service selects no pods: Service prod/router  spec.selector', 'a,b:c.yaml', '12']);
    expect(said(all(one, 'failure')[0], 'message')).toEqual(['Invalid value: 100%']);
    expect(all(one, 'failure')[0].textContent).toContain('help: take <the> "selector" & go');
  });

  test('input that cannot be read is an error, and without findings there is one test that passed', () => {
    const unread = parsed(renderJunit({ ...outcomeOf(), unusable: ['gone.yaml: no such file'] }, [], 'error'));
    expect(all(unread, 'error').map(each => each.getAttribute('message'))).toEqual(['gone.yaml: no such file']);
    expect(said(all(unread, 'testsuite')[0], 'tests', 'errors')).toEqual(['1', '1']);
    const [passed, ...others] = all(parsed(renderJunit(outcomeOf(), [], 'error')), 'testcase');
    expect([passed.getAttribute('name'), passed.childNodes.length, others.length]).toEqual(['0 errors, 0 warnings, 0 infos; 3 objects checked', 0, 0]);
  });

  test('what a manifest says stays text', () => {
    const [failure] = all(parsed(renderJunit(outcomeOf(hostile), [hostile], 'error')), 'failure');
    expect(failure.textContent).toContain('\\u001b[31m]]>');
  });
});

describe('checkstyle', () => {
  test('findings by file, with line, severity, message and source', () => {
    const other = finding({ file: 'b.yaml', class: 'risky' });
    const root = parsed(renderCheckstyle(outcomeOf(service, other, service), [service, other, service]));
    expect(all(root, 'file').map(each => [each.getAttribute('name'), all(each, 'error').length])).toEqual([['a,b:c.yaml', 2], ['b.yaml', 1]]);
    expect(said(all(root, 'error')[0], 'line', 'severity', 'source')).toEqual(['12', 'error', 'cdk8s-ai.AIW2103']);
    expect(all(root, 'error')[0].getAttribute('message')).toBe(
      'service selects no pods (Service prod/router  spec.selector): Invalid value: 100%; help: take <the> "selector" & go');
    expect(said(all(root, 'error')[2], 'line', 'severity')).toEqual(['1', 'warning']);
  });

  test('input that cannot be read is an error', () => {
    expect(said(all(parsed(renderCheckstyle({ ...outcomeOf(), unusable: ['gone'] }, [])), 'error')[0], 'message', 'severity')).toEqual(['gone', 'error']);
  });
});

test('by rule: the worst first, then the most frequent, with the number of files and the first place', () => {
  const at = (id: string, kind: typeof service.class, file: string, line: number) => finding({ id, title: id === 'AIW2103' ? 'service selects no pods' : 'other', class: kind, file, line });
  const findings = [
    at('AIW2703', 'risky', 'c.yaml', 1), at('AIW2103', 'broken', 'a.yaml', 3), at('AIW2703', 'risky', 'd.yaml', 2), at('AIW2703', 'risky', 'd.yaml', 9), at('AIW2701', 'risky', 'd.yaml', 5),
  ];
  expect([...renderByRule(findings)]).toEqual([
    '   1 error  AIW2103  service selects no pods  a.yaml:3\n',
    '3 warnings  AIW2703  other                    2 files, first c.yaml:1\n',
    ' 1 warning  AIW2701  other                    d.yaml:5\n',
  ]);
});

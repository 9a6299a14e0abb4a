import { finding, ofEachClass } from './made';
import { Finding } from '../../../src/base/findings/finding';
import { HOME, docsOf } from '../../../src/lint/report/release';
import { renderSarif } from '../../../src/lint/report/sarif';

const RULES = [
  { id: 'AIW0001', title: 'first', class: 'risky', reason: 'because', remedy: 'do' },
  { id: 'AIW2103', title: 'second', class: 'advice', reason: 'since', remedy: 'make' },
] as const;

const log = (findings: readonly Finding[], unusable?: readonly string[]) => JSON.parse([...renderSarif({ findings, acknowledged: 0, objects: 0, unusable }, RULES, '1.2.3')].join(''));
const result = (more: Partial<Finding>) => log([finding(more)]).runs[0].results[0];

test('a run without findings names the tool and its rules', () => {
  expect(log([])).toEqual({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: {
        driver: {
          name: 'cdk8s-ai',
          informationUri: HOME,
          semanticVersion: '1.2.3',
          rules: [
            {
              id: 'AIW0001',
              shortDescription: { text: 'first' },
              fullDescription: { text: 'because' },
              help: { text: 'do' },
              helpUri: docsOf('AIW0001'),
              defaultConfiguration: { level: 'warning' },
              properties: { class: 'risky' },
            },
            {
              id: 'AIW2103',
              shortDescription: { text: 'second' },
              fullDescription: { text: 'since' },
              help: { text: 'make' },
              helpUri: docsOf('AIW2103'),
              defaultConfiguration: { level: 'note' },
              properties: { class: 'advice' },
            },
          ],
        },
      },
      columnKind: 'utf16CodeUnits',
      invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }],
      results: [],
    }],
  });
});

test.each([
  ['nothing was unusable', undefined, { executionSuccessful: true, toolExecutionNotifications: [] }],
  ['the list is empty', [], { executionSuccessful: true, toolExecutionNotifications: [] }],
  ['a file is gone', ['a.yaml: gone'], { executionSuccessful: false, toolExecutionNotifications: [{ level: 'error', message: { text: 'a.yaml: gone' } }] }],
])('whether the run succeeded: %s', (_, unusable, invocation) => {
  expect(log([], unusable).runs[0].invocations).toEqual([invocation]);
});

test('a finding of which nothing but its message is known', () => {
  expect(result({})).toEqual({
    ruleId: 'AIW2103', ruleIndex: 1, level: 'error', message: { text: 'service selects no pods: matches no pod' }, locations: [{}], properties: { class: 'broken' },
  });
});

test('the first rule of the list has its index, and what the list does not hold has none', () => {
  expect(result({ id: 'AIW0001' }).ruleIndex).toBe(0);
  expect(result({ id: 'AIW9999' })).not.toHaveProperty('ruleIndex');
});

test('notes and help are lines of the message', () => {
  expect(result({ notes: ['near', 'far'], help: 'name it' }).message.text).toBe('service selects no pods: matches no pod\nnote: near\nnote: far\nhelp: name it');
});

test('the minors that it holds for are a property', () => {
  expect(result({ kubernetes: ['1.33'] }).properties).toEqual({ class: 'broken', kubernetes: ['1.33'] });
});

test('the worst come first, each at its level', () => {
  expect(log(ofEachClass()).runs[0].results.map((each: { level: string }) => each.level)).toEqual(['error', 'error', 'error', 'error', 'warning', 'note']);
});

describe('locations', () => {
  const object = { apiVersion: 'v1', kind: 'Service', namespace: 'ml', name: 'router' };

  test.each([
    ['a file', { file: 'a/b.yaml' }, { physicalLocation: { artifactLocation: { uri: 'a/b.yaml' } } }],
    ['a line', { file: 'b.yaml', line: 3 }, { physicalLocation: { artifactLocation: { uri: 'b.yaml' }, region: { startLine: 3 } } }],
    ['a line without its file', { line: 3 }, {}],
    ['an object', { object }, { logicalLocations: [{ fullyQualifiedName: 'Service/ml/router', kind: 'object' }] }],
    ['an object without a namespace', { object: { ...object, namespace: '' } }, { logicalLocations: [{ fullyQualifiedName: 'Service/router', kind: 'object' }] }],
    ['a construct and a field', { construct: 'App/Router', field: 'spec.selector' }, { logicalLocations: [{ fullyQualifiedName: 'App/Router spec.selector', kind: 'object' }] }],
    ['the root of the tree', { construct: '', field: '' }, {}],
    ['all of it', { construct: 'App', object, field: 'spec' }, { logicalLocations: [{ fullyQualifiedName: 'App Service/ml/router spec', kind: 'object' }] }],
  ])('%s', (_, more, location) => {
    expect(result(more).locations).toEqual([location]);
  });
});

import * as fs from 'fs';
import { App } from 'cdk8s';
import { allApps, appsOf, exampleNames, sourceOf } from '../build-tools/examples';
import { Finding, severityOf } from '../src/base/findings/finding';
import { findingsOf } from '../src/lint/synth/validate-at-synth';

test('there are examples', () => {
  expect(exampleNames()).not.toEqual([]);
});

describe.each(allApps())('$name', example => {
  const app = new App();
  example.build(app);
  let findings: readonly Finding[];
  beforeAll(() => {
    findings = findingsOf(app);
  });

  test('has no error findings', () => {
    expect(findings.filter(finding => severityOf(finding.class) === 'error')).toEqual([]);
  });

  test('starts, and keeps what it writes: its images are given what their entry points need', () => {
    expect(findings.filter(({ id }) => /^AIW292[1-3]$/.test(id)).map(({ message }) => message)).toEqual([]);
  });

  test('synthesises the manifests of its snapshot', () => {
    const manifests = Object.fromEntries(app.charts.map(chart => [chart.node.path, chart.toJson()]));
    expect(manifests).toMatchSnapshot();
  });
});

describe.each(exampleNames())('%s', name => {
  test('says in its header which scenario it serves', () => {
    const header = /^\/\*[\s\S]*?\*\/|^(\/\/.*\n)+/.exec(fs.readFileSync(sourceOf(name), 'utf8'))?.[0] ?? '';
    expect(header).toMatch(/scenario/i);
  });

  test('imports the library by its published name only', () => {
    expect(fs.readFileSync(sourceOf(name), 'utf8')).not.toMatch(/from '\.\.?\/\.\.\/(src|lib)/);
  });

  test('has a name of its own for each of its apps', () => {
    const names = appsOf(name).map(each => each.name);
    expect(new Set(names).size).toBe(names.length);
  });
});

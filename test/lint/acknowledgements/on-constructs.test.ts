import { ApiObject, App, Chart } from 'cdk8s';
import { advise } from '../../../src/base/findings/construct-checks';
import { Checks } from '../../../src/lint/synth/checks';
import { examine, findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { temporaryFolder } from '../../hygiene/temporary';

const REASON = 'its pods come from another repository';

function services(): { app: App; chart: Chart; first: ApiObject; second: ApiObject } {
  const app = new App({ outdir: temporaryFolder('synth') });
  const chart = new Chart(app, 'prod');
  const spec = (name: string) => ({ selector: { app: name }, ports: [{ port: 80 }] });
  const service = (id: string) => new ApiObject(chart, id, { apiVersion: 'v1', kind: 'Service', metadata: { name: id }, spec: spec(id) });
  return { app, chart, first: service('a'), second: service('ab') };
}

describe('acknowledging findings', () => {
  test('on an object it takes that object alone, not one whose path begins alike', () => {
    const { app, first } = services();
    Checks.of(first).acknowledge({ id: 'AIW2103', reason: REASON });
    expect(findingsOf(app).map(finding => finding.construct)).toEqual(['prod/ab']);
  });

  test.each([
    ['the app', ({ app }: ReturnType<typeof services>) => app],
    ['the chart', ({ chart }: ReturnType<typeof services>) => chart],
  ])('on %s it takes everything below, which no longer fails and is counted', (_, scopeOf) => {
    const tree = services();
    Checks.of(scopeOf(tree)).acknowledge({ id: 'AIW2103', reason: REASON });
    expect(examine(tree.app)).toEqual({ findings: [], acknowledged: 2, objects: 2 });
    expect(() => tree.app.synth()).not.toThrow();
  });

  test('takes advice of patterns as well', () => {
    const { app, chart, first } = services();
    advise(first, { id: 'AIW3201', title: 't', class: 'risky', message: 'm' });
    Checks.of(chart).acknowledge({ id: 'AIW3201', reason: REASON });
    expect(findingsOf(app).map(finding => finding.id)).toEqual(['AIW2103', 'AIW2103']);
  });

  test('leaves findings of other ids', () => {
    const { app } = services();
    Checks.of(app).acknowledge({ id: 'AIW2105', reason: REASON });
    expect(findingsOf(app).filter(finding => finding.id === 'AIW2103')).toHaveLength(2);
  });

  test('an acknowledgement that matches nothing is a warning with the reason that was given', () => {
    const { app, chart } = services();
    Checks.of(chart).acknowledge({ id: 'AIW2105', reason: REASON });
    expect(findingsOf(app)).toContainEqual({
      id: 'AIW0003',
      title: 'an acknowledgement matches nothing',
      class: 'risky',
      field: 'acknowledge(id)',
      message: `Invalid value: "AIW2105": no such finding here (reason given: "${REASON}")`,
      help: 'remove it: what it accepted is gone, or lies elsewhere in the tree',
      construct: 'prod',
    });
  });

  test('switches the checks on for a tree without patterns', () => {
    const { app, chart } = services();
    expect(() => app.synth()).not.toThrow();
    Checks.of(chart).acknowledge({ id: 'AIW2105', reason: REASON });
    expect(() => app.synth()).toThrow('AIW2103');
  });

  test.each([
    ['an empty reason', { id: 'AIW2103', reason: '  ' }, 'prod: acknowledge(reason): Required value: an acknowledgement without a reason helps nobody'],
    ['an id of another form', { id: 'service selects no pods', reason: REASON }, 'prod: acknowledge(id): Invalid value: "service selects no pods": is not the id of a finding'],
    ['input that cannot be rendered', { id: 'AIW1002', reason: REASON }, 'prod: acknowledge(id): Forbidden: AIW1002 cannot be accepted'],
    ['that not everything was checked', { id: 'AIW0004', reason: REASON }, 'prod: acknowledge(id): Forbidden: AIW0004 cannot be accepted'],
    ['the warning about acknowledgements', { id: 'AIW0003', reason: REASON }, 'prod: acknowledge(id): Forbidden: AIW0003 cannot be accepted'],
  ])('refused: %s', (_, finding, message) => {
    expect(() => Checks.of(services().chart).acknowledge(finding)).toThrow(message);
  });
});

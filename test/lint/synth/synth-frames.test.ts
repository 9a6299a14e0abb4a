import { ApiObject, App, Chart } from 'cdk8s';
import { Checks } from '../../../src';
import * as tree from '../../../src/lint/synth/rendered-tree';
import { temporaryFolder } from '../../hygiene/temporary';

/** A chart whose text passes through the functions of others, as a wrapper of an organisation may do it. */
class WrappedChart extends Chart {
  public toJson(): any[] {
    return Array.from({ length: 12 }).reduce<() => any[]>(inner => () => inner(), () => super.toJson())();
  }
}

/** Trees that one synth checked, of an app with three charts. */
function checked(chart: typeof Chart, synth: (app: App) => unknown): number {
  const rendered = jest.spyOn(tree, 'renderTree');
  try {
    const app = new App({ outdir: temporaryFolder('frames') });
    ['one', 'two', 'three'].forEach(id => new ApiObject(new chart(app, id), 'object', { apiVersion: 'v1', kind: 'ConfigMap' }));
    Checks.attach(app);
    synth(app);
    return rendered.mock.calls.length;
  } finally {
    rendered.mockRestore();
  }
}

test.each([
  ['App.synth', Chart, (app: App) => app.synth()],
  ['App.synthYaml', Chart, (app: App) => app.synthYaml()],
  ['App.synth through functions of others', WrappedChart, (app: App) => app.synth()],
])('%s checks a tree once, not once for every chart', (_what, chart, synth) => {
  expect(checked(chart, synth)).toBe(1);
});

test('a chart that is rendered by itself is checked', () => {
  expect(checked(Chart, app => app.charts[0].toJson())).toBe(1);
});

import * as fs from 'fs';
import { ApiObject, App, AppProps, Chart, Include, YamlOutputType } from 'cdk8s';
import * as fc from 'fast-check';
import { build, synthYaml, trees, written } from './trees';
import { Checks, FleetApp } from '../../../src';
import * as rendered from '../../../src/lint/synth/rendered-tree';
import { runs } from '../../hygiene/runs';
import { temporaryFolder } from '../../hygiene/temporary';

const { FILE_PER_APP, FILE_PER_CHART, FILE_PER_RESOURCE, FOLDER_PER_CHART_FILE_PER_RESOURCE } = YamlOutputType;
const properties = fc.record({
  yamlOutputType: fc.constantFrom(FILE_PER_APP, FILE_PER_CHART, FILE_PER_RESOURCE, FOLDER_PER_CHART_FILE_PER_RESOURCE),
  outputFileExtension: fc.constantFrom('.yaml', undefined),
  recordConstructMetadata: fc.boolean(),
});

test('any tree is written as by App: files, names, bytes and errors', () => {
  const outcomes = { files: 0, errors: 0 };
  fc.assert(fc.property(trees, properties, (tree, props) => {
    const theirs = written(App, props, app => build(app, tree));
    expect(written(FleetApp, props, app => build(app, tree))).toEqual(theirs);
    outcomes[typeof theirs === 'string' ? 'errors' : 'files']++;
  }), { numRuns: runs(300) });
  expect(outcomes.files).toBeGreaterThan(runs(50));
  expect(outcomes.errors).toBeGreaterThan(runs(5));
});

test('any tree is printed as by App', () => {
  fc.assert(fc.property(trees, tree => {
    expect(synthYaml(new FleetApp(), tree)).toBe(synthYaml(new App(), tree));
  }), { numRuns: runs(200) });
});

const object = (chart: Chart, id = 'object') => new ApiObject(chart, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: id } });

test.each<[string, AppProps, (app: App) => void]>([
  ['an app without charts', { yamlOutputType: FILE_PER_APP }, () => undefined],
  ['an app with a resolver', { resolvers: [{ resolve: context => context.key[0] === 'kind' ? context.replaceValue('Other') : undefined }] }, app => object(new Chart(app, 'a'))],
  ['a validation that fails', {}, app => object(new Chart(app, 'a')).node.addValidation({ validate: () => ['is wrong', 'is late'] })],
  ['an included file', {}, app => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: included}\ndata: {a: "1", b: "on", c: "x\\ny\\n"}\n';
    const file = `${temporaryFolder('included')}/file.yaml`;
    fs.writeFileSync(file, text);
    new Include(new Chart(app, 'a'), 'Include', { url: file });
  }],
])('%s is written as by App', (_what, props, tree) => {
  expect(written(FleetApp, props, tree)).toEqual(written(App, props, tree));
});

test('a validation runs once, whatever the number of charts', () => {
  const validate = jest.fn(() => []);
  const app = new FleetApp();
  ['a', 'b', 'c'].forEach(id => object(new Chart(app, id)).node.addValidation({ validate }));
  app.synthYaml();
  expect(validate).toHaveBeenCalledTimes(3);
});

class OwnChart extends Chart {
  public toJson(): any[] {
    return super.toJson().reverse();
  }
}

test.each([['Chart', Chart], ['a chart with its own toJson', OwnChart]])('a tree of %s is checked once', (_what, chart) => {
  const renderTree = jest.spyOn(rendered, 'renderTree');
  const app = new FleetApp();
  ['a', 'b', 'c'].forEach(id => object(new chart(app, id), id));
  Checks.attach(app);
  app.synthYaml();
  expect(renderTree).toHaveBeenCalledTimes(1);
  app.synthYaml();
  expect(renderTree).toHaveBeenCalledTimes(2);
  renderTree.mockRestore();
});

test('dependencies that share targets are followed once', () => {
  const chart = new Chart(new FleetApp(), 'a');
  let below: ApiObject[] = [];
  // Three objects a layer, each on all of the layer below: cdk8s takes three times as long for every layer.
  for (let layer = 0; layer < 60; layer++) {
    const objects = [0, 1, 2].map(index => object(chart, `l${layer}-${index}`));
    objects.forEach(each => each.node.addDependency(...below));
    below = objects;
  }
  const names = (chart.node.root as App).synthYaml().match(/l\d+-\d/g);
  expect(names).toHaveLength(180);
  expect(names?.slice(-1)).toEqual(['l59-2']);
});

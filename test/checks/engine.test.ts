import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { validateTree } from '../../src/checks/seam';
import * as tree from '../../src/checks/tree';
test('x', () => {
  const spy = jest.spyOn(tree, 'harvest');
  const app = Testing.app();
  for (let i = 0; i < 5; i++) {
    const c = new Chart(app, 'c' + i);
    new ApiObject(c, 'o', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' + i } });
  }
  validateTree(app);
  app.synth();
  expect(spy).toHaveBeenCalledTimes(1);
  app.synthYaml();
  expect(spy).toHaveBeenCalledTimes(2);
  Testing.synth(app.charts[0]);
  Testing.synth(app.charts[0]);
  expect(spy).toHaveBeenCalledTimes(4);
  void App;
});

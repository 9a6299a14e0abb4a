import { ApiObject, App, Chart, JsonPatch, Lazy, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { invalid } from '../../../src/base/errors/invalid-input';
import { advise, mustHold, recheckAtSynth } from '../../../src/base/findings/construct-checks';
import { Finding } from '../../../src/base/findings/finding';
import { KubernetesVersion } from '../../../src/kubernetes/release/kubernetes-version';
import { validateTree } from '../../../src/lint/synth/attach';
import { Checks } from '../../../src/lint/synth/checks';
import * as tree from '../../../src/lint/synth/rendered-tree';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { Target } from '../../../src/target-cluster/target';
import { temporaryFolder } from '../../hygiene/temporary';

const config = (scope: Construct, id: string, name = id) => new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** An app whose checks are on, with a number of charts of one object each. */
function appOf(charts: number): App {
  const app = new App({ outdir: temporaryFolder('synth') });
  for (let index = 0; index < charts; index++) {
    config(new Chart(app, `c${index}`), 'o', `o${index}`);
  }
  validateTree(app);
  return app;
}

describe('how often a tree is checked', () => {
  test.each([
    ['App.synth of 5 charts', (app: App) => app.synth(), 1],
    ['App.synthYaml of 5 charts', (app: App) => app.synthYaml(), 1],
    ['App.synth twice', (app: App) => { app.synth(); app.synth(); }, 2],
    ['Testing.synth of two charts', (app: App) => { Testing.synth(app.charts[0]); Testing.synth(app.charts[1]); }, 2],
    ['chart.toJson()', (app: App) => app.charts[0].toJson(), 1],
    ['the prototype\'s synth, as other languages call it', (app: App) => App.prototype.synth.call(app), 1],
    ['a synth within a function called synth', (app: App) => { const synth = () => Testing.synth(app.charts[0]); synth(); }, 1],
  ])('%s', (_, run, times) => {
    const app = appOf(5);
    const harvest = jest.spyOn(tree, 'harvest');
    run(app);
    expect(harvest).toHaveBeenCalledTimes(times);
    harvest.mockRestore();
  });

  test('each object is rendered once for the checks and once for the output', () => {
    const app = appOf(5);
    const render = jest.spyOn(ApiObject.prototype, 'toJson');
    app.synth();
    expect(render).toHaveBeenCalledTimes(10);
    render.mockRestore();
  });

  test('stack traces of others are formatted as before', () => {
    const app = appOf(2);
    const { prepareStackTrace, stackTraceLimit } = Error;
    app.synth();
    expect(Error.prepareStackTrace).toBe(prepareStackTrace);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});

describe('what is checked is what is written', () => {
  function serviceAndPod(): { app: App; service: ApiObject; pod: ApiObject; label: { value: string } } {
    const app = new App({ outdir: temporaryFolder('synth') });
    const chart = new Chart(app, 'prod');
    const label = { value: 'web' };
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'registry.example/web:1' }] },
    });
    const service = new ApiObject(chart, 'service', {
      apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { ports: [{ port: 80 }], selector: Lazy.any({ produce: () => ({ app: label.value }) }) },
    });
    return { app, service, pod, label };
  }

  test('a JSON patch', () => {
    const { app, pod } = serviceAndPod();
    expect(findingsOf(app)).toEqual([]);
    pod.addJsonPatch(JsonPatch.replace('/metadata/labels/app', 'wbe'));
    expect(findingsOf(app).map(finding => finding.id)).toEqual(['AIW2103']);
  });

  test('a late value', () => {
    const { app, label } = serviceAndPod();
    label.value = 'other';
    expect(findingsOf(app).map(finding => finding.id)).toEqual(['AIW2103']);
  });

  test('collecting findings throws and prints nothing, and leaves the tree as it was', () => {
    const { app, label } = serviceAndPod();
    label.value = 'other';
    expect(findingsOf(app)).toEqual(findingsOf(app));
    Target.define(app, { kubernetes: KubernetesVersion.V1_34 });
  });
});

test('a construct whose properties cannot be read is left alone', () => {
  class Shy extends Construct {
    public get kind(): string {
      throw new Error('not yet known');
    }
  }
  const app = appOf(1);
  new Shy(app.charts[0], 'shy');
  expect(findingsOf(app)).toEqual([]);
});

describe('what patterns leave on their constructs', () => {
  const warning: Finding = { id: 'AIW3201', title: 'something to know', class: 'risky', message: 'Invalid value: 1: is odd' };

  test('advice is reported with the construct', () => {
    const app = appOf(1);
    advise(app.charts[0], warning);
    expect(findingsOf(app)).toEqual([{ ...warning, construct: 'c0' }]);
  });

  test('a recheck that refuses becomes an error at its property', () => {
    const app = appOf(1);
    recheckAtSynth(app.charts[0], () => { throw invalid('container.image', '', 'must be given', 'name an image'); });
    expect(findingsOf(app)).toEqual([{
      id: 'AIW1001', title: 'the input cannot work', class: 'broken', field: 'container.image', message: 'Invalid value: "": must be given', help: 'name an image', construct: 'c0',
    }]);
  });

  test('a recheck that breaks is reported, not thrown', () => {
    const app = appOf(1);
    recheckAtSynth(app.charts[0], () => { throw new TypeError('x is undefined'); });
    expect(findingsOf(app)[0].message).toBe('Internal error: x is undefined');
  });

  test('an invariant sees the object after patches, and its finding gets the object', () => {
    const app = new App({ outdir: temporaryFolder('synth') });
    const object = config(new Chart(app, 'prod', { namespace: 'ml' }), 'o', 'settings');
    mustHold(object, manifest => (manifest.data ? [{ id: 'AIW3101', title: 'changed', class: 'broken', field: 'data', message: 'Forbidden: must stay empty' }] : []));
    expect(findingsOf(app)).toEqual([]);
    object.addJsonPatch(JsonPatch.add('/data', { key: 'value' }));
    expect(findingsOf(app)).toMatchObject([{ id: 'AIW3101', construct: 'prod/o', object: { kind: 'ConfigMap', namespace: 'ml', name: 'settings' } }]);
  });

  test('an invariant that cannot read what a patch left is a finding, not an exception', () => {
    const app = new App({ outdir: temporaryFolder('synth') });
    const object = config(new Chart(app, 'prod'), 'o');
    mustHold(object, manifest => (manifest.spec as { replicas: number }[])[0].replicas === 1 ? [] : []);
    expect(findingsOf(app)).toMatchObject([{ id: 'AIW1002', construct: 'prod/o', message: expect.stringContaining('its pattern cannot read it') }]);
  });
});

describe('an object that cannot be rendered', () => {
  function broken(error: Error): App {
    const app = new App({ outdir: temporaryFolder('synth') });
    new ApiObject(new Chart(app, 'prod'), 'o', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: Lazy.any({ produce: () => { throw error; } }) });
    return app;
  }

  test('is named, with the cause alone', () => {
    expect(findingsOf(broken(new TypeError('boom')))).toEqual([{
      id: 'AIW1002',
      title: 'the object cannot be rendered',
      class: 'broken',
      message: 'boom',
      help: 'correct what was patched into it or is made at synth: the text is that of the code that failed',
      object: { apiVersion: 'v1', kind: 'Pod', namespace: '', name: 'p' },
      construct: 'prod/o',
    }]);
  });

  test('a refused input keeps its help', () => {
    expect(findingsOf(broken(invalid('a', 1, 'is odd', 'use 2')))).toMatchObject([{ message: 'a: Invalid value: 1: is odd', help: 'use 2' }]);
  });

  test('is not reported twice when a recheck said the same', () => {
    const app = broken(invalid('a', 1, 'is odd', 'use 2'));
    recheckAtSynth(app, () => { throw invalid('a', 1, 'is odd', 'use 2'); });
    expect(findingsOf(app).map(finding => finding.id)).toEqual(['AIW1001']);
  });

  test('does not hide the others', () => {
    const app = broken(new TypeError('boom'));
    config(app.charts[0], 'a', 'twin');
    config(app.charts[0], 'b', 'twin');
    expect(findingsOf(app).map(finding => finding.id)).toEqual(['AIW1002', 'AIW2101']);
  });
});

describe('AIW0001 no target is defined', () => {
  test('the default minor is named once, whoever reads it how often', () => {
    const app = appOf(2);
    Target.of(app.charts[0]);
    Target.of(app.charts[1]);
    const found = findingsOf(app);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ id: 'AIW0001', class: 'advice', construct: 'c0' });
    expect(found[0].message).toContain('Kubernetes 1.36');
    expect(found[0].help).toContain('Target.define(app, { kubernetes: KubernetesVersion.V1_36 })');
  });

  test('with a target, or without anybody who needs one, nothing is said', () => {
    const app = appOf(1);
    expect(findingsOf(app)).toEqual([]);
    Target.define(app, { kubernetes: KubernetesVersion.V1_35 });
    Target.of(app.charts[0]);
    expect(findingsOf(app)).toEqual([]);
  });
});

describe('a failing synth', () => {
  function failing(): App {
    const app = new App({ outdir: temporaryFolder('synth') });
    const chart = new Chart(app, 'prod', { namespace: 'ml' });
    config(chart, 'a', 'twin');
    config(chart, 'b', 'twin');
    new ApiObject(chart, 's', { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { selector: { app: 'x' }, ports: [{ port: 80 }] } });
    validateTree(app);
    return app;
  }

  const messageOf = (run: () => unknown): string => {
    try {
      run();
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('did not fail');
  };

  test('prints one report with all errors, under App.synth as under Testing.synth', () => {
    const message = messageOf(() => failing().synth());
    expect(message).toContain('error[AIW2101] two objects have one identity\n  --> prod/b (ConfigMap ml/twin)  metadata.name\n');
    expect(message).toContain('error[AIW2103] service selects no pods\n  --> prod/s (Service ml/s)  spec.selector\n');
    expect(message.trim().split('\n').pop()).toBe('2 errors, 0 warnings, 0 infos; 3 objects checked');
    expect(messageOf(() => Testing.synth(failing().charts[0]))).toBe(message);
  });

  test('the report holds what validations of other constructs say, which it would hide otherwise', () => {
    const app = failing();
    app.node.addValidation({ validate: () => ['the root is odd'] });
    app.charts[0].node.addValidation({ validate: () => ['the chart is odd'] });
    const message = messageOf(() => app.synth());
    expect(message).toContain('error[AIW1003] refused by a validation of the construct\n  --> prod\n      the chart is odd');
    expect(message).toContain('      the root is odd');
    expect(message).toContain('4 errors');
  });

  test('without errors of ours, cdk8s reports the others', () => {
    const app = appOf(1);
    app.charts[0].node.addValidation({ validate: () => ['the chart is odd'] });
    expect(() => app.synth()).toThrow('Validation failed with the following errors:\n  [c0] the chart is odd');
  });

  test('warnings and infos do not fail it', () => {
    const app = appOf(1);
    advise(app, { id: 'AIW3201', title: 't', class: 'risky', message: 'm' });
    advise(app, { id: 'AIW0100', title: 't', class: 'advice', message: 'm' });
    expect(() => app.synth()).not.toThrow();
  });

  test('leaves no listener behind', async () => {
    await new Promise(setImmediate); // Those of the tests before end with their turn.
    const before = process.listenerCount('uncaughtException');
    messageOf(() => failing().synth());
    messageOf(() => failing().synth());
    expect(process.listenerCount('uncaughtException')).toBeLessThanOrEqual(before + 1);
    await new Promise(setImmediate);
    expect(process.listenerCount('uncaughtException')).toBe(before);
  });
});

describe('warnings at synth', () => {
  const quiet = process.env.CDK8S_AI_WORKLOADS_QUIET;
  let written: jest.SpyInstance;
  beforeEach(() => { written = jest.spyOn(process.stderr, 'write').mockReturnValue(true); });
  afterEach(() => {
    written.mockRestore();
    delete process.env.CDK8S_AI_WORKLOADS_QUIET;
    if (quiet !== undefined) {
      process.env.CDK8S_AI_WORKLOADS_QUIET = quiet;
    }
  });

  test.each([
    ['0', 1],
    ['1', 0],
    ['', 0],
  ])('with CDK8S_AI_WORKLOADS_QUIET=%j under jest they are printed %d times', (value, times) => {
    process.env.CDK8S_AI_WORKLOADS_QUIET = value;
    const app = appOf(5);
    advise(app, { id: 'AIW3201', title: 'something odd', class: 'risky', message: 'Invalid value: 1: is odd' });
    app.synth();
    expect(written.mock.calls.filter(([text]) => String(text).includes('warning[AIW3201] something odd'))).toHaveLength(times);
  });

  test('nothing to say, nothing printed', () => {
    process.env.CDK8S_AI_WORKLOADS_QUIET = '0';
    appOf(2).synth();
    expect(written).not.toHaveBeenCalled();
  });

  test('an acknowledged finding is not printed', () => {
    process.env.CDK8S_AI_WORKLOADS_QUIET = '0';
    const app = appOf(1);
    advise(app, { id: 'AIW3201', title: 'something odd', class: 'risky', message: 'm' });
    Checks.of(app).acknowledge({ id: 'AIW3201', reason: 'known' });
    app.synth();
    expect(written).not.toHaveBeenCalled();
  });
});

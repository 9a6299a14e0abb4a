import * as fs from 'fs';
import * as path from 'path';
import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import { DEPLOYMENT, groupApp, messageOf, SERVICE, web } from './objects';
import { Checks, FindingSeverity, KubernetesVersion, LeaderWorkerGroup, SynthesizedObjects } from '../../src';
import { temporaryFolder } from '../hygiene/temporary';
import { withVariables } from '../hygiene/variables';

const CLAIM = `
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: { name: gpu, namespace: ml }
spec: { devices: { requests: [{ name: gpu, exactly: { deviceClassName: gpu.nvidia.com } }] } }
`;

describe('where objects come from', () => {
  const kinds = (objects: SynthesizedObjects) => objects.all.map(({ kind }) => kind).sort();

  test('an app, a chart, a pattern and one object: what is at it and below it', () => {
    const app = groupApp();
    const chart = app.node.findChild('prod') as Chart;
    const group = chart.node.findChild('Llm') as LeaderWorkerGroup;
    const whole = ['PodDisruptionBudget', 'Service', 'StatefulSet', 'StatefulSet'];
    expect([app, chart, group].map(scope => kinds(SynthesizedObjects.of(scope)))).toEqual([whole, whole, whole]);
    const other = new Chart(app, 'other');
    new ApiObject(other, 'Settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } });
    expect(kinds(SynthesizedObjects.of(other))).toEqual(['ConfigMap']);
    expect(kinds(SynthesizedObjects.of(chart))).toEqual(whole);
  });

  test('patches are in', () => {
    const app = groupApp();
    const set = app.node.findAll().filter(ApiObject.isApiObject).find(({ kind, name }) => kind === 'StatefulSet' && name.endsWith('worker'))!;
    set.addJsonPatch(JsonPatch.add('/metadata/annotations', { team: 'a' }));
    expect(SynthesizedObjects.of(app).find({ metadata: { annotations: { team: 'a' } } })).toHaveLength(1);
  });

  test('a text, a folder and data give the same', () => {
    const folder = temporaryFolder('kit');
    fs.mkdirSync(path.join(folder, 'deeper'));
    fs.writeFileSync(path.join(folder, 'web.yaml'), SERVICE);
    fs.writeFileSync(path.join(folder, 'deeper', 'web.yaml'), DEPLOYMENT);
    const expected = web().find({});
    expect(SynthesizedObjects.fromFolder(folder).all).toEqual(expect.arrayContaining(expected));
    expect(SynthesizedObjects.fromManifests(expected).all).toEqual(expected);
    const list = { apiVersion: 'v1', kind: 'List', items: expected };
    expect(SynthesizedObjects.fromManifests([list]).all).toEqual(expected);
    expect(kinds(SynthesizedObjects.fromManifests(Testing.synth(groupApp().charts[0])))).toHaveLength(4);
  });

  const unreadable: [string, () => unknown, string][] = [
    ['a text', () => SynthesizedObjects.fromYaml(`${SERVICE}---\na: b: c`), 'SynthesizedObjects.fromYaml(text): Invalid value: (text):9  line 9: mapping values are not allowed in this context'],
    ['a text without kind', () => SynthesizedObjects.fromYaml('metadata: { name: web }'), 'kind is missing: it is no Kubernetes object'],
    ['a folder', () => SynthesizedObjects.fromFolder('/no-such-folder'), 'SynthesizedObjects.fromFolder(path): Invalid value: /no-such-folder: no such file or folder'],
    ['an empty folder', () => SynthesizedObjects.fromFolder(temporaryFolder('empty')), 'holds no YAML or JSON file'],
    ['data', () => SynthesizedObjects.fromManifests([{ kind: 'Service' }]), 'SynthesizedObjects.fromManifests(manifests): Invalid value: apiVersion is missing'],
    ['something else', () => SynthesizedObjects.of({} as never), 'SynthesizedObjects.of(scope): Invalid value: {}: expected IConstruct'],
  ];
  test.each(unreadable)('%s that cannot be read is an error: a test would miss what is in it', (_, body, text) => {
    expect(body).toThrow(expect.objectContaining({ name: 'InvalidInput', message: expect.stringContaining(text) }));
  });
});

describe('an app whose synth would fail', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

  const wrong = () => {
    const app = groupApp();
    new LeaderWorkerGroup(app.node.findChild('prod') as Chart, 'Wrong', { size: 0, container: { image: 'registry.example/serve:1' } });
    return app;
  };

  test('has no objects, and the report says why, as that of the synth', () => {
    expect(messageOf(() => SynthesizedObjects.of(wrong()))).toBe(messageOf(() => wrong().synthYaml()));
    expect(messageOf(() => SynthesizedObjects.of(wrong()))).toContain('error[AIW1001] the input cannot work\n  --> prod/Wrong');
  });

  test('has findings as data, with the construct', () => {
    const app = wrong();
    const found = Checks.of(app).findings();
    expect(found.filter(({ severity }) => severity === FindingSeverity.ERROR)).toMatchObject([{ id: 'AIW1001', construct: 'prod/Wrong', field: 'size', findingClass: 'broken' }]);
    expect(Checks.of(app).findings()).toEqual(found);
    expect(Checks.of(app.node.findChild('prod').node.findChild('Llm')).findings().filter(({ id }) => id === 'AIW1001')).toEqual([]);
    expect(Checks.of(app.node.findChild('prod').node.findChild('Wrong')).findings().map(({ id }) => id)).toContain('AIW1001');
    expect(Checks.of(app).report()).toMatch(/^error\[AIW1001\] the input cannot work\n {2}--> prod\/Wrong[\s\S]*\n1 error, /);
    expect(() => app.synthYaml()).toThrow('error[AIW1001]');
  });
});

describe('findings', () => {
  const lonely = SynthesizedObjects.fromYaml(`${SERVICE}---\n${DEPLOYMENT.replace(/app: web/g, 'app: api')}`);

  test('are data, and fail a test with all that is known of them', () => {
    expect(lonely.findings()).toMatchObject([{ id: 'AIW2103', severity: 'error', subject: { kind: 'Service', name: 'web' }, field: 'spec.selector', line: 6 }]);
    expect(messageOf(() => lonely.hasNoFindings(FindingSeverity.ERROR))).toMatch(
      /^the checks find 1 thing\n {2}error\[AIW2103\] service selects no pods\n {4}Service ml\/web {2}\(\(text\):6\) {2}spec\.selector\n {4}Invalid value: [^\n]*\n(?: {4}note: [^\n]*\n)* {4}help: /,
    );
  });

  test('the least severity that counts is chosen; without one everything does', () => {
    const app = groupApp();
    const objects = SynthesizedObjects.of(app);
    expect(objects.findings().map(({ severity }) => severity)).toEqual(['warning', 'info']);
    expect(() => objects.hasNoFindings(FindingSeverity.ERROR)).not.toThrow();
    expect(messageOf(() => objects.hasNoFindings(FindingSeverity.WARNING))).toMatch(/^the checks find 1 thing\n {2}warning\[/);
    expect(messageOf(() => objects.hasNoFindings())).toMatch(/^the checks find 2 things\n {2}warning\[[\s\S]*\n {2}info\[/);
    objects.findings().forEach(({ id }) => Checks.of(app).acknowledge({ id, reason: 'there is room' }));
    expect(() => SynthesizedObjects.of(app).hasNoFindings()).not.toThrow();
    expect(() => objects.hasNoFindings('fatal' as never)).toThrow('hasNoFindings(atLeast): Unsupported value: "fatal"');
  });
});

describe('accepted by a minor', () => {
  test('what a server refuses, and what it drops', () => {
    const claim = SynthesizedObjects.fromYaml(CLAIM);
    expect(claim.problemsOn(KubernetesVersion.V1_33).map(({ id, findingClass }) => [id, findingClass])).toEqual([['AIW1106', 'rejected']]);
    expect(claim.problemsOn(KubernetesVersion.V1_34)).toEqual([]);
    claim.isAcceptedBy(KubernetesVersion.V1_34);
    expect(messageOf(() => claim.isAcceptedBy(KubernetesVersion.V1_33)))
      .toMatch(/^an API server of Kubernetes 1\.33 does not take these objects as they are\n {2}error\[AIW1106\][^\n]*\n {4}ResourceClaim ml\/gpu {2}/);
    const image = DEPLOYMENT.replace('spec: { containers', 'spec: { volumes: [{ name: model, image: { reference: "registry.example/model:1" } }], containers');
    const dropped = SynthesizedObjects.fromYaml(image);
    expect(dropped.problemsOn(KubernetesVersion.V1_34)).toMatchObject([{ findingClass: 'dropped', field: 'spec.template.spec.volumes[0].image' }]);
    expect(dropped.problemsOn(KubernetesVersion.V1_35)).toEqual([]);
  });

  test('an app is asked for another minor than its target, whose gates stay', () => {
    const chart = new Chart(new App(), 'prod');
    new ApiObject(chart, 'Claim', SynthesizedObjects.fromYaml(CLAIM).all[0]);
    const objects = SynthesizedObjects.of(chart);
    expect(objects.problemsOn(KubernetesVersion.V1_33).map(({ id }) => id)).toEqual(['AIW1106']);
    expect(objects.problemsOn(KubernetesVersion.V1_35)).toEqual([]);
  });

  test('what works badly is accepted', () => {
    expect(() => SynthesizedObjects.fromYaml(SERVICE).isAcceptedBy(KubernetesVersion.V1_36)).not.toThrow();
  });

  test('a minor that nobody knows is refused', () => {
    expect(() => web().isAcceptedBy('1.12' as never)).toThrow('problemsOn(kubernetes): Unsupported value: "1.12"');
  });
});

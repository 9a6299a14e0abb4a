import * as path from 'path';
import { ApiObject, App, Chart } from 'cdk8s';
import { Checks } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { folderOf } from '../../cli/program';

/* `app.synth()` heeds the configuration of the repository, as the command line does. */

function app(): App {
  const result = new App();
  const chart = new Chart(result, 'prod', { namespace: 'ml' });
  new ApiObject(chart, 'Service', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'router' }, spec: { selector: { app: 'gone' }, ports: [{ port: 80 }] } });
  new ApiObject(chart, 'Pod', {
    apiVersion: 'v1', kind: 'Pod', metadata: { name: 'llm' }, spec: { containers: [{ name: 'main', image: 'a:1', envFrom: [{ secretRef: { name: 'hugging-face' } }] }] },
  });
  new ApiObject(chart, 'Secret', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'other' } });
  Checks.attach(result);
  return result;
}

function inFolder<T>(folder: string, work: () => T): T {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return work();
  } finally {
    process.chdir(before);
  }
}

const idsIn = (folder: string) => inFolder(folder, () => findingsOf(app()).map(({ id }) => id));
const ACKNOWLEDGED = 'acknowledge:\n- {id: AIW2103, object: Service/ml/router, reason: its pods come from elsewhere}\n- {id: AIW2601, reason: of other manifests}\n';

test('without a configuration the finding fails the synth', () => {
  expect(idsIn(folderOf({}))).toContain('AIW2103');
  expect(() => inFolder(folderOf({}), () => app().synthYaml())).toThrow('AIW2103');
});

test('an acknowledgement of the nearest configuration above the working folder holds, and what it says of other manifests is not stale', () => {
  const folder = folderOf({ '.cdk8s-ai.yaml': ACKNOWLEDGED, 'apps/llm/readme': '' });
  for (const each of [folder, path.join(folder, 'apps/llm')]) {
    expect(idsIn(each)).not.toContain('AIW2103');
    expect(idsIn(each)).not.toContain('AIW0003');
    expect(inFolder(each, () => app().synthYaml())).toContain('name: router');
  }
});

test('one for a file speaks of files only', () => {
  expect(idsIn(folderOf({ '.cdk8s-ai.yaml': 'acknowledge:\n- {id: AIW2103, file: "**", reason: of files}\n' }))).toContain('AIW2103');
});

test('objects outside are known', () => {
  const missing = idsIn(folderOf({})).filter(id => id !== 'AIW2103' && id !== 'AIW0001');
  expect(missing).not.toEqual([]);
  const known = idsIn(folderOf({ '.cdk8s-ai.yaml': 'outside:\n- {kind: Secret, name: hugging-face, namespace: ml}\n' }));
  expect(known.filter(id => missing.includes(id))).toEqual([]);
});

test('a configuration that cannot be read fails the synth with its file and line', () => {
  const folder = folderOf({ '.cdk8s-ai.yaml': 'acknowledge:\n- {id: AIW2103, raeson: typo}\n' });
  expect(() => inFolder(folder, () => app().synthYaml())).toThrow(/AIW0005[\s\S]*\.cdk8s-ai\.yaml:2: acknowledge\[0\]\.raeson is no setting; did you mean reason\?/);
});

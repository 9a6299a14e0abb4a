import { Body, claim, set, template, workload } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { findingsOfChange } from '../../../src/lint/changes/findings';
import { counted } from '../../hygiene/steps';

type Files = { readonly [file: string]: Body };

/** Each side in a folder of its own, as the recipe has them. */
function told(before: Files, after: Files, find = findingsOfChange): string[] {
  const sourced = (files: Files, root: string) => Object.entries(files).map(([file, body]) => ({ body: body as PlainObject, origin: { file: `${root}${file}` } }));
  return find(sourced(before, '/tmp/main/clusters/'), sourced(after, 'clusters/'), DEFAULT_CLUSTER).map(({ id, field, message }) => `${id} ${field} ${message}`);
}

const [dev, prod] = [set({ replicas: 1 }), set({ replicas: 5 })];

describe('one folder with the manifests of several clusters: an object is compared with that of its own file', () => {
  test.each<[string, Files, Files]>([
    ['nothing changes', { 'dev/db.yaml': dev, 'prod/db.yaml': prod }, { 'dev/db.yaml': dev, 'prod/db.yaml': prod }],
    ['in another order', { 'prod/db.yaml': prod, 'dev/db.yaml': dev }, { 'dev/db.yaml': dev, 'prod/db.yaml': prod }],
    ['one is new', { 'prod/db.yaml': prod }, { 'dev/db.yaml': dev, 'prod/db.yaml': prod }],
    ['the only one moves to another file', { 'prod/db.yaml': prod }, { 'eu/stores.yaml': prod }],
  ])('silent: %s', (_, before, after) => {
    expect(told(before, after)).toEqual([]);
  });

  test('one that shrinks is told, by its own numbers', () => {
    expect(told({ 'dev/db.yaml': dev, 'prod/db.yaml': prod }, { 'dev/db.yaml': dev, 'prod/db.yaml': set({ replicas: 3 }) }))
      .toEqual(['AIW4003 spec.replicas Invalid value: 3: the pods 3 to 4 go, and their claims stay behind']);
  });

  test('one that goes is told, though the other stays', () => {
    expect(told({ 'dev/db.yaml': dev, 'prod/db.yaml': prod }, { 'prod/db.yaml': prod })).toEqual(['AIW4003 metadata.name Invalid value: "db": is no longer made: its claims stay behind']);
  });

  test('twice as many copies take twice the steps', () => {
    const [module, stepsOf] = counted(() => jest.requireActual<{ findingsOfChange: typeof findingsOfChange }>('../../../src/lint/changes/findings'));
    const steps = (length: number) => stepsOf(() => {
      const copies = Object.fromEntries(Array.from({ length }, (_, index) => [`${index}/web.yaml`, workload('Deployment', 'web')]));
      expect(told(copies, copies, module.findingsOfChange)).toEqual([]);
    });
    const once = steps(200);
    expect(once).toBeGreaterThan(0);
    expect(steps(400)).toBeLessThan(2.5 * once);
  });
});

const annotated = (body: Body, annotations: object): Body => ({ ...body, metadata: { ...body.metadata as object, annotations } });
const job = (image: string, annotations: object = {}): Body => annotated(
  { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate', namespace: 'ml' }, spec: { template: template({}, image, { restartPolicy: 'Never' }) } }, annotations);

describe('what Helm, Argo CD and Flux make anew', () => {
  test.each<[string, object]>([
    ['a hook of Helm', { 'helm.sh/hook': 'pre-upgrade' }],
    ['a hook of Argo CD', { 'argocd.argoproj.io/hook': 'PreSync' }],
    ['a Job that Argo CD replaces', { 'argocd.argoproj.io/sync-options': 'Force=true, Replace=true' }],
    ['a Job that Flux replaces', { 'kustomize.toolkit.fluxcd.io/force': 'enabled' }],
  ])('%s may change', (_, annotations) => {
    expect(told({ 'a.yaml': job('a:1', annotations) }, { 'a.yaml': job('a:2', annotations) })).toEqual([]);
  });

  test('Replace alone is refused like any apply', () => {
    const annotations = { 'argocd.argoproj.io/sync-options': 'Replace=true' };
    expect(told({ 'a.yaml': job('a:1', annotations) }, { 'a.yaml': job('a:2', annotations) })).toEqual([expect.stringContaining('AIW4001 spec.template')]);
  });

  test('of a claim that is forced, the price is told', () => {
    const forced = (size: string) => annotated(claim('weights', { volumeMode: size }), { 'kustomize.toolkit.fluxcd.io/force': 'enabled' });
    const origin = { file: 'a.yaml' };
    const [finding] = findingsOfChange([{ body: forced('Filesystem') as PlainObject, origin }], [{ body: forced('Block') as PlainObject, origin }], DEFAULT_CLUSTER);
    expect(finding.notes).toEqual(['kustomize.toolkit.fluxcd.io/force: enabled has it deleted and made anew instead, with all that belongs to it']);
  });

  test('a hook that goes is pruned by nobody', () => {
    expect(told({ 'a.yaml': annotated(claim('scratch'), { 'helm.sh/hook': 'pre-install' }) }, {})).toEqual([]);
  });
});

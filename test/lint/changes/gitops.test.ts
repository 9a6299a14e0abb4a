import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { forcedBy, isKeptFromPruning, isMadeAnew } from '../../../src/lint/changes/gitops';

const annotated = (annotations: Record<string, string>) => new Manifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a', annotations } }, {}, DEFAULT_CLUSTER);
const ARGO = 'argocd.argoproj.io/sync-options';
const FLUX_FORCE = 'kustomize.toolkit.fluxcd.io/force';
const FLUX_PRUNE = 'kustomize.toolkit.fluxcd.io/prune';
const HELM = 'helm.sh/resource-policy';

test.each([
  [{}, false], [{ 'helm.sh/hook': 'test' }, true], [{ 'argocd.argoproj.io/hook': 'Sync' }, true], [{ 'helm.sh/hook-weight': '1' }, false],
])('%j is made anew: %s', (annotations, expected) => {
  expect(isMadeAnew(annotated(annotations as Record<string, string>))).toBe(expected);
});

test.each<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ [ARGO]: 'Force=true,Replace=true' }, `${ARGO}: Force=true,Replace=true`],
  [{ [ARGO]: ' Replace=true , Prune=false , Force=true ' }, `${ARGO}: Force=true,Replace=true`],
  [{ [ARGO]: 'Force=true' }, undefined],
  [{ [ARGO]: 'Replace=true' }, undefined],
  [{ [ARGO]: 'Force=true,Replace=false' }, undefined],
  [{ [FLUX_FORCE]: 'enabled' }, `${FLUX_FORCE}: enabled`],
  [{ [FLUX_FORCE]: 'Enabled' }, `${FLUX_FORCE}: enabled`],
  [{ [FLUX_FORCE]: 'not enabled' }, undefined],
  [{ [FLUX_FORCE]: 'enabledly' }, undefined],
])('%j forces by %s', (annotations, expected) => {
  expect(forcedBy(annotated(annotations))).toBe(expected);
});

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ [ARGO]: 'Prune=false' }, true],
  [{ [ARGO]: 'Delete=false' }, true],
  [{ [ARGO]: 'Replace=true, Prune=false ,Force=true' }, true],
  [{ [ARGO]: 'Prune=true' }, false],
  [{ [ARGO]: 'NoPrune=false' }, false],
  [{ [ARGO]: 'Prune=falsely' }, false],
  [{ [FLUX_PRUNE]: 'Disabled' }, true],
  [{ [FLUX_PRUNE]: 'disabledly' }, false],
  [{ [FLUX_PRUNE]: 'undisabled' }, false],
  [{ [HELM]: 'keep' }, true],
  [{ [HELM]: 'a, keep ,b' }, true],
  [{ [HELM]: 'keeper' }, false],
  [{ [HELM]: 'upkeep' }, false],
])('%j keeps it from being pruned: %s', (annotations, expected) => {
  expect(isKeptFromPruning(annotated(annotations))).toBe(expected);
});

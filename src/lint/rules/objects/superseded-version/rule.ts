import { VERSIONS } from './data';
import { minorNumber } from '../../../../kubernetes/cluster';
import { Rule } from '../../rule';

/** API versions that go, or have gone from the newest release of the project that defines them. What the target's minor does not serve is an error elsewhere. */
export const supersededVersion: Rule = {
  id: 'AIW2136',
  title: 'superseded API version',
  class: 'advice',
  reason: 'A later minor, or the newest release of the project that defines the kind, no longer serves this version: the same manifest is then refused.',
  source: 'k8s.io/api zz_generated.prerelease-lifecycle.go (v0.36); the CRDs of the projects, as data.ts lists them',
  remedy: 'Write the version that took its place; where the shape changed, the project has a migration guide.',
  appliesTo: ['ResourceClaim', 'ResourceClaimTemplate', 'DeviceClass', 'Endpoints', 'kinds of KubeRay, Gateway API, Kueue, Karpenter and others'],
  fixable: 'the version that took its place, where nothing else changes (VolumeAttributesClass, IPAddress, ServiceCIDR, kinds of Gateway API)',
  check: (facts, report) => {
    for (const object of facts.objects) {
      const superseded = VERSIONS.get(`${object.apiVersion}/${object.kind}`);
      const isServed = superseded?.onRequest !== true || object.cluster.apis?.includes(object.apiVersion) === true;
      if (superseded && isServed && minorNumber(object.cluster) >= (superseded.from ?? 0)) {
        report(object, {
          field: 'apiVersion',
          message: `Invalid value: ${JSON.stringify(object.apiVersion)}: ${superseded.detail}`,
          help: `use ${superseded.instead}`,
          ...(superseded.onlyVersion && { fix: { field: 'apiVersion', value: superseded.instead } }),
        });
      }
    }
  },
};

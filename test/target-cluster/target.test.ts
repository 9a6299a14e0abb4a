import { App, Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import * as fc from 'fast-check';
import { DefaultSet, KubernetesVersion, LeaderWorkerGroup, Target } from '../../src';
import { FEATURES, FeatureId } from '../../src/kubernetes/release/features';
import { minorOf } from '../../src/kubernetes/release/kubernetes-version';
import { messageOf } from '../pod/carrier';

const tree = () => {
  const app = new App();
  const chart = new Chart(app, 'prod');
  const part = new Construct(chart, 'Part');
  return { app, chart, part, leaf: new Construct(part, 'Leaf') };
};

/** The target of a chart that nothing else reads. */
const targetOf = (props: Parameters<typeof Target.define>[1]) => Target.define(new Chart(new App(), 'prod'), props);

describe('inheritance', () => {
  test('a target holds for everything below it', () => {
    const { app, leaf } = tree();
    const target = Target.define(app, { kubernetes: KubernetesVersion.V1_33, zones: ['a'] });
    expect(Target.of(leaf)).toBe(target);
    expect(Target.of(leaf)).toMatchObject({ kubernetes: '1.33', zones: ['a'], isDefault: false, spareGpus: 0 });
  });

  test('the nearest definition wins, in any order of definition', () => {
    const { app, chart, part, leaf } = tree();
    const near = Target.define(part, { kubernetes: KubernetesVersion.V1_35 });
    const far = Target.define(app, { kubernetes: KubernetesVersion.V1_33 });
    expect(Target.of(leaf)).toBe(near);
    expect(Target.of(chart)).toBe(far);
  });

  test('without one the default of this major version holds', () => {
    const { leaf, chart } = tree();
    expect(Target.of(leaf)).toMatchObject({ kubernetes: KubernetesVersion.V1_36, isDefault: true, zones: undefined, apis: undefined, spareGpus: 0 });
    expect(Target._readerOfDefault(chart)).toBe('prod/Part/Leaf');
  });

  test('asking who read the default leaves no trace', () => {
    const { app, chart } = tree();
    expect(Target._readerOfDefault(app)).toBeUndefined();
    expect(() => Target.define(app, {})).not.toThrow();
    Target.of(chart);
    expect(Target._readerOfDefault(app)).toBeUndefined();
  });

  test('a definition without a minor is a definition', () => {
    expect(targetOf({ zones: [] })).toMatchObject({ isDefault: false, kubernetes: KubernetesVersion.V1_36, zones: [] });
  });

  test('however definitions and readers lie in a tree, readers agree with a walk up, and a definition that comes too late is refused', () => {
    const step = fc.record({ define: fc.boolean(), depth: fc.integer({ min: 0, max: 4 }) });
    fc.assert(fc.property(fc.array(step, { maxLength: 12 }), steps => {
      const nodes: Construct[] = [new App()];
      for (let depth = 1; depth <= 4; depth++) {
        nodes.push(depth === 1 ? new Chart(nodes[0] as App, 'c1') : new Construct(nodes[depth - 1], `c${depth}`));
      }
      const defined: (Target | undefined)[] = [];
      let deepestRead = -1;
      const sourceOf: number[] = [];
      for (const { define, depth } of steps) {
        if (!define) {
          const nearest = defined.slice(0, depth + 1).reduce<number>((found, target, index) => (target ? index : found), -1);
          const answer = Target.of(nodes[depth]);
          expect(answer).toBe(nearest >= 0 ? defined[nearest] : Target.of(tree().app));
          for (let index = Math.max(nearest, 0); index <= depth; index++) {
            sourceOf[index] ??= nearest;
          }
          deepestRead = Math.max(deepestRead, depth);
          continue;
        }
        const isTooLate = defined[depth] !== undefined || sourceOf[depth] !== undefined;
        if (isTooLate) {
          expect(() => Target.define(nodes[depth], {})).toThrow(/Target: define: Forbidden/);
        } else {
          defined[depth] = Target.define(nodes[depth], {});
        }
      }
    }));
  });
});

describe('refused definitions', () => {
  test('a second one on the same construct', () => {
    const { chart } = tree();
    Target.define(chart, {});
    expect(messageOf(() => Target.define(chart, {}))).toBe('prod/Target: define: Forbidden: a target is already defined on this construct\n  help: define it once, with all its properties');
  });

  test('one that comes after a construct took another target, which the error names', () => {
    const { app, chart } = tree();
    new LeaderWorkerGroup(chart, 'Llm', { size: 1, container: { image: 'x:1' } });
    expect(messageOf(() => Target.define(chart, { kubernetes: KubernetesVersion.V1_33 })))
      .toMatch(/^prod\/Target: define: Forbidden: "prod\/Llm.*" was already created for another target\n {2}help: call Target\.define before the first construct below it$/);
    expect(messageOf(() => Target.define(app, {}))).toContain('Target: define: Forbidden');
  });

  test('a sibling that was read does not bind others', () => {
    const app = new App();
    Target.of(new Construct(new Chart(app, 'a'), 'X'));
    expect(() => Target.define(new Chart(app, 'b'), {})).not.toThrow();
  });

  test.each([
    ['a minor that is not supported', { kubernetes: '1.32' as KubernetesVersion }, 'kubernetes: Unsupported value: "1.32": supported values: "1.33", "1.34", "1.35", "1.36"'],
    ['more zones than nodes', { zones: Array.from({ length: 5001 }, (_, index) => `z${index}`) }, 'zones: Invalid value: "5001 zones": is more than the 5000 nodes that a cluster is made for'],
    ['a zone twice', { zones: ['a', 'b', 'a'] }, 'zones[2]: Duplicate value: "a": a zone is named twice'],
    ['a zone that is no label value', { zones: ['eu 1'] }, 'zones[0]: Invalid value: "eu 1": is not a label value'],
    ['an empty zone', { zones: [''] }, 'zones[0]: Invalid value: "": is not a label value'],
    ['an unknown gate', { featureGates: { MaxUnavailable: true } },
      'featureGates[MaxUnavailable]: Invalid value: true: is not a feature gate of Kubernetes 1.33 to 1.37\n  help: did you mean MaxUnavailableStatefulSet?'],
    ['a gate that nothing resembles', { featureGates: { Xyzzy: true } }, 'featureGates[Xyzzy]: Invalid value: true: is not a feature gate of Kubernetes 1.33 to 1.37'],
    ['an API without a version', { apis: ['jobset.x-k8s.io'] }, 'apis[0]: Invalid value: "jobset.x-k8s.io": must be a group and version'],
    ['half a spare GPU', { spareGpus: 0.5 }, 'spareGpus: Invalid value: 0.5: must be a whole number of at least 0'],
    ['fewer than no GPUs', { spareGpus: -8 }, 'spareGpus: Invalid value: -8'],
  ])('%s', (_, props, message) => {
    expect(messageOf(() => targetOf(props))).toContain(`prod/Target: ${message}`);
  });

  test('a refused definition leaves none behind', () => {
    const { chart } = tree();
    expect(() => Target.define(chart, { zones: ['a', 'a'] })).toThrow('zones[1]: Duplicate value: "a"');
    expect(Target.define(chart, { zones: ['a'] })).toBe(Target.of(chart));
  });

  test('one that is told later leaves what is right of it', () => {
    const failFast = process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
    delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
    const target = targetOf({ zones: ['a'], apis: ['jobset.x-k8s.io'], spareGpus: -8 });
    process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = failFast;
    expect({ zones: target.zones, apis: target.apis, spareGpus: target.spareGpus }).toEqual({ zones: ['a'], apis: undefined, spareGpus: 0 });
  });

  test('lists are copied', () => {
    const zones = ['a'];
    const target = targetOf({ zones });
    zones.push('b');
    expect(target.zones).toEqual(['a']);
  });
});

describe('what the cluster keeps', () => {
  const keeps = (kubernetes: KubernetesVersion, id: FeatureId, featureGates?: { [gate: string]: boolean }) =>
    targetOf({ kubernetes, featureGates })._keeps(id);

  test('every feature from its first minor on, and never before', () => {
    for (const [id, feature] of Object.entries(FEATURES) as [FeatureId, { since?: number }][]) {
      for (const version of Object.values(KubernetesVersion)) {
        expect([id, version, keeps(version, id)]).toEqual([id, version, feature.since !== undefined && minorOf(version) >= feature.since]);
      }
    }
  });

  test('a gate that is switched on helps where the minor knows it, and only there', () => {
    const on = { ContainerRestartRules: true };
    expect(Object.values(KubernetesVersion).map(version => keeps(version, 'containerRestartRules', on))).toEqual([false, true, true, true, true]);
    expect(keeps(KubernetesVersion.V1_36, 'statefulSetMaxUnavailable', { MaxUnavailableStatefulSet: true })).toBe(true);
    expect(keeps(KubernetesVersion.V1_36, 'statefulSetMaxUnavailable')).toBe(false);
    // resource.k8s.io/v1 is not in 1.33, whatever gates are on.
    expect(keeps(KubernetesVersion.V1_33, 'deviceClaims', { DynamicResourceAllocation: true })).toBe(false);
  });

  test('a gate that decides about nothing here is taken and changes nothing', () => {
    for (const id of Object.keys(FEATURES) as FeatureId[]) {
      expect(keeps(KubernetesVersion.V1_34, id, { KubeletPSI: true })).toBe(keeps(KubernetesVersion.V1_34, id));
    }
  });

  test('a gate that is switched off takes the feature away', () => {
    expect(keeps(KubernetesVersion.V1_36, 'deviceClaims', { DynamicResourceAllocation: false })).toBe(false);
  });
});

describe('asking for what the minor lacks', () => {
  const refusal = (props: Parameters<typeof Target.define>[1], id: FeatureId) => messageOf(() => targetOf(props)._require(id, 'prefer'));

  test('names the field, the first minor that has it, its source, and what to do', () => {
    expect(refusal({ kubernetes: KubernetesVersion.V1_33 }, 'preferSameNode')).toBe(
      'prefer: Forbidden: same-node routing with fallback (Service spec.trafficDistribution: PreferSameNode): Kubernetes 1.33 does not have it; the first minor that has it is 1.34'
      + ' (source: kubernetes v1.36 pkg/features/kube_features.go; KEP-3015)'
      + '\n  help: use Locality.SAME_ZONE; or target KubernetesVersion.V1_34 or newer; or declare the gate if the cluster has it: PreferSameTrafficDistribution in featureGates of the Target');
  });

  test('is not a name of a minor where no minor has it by default', () => {
    const message = refusal({ kubernetes: KubernetesVersion.V1_37 }, 'nativeGang');
    expect(message).toContain('Kubernetes 1.37 drops it with default gates');
    expect(message).toMatch(/; or declare the gate if the cluster has it: GenericWorkload in featureGates of the Target$/);
  });

  test('offers no gate that the minor does not know, or that is no way to the field', () => {
    expect(refusal({ kubernetes: KubernetesVersion.V1_33 }, 'containerRestartRules')).toMatch(/help: target KubernetesVersion\.V1_35 or newer$/);
    expect(refusal({ kubernetes: KubernetesVersion.V1_33 }, 'deviceClaims')).not.toContain('declare the gate');
    expect(refusal({ kubernetes: KubernetesVersion.V1_34 }, 'nativeGang')).toContain('or target KubernetesVersion.V1_36 or newer and declare the gate: GenericWorkload in featureGates of the Target');
  });

  test('says so where the target itself switched it off', () => {
    const message = refusal({ featureGates: { DynamicResourceAllocation: false } }, 'deviceClaims');
    expect(message).toContain('the target switches the feature gate DynamicResourceAllocation off');
    expect(message).toMatch(/; or remove DynamicResourceAllocation: false from featureGates if the cluster has the gate on$/);
  });

  test('every remedy that is offered helps', () => {
    for (const id of Object.keys(FEATURES) as FeatureId[]) {
      for (const kubernetes of Object.values(KubernetesVersion)) {
        const target = targetOf({ kubernetes });
        if (target._keeps(id)) {
          expect(() => target._require(id, 'f')).not.toThrow();
          continue;
        }
        const help = messageOf(() => target._require(id, 'f')).split('help: ')[1];
        const version = /target (KubernetesVersion\.)V1_(\d+)/.exec(help)?.[2];
        const gate = /(\w+) in featureGates of the Target/.exec(help)?.[1];
        const together = help.includes('and declare the gate');
        expect(version ?? gate).toBeDefined();
        if (version !== undefined) {
          expect(targetOf({ kubernetes: `1.${version}` as KubernetesVersion, featureGates: together ? { [gate!]: true } : undefined })._keeps(id)).toBe(true);
        }
        if (gate !== undefined && !together) {
          expect(targetOf({ kubernetes, featureGates: { [gate]: true } })._keeps(id)).toBe(true);
        }
      }
    }
  });
});

describe('extension APIs', () => {
  const API = 'leaderworkerset.x-k8s.io/v1';

  test('unknown: nobody is refused, and the caller knows that nothing was declared', () => {
    expect(targetOf({})._requireApi(API, 'backend', 'x')).toBe(false);
  });

  test('declared: listed ones pass, others are refused with both ways out', () => {
    expect(targetOf({ apis: [API] })._requireApi(API, 'backend', 'x')).toBe(true);
    expect(messageOf(() => targetOf({ apis: [] })._requireApi(API, 'backend', 'plain sets')))
      .toBe(`backend: Forbidden: needs ${API}, which the target does not list (apis: none)\n  help: install it and add it to apis of the Target, or use plain sets`);
    expect(messageOf(() => targetOf({ apis: ['leaderworkerset.x-k8s.io/v1alpha1', 'jobset.x-k8s.io/v1alpha2'] })._requireApi(API, 'backend', 'x')))
      .toContain('(apis: leaderworkerset.x-k8s.io/v1alpha1, jobset.x-k8s.io/v1alpha2)');
  });
});

describe('zones', () => {
  test('unknown: any zone passes', () => {
    expect(() => targetOf({})._requireZone('eu-1z', 'zones[0].zone')).not.toThrow();
  });

  test('declared: another zone is refused with the list', () => {
    const target = targetOf({ zones: ['eu-1a', 'eu-1b'] });
    expect(() => target._requireZone('eu-1b', 'zones[0].zone')).not.toThrow();
    expect(messageOf(() => target._requireZone('eu-1z', 'zones[0].zone')))
      .toBe('zones[0].zone: Invalid value: "eu-1z": the target has the zones eu-1a, eu-1b\n  help: name one of them, or add the zone to zones of the Target');
    expect(messageOf(() => targetOf({ zones: [] })._requireZone('a', 'z'))).toContain('the target has the zones (none)');
  });

  test('a cluster without zones gets nothing that needs the zone label', () => {
    const build = (zones: string[] | undefined) => {
      const chart = new Chart(new App(), 'prod');
      Target.define(chart, { zones });
      new LeaderWorkerGroup(chart, 'Llm', { groups: 2, size: 2, container: { image: 'x:1' } });
      return JSON.stringify(Testing.synth(chart));
    };
    expect(build(undefined)).toContain('topology.kubernetes.io/zone');
    expect(build([])).not.toContain('topology.kubernetes.io/zone');
  });
});

describe('default sets', () => {
  test('the newest holds where none is named, with and without a Target', () => {
    expect(targetOf({}).defaults).toBe(DefaultSet.V2);
    expect(Target.of(tree().leaf).defaults).toBe(DefaultSet.V2);
  });

  test('a newer set has the choices of the older ones, an older one not those of the newer', () => {
    const older = targetOf({ defaults: DefaultSet.V1 });
    const newer = targetOf({ defaults: DefaultSet.V2 });
    expect([older._since(DefaultSet.V1), older._since(DefaultSet.V2)]).toEqual([true, false]);
    expect([newer._since(DefaultSet.V1), newer._since(DefaultSet.V2)]).toEqual([true, true]);
  });

  test('a set that nobody knows is refused with those that are known', () => {
    expect(messageOf(() => targetOf({ defaults: 'v9' as DefaultSet }))).toBe('prod/Target: defaults: Unsupported value: "v9": supported values: "v1", "v2"\n  help: use one of DefaultSet.V1, DefaultSet.V2');
  });
});

import * as fc from 'fast-check';
import { BACKENDS, Manifest, NAME, llm, ofKind } from './group';
import { Accelerator, LeaderWait, LeaderWorkerGroupProps, Placement, Rendezvous, Rollout } from '../../../src';
import { runs } from '../../hygiene/runs';

const image = 'registry.example/serve:1';

/** Props that are mostly good, and sometimes not. */
const anyProps: fc.Arbitrary<Partial<LeaderWorkerGroupProps>> = fc.record({
  backend: fc.constantFrom(...Object.values(BACKENDS)),
  groups: fc.integer({ min: 0, max: 12 }),
  size: fc.integer({ min: 0, max: 12 }),
  name: fc.option(fc.stringMatching(/^[a-z][a-z0-9-]{0,60}$/), { nil: undefined }),
  accelerator: fc.option(fc.integer({ min: 1, max: 8 }).map(count => Accelerator.nvidia(count)), { nil: undefined }),
  processesPerPod: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
  rendezvous: fc.constantFrom(Rendezvous.plain(), Rendezvous.ray(), Rendezvous.torchrun(), Rendezvous.mpi({ sshSecretName: 'ssh' }), Rendezvous.tensorFlow({ parameterServers: 1 })),
  restartsAfterSuccess: fc.boolean(),
  waitForLeader: fc.constantFrom(undefined, LeaderWait.none(), LeaderWait.forPort(80)),
  placement: fc.constantFrom(undefined, Placement.anywhere(), Placement.exclusiveDomain('rack')),
  rollout: fc.constantFrom(undefined, Rollout.staged({ stage: 1, previous: { image: 'i:0' } }), Rollout.partition(1)),
  container: fc.constantFrom({ image }, { image, command: ['serve'] }, { image, command: ['serve'], portNumber: 8000 }),
  worker: fc.constantFrom(undefined, { command: ['work'] }, { cpu: '4' }),
  claims: fc.constantFrom(undefined, [{ name: 'cache', size: '1Gi', mountPath: '/cache' }]),
}, { requiredKeys: ['container', 'size'] });

/** Names of the pods that the controllers will make of the manifests. */
function podNames(manifests: Manifest[]): string[] {
  const ofSets = ofKind(manifests, 'StatefulSet').flatMap(({ metadata, spec }) =>
    Array.from({ length: spec.replicas }, (_, index) => `${metadata.name}-${(spec.ordinals?.start ?? 0) + index}`));
  const ofGroups = ofKind(manifests, 'LeaderWorkerSet').flatMap(({ metadata, spec }) => Array.from({ length: spec.replicas }, (_, group) =>
    Array.from({ length: spec.leaderWorkerTemplate.size }, (__, index) => (index === 0 ? `${metadata.name}-${group}` : `${metadata.name}-${group}-${index}`))).flat());
  return [...ofSets, ...ofGroups];
}

test('any props give either a group that holds together, or an error with construct and property', () => {
  const seen = { good: 0, refused: 0 };
  fc.assert(fc.property(anyProps, props => {
    let made;
    try {
      made = llm(props);
    } catch (error) {
      expect((error as Error).message).toMatch(/^prod\/Llm(\/\w+)?: [\w.[\]]+: (Invalid value|Required value|Forbidden|Duplicate value|Too long)/);
      seen.refused++;
      return;
    }
    seen.good++;
    const { group } = made;
    const manifests = made.synth();
    const members = Array.from({ length: group.groups }, (_, index) => group.group(index).members).flat();
    expect(members.map(member => member.name).sort()).toEqual(podNames(manifests).sort());
    expect(new Set(members.map(member => member.name)).size).toBe(group.groups * group.size);
    expect(group.worldSize).toBe(group.size * (props.processesPerPod ?? props.accelerator?.count ?? 1));
    members.forEach(member => expect(member.dns).toBe(`${member.name}.${group.name}.ml`));
    members.forEach(member => expect(member.name.length).toBeLessThanOrEqual(63));
    for (const { spec } of ofKind(manifests, 'StatefulSet')) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      expect(spec.selector.matchLabels[NAME]).toBe(group.name);
      const pod = spec.template.spec;
      const mounted = (pod.containers[0].volumeMounts ?? []).map((mount: Manifest) => mount.name);
      const claims = (spec.volumeClaimTemplates ?? []).map((claim: Manifest) => claim.metadata);
      const known = [...pod.volumes ?? [], ...claims].map((volume: Manifest) => volume.name);
      expect(mounted.filter((name: string) => !known.includes(name))).toEqual([]);
    }
  }), { numRuns: runs(300) });
  // A generator that only meets one of the two would prove nothing.
  expect(Math.min(seen.good, seen.refused)).toBeGreaterThan(runs(20));
});

import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Manifest, carry } from './carrier';
import { Accelerator, Memory, PodTemplateProps, SecurityProfile, SharedMemory } from '../../src';
import { parseBytes } from '../../src/kubernetes/quantity';
import { runs } from '../hygiene/runs';

const bad = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('shm', 'tmp', 'UPPER', 'a'.repeat(64), '$(x y)', '-1', '64GB', '500m'));

/** Mostly what a person would write, sometimes what the library must refuse. */
const mostly = (good: fc.Arbitrary<string>) => fc.oneof({ arbitrary: good, weight: 30 }, { arbitrary: bad, weight: 1 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

const containerName = mostly(fc.constantFrom('main', 'logs', 'proxy', 'upload', 'metrics'));
const quantity = mostly(fc.constantFrom('1Gi', '64Gi', '1.5Gi', '8', '1e9', '200Gi'));
const image = mostly(fc.constantFrom('vllm/vllm-openai:v1', 'x', 'ghcr.io/a/b:1'));
const label = mostly(fc.constantFrom('pool', 'a', 'example.com/b', 'c_d'));
const seconds = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 120 }).map(Duration.seconds), weight: 20 },
  { arbitrary: fc.integer({ min: 0, max: 9999 }).map(Duration.millis), weight: 1 },
);
const count = fc.oneof({ arbitrary: fc.integer({ min: 1, max: 16 }), weight: 20 }, { arbitrary: fc.constantFrom(-1, 0, 0.5, NaN), weight: 1 });
const port = fc.oneof({ arbitrary: fc.integer({ min: 1, max: 65_535 }), weight: 20 }, { arbitrary: fc.integer({ min: -2, max: 70_000 }), weight: 1 });

const drawn = fc.record({
  name: maybe(containerName),
  image,
  cpu: maybe(quantity),
  memory: maybe(quantity),
  weights: maybe(quantity),
  shm: maybe(quantity),
  gpus: maybe(count),
  preStopSleep: maybe(seconds),
  grace: maybe(seconds),
  sidecars: fc.array(fc.record({ name: maybe(containerName), image, stopTime: maybe(seconds) }), { maxLength: 2 }),
  env: fc.dictionary(mostly(fc.constantFrom('A', 'B')), mostly(fc.constantFrom('x', '$(A)', '')), { maxKeys: 2 }),
  nodeLabels: fc.dictionary(label, label, { maxKeys: 2 }),
  port: maybe(port),
  isHardened: fc.boolean(),
  mirror: maybe(mostly(fc.constantFrom('mirror.example', 'm:5000/hub'))),
  toleration: maybe(fc.record({ key: label, value: maybe(label), effect: mostly(fc.constantFrom('NoExecute')), duration: maybe(seconds) })),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function memoryOf({ weights, memory }: Drawn): Memory | undefined {
  if (weights !== undefined) {
    return Memory.derived({ weights });
  }
  return memory === undefined ? undefined : Memory.of(memory);
}

function podOf(input: Drawn): Manifest {
  const props: PodTemplateProps = {
    container: {
      name: input.name,
      image: input.image,
      cpu: input.cpu,
      memory: memoryOf(input),
      preStopSleep: input.preStopSleep,
      portNumber: input.port,
      envVariables: Object.fromEntries(Object.entries(input.env).map(([name, value]) => [name, kplus.EnvValue.fromValue(value)])),
    },
    accelerator: input.gpus === undefined ? undefined : Accelerator.nvidia(input.gpus),
    sharedMemory: input.shm === undefined ? undefined : SharedMemory.of(input.shm),
    terminationGracePeriod: input.grace,
    sidecars: input.sidecars,
    nodeLabels: input.nodeLabels,
    security: input.isHardened ? SecurityProfile.hardened() : undefined,
    registryMirror: input.mirror,
    tolerations: input.toleration ? [input.toleration] : undefined,
  };
  return carry(props).pod();
}

/** What must hold of every pod, whatever it was made from. */
function checkPod(pod: Manifest): void {
  const containers: Manifest[] = [...pod.containers, ...pod.initContainers ?? []];
  const names = containers.map(container => container.name);
  expect(new Set(names).size).toBe(names.length);
  names.forEach(name => expect(name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/));
  const volumes = (pod.volumes ?? []).map((volume: Manifest) => volume.name);
  expect(new Set(volumes).size).toBe(volumes.length);
  containers.flatMap(container => container.volumeMounts ?? []).forEach((mount: Manifest) => expect(volumes).toContain(mount.name));
  const shm = pod.volumes?.find((volume: Manifest) => volume.name === 'shm')?.emptyDir.sizeLimit;
  const limit = pod.containers[0].resources?.limits?.memory;
  if (shm !== undefined && limit !== undefined) {
    expect(parseBytes('shm', shm)).toBeLessThan(parseBytes('limit', limit));
  }
  expect(Number.isInteger(pod.terminationGracePeriodSeconds)).toBe(true);
  expect(JSON.stringify(pod)).not.toMatch(/undefined|NaN/);
}

test('random properties give a sound pod or a typed error with the path of the property, never a crash', () => {
  let accepted = 0;
  fc.assert(fc.property(drawn, input => {
    let pod: Manifest;
    try {
      pod = podOf(input);
    } catch (error) {
      expect((error as Error).name).toBe('InvalidInput');
      expect((error as Error).message).toMatch(/^[^]+: (Invalid value|Required value|Unsupported value|Forbidden|Duplicate value|Too long): [^]+/);
      return;
    }
    accepted++;
    checkPod(pod);
  }), { numRuns: runs(600) });
  // Neither side of the property may be empty.
  expect(accepted).toBeGreaterThan(runs(80));
  expect(accepted).toBeLessThan(runs(520));
});

import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import * as fc from 'fast-check';
import {
  Accelerator, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, LocalityService, Memory,
  Rendezvous, Target, ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../../src';
import { InvalidInput } from '../../../src/base/errors/invalid-input';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { withVariables } from '../../hygiene/variables';

/** Right and wrong answers to each property, of its type and of another. */
const COMMON: { readonly [property: string]: readonly unknown[] } = {
  name: ['llm', 'Bad_Name', 'x'.repeat(80), 5],
  container: [
    { image: 'a:1', port: 80 }, { image: 'a b', port: 0 }, { image: 'a:1', port: 80, envVariables: { A: 'x' } },
    { image: 'a:1', name: 'Bad_Name', port: 80 }, {}, 'image',
  ],
  sidecars: [[], [{ image: 'a:1' }], [{ image: '' }], {}],
  metadata: [{}, { labels: { 'a b': 'x' } }, { labels: { app: 5 } }],
  unheardOf: [1],
};

const PATTERNS: {
  readonly [name: string]: {
    readonly type: new (scope: Construct, id: string,
      props: any) => Construct;
    readonly props: typeof COMMON;
  };
} = {
  LeaderWorkerGroup: {
    type: LeaderWorkerGroup,
    props: {
      size: [2, 0, 1.5, '2', 200_000],
      groups: [1, 3, -1, NaN],
      backend: [() => LeaderWorkerBackend.leaderWorkerSet(), 'lws'],
      accelerator: [() => Accelerator.nvidia(8), () => Accelerator.nvidia(0), 8],
      rendezvous: [() => Rendezvous.ray(), () => Rendezvous.torchrun(), 'torchrun'],
      worldSize: [16, 3],
    },
  },
  IndexedTrainingJob: {
    type: IndexedTrainingJob,
    props: {
      workers: [2, 0, '2'],
      runId: ['1', 'Run 1'],
      accelerator: [() => Accelerator.nvidia(8), () => Accelerator.nvidia(0)],
      worldSize: [16, 3],
      restarts: [1, -1],
    },
  },
  ZonePartitionedStatefulSet: {
    type: ZonePartitionedStatefulSet,
    props: {
      zones: [[{ zone: 'eu-1a', replicas: 2 }], [{ zone: 'eu-1a', replicas: -1 }], [{ zone: 'eu-1a' }], [], 'eu-1a'],
      stride: [100, 0],
      minReady: [undefined, 5],
    },
  },
  LocalityService: {
    type: LocalityService,
    props: {
      port: [80, 0, 70_000],
      selector: [{ app: 'x' }, {},
        { 'a b': 'x' }],
      replicas: [1, -1],
      prefer: ['SAME_RACK', undefined],
    },
  },
  ZonalDeployments: { type: ZonalDeployments, props: { zones: [['eu-1a'], ['eu-1a', 'eu-1a'], ['EU']], replicas: [1, 0] } },
  GpuInferenceDeployment: {
    type: GpuInferenceDeployment,
    props: {
      engine: [
        () => InferenceEngine.vllm({ version: '0.18', model: 'a/b' }), () => InferenceEngine.vllm({
          version: '0.18',
          model: 'a/b',
          tensorParallel: 0,
        }),
        () => InferenceEngine.vllm({ version: 'x', model: '' }),
      ],
      accelerator: [() => Accelerator.nvidia(1), () => Accelerator.nvidia(3), () => Accelerator.nvidia(-1)],
      replicas: [1, 0, '3'],
      container: [{}, { image: 'a b' }, { memory: '900Gi' }, { memory: () => Memory.of('1 GB') }],
    },
  },
};

function props(name: string): fc.Arbitrary<{ [property: string]: unknown }> {
  const choices = { ...COMMON, ...PATTERNS[name].props };
  return fc.record(Object.fromEntries(Object.entries(choices).map(([property, values]) => [property, fc.constantFrom(...values)])),
    { requiredKeys: [] });
}

/** Values are made in the mode that is asked about. */
function made(value: unknown): any {
  if (typeof value === 'function') {
    return (value as () => unknown)();
  }
  const isStruct = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isStruct ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, made(inner)])) : value;
}

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

function chartOf(): Chart {
  const app = new App();
  Target.define(app, {});
  return new Chart(app, 'prod', { namespace: 'ml' });
}

/** What the first mistake is, where the program ends there. */
function thrown(name: string, given: object): string | undefined {
  process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
  try {
    new PATTERNS[name].type(chartOf(), 'Made', made(given));
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput);
    return (error as InvalidInput).problem.detail;
  } finally {
    delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
  }
}

/** Everything public of an object answers: fields, getters, methods without arguments, and those by an index or a name. */
function askAll(object: object): void {
  const prototype = Object.getPrototypeOf(object) as object;
  for (const key of [...Object.keys(object), ...Object.getOwnPropertyNames(prototype)].filter(each => !each.startsWith('_') && each !== 'constructor')) {
    const value = (object as any)[key];
    if (typeof value !== 'function') {
      expect(value).not.toBeInstanceOf(Error);
    } else if (['group', 'worker', 'pod', 'zoneOf'].includes(key)) {
      [0, 1, 9, -1].forEach(index => expect((object as any)[key](index)).toBeDefined());
    } else if (key === 'zone') {
      expect((object as any).zone('eu-9z')).toBeDefined();
    } else if (/^(explain|toPodSelectorConfig|toScalingTarget|markHasAutoscaler|addClientService)$/.test(key)) {
      (object as any)[key]();
    }
  }
}

describe.each(Object.keys(PATTERNS))('random properties of %s', name => {
  test('one run tells what the first throw would tell; nothing of a construct with mistakes is made, and all of it answers', () => {
    fc.assert(fc.property(props(name), given => {
      const first = thrown(name, given);
      const chart = chartOf();
      const construct = new PATTERNS[name].type(chart, 'Made', made(given));
      askAll(construct);
      const told = findingsOf(chart.node.root).filter(each => each.id === 'AIW1001' || each.id === 'AIW1002');
      const ofProps = told.filter(each => !/^(group|worker|zone|ordinal|pod|backend|autoscaling)/.test(each.field ?? ''));
      expect(ofProps.length > 0).toBe(first !== undefined);
      if (first !== undefined) {
        expect(told.map(each => each.message).join('\n')).toContain(first);
        expect(chart.node.findAll().filter(ApiObject.isApiObject)).toEqual([]);
        expect(told.every(each => !each.message.startsWith('Internal error'))).toBe(true);
        expect(new Set(told.map(each => `${each.field}${each.message}`)).size).toBe(told.length);
      }
      // Two given values meet in one of about 36 runs, so hardly a pair is left out.
    }), { numRuns: 50 });
  });
});

import { EXAMPLES, writtenFor } from './apps';
import { Minor } from '../../harness/api-server';
import { Manifest } from '../../harness/manifest';

/** An object that some minors would not take whole: proof that the suite fails when the library writes a field too early. */
export interface NewerField {
  readonly what: string;
  /** An accepted object of an example, with the change. */
  readonly object: () => Manifest;
  /** First minor that takes it whole; absent when none does. */
  readonly since?: Minor;
  /** What must be reported below that. */
  readonly problem: RegExp;
}

export const NEWER_FIELDS: readonly NewerField[] = [
  {
    what: 'device claims of a pod',
    object: () => one('llama-70b-dra', 'Deployment', '1.34'),
    since: '1.34',
    problem: /spec\.template\.spec\.resourceClaims: dropped \[/,
  },
  {
    what: 'a template of device claims',
    object: () => one('llama-70b-dra', 'ResourceClaimTemplate', '1.34'),
    since: '1.34',
    problem: /resource\.k8s\.io\/v1 is not served$/,
  },
  {
    what: 'a class that stands for an extended resource',
    object: () => one('gpu-pod-family', 'DeviceClass', '1.36'),
    since: '1.36',
    problem: /resource\.k8s\.io\/v1 is not served$|spec\.extendedResourceName: dropped "nvidia\.com\/mig-1g\.10gb"$/,
  },
  {
    what: 'the tolerance of an autoscaler',
    object: () => changed('llama-70b-device-plugin', 'HorizontalPodAutoscaler', ({ spec }) => { spec.behavior = { scaleUp: { tolerance: '0.05' } }; }),
    since: '1.35',
    problem: /spec\.behavior\.scaleUp\.tolerance: dropped "0\.05"$/,
  },
  {
    what: 'the restart policy of a main container',
    object: () => changed('indexed-training', 'Job', ({ spec }) => { spec.template.spec.containers[0].restartPolicy = 'Never'; }),
    since: '1.35',
    problem: /spec\.template\.spec\.containers\[0\]\.restartPolicy: dropped "Never"$/,
  },
  {
    what: 'an image as a volume',
    object: () => changed('leader-and-workers', 'StatefulSet', ({ spec }) => { spec.template.spec.volumes.push({ name: 'model', image: { reference: 'registry.example/model:1' } }); }),
    since: '1.35',
    problem: /spec\.template\.spec\.volumes\[\d+\](\.image)?: dropped \{/, // The whole volume goes.
  },
  {
    what: 'resources of a whole pod',
    object: () => changed('leader-and-workers', 'StatefulSet', ({ spec }) => { spec.template.spec.resources = { limits: { memory: '4Ti' } }; }),
    since: '1.34',
    problem: /spec\.template\.spec\.resources: dropped \{/,
  },
  {
    what: 'the newer name of same-zone routing',
    object: () => changed('leader-and-workers', 'Service', ({ spec }) => { spec.trafficDistribution = 'PreferSameZone'; }),
    since: '1.34',
    problem: /refused: .*spec\.trafficDistribution: Unsupported value: "PreferSameZone"/,
  },
  {
    what: 'several pods of a StatefulSet updated at once',
    since: '1.37',
    object: () => changed('leader-and-workers', 'StatefulSet', ({ spec }) => { spec.updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } }; }),
    problem: /spec\.updateStrategy\.rollingUpdate(\.maxUnavailable)?: dropped/,
  },
  {
    what: 'gang scheduling by the default scheduler',
    object: () => changed('leader-and-workers', 'StatefulSet', ({ spec }) => { spec.template.spec.schedulingGroup = { podGroupName: 'llm' }; }),
    problem: /spec\.template\.spec\.schedulingGroup: dropped \{/,
  },
  {
    what: 'a selector with one label too many',
    object: () => changed('leader-and-workers', 'StatefulSet', ({ spec }) => { spec.selector.matchLabels.extra = 'label'; }),
    problem: /refused: .*`selector` does not match template `labels`/,
  },
  {
    what: 'a misspelt field',
    object: () => changed('leader-and-workers', 'StatefulSet', ({ spec }) => { spec.replica = 1; }),
    problem: /refused: .*unknown field "spec\.replica"/,
  },
  {
    what: 'a misspelt field of a custom resource',
    object: () => changed('leader-worker-set', 'LeaderWorkerSet', ({ spec }) => { spec.leaderWorkerTemplate.sise = 2; }),
    problem: /refused: .*unknown field "spec\.leaderWorkerTemplate\.sise"/,
  },
];

function changed(example: string, kind: string, change: (object: Manifest) => void): Manifest {
  const object = structuredClone(one(example, kind, '1.33'));
  change(object);
  return object;
}

/** The first object of a kind in an example. */
function one(example: string, kind: string, minor: Minor): Manifest {
  const found = writtenFor(EXAMPLES.find(({ name }) => name === example)!, minor).find(object => object.kind === kind);
  if (!found) {
    throw new Error(`${example} has no ${kind}`);
  }
  return found;
}

import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { readFile } from '../../../src/lint/input/documents';
import { check } from '../../../src/lint/run/lint';

/** What is said of a file, with the class of each finding. */
function said(text: string): string[] {
  const { objects, findings } = readFile('app.yaml', Buffer.from(text));
  return check(objects, findings, { clusters: [DEFAULT_CLUSTER] }).findings.map(each => `${each.id} ${each.class} ${each.field ?? ''}`);
}

const SERVER = (strategy: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: llm, namespace: ml}
spec:
  replicas: 1
${strategy}  selector: {matchLabels: {app: llm}}
  template:
    metadata: {labels: {app: llm}}
    spec:
      containers:
      - name: server
        image: registry.example/server:1
        resources: {limits: {nvidia.com/gpu: 1}}
`;

describe('what most correct public manifests do is no warning', () => {
  test('a Deployment with a GPU and the default strategy: an info, unless the strategy is written so', () => {
    expect(said(SERVER(''))).toContain('AIW2620 advice spec.strategy');
    expect(said(SERVER('  strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}\n'))).toContain('AIW2620 risky spec.strategy.rollingUpdate.maxUnavailable');
  });

  const PICKER = SERVER('').replaceAll('llm', 'picker');
  const POOL = `apiVersion: inference.networking.k8s.io/v1
kind: InferencePool
metadata: {name: llm, namespace: ml}
spec:
  selector: {matchLabels: {app: llm}}
  targetPorts: [{number: 8000}]
  endpointPickerRef: {name: picker, port: {number: 9002}}
---
apiVersion: v1
kind: Service
metadata: {name: picker, namespace: ml}
spec: {selector: {app: picker}, ports: [{port: 9002}]}
---
${PICKER}`;

  test('the pool of a chart with its endpoint picker and no model server: an info; beside other pods a warning', () => {
    expect(said(POOL)).toContain('AIW2134 advice spec.selector');
    expect(said(`${POOL}---\n${SERVER('').replaceAll('llm', 'other')}`)).toContain('AIW2134 risky spec.selector');
    expect(said(`${POOL}---\n${SERVER('')}`).filter(each => each.startsWith('AIW2134'))).toEqual([]);
  });

  const JOB_SET = (rule: string) => `apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: train, namespace: ml}
spec:
  failurePolicy: {rules: [{${rule}}]}
  replicatedJobs:
  - name: workers
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers: [{name: trainer, image: 'registry.example/trainer:1'}]
`;

  test('names of failure rules, which the webhook of JobSet fills in, are not missed; what nobody fills in is', () => {
    expect(said(JOB_SET('action: FailJobSet')).filter(each => each.startsWith('AIW1103'))).toEqual([]);
    expect(said(JOB_SET('name: any')).filter(each => each.startsWith('AIW1103'))).toEqual(['AIW1103 rejected spec.failurePolicy.rules[0].action']);
  });
});

describe('what demos of projects do on purpose', () => {
  const CLAIM = (name: string) => `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: shared, namespace: ml}
spec: {devices: {requests: [{name: device, exactly: {deviceClassName: ${name}}}]}}
`;
  const POD = (name: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: ml}
spec:
  resourceClaims: [{name: device, resourceClaimName: shared}]
  containers: [{name: main, image: 'registry.example/app:1', resources: {claims: [{name: device}]}}]
`;
  const REPLICAS = `apiVersion: apps/v1
kind: Deployment
metadata: {name: pair, namespace: ml}
spec:
  replicas: 2
  selector: {matchLabels: {app: pair}}
  template:
    metadata: {labels: {app: pair}}
    spec:
      resourceClaims: [{name: device, resourceClaimName: shared}]
      containers: [{name: main, image: 'registry.example/app:1', resources: {claims: [{name: device}]}}]
`;
  const shared = (text: string) => said(text).filter(each => each.startsWith('AIW3601')).map(each => each.split(' ')[1]);

  test('two pods that name one claim mean it; replicas of one template are warned of', () => {
    expect(shared([CLAIM('gpu.nvidia.com'), POD('one'), POD('two')].join('---\n'))).toEqual(['advice']);
    expect(shared([CLAIM('gpu.nvidia.com'), REPLICAS].join('---\n'))).toEqual(['risky']);
  });

  test('channels between nodes are there to be shared', () => {
    expect(shared([CLAIM('compute-domain-default-channel.nvidia.com'), REPLICAS].join('---\n'))).toEqual([]);
  });

  test('a beta version of device claims that the cluster is said to serve is no error', () => {
    const { objects } = readFile('claim.yaml', Buffer.from(CLAIM('gpu.nvidia.com').replace('resource.k8s.io/v1', 'resource.k8s.io/v1beta2')));
    const ids = (apis?: readonly string[]) => check(objects, [], { clusters: [{ ...DEFAULT_CLUSTER, apis }] }).findings.map(({ id }) => id);
    expect(ids()).toContain('AIW2501');
    expect(ids(['resource.k8s.io/v1beta2'])).not.toContain('AIW2501');
  });

  const ROUTE = `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: llm, namespace: gateways}
spec: {parentRefs: [{name: gateway}], rules: [{backendRefs: [{name: llm, namespace: ml, port: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: llm, namespace: ml}
spec: {selector: {app: llm}, ports: [{port: 80}]}
`;
  const GRANT = `apiVersion: gateway.networking.k8s.io/v1beta1
kind: ReferenceGrant
metadata: {name: other, namespace: other}
spec: {from: [{group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: gateways}], to: [{group: '', kind: Service}]}
`;

  test('a grant may be made by a controller where the files hold none', () => {
    const granted = (text: string) => said(text).filter(each => each.startsWith('AIW2122')).map(each => each.split(' ')[1]);
    expect(granted(ROUTE)).toEqual(['risky']);
    expect(granted(`${ROUTE}---\n${GRANT}`)).toEqual(['broken']);
  });
});

/** Example manifests of a project, inside a Go module that the definitions of custom resources or the control plane come from. */
export interface Project {
  readonly module: string;
  readonly version: string;
  /** Folders of the module. */
  readonly folders: readonly string[];
  /** Least number of files and of objects in them, so that a test that reads nothing fails. */
  readonly files: number;
  readonly objects: number;
  /** Files, or beginnings of their paths, that are no manifests by themselves. */
  readonly parts?: readonly string[];
  /** Real mistakes by file: `ID field`. */
  readonly mistakes?: { readonly [file: string]: readonly Mistake[] };
}

export interface Mistake {
  readonly id: string;
  readonly field: string;
  readonly why: string;
}

const noNamespace = (...fields: readonly string[]): Mistake[] =>
  (fields.length > 0 ? fields : ['subjects[0].namespace']).map(field => ({ id: 'AIW1203', field, why: 'the subject has no namespace: whoever deploys it has to put it in' }));
const unnamedPolicy: Mistake = { id: 'AIW1202', field: 'spec.template.spec.initContainers[0].restartPolicy', why: 'IfNotPresent is a pull policy and no restart policy' };

export const PROJECTS: readonly Project[] = [
  { module: 'sigs.k8s.io/lws', version: 'v0.9.0', folders: ['docs/examples', 'config/samples'], files: 20, objects: 28 },
  { module: 'sigs.k8s.io/gateway-api', version: 'v1.7.0', folders: ['examples'], files: 80, objects: 110 },
  { module: 'github.com/ray-project/kuberay/ray-operator', version: 'v1.6.1', folders: ['config/samples'], files: 75, objects: 140 },
  {
    module: 'github.com/ray-project/kuberay/ray-operator',
    version: 'v1.4.2',
    folders: ['config/samples'],
    files: 55,
    objects: 105,
    mistakes: {
      // Later releases of the sample declare the port.
      'config/samples/ray-service.different-port.yaml': [
        { id: 'AIW2837', field: 'spec.serveConfigV2', why: 'it asks for a port called serve of 9000 at the head, and has none: the Service sends requests to 8000' },
      ],
    },
  },
  { module: 'github.com/kubeflow/trainer/v2', version: 'v2.2.0', folders: ['examples', 'manifests/base/runtimes'], files: 3, objects: 3 },
  {
    module: 'sigs.k8s.io/gateway-api-inference-extension',
    version: 'v1.3.0',
    folders: ['config/manifests'],
    files: 18,
    objects: 40,
    mistakes: {
      'config/manifests/vllm/cpu-deployment.yaml': [unnamedPolicy],
      'config/manifests/vllm/gpu-deployment.yaml': [unnamedPolicy],
    },
  },
  {
    module: 'github.com/kedacore/keda/v2',
    version: 'v2.21.0',
    folders: ['config/samples'],
    files: 3,
    objects: 3,
    mistakes: {
      'config/samples/keda_v1alpha1_scaledjob.yaml': [{ id: 'AIW1103', field: 'spec.jobTargetRef.template', why: 'a stub: the job that is scaled is missing' }],
    },
  },
  {
    module: 'volcano.sh/volcano',
    version: 'v1.14.1',
    folders: ['example'],
    files: 34,
    objects: 45,
    mistakes: {
      'example/invalid_jobs/minAvailable-webhook-deny.yaml': [{ id: 'AIW2627', field: 'spec.minAvailable', why: 'invalid on purpose: it shows that a webhook denies it' }],
      'example/kubecon-2019-china/task-priority/elastic-job.yaml': [0, 1].map(index => (
        { id: 'AIW1101', field: `spec.tasks[${index}].template.spec.priorityClass`, why: 'the field is priorityClassName' })),
      'example/kubecon-2019-china/task-priority/high-priority.yaml': [{ id: 'AIW1106', field: 'apiVersion', why: 'of 2019: the version went with 1.22' }],
      'example/kubecon-2019-china/task-priority/normal-priority.yaml': [{ id: 'AIW1106', field: 'apiVersion', why: 'of 2019: the version went with 1.22' }],
    },
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    folders: ['example'],
    files: 70,
    objects: 70,
    parts: ['example/alertmanager-crd-conversion/patch.json'],
    mistakes: {
      'example/user-guides/scrapeclass/scrapeclass-example-podmonitor.yaml': [
        { id: 'AIW1201', field: 'metadata.name', why: 'the monitor has no metadata' },
        { id: 'AIW1103', field: 'spec.selector', why: 'the monitor selects nothing' },
      ],
      'example/user-guides/scrapeclass/scrapeclass-example-servicemonitor.yaml': [{ id: 'AIW1103', field: 'spec.selector', why: 'the monitor selects nothing' }],
    },
  },
  {
    module: 'k8s.io/kubernetes',
    version: 'v1.36.3',
    folders: ['test/e2e/testing-manifests'],
    files: 60,
    objects: 130,
    mistakes: {
      'test/e2e/testing-manifests/serviceloadbalancer/netexecsvc.yaml': [{ id: 'AIW1101', field: 'spec.Type', why: 'the field is type' }],
      'test/e2e/testing-manifests/storage-csi/external-snapshot-metadata/backup-client-rbac.yaml': noNamespace(),
      'test/e2e/testing-manifests/storage-csi/gce-pd/csi-controller-rbac.yaml': Array.from({ length: 5 }, () => noNamespace()).flat(),
    },
  },
];

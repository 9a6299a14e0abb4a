import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { explainTraining } from './explain';
import { REPLICATED_JOB, workerAddress, hostnameOf } from './identity';
import { replacementWaits } from './invariants';
import { checkJobMetadata, runMetadata } from './job-metadata';
import { TrainingPlan, planTraining, worldOfRun } from './plan';
import { gangOf, hostFileName, podsOf } from './pods';
import { IndexedTrainingJobProps } from './props';
import { trainingWorkload } from './workload';
import { inConstruct, wholeNumber } from '../../base/errors/invalid-input';
import { advise, mustHold } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { LABEL_HOSTNAME, standardLabels } from '../../base/labels';
import { mpiHostFile, rendezvousPorts, worldVariables } from '../../engines/world';
import { checkedScope } from '../../given/checked-scope';
import { given, requireGiven } from '../../given/mistakes/given';
import { StandIn, answer, anyIndex, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { checkAtSynth } from '../../lint/synth/attach';
import { createClaimTemplate } from '../../pod/devices/accelerator-claim';
import { ObjectOptions, createObject, metadataBesideNames } from '../../pod/template/plain-api-object';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { PodTemplate } from '../../pod/template/pod-template';
import { adviseExtensionApi } from '../../surroundings/extension-api';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { IndexedJobSpec, createIndexedJob, createJobSet } from '../../workloads/indexed-job';
import { createGuards, namespaceOf } from '../../workloads/objects';
import { createPodGroup } from '../../workloads/pod-group';
import { ServiceHandle, createHeadlessService } from '../../workloads/service';
import { ONE_NODE_CHECKPOINT } from '../notices';
import { advisePlacement } from '../placement-texts';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

const JOB_SET_API = 'jobset.x-k8s.io/v1alpha2';

/**
 * One worker of a run.
 */
export interface WorkerHandle {
  /** Its index, from 0; in the pod as `JOB_COMPLETION_INDEX`. */
  readonly index: number;

  /** Its host name. A replacement has the same one. */
  readonly hostname: string;

  /** Name that other pods resolve: with the namespace where it is known, else valid inside the namespace. */
  readonly dns: string;
}

/**
 * A training run that ends: workers with stable indexes and host names, each replaced only after it has ended, in an Indexed Job (or a JobSet).
 *
 * Creates the Job `<name>-<runId>`, a headless Service `<name>`, a PodDisruptionBudget `<name>` for more than one worker, and with MPI the
 * ConfigMap `<name>-<runId>-hostfile`.
 *
 * Source: KEP-2214 (Indexed Job), KEP-3939 (replacement after failure), KEP-3329 (failure policy)
 *
 * @example
 * const pretrain = new IndexedTrainingJob(chart, 'Pretrain', {
 *   workers: 4,
 *   accelerator: Accelerator.nvidia(8),
 *   rendezvous: Rendezvous.torchrun(),
 *   container: { image: 'registry.example/train:1.4', command: ['torchrun', 'train.py'], memory: Memory.of('900Gi') },
 * });
 */
export class IndexedTrainingJob extends Construct implements IWorkload {
  /** Name of the Service and the budget, and value of the pods' name label. */
  public readonly name!: string;

  /** Name of the Job (or JobSet): `<name>-<runId>`. */
  public readonly jobName!: string;

  /** Pods of the run. */
  public readonly workers!: number;

  /** Processes of the run: workers x processes for each pod. */
  public readonly worldSize!: number;

  /** Address of index 0; in the pods as `LEADER_ADDRESS`. */
  public readonly leaderAddress!: string;

  /** The pods: add containers, volumes, scheduling and connections here. */
  public readonly pods!: PodTemplate;

  /** The headless Service that gives the workers their names. It carries no traffic, and stays from run to run. */
  public readonly service!: ServiceHandle;

  /** The Job or JobSet, for patches. Another `podReplacementPolicy` than `Failed` is an error at synth. */
  public readonly apiObject!: ApiObject;

  /** What surrounds it asks here: its pods by role, group, zone and index, what serves clients, what may be scaled. */
  public readonly workload!: Workload;

  private readonly plan!: TrainingPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The run.
   */
  constructor(scope: Construct, id: string, props: IndexedTrainingJobProps) {
    super(checkedScope('IndexedTrainingJob', scope, id), id);
    try {
      props = given(this, 'IndexedTrainingJob', props);
      const target = Target.of(this);
      this.plan = planned(this, () => {
        checkJobMetadata(props);
        return planTraining(id, props, target, namespaceOf(this, props.metadata));
      });
      this.name = this.plan.name;
      this.jobName = this.plan.jobName;
      this.workers = this.plan.size.workers;
      this.worldSize = this.plan.size.worldSize;
      this.leaderAddress = workerAddress(this.plan, 0);
      const hasApi = this.plan.backend === 'job' || inConstruct(this, '', () => target._requireApi(JOB_SET_API, 'backend', 'TrainingBackend.job()'));
      this.pods = this.createPods();
      this.service = createHeadlessService(this, 'Service', this.shared(), this.plan.selector, rendezvousPorts(this.plan.rendezvous));
      this.apiObject = this.createJob();
      this.pods._carriedBy(this.apiObject);
      this.createCompanions();
      this.workload = trainingWorkload(this, this.plan);
      checkAtSynth(this, () => this.pods._recheck());
      this.leaveAdvice(hasApi);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * One worker.
   *
   * @param index Its index: 0 to `workers` - 1.
   */
  public worker(index: number): WorkerHandle {
    return answer(this, () => {
      requireGiven(this, 'IndexedTrainingJob#worker', index);
      wholeNumber('worker(index)', index, { min: 0, max: this.workers - 1 });
      return this.handleOf(index);
    }, () => this.handleOf(anyIndex(index)));
  }

  /**
   * The plan in words: numbers with their sums, choices with their reasons, what a Job cannot do, and what operators need.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainTraining(this.plan);
  }

  private handleOf(index: number): WorkerHandle {
    return { index, hostname: hostnameOf(this.plan, index), dns: workerAddress(this.plan, index) };
  }

  private createPods(): PodTemplate {
    const { plan } = this;
    const claimTemplate = createClaimTemplate(this, this.shared(), plan.podProps.accelerator);
    const pods = PodTemplate._create(this, 'Pods', plan.podProps, {
      selector: plan.selector,
      reserved: plan.reserved,
      ofWork: Target.of(this)._since(DefaultSet.V2) ? worldVariables(plan.rendezvous) : undefined,
      restartPolicy: 'Never',
      plan: plan.pod,
      claimTemplate,
    });
    if (plan.checkpoint) {
      // By name: it exists elsewhere. By object: the checks look whether it is in the app.
      const claim = plan.props.checkpoint?._claim ?? kplus.PersistentVolumeClaim.fromClaimName(this, 'CheckpointClaim', plan.checkpoint.claimName);
      const volume = kplus.Volume.fromPersistentVolumeClaim(this, 'CheckpointVolume', claim, { name: 'checkpoint' });
      const upload = plan.checkpoint.upload && pods.initContainers.find(container => container.name === plan.checkpoint!.upload!.name);
      [pods.mainContainer, ...(upload ? [upload] : [])].forEach(container => container.mount(plan.checkpoint!.mountPath, volume));
    }
    return pods;
  }

  private createJob(): ApiObject {
    const { plan } = this;
    const { props } = plan;
    const job: IndexedJobSpec = {
      workers: this.workers,
      ...plan.failure,
      podFailureRules: plan.failure.rules,
      successPolicy: plan.success.policy,
      activeDeadlineSeconds: plan.times.activeDeadline,
      template: () => this.pods._renderTemplate(podsOf(plan)),
    };
    const options = { ...this.ofRun(), otherMetadata: metadataBesideNames(props.metadata), suspended: props.suspended, ttlSeconds: plan.times.ttl };
    const object = plan.backend === 'jobSet'
      ? createJobSet(this, 'JobSet', { ...options, jobs: [{ name: REPLICATED_JOB, job }], maxRestarts: plan.failure.maxRestarts!, failureRules: plan.failure.gangRules })
      : createIndexedJob(this, 'Job', options, job);
    mustHold(object, replacementWaits(plan.backend === 'jobSet' ? 'spec.replicatedJobs[0].template.spec' : 'spec'));
    return object;
  }

  private createCompanions(): void {
    const { plan } = this;
    createGuards(this, this.shared(), { budget: plan.budget, isolate: plan.props.isolate }, plan.selector);
    const gang = gangOf(plan);
    if (gang) {
      createPodGroup(this, 'Gang', this.ofRun(), gang);
    }
    if (plan.rendezvous._kind === 'mpi') {
      const options = { ...this.ofRun(), name: hostFileName(plan), annotations: undefined };
      createObject(this, 'HostFile', 'v1', 'ConfigMap', options, { data: { hostfile: inConstruct(this, '', () => mpiHostFile(worldOfRun(plan))) } });
    }
  }

  /** What outlives a run: selected by the name alone. */
  private shared(): ObjectOptions {
    return { name: this.name, namespace: this.plan.props.metadata?.namespace, labels: { ...standardLabels(this.name, 'training'), ...this.plan.selector } };
  }

  /** What belongs to one run. */
  private ofRun(): ObjectOptions {
    return { name: this.jobName, namespace: this.plan.props.metadata?.namespace, ...runMetadata(this.plan) };
  }

  private leaveAdvice(hasApi: boolean): void {
    adviseOnPod(this, this.plan.podProps, this.plan.pod);
    advisePlacement(this, this.plan.placed);
    if (!hasApi) {
      adviseExtensionApi(this, 'backend', JOB_SET_API, 'the JobSet controller (0.10 or newer) and its webhooks');
    }
    if (this.plan.checkpoint?.oneNodeOnly && this.plan.placement._topologyKey !== LABEL_HOSTNAME) {
      advise(this, {
        ...noticed(ONE_NODE_CHECKPOINT),
        field: 'checkpoint.claim',
        message: `Invalid value: "${this.plan.checkpoint.accessModes}": ${this.workers} workers share the claim "${this.plan.checkpoint.claimName}"; those on another node than the first never start`,
        help: 'use a claim with ReadWriteMany, or place all workers on one node: Placement.sameDomain("kubernetes.io/hostname")',
      });
    }
  }
}

const STAND_IN: StandIn<IndexedTrainingJob, IndexedTrainingJobProps> = {
  keeps: ['name', 'workers', 'runId', 'backend'],
  make: (place, id, kept) => new IndexedTrainingJob(place, id, { workers: 2, ...defined(kept), container: STAND_IN_CONTAINER }),
};

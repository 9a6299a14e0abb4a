import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainParameterServer } from './explain';
import { DMLC } from './framework';
import { UNCOUNTED, jobOfRole, podsOfRole } from './objects';
import { ParameterServerPlan, RUN_VARIABLES, RoleName, RolePlan, planParameterServer } from './plan';
import { ParameterServerProps } from './props';
import { parameterServerWorkload } from './workload';
import { inConstruct, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { LABEL_ROLE, mergeLabels, standardLabels } from '../../base/labels';
import { TENSORFLOW } from '../../engines/frameworks';
import { checkedScope } from '../../given/checked-scope';
import { given, requireGiven } from '../../given/mistakes/given';
import { StandIn, answer, anyIndex, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { checkAtSynth } from '../../lint/synth/attach';
import { createClaimTemplate } from '../../pod/devices/accelerator-claim';
import { ObjectOptions, metadataBesideNames } from '../../pod/template/plain-api-object';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { PodTemplate } from '../../pod/template/pod-template';
import { adviseExtensionApi } from '../../surroundings/extension-api';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { createJobSet } from '../../workloads/indexed-job';
import { createGuards, namespaceOf } from '../../workloads/objects';
import { ServiceHandle, createHeadlessService } from '../../workloads/service';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

const JOB_SET_API = 'jobset.x-k8s.io/v1alpha2';

/**
 * A training run with parameter servers: roles that differ in containers, devices and nodes, each pod with a stable address and its own place in the cluster's
 * description, and an end that takes the servers along.
 *
 * Creates the JobSet `<name>-<runId>` (its controller must be installed) and the headless Service `<name>`.
 *
 * Source: kubernetes-sigs/jobset api/jobset/v1alpha2 (successPolicy, failurePolicy); tensorflow TFConfigClusterResolver; dmlc/ps-lite
 *
 * @example
 * const ranker = new ParameterServer(chart, 'Ranker', {
 *   container: { image: 'registry.example/ranker:3.2', command: ['python3', 'train.py'], memory: Memory.of('48Gi') },
 *   chief: { priorityClassName: 'training-servers' },
 *   ps: { replicas: 2, priorityClassName: 'training-servers', container: { memory: Memory.of('200Gi') } },
 *   worker: { replicas: 3, accelerator: Accelerator.nvidia(1) },
 * });
 */
export class ParameterServer extends Construct implements IWorkload {
  /** Name of the Service, and value of the pods' name label. */
  public readonly name!: string;

  /** Name of the JobSet: `<name>-<runId>`. */
  public readonly jobSetName!: string;

  /** The pod that coordinates, the chief of TensorFlow or the scheduler of DMLC, where there is one. */
  public readonly coordinator?: PodTemplate;

  /** The parameter servers: add containers, volumes, scheduling and connections here. */
  public readonly servers!: PodTemplate;

  /** The workers, likewise. */
  public readonly workers!: PodTemplate;

  /** The headless Service that gives the pods their names, ready or not. */
  public readonly service!: ServiceHandle;

  /** The JobSet, for patches. */
  public readonly apiObject!: ApiObject;

  /** What surrounds it asks here: its pods by role and index, devices. */
  public readonly workload!: Workload;

  private readonly plan!: ParameterServerPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The run.
   */
  constructor(scope: Construct, id: string, props: ParameterServerProps) {
    super(checkedScope('ParameterServer', scope, id), id);
    try {
      props = given(this, 'ParameterServer', props);
      const target = Target.of(this);
      this.plan = planned(this, () => planParameterServer(id, props, target, namespaceOf(this, props.metadata)));
      this.name = this.plan.name;
      this.jobSetName = this.plan.jobSetName;
      const hasApi = inConstruct(this, '', () => target._requireApi(JOB_SET_API, 'framework', 'IndexedTrainingJob with parameterServers of Rendezvous.tensorFlow'));
      const templates = new Map(this.plan.roles.map(role => [role.name, this.createPods(role)] as const));
      this.coordinator = templates.get('chief') ?? templates.get('scheduler');
      this.servers = templates.get('ps')!;
      this.workers = templates.get('worker')!;
      const { framework } = this.plan;
      this.service = createHeadlessService(this, 'Service', this.shared(), this.plan.selector, [{ name: framework._kind, port: framework._port }]);
      this.apiObject = this.createJobSet(templates);
      createGuards(this, this.shared(), { isolate: props.isolate }, this.plan.selector);
      this.workload = parameterServerWorkload(this, this.plan, templates);
      checkAtSynth(this, () => templates.forEach(pods => pods._recheck()));
      const reader = this.plan.roles.find(({ pod }) => pod.model);
      this.plan.roles.forEach(role => adviseOnPod(this, role.podProps, role === reader ? role.pod : undefined));
      if (!hasApi) {
        adviseExtensionApi(this, 'framework', JOB_SET_API, 'the JobSet controller (0.10 or newer) and its webhooks');
      }
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * Address of one pod, which a replacement keeps: with the namespace where it is known, else valid inside the namespace.
   *
   * @param role `chief`, `scheduler`, `ps` or `worker`.
   * @param index Its index in the role, from 0.
   */
  public address(role: string, index: number): string {
    return answer(this, () => {
      requireGiven(this, 'ParameterServer#address', role, index);
      const found = this.plan.roles.find(({ name }) => name === role);
      if (!found) {
        throw invalid('address(role)', role, `the roles are ${this.plan.roles.map(({ name }) => name).join(', ')}`, 'name one of them');
      }
      return found.hosts[wholeNumber('address(index)', index, { min: 0, max: found.pods - 1 })];
    }, () => `${this.name}-${anyIndex(index)}`);
  }

  /**
   * The plan in words: pods and devices with their sums, who ends the run, what happens when a server or a worker dies, and what remains.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainParameterServer(this.plan);
  }

  private createPods(role: RolePlan): PodTemplate {
    const variables = role.variables.map(({ name }) => name);
    const shared = this.shared();
    const scope = new Construct(this, role.name);
    return PodTemplate._create(scope, 'Pods', role.podProps, {
      selector: { ...this.plan.selector, [LABEL_ROLE]: role.name },
      reserved: [...Object.values(RUN_VARIABLES), ...variables],
      ofWork: [TENSORFLOW.variable, ...Object.values(DMLC)].map(String).filter(name => variables.includes(name)),
      restartPolicy: 'Never',
      plan: role.pod,
      claimTemplate: createClaimTemplate(scope, { ...shared, name: `${shared.name}-${role.name}` }, role.podProps.accelerator),
      writtenAt: role.writtenAt,
    });
  }

  private createJobSet(templates: ReadonlyMap<RoleName, PodTemplate>): ApiObject {
    const { plan } = this;
    const { metadata } = plan.props;
    const object = createJobSet(this, 'JobSet', {
      ...this.shared(),
      name: plan.jobSetName,
      labels: mergeLabels(metadata?.labels, { ...standardLabels(plan.name, 'training'), ...plan.runLabels }),
      annotations: metadata?.annotations,
      otherMetadata: metadataBesideNames(metadata),
      ttlSeconds: plan.ttlSeconds,
      jobs: plan.roles.map(role => {
        const pods = templates.get(role.name)!;
        return { name: role.name, job: jobOfRole(plan, role, () => pods._renderTemplate(podsOfRole(plan, role))) };
      }),
      successPolicy: { operator: 'All', targetReplicatedJobs: [plan.deciding] },
      maxRestarts: plan.restarts,
      failureRules: [UNCOUNTED],
    });
    templates.forEach(pods => pods._carriedBy(object));
    return object;
  }

  /** What outlives a run. */
  private shared(): ObjectOptions {
    return { name: this.name, namespace: this.plan.props.metadata?.namespace, labels: { ...standardLabels(this.name, 'training'), ...this.plan.selector } };
  }
}

const STAND_IN: StandIn<ParameterServer, ParameterServerProps> = {
  keeps: ['name', 'runId'],
  make: (place, id, kept) => new ParameterServer(place, id, {
    ...defined(kept),
    container: STAND_IN_CONTAINER,
    // There where no chief was asked for, too: nobody asks that one then.
    chief: {},
    ps: { replicas: 1 },
    worker: { replicas: 1 },
  }),
};

import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainRayCluster } from './explain';
import { RAY_API, kubeRayKind, kubeRaySpec } from './kube-ray';
import { RayNodePlan } from './node-plan';
import { HEAD, RESERVED, RayClusterPlan, planRayCluster } from './plan';
import { SERVE_PORT_NAME, hostOf, labelsOfNode, podPropsOf, podsOfKubeRay, podsOfStatefulSet, restartPolicyOf } from './pods';
import { RayClusterProps } from './props';
import { rayWorkload } from './workload';
import { inConstruct, invalid } from '../../base/errors/invalid-input';
import { Labels, labelsOfName, mergeLabels, standardLabels } from '../../base/labels';
import { RAY } from '../../engines/frameworks';
import { checkedScope } from '../../given/checked-scope';
import { given, requireGiven } from '../../given/mistakes/given';
import { StandIn, answer, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { checkAtSynth } from '../../lint/synth/attach';
import { createClaimTemplate } from '../../pod/devices/accelerator-claim';
import { ObjectOptions, createObject, metadataBesideNames } from '../../pod/template/plain-api-object';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { PodTemplate } from '../../pod/template/pod-template';
import { templateOfCustomResource } from '../../pod/template/stored-form';
import { adviseExtensionApi } from '../../surroundings/extension-api';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { createStatefulSet } from '../../workloads/indexed-stateful-set';
import { createGuards, namespaceOf } from '../../workloads/objects';
import { ServiceHandle, createHeadlessService, createServingService } from '../../workloads/service';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

/**
 * A Ray cluster: a head and groups of workers that are told what their containers have, wait for the control store and join it, again after every restart.
 *
 * On Kubernetes' own objects: the StatefulSets `<name>-head` (pod 0) and `<name>-<group>` (pods from 1), the headless Services `<name>` and
 * `<name>-head-svc`. With KubeRay: a RayCluster, RayJob or RayService, whose operator makes `<name>-head-svc`. With a serving port the Service
 * `<name>-serve-svc`.
 *
 * Source: ray-project/kuberay ray-operator/controllers/ray (v1.6); ray python/ray/scripts/scripts.py (2.53)
 *
 * @example
 * const lab = new RayCluster(chart, 'Lab', {
 *   container: { image: 'rayproject/ray:2.53.0-py312-gpu', cpu: '16', memory: Memory.of('128Gi') },
 *   head: { container: { memory: Memory.of('32Gi') } },
 *   workers: [{ name: 'gpu', replicas: 2, accelerator: Accelerator.nvidia(8) }],
 * });
 */
export class RayCluster extends Construct implements IWorkload {
  /** Value of the pods' name label, and stem of all names. */
  public readonly name!: string;

  /** Version of Ray in all pods. */
  public readonly rayVersion!: string;

  /** Name under which the head is reached, on any backend; undefined with a RayJob, whose cluster has a name that the operator draws. */
  public readonly headHost?: string;

  /** Name under which Ray Serve is reached; undefined without a serving port. */
  public readonly serveHost?: string;

  /** The head: add containers, volumes, scheduling and connections here. */
  public readonly head!: PodTemplate;

  /** The Service of the head; undefined with KubeRay, whose operator makes it under the same name. */
  public readonly headService?: ServiceHandle;

  /** The Service of Ray Serve; undefined without a serving port, and with a RayService, whose operator makes it. */
  public readonly servingService?: ServiceHandle;

  /** What surrounds it asks here: its pods by role and index, devices, what serves. */
  public readonly workload!: Workload;

  private readonly plan!: RayClusterPlan;
  private readonly groups!: ReadonlyMap<string, PodTemplate>;
  private readonly carriers!: readonly ApiObject[];

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The cluster.
   */
  constructor(scope: Construct, id: string, props: RayClusterProps) {
    super(checkedScope('RayCluster', scope, id), id);
    try {
      props = given(this, 'RayCluster', props);
      const target = Target.of(this);
      this.plan = planned(this, () => planRayCluster(id, props, target, namespaceOf(this, props.metadata)));
      ({ name: this.name, version: { text: this.rayVersion } } = this.plan);
      const isPlain = this.plan.backend._kind === 'statefulSets';
      const hasApi = isPlain || inConstruct(this, '', () => target._requireApi(RAY_API, 'backend', 'RayBackend.statefulSets()'));
      const { headService, serveService, namespace } = this.plan;
      this.headHost = headService && hostOf(headService, namespace);
      this.serveHost = serveService && hostOf(serveService, namespace);
      this.groups = new Map(this.plan.nodes.map(node => [node.role, this.createPods(node)] as const));
      this.head = this.groups.get(HEAD)!;
      this.headService = isPlain ? this.createServices() : undefined;
      this.servingService = this.createServing();
      this.carriers = isPlain ? this.plan.nodes.map(node => this.createSet(node)) : [this.createResource()];
      createGuards(this, this.shared(), { isolate: props.isolate }, this.plan.selector);
      this.workload = rayWorkload(this, this.plan, this.groups);
      checkAtSynth(this, () => this.groups.forEach(pods => pods._recheck()));
      const reader = this.plan.nodes.find(({ pod }) => pod.model);
      this.plan.nodes.forEach(node => adviseOnPod(this, node.podProps, node === reader ? node.pod : undefined));
      if (!hasApi) {
        adviseExtensionApi(this, 'backend', RAY_API, 'the KubeRay operator (1.4 or newer)');
      }
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /** Objects that carry the pods, for patches: StatefulSets, the head first, or KubeRay's object. */
  public get apiObjects(): ApiObject[] {
    return [...this.carriers];
  }

  /**
   * Pods of a group of workers: add containers, volumes, scheduling and connections here.
   *
   * @param name Name of the group: `worker` unless it was given one.
   */
  public group(name: string): PodTemplate {
    return answer(this, () => {
      requireGiven(this, 'RayCluster#group', name);
      const found = name === HEAD ? undefined : this.groups.get(name);
      if (!found) {
        throw invalid('group(name)', name, `the groups are ${[...this.groups.keys()].slice(1).join(', ') || 'none'}`, 'name one of them; the head has a property of its own');
      }
      return found;
    }, () => this.head);
  }

  /**
   * The plan in words: what Ray is told with its sums, what happens when the head or a worker is lost, how a change reaches the pods, and how to reach it.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainRayCluster(this.plan);
  }

  private createPods(node: RayNodePlan): PodTemplate {
    const scope = new Construct(this, node.isHead ? 'Head' : `Group-${node.role}`);
    const shared = this.shared();
    return PodTemplate._create(scope, 'Pods', podPropsOf(this.plan, node), {
      selector: labelsOfNode(this.plan, node.role),
      reserved: RESERVED,
      restartPolicy: restartPolicyOf(this.plan, node),
      plan: node.pod,
      claimTemplate: createClaimTemplate(scope, { ...shared, name: `${this.name}-${node.role}` }, node.podProps.accelerator),
      writtenAt: node.writtenAt,
    });
  }

  private createServices(): ServiceHandle {
    const { plan } = this;
    createHeadlessService(this, 'Nodes', this.shared(), plan.selector, [{ name: 'metrics', port: RAY.metricsPort }]);
    return createHeadlessService(this, 'HeadService', { ...this.shared(), name: plan.headService! }, labelsOfNode(plan, HEAD), [
      { name: 'gcs-server', port: RAY.gcsPort },
      { name: 'dashboard', port: RAY.dashboardPort },
      { name: 'client', port: RAY.clientPort },
      { name: 'metrics', port: RAY.metricsPort },
    ]);
  }

  /** The proxy of the head alone: the others come and go with the replicas on their nodes, which no probe sees. */
  private createServing(): ServiceHandle | undefined {
    const { serveService, servingPort, backend } = this.plan;
    if (servingPort === undefined || backend._service) {
      return undefined;
    }
    return createServingService(this, 'Serving', { ...this.shared(), name: serveService! }, labelsOfNode(this.plan, HEAD), [{ name: SERVE_PORT_NAME, port: servingPort }]);
  }

  private createSet(node: RayNodePlan): ApiObject {
    const { plan } = this;
    const pods = this.groups.get(node.role)!;
    const selector = labelsOfNode(plan, node.role);
    const object = createStatefulSet(this, node.isHead ? 'HeadSet' : `Workers-${node.role}`, {
      ...this.ofCarrier(`${plan.objectName}-${node.role}`, selector),
      serviceName: plan.name,
      replicas: node.pods,
      firstOrdinal: node.firstOrdinal,
      selector,
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate' },
      template: () => pods._renderTemplate(podsOfStatefulSet(plan, node)),
    });
    pods._carriedBy(object);
    return object;
  }

  private createResource(): ApiObject {
    const { plan } = this;
    const templateOf = (node: RayNodePlan) => templateOfCustomResource(this.groups.get(node.role)!._renderTemplate(podsOfKubeRay(plan, node)));
    const object = createObject(this, 'Cluster', RAY_API, kubeRayKind(plan), this.ofCarrier(plan.objectName, plan.selector), { spec: () => kubeRaySpec(plan, templateOf) });
    this.groups.forEach(pods => pods._carriedBy(object));
    return object;
  }

  /** The objects that carry pods have the user's metadata. */
  private ofCarrier(name: string, labels: Labels): ObjectOptions {
    const { metadata } = this.plan.props;
    return {
      ...this.shared(),
      name,
      labels: mergeLabels(metadata?.labels, { ...standardLabels(this.name), ...labels }),
      annotations: metadata?.annotations,
      otherMetadata: metadataBesideNames(metadata),
    };
  }

  private shared(): ObjectOptions {
    return { name: this.name, namespace: this.plan.props.metadata?.namespace, labels: labelsOfName(this.name) };
  }
}

const STAND_IN: StandIn<RayCluster, RayClusterProps> = {
  keeps: ['name'],
  make: (place, id, kept) => new RayCluster(place, id, {
    ...defined(kept),
    rayVersion: '2.53.0',
    container: { ...STAND_IN_CONTAINER, cpu: '1', ports: undefined },
    workers: [{ replicas: 1 }],
    servingPort: RAY.servePort,
  }),
};

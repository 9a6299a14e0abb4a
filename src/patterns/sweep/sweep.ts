import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { explainSweep } from './explain';
import { jobOfRows, jobOfSummary, labelsOfRun } from './objects';
import { ROLE, SWEEP_VARIABLES, SummaryPlan, SweepPlan, WRITTEN_AT_SUMMARY, planSweep } from './plan';
import { SweepMount, VOLUMES, copyContainer, mountsOfRow, mountsOfSummary, podsOfRows, podsOfSummary } from './pods';
import { SweepProps } from './props';
import { SweepResults } from './results';
import { RowEnvironment } from './row-environment';
import { SweepTable } from './table';
import { sweepWorkload } from './workload';
import { LABEL_ROLE, standardLabels } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { checkAtSynth } from '../../lint/synth/attach';
import { createClaimTemplate } from '../../pod/devices/accelerator-claim';
import { ObjectOptions, createObject, metadataBesideNames } from '../../pod/template/plain-api-object';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { PodTemplate } from '../../pod/template/pod-template';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { JobLifecycle, createIndexedJob } from '../../workloads/indexed-job';
import { createGuards, namespaceOf } from '../../workloads/objects';
import { adviseOnFabric } from '../fabric-advice';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

/**
 * One program, run once for each row of a table: a benchmark over several loads, a search over hyper-parameters. Each row is an index of an Indexed Job, with
 * retries of its own.
 *
 * Creates the Job `<name>-<table>` (`<name>-<table>-<runId>`), the immutable ConfigMap `<name>-<table>` with the rows, where `<table>` is a hash of its
 * content, and with a summary the suspended Job `<name>-<table>-summary`. A changed table is a new Job beside the old one, which keeps its rows.
 *
 * Source: KEP-2214 (Indexed Job), KEP-3850 (retries per index), KEP-3721 (variables from files)
 *
 * @example
 * const search = new Sweep(chart, 'Search', {
 *   runs: SweepTable.grid({ LEARNING_RATE: ['1e-4', '1e-5'], SEED: ['1', '2'] }),
 *   parallelism: 2,
 *   container: { image: 'registry.example/tune:2.1', command: ['python3', 'tune.py', '--lr=$(LEARNING_RATE)'], memory: Memory.of('48Gi') },
 *   results: SweepResults.onClaimName('search-results', '/results'),
 * });
 */
export class Sweep extends Construct implements IWorkload {
  /** Value of the pods' name label, which all runs share. */
  public readonly name!: string;

  /** Name of the Job: changes with the table and the run id. */
  public readonly jobName!: string;

  /** Name of the ConfigMap with the rows: changes with the table alone. */
  public readonly tableName!: string;

  /** Rows, and indexes of the Job. */
  public readonly rows!: number;

  /** The pods of the rows: add containers, volumes, scheduling and connections here. */
  public readonly pods!: PodTemplate;

  /** The pod of the summary, where there is one. */
  public readonly summaryPods?: PodTemplate;

  /** The Job of the rows, for patches. */
  public readonly apiObject!: ApiObject;

  /** The Job of the summary, where there is one. */
  public readonly summaryObject?: ApiObject;

  /** What surrounds it asks here: its pods by role and row, claims, devices. */
  public readonly workload!: Workload;

  private readonly plan!: SweepPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The rows and their program.
   */
  constructor(scope: Construct, id: string, props: SweepProps) {
    super(checkedScope('Sweep', scope, id), id);
    try {
      props = given(this, 'Sweep', props);
      const target = Target.of(this);
      this.plan = planned(this, () => planSweep(id, props, target, namespaceOf(this, props.metadata)));
      this.name = this.plan.name;
      this.jobName = this.plan.jobName;
      this.tableName = this.plan.tableName;
      this.rows = this.plan.rows.rows.length;
      createObject(this, 'Table', 'v1', 'ConfigMap', { ...this.shared(), name: this.tableName }, { immutable: true, data: { ...this.plan.rows.data } });
      const volumes = this.createVolumes();
      this.pods = this.createPods(volumes);
      this.apiObject = createIndexedJob(this, 'Job', this.ofRun(), jobOfRows(this.plan, () => this.pods._renderTemplate(podsOfRows(this.plan))));
      this.pods._carriedBy(this.apiObject);
      if (this.plan.summary) {
        const pods = this.createSummaryPods(this.plan.summary, volumes);
        this.summaryPods = pods;
        this.summaryObject = createObject(this, 'Summary', 'batch/v1', 'Job', this.ofSummary(), { spec: () => jobOfSummary(this.plan, () => pods._renderTemplate(podsOfSummary(this.plan))) });
        pods._carriedBy(this.summaryObject);
      }
      this.workload = sweepWorkload(this, this.plan);
      createGuards(this, this.shared(), { isolate: props.isolate }, this.plan.selector);
      checkAtSynth(this, () => [this.pods, this.summaryPods].forEach(pods => pods?._recheck()));
      adviseOnPod(this, this.plan.podProps, this.plan.pod);
      adviseOnFabric(this, this.plan.pod.fabric, 'each row is one pod');
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The plan in words: numbers with their sums, how a row reaches its container, what happens at failures, and the commands that release the summary and
   * start a changed table.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainSweep(this.plan);
  }

  private createVolumes(): Volumes {
    const { tableName, results, environment, props } = this.plan;
    const table = kplus.Volume.fromConfigMap(this, 'TableVolume', kplus.ConfigMap.fromConfigMapName(this, 'TableMap', tableName), { name: VOLUMES.table });
    const copy = environment._kind === 'kubelet' ? kplus.Volume.fromEmptyDir(this, 'CopyVolume', VOLUMES.copy) : undefined;
    if (!results) {
      return { table, copy };
    }
    // By name: it exists elsewhere. By object: the checks look whether it is in the app.
    const claim = props.results?._claim ?? kplus.PersistentVolumeClaim.fromClaimName(this, 'ResultsClaim', results.claimName);
    return { table, copy, results: kplus.Volume.fromPersistentVolumeClaim(this, 'ResultsVolume', claim, { name: VOLUMES.results }) };
  }

  private createPods(volumes: Volumes): PodTemplate {
    const { plan } = this;
    const pods = PodTemplate._create(this, 'Pods', plan.podProps, {
      selector: { ...plan.selector, [LABEL_ROLE]: ROLE.row },
      reserved: plan.reserved,
      restartPolicy: 'Never',
      plan: plan.pod,
      claimTemplate: createClaimTemplate(this, this.shared(), plan.podProps.accelerator),
    });
    mount(pods.mainContainer, mountsOfRow(plan), volumes);
    const copy = copyContainer(plan);
    if (copy) {
      mount(pods.addInitContainer(copy.spec), copy.mounts, volumes);
    }
    return pods;
  }

  private createSummaryPods({ pod, podProps }: SummaryPlan, volumes: Volumes): PodTemplate {
    const pods = PodTemplate._create(this, 'SummaryPods', podProps, {
      selector: { ...this.plan.selector, [LABEL_ROLE]: ROLE.summary },
      reserved: [SWEEP_VARIABLES.rowCount, SWEEP_VARIABLES.resultsFolder],
      restartPolicy: 'Never',
      plan: pod,
      writtenAt: WRITTEN_AT_SUMMARY,
    });
    mount(pods.mainContainer, mountsOfSummary(this.plan), volumes);
    return pods;
  }

  /** What all runs share. */
  private shared(): ObjectOptions {
    return { name: this.name, namespace: this.plan.props.metadata?.namespace, labels: { ...standardLabels(this.name, 'sweep'), ...this.plan.selector } };
  }

  /** The Job of the rows is the object that has the user's metadata. */
  private ofRun(): ObjectOptions & JobLifecycle {
    const { plan } = this;
    const { metadata } = plan.props;
    return {
      ...this.shared(),
      name: this.jobName,
      labels: labelsOfRun(plan),
      annotations: metadata?.annotations,
      otherMetadata: metadataBesideNames(metadata),
      ttlSeconds: plan.ttlSeconds,
    };
  }

  private ofSummary(): ObjectOptions {
    const labels = { ...this.shared().labels, ...this.plan.runLabels, [LABEL_ROLE]: ROLE.summary };
    return { ...this.shared(), name: this.plan.summaryName, labels };
  }
}

/** What is mounted, as cdk8s-plus-28 has it. */
type Volumes = { readonly [volume in SweepMount['volume']]?: kplus.Volume };

function mount(container: kplus.Container, mounts: readonly SweepMount[], volumes: Volumes): void {
  mounts.forEach(({ volume, path, ...options }) => container.mount(path, volumes[volume]!, options));
}

const STAND_IN: StandIn<Sweep, SweepProps> = {
  keeps: ['name', 'runId'],
  make: (place, id, kept) => new Sweep(place, id, {
    ...defined(kept),
    runs: SweepTable.rows([{ parameters: { NOT_PLANNED: '0' } }]),
    rowEnvironment: RowEnvironment.fileOnly(),
    container: STAND_IN_CONTAINER,
    // There where no summary was asked for, too: nobody asks that one then.
    results: SweepResults.onClaimName('not-planned', '/results'),
    summary: STAND_IN_CONTAINER,
  }),
};

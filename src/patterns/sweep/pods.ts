import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { ROLE, SWEEP_VARIABLES, SweepPlan } from './plan';
import { readingEntrypoint } from './references';
import { TABLE_KEY } from './rows';
import { LABEL_COMPLETION_INDEX, LABEL_ROLE, standardLabels } from '../../base/labels';
import { EnvVariable, fieldVariable, labelPath } from '../../pod/container/environment';
import { PodVariation } from '../../pod/template/pod-spec';

/** Where a row is seen. Each file is mounted for itself, since one template serves all rows: the kubelet puts the index into `subPathExpr`. */
export const ROW_FILE = '/sweep/row.json';
const ROW_VARIABLES = '/sweep/row.env';
const TABLE_FILE = '/sweep/table.json';

/** Volumes of the pattern by their names in the pod. The copy is an `emptyDir`: the kubelet reads variables from no other kind. */
export const VOLUMES = { table: 'sweep-table', results: 'sweep-results', copy: 'sweep-row' } as const;

/** A mount of one of them. */
export interface SweepMount {
  readonly volume: keyof typeof VOLUMES;
  readonly path: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
  readonly readOnly?: boolean;
}

export const COPY_CONTAINER = 'sweep-row';
const COPY_FOLDER = '/sweep-row';
const COPIED = 'row.env';
const COPY_MEMORY = Size.mebibytes(64);

/** What the plan adds to the pods of the rows. */
export function podsOfRows(plan: SweepPlan): PodVariation {
  const { rows, environment, podProps: { container } } = plan;
  const isShell = environment._kind === 'shell';
  return {
    ...shared(plan, ROLE.row),
    env: [fieldVariable(SWEEP_VARIABLES.index, labelPath(LABEL_COMPLETION_INDEX)), rowCount(plan)],
    main: {
      entrypoint: isShell ? readingEntrypoint(ROW_VARIABLES, container.command!, container.args ?? [], new Set(rows.parameters)) : undefined,
      overrides: mainVariables(plan),
    },
  };
}

/** What the plan adds to the pod of the summary. */
export function podsOfSummary(plan: SweepPlan): PodVariation {
  return {
    ...shared(plan, ROLE.summary),
    main: { overrides: [rowCount(plan), ...resultsVariable(plan)] },
  };
}

function shared(plan: SweepPlan, role: string): PodVariation {
  return {
    labels: { ...standardLabels(plan.name, 'sweep'), ...plan.runLabels, [LABEL_ROLE]: role },
    capacity: plan.capacity,
  };
}

/** They stand after those of the user, who may not refer to them there. */
function mainVariables(plan: SweepPlan): EnvVariable[] {
  return [
    { name: SWEEP_VARIABLES.rowFile, value: ROW_FILE },
    ...resultsVariable(plan),
    ...(plan.environment._kind === 'kubelet' ? plan.rows.parameters.map(name => ({ name, valueFrom: { fileKeyRef: { volumeName: VOLUMES.copy, path: COPIED, key: name } } })) : []),
  ];
}

function rowCount({ rows }: SweepPlan): EnvVariable {
  return { name: SWEEP_VARIABLES.rowCount, value: String(rows.rows.length) };
}

function resultsVariable({ results }: SweepPlan): EnvVariable[] {
  return results ? [{ name: SWEEP_VARIABLES.resultsFolder, value: results.mountPath }] : [];
}

/** Files and folder of a row. Source: pkg/kubelet/kubelet_pods.go makeMounts, ExpandContainerVolumeMounts (v1.36) */
export function mountsOfRow(plan: SweepPlan): SweepMount[] {
  const { results, environment } = plan;
  return [
    fileOfRow(ROW_FILE, 'json'),
    ...(environment._kind === 'shell' ? [fileOfRow(ROW_VARIABLES, 'env')] : []),
    ...(results ? [{ volume: 'results' as const, path: results.mountPath, subPathExpr: `${plan.jobName}/$(${SWEEP_VARIABLES.index})` }] : []),
  ];
}

/** The whole table, and the folders of all rows. */
export function mountsOfSummary({ results, jobName }: SweepPlan): SweepMount[] {
  return [
    { volume: 'table', path: TABLE_FILE, subPath: TABLE_KEY, readOnly: true },
    ...(results ? [{ volume: 'results' as const, path: results.mountPath, subPath: jobName }] : []),
  ];
}

/** An init container with mounts of its own. */
export interface CopyContainer {
  readonly spec: kplus.ContainerProps;
  readonly mounts: readonly SweepMount[];
}

/** `cp` without a shell: its mount has chosen the row. */
export function copyContainer({ environment, podProps: { container } }: SweepPlan): CopyContainer | undefined {
  return environment._kind !== 'kubelet' ? undefined : {
    spec: {
      name: COPY_CONTAINER,
      image: environment._copyImage ?? container.image,
      command: ['cp', ROW_VARIABLES, `${COPY_FOLDER}/${COPIED}`],
      resources: { memory: { request: COPY_MEMORY, limit: COPY_MEMORY } },
    },
    mounts: [fileOfRow(ROW_VARIABLES, 'env'), { volume: 'copy', path: COPY_FOLDER }],
  };
}

function fileOfRow(path: string, kind: 'json' | 'env'): SweepMount {
  return { volume: 'table', path, subPathExpr: `$(${SWEEP_VARIABLES.index}).${kind}`, readOnly: true };
}

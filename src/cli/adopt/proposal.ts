import { Call, Expression, Variable } from './expression';
import { UniqueNames, camelCase } from './names';
import { Patch } from './patches';
import { Volumes } from './pod';
import { PlainObject } from '../../base/plain';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../../lint/facts/facts';

/** Classes that existing objects may become. */
export type ConstructClass = 'GpuInferenceDeployment' | 'LeaderWorkerGroup' | 'IndexedTrainingJob' | 'WorkloadAutoscaler';

/** One construct that may give existing objects back. */
export interface Proposal {
  readonly construct: ConstructClass;
  readonly id: string;
  /** The construct, for statements after it. */
  readonly variable: Variable;
  readonly props: { readonly [key: string]: Expression };
  /** Called after construction: an autoscaler in YAML decides the replicas. */
  readonly calls: readonly string[];
  /** Why it is this and not something that knows more, for the report. */
  readonly notes: readonly string[];
  /** The object that carries the pods, or that does the work. */
  readonly carrier: Manifest;
  /** Its server as far as the manifest says, where no property takes an engine. */
  readonly server?: () => Call;
  /** Refuses what a patch would have to turn into something else. */
  readonly checkPatches?: (patches: readonly Patch[]) => void;
}

/** Why an object that looks like a workload becomes none. */
export class NotAdopted extends Error {}

/** What recognisers share. */
export interface Recognising {
  readonly facts: Facts;
  readonly ids: UniqueNames;
  readonly variables: UniqueNames;
}

/** Proposals for one object, the best first; undefined for what is no workload of an AI program. Throws `NotAdopted` with the reason. */
export type Recogniser = (object: Manifest, context: Recognising) => Proposal[] | undefined;

/** Names of one workload. Ids are unique in the chart, variables in the program. */
export function namesOf(name: string, { ids, variables }: Recognising): Pick<Proposal, 'id' | 'variable'> {
  return { id: ids.of(name), variable: new Variable(variables.of(camelCase(name))) };
}

export function volumesOf(id: string, spec: PlainObject, { variables }: Recognising): Volumes {
  return new Volumes(id, spec, name => variables.of(name));
}

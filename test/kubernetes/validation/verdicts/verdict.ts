import * as fs from 'fs';
import * as path from 'path';
import { isDeepStrictEqual } from 'util';
import { ServerContext } from '../../../../src/kubernetes/validation/context';
import { Errors, FieldError } from '../../../../src/kubernetes/validation/errors';
import { validateObjectMeta } from '../../../../src/kubernetes/validation/metadata';
import { Path } from '../../../../src/kubernetes/validation/path';
import { validatePod } from '../../../../src/kubernetes/validation/pod/pod';
import { validatePodTemplate } from '../../../../src/kubernetes/validation/pod/pod-template';
import { validateUpdate } from '../../../../src/kubernetes/validation/update';
import { validateObject } from '../../../../src/kubernetes/validation/validate';
import { SAMPLES } from '../kinds/samples/kinds';
import * as pods from '../pod/samples';

/** A place in an object and what stands there; nothing stands there where it is left out. */
export type Change = readonly [path: readonly (string | number)[], value?: unknown];

/** What an API server said about a sample with something changed. */
export interface Verdict {
  /** Number of the sample of the kind; name of the sample of pods. */
  readonly from: number | string;
  readonly changes: readonly Change[];
  /** Whether the sample was there before and is changed by it. */
  readonly isUpdate?: true;
  /** `field: message` of each error; `field: reason` where we say it in other words. None where it is accepted. */
  readonly errors: readonly string[];
}

/** The minor of the servers that were asked. */
export const MINOR = '1.36';
const FOLDER = path.join(__dirname, 'recorded');
const POD_KINDS: ReadonlySet<string> = new Set(['Pod', 'PodTemplate']);

/** `apps/v1 Deployment` is in `apps-v1-deployment.jsonl`. */
export function fileOf(type: string): string {
  return path.join(FOLDER, `${type.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.jsonl`);
}

/** Kinds with recorded verdicts: `Pod` and `PodTemplate` by their samples, others with group and version. */
export const TYPES: readonly string[] = [...POD_KINDS, ...SAMPLES.keys()];

export function readVerdicts(type: string): Verdict[] {
  return fs.existsSync(fileOf(type)) ? fs.readFileSync(fileOf(type), 'utf8').trimEnd().split('\n').map(line => JSON.parse(line) as Verdict) : [];
}

export function writeVerdicts(type: string, verdicts: readonly Verdict[]): void {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(fileOf(type), `${verdicts.map(each => JSON.stringify(each)).join('\n')}\n`);
}

/** The sample that a verdict changes. */
export function sampleOf(type: string, from: Verdict['from']): any {
  if (!POD_KINDS.has(type)) {
    return SAMPLES.get(type)![from as number];
  }
  const { metadata, spec } = pods.SAMPLES.find(({ name }) => name === from)!;
  return type === 'Pod' ? { apiVersion: 'v1', kind: type, metadata, spec } : { apiVersion: 'v1', kind: type, metadata, template: { metadata, spec } };
}

/** What makes one object out of another. Lists are told as a whole where their lengths differ. */
export function changesBetween(one: any, other: any, place: Change[0] = []): Change[] {
  const isMap = (value: any) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isMap(one) && isMap(other) || Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap(key => {
      const below = [...place, Array.isArray(one) ? Number(key) : key];
      return key in other ? changesBetween(one[key], other[key], below) : [[below] as const];
    });
  }
  return isDeepStrictEqual(one, other) ? [] : [[place, other]];
}

export function withChanges(sample: any, changes: readonly Change[]): any {
  const body = structuredClone(sample);
  for (const [place, ...values] of changes) {
    const parent = place.slice(0, -1).reduce<any>((inner, step) => inner[step], body);
    const key = place[place.length - 1];
    if (values.length > 0) {
      parent[key] = structuredClone(values[0]);
    } else {
      delete parent[key];
    }
  }
  return body;
}

/** `field: message` of each of our errors. */
export function ourErrors(type: string, { from, changes, isUpdate }: Pick<Verdict, 'from' | 'changes' | 'isUpdate'>): string[] {
  const sample = sampleOf(type, from);
  const body = withChanges(sample, changes);
  const found = new Set<string>();
  const keep = ({ field, message }: Pick<FieldError, 'field' | 'message'>) => found.add(`${field}: ${message}`);
  if (POD_KINDS.has(type)) {
    errorsOfPod(body, new ServerContext(MINOR)).forEach(keep);
    return [...found];
  }
  if (isUpdate) {
    validateUpdate(sample, body, { minor: MINOR }, keep);
  }
  if (found.size === 0) {
    validateObject(body, { minor: MINOR }, problem => problem.class === 'rejected' && keep(problem));
  }
  return [...found];
}

/** The errors of a pod or pod template, as they are found. */
export function errorsOfPod(body: any, context: ServerContext): readonly FieldError[] {
  const errors = new Errors();
  if (body.kind === 'Pod') {
    validatePod(body, context, errors);
  } else {
    validateObjectMeta(body.metadata, {}, Path.root('metadata'), errors);
    validatePodTemplate(body.template, Path.root('template'), context, errors);
  }
  return errors.list;
}

const BRIEF = /^.*?: (Invalid value|Required value|Unsupported value|Forbidden|Duplicate value|Not found|Too long|Too many|Too few)/s;

/** `field: reason`. */
export function brief(error: string): string {
  return BRIEF.exec(error)?.[0] ?? error;
}

/** What we say otherwise than the server did: other fields or reasons, or other words where ours were the server's. */
function differences(ours: readonly string[], recorded: readonly string[]): string[] {
  const [mine, theirs] = [ours, recorded].map(errors => new Set(errors.map(brief)));
  return [
    ...[...mine].filter(each => !theirs.has(each)).map(each => `only ours: ${each}`),
    ...recorded.filter(each => !mine.has(brief(each)) || brief(each) !== each && !ours.includes(each)).map(each => `not ours: ${each}`),
  ];
}

/** The verdicts that we do not share, with what differs. */
export function differing(type: string, verdicts: readonly Verdict[]): object[] {
  return verdicts.flatMap(verdict => {
    const found = differences(ourErrors(type, verdict), verdict.errors);
    return found.length === 0 ? [] : [{ ...verdict, differing: found }];
  });
}

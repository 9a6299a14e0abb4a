import { isDeepStrictEqual } from 'util';
import { exampleOf, FieldSample, required, Samples } from './example';
import { Field, Step } from './fields';
import { Types } from './schema';
import { Answer } from '../harness/client';
import { Manifest } from '../harness/manifest';

/** An object that differs from an accepted one in one field. */
export interface Probe {
  /** Path of the field; with `=VALUE` where the value is one of several that the field can hold. */
  readonly path: string;
  readonly field: Field;
  readonly value: unknown;
  readonly object: Manifest;
}

/** What a server does with a field. */
export type Mark =
  /** Kept: the value comes back. */
  | 'k'
  /** Dropped: the object is created without the field. */
  | 'd'
  /** Overwritten: the object is created with another value. */
  | 'o'
  /** Refused: the object is not created. */
  | 'r'
  /** The API is not served. */
  | '-';

export interface Verdict {
  readonly mark: Mark;
  /** Of a refusal: the server's reason and the field it names. */
  readonly reason?: string;
  /** Of a refusal: the server's words, for people who look for a better sample. */
  readonly message?: string;
}

/** The probes of a field: one for its sample, or one for each value where several are worth a look. */
export function probesOf(field: Field, base: Manifest, types: Types, samples: Samples): Probe[] {
  const { type } = field.steps.at(-1)!;
  const sample = sampleOf(field, samples);
  const values = sample?.values ?? (type.shape === 'value' ? type.values?.filter(value => value !== '') : undefined);
  const probe = (value: unknown, path: string): Probe => ({ path, field, value, object: withField(base, field, value, types, samples) });
  return [
    ...values ? [] : [probe(sample && 'value' in sample ? sample.value : exampleOf(type, types, samples), field.path)],
    ...[...values ?? [], ...sample?.others ?? []].map(value => probe(value, `${field.path}=${value}`)),
  ];
}

function sampleOf({ steps }: Field, samples: Samples): FieldSample | undefined {
  const { owner, name } = steps.at(-1)!;
  return samples.fields[`${steps.at(-2)?.name}.${owner}.${name}`] ?? samples.fields[`${owner}.${name}`];
}

/** A copy of the object with one more field, and with whatever the server demands beside it. */
function withField(base: Manifest, field: Field, value: unknown, types: Types, samples: Samples): Manifest {
  const object = structuredClone(base);
  const holders: { type: string; object: any }[] = [];
  let holder: any = object;
  for (const [index, step] of field.steps.entries()) {
    holders.push({ type: step.owner, object: holder });
    fill(holder, step, types, samples);
    if (index < field.steps.length - 1) {
      holder = step.type.shape === 'list' ? (holder[step.name] ??= [{}])[0] : holder[step.name] ??= {};
    }
  }
  // From the field outwards, so that what is nearer says more.
  for (const { owner, name } of [...field.steps].reverse()) {
    samples.fields[`${owner}.${name}`]?.beside?.(type => holders.find(each => each.type === type)?.object, value);
  }
  holder[field.steps.at(-1)!.name] = value;
  return object;
}

/** Adds the fields that an object of the type must have beside the one that is set. */
function fill(object: any, { owner, name }: Step, types: Types, samples: Samples): void {
  for (const [field, value] of Object.entries(required(owner, name, types, samples))) {
    object[field] ??= value;
  }
}

/** The same question with the field left out: a value that comes back all the same is the server's own, and hides a drop. */
export function withoutField(probe: Probe): Probe {
  const object = structuredClone(probe.object);
  delete holderOf(probe.field, object)[probe.field.steps.at(-1)!.name];
  return { ...probe, object };
}

/** What the object has in the field; of lists on the way, in their first elements. */
export function valueAt(field: Field, object: Manifest): unknown {
  return holderOf(field, object)?.[field.steps.at(-1)!.name];
}

/** The same object with another value in the field. */
export function withValue(probe: Probe, value: unknown): Probe {
  const object = structuredClone(probe.object);
  holderOf(probe.field, object)[probe.field.steps.at(-1)!.name] = value;
  return { ...probe, object, value };
}

/** The object that has the field, in what was sent or came back. */
function holderOf({ steps }: Field, object: any): any {
  return steps.slice(0, -1).reduce((value, { name, type }) => type.shape === 'list' ? value?.[name]?.[0] : value?.[name], object);
}

/** Compares what was sent with what came back. */
export function judge(probe: Probe, { status, body }: Answer): Verdict {
  if (status < 200 || status > 299) {
    return refusal(body);
  }
  const returned = holderOf(probe.field, body)?.[probe.field.steps.at(-1)!.name];
  if (returned === undefined || returned === null) {
    return { mark: 'd' };
  }
  return { mark: isKept(probe, returned) ? 'k' : 'o' };
}

/** Servers add keys and elements of their own to maps and lists. */
function isKept({ field, value }: Probe, returned: any): boolean {
  switch (field.steps.at(-1)!.type.shape) {
    case 'map': return Object.entries(value as object).every(([key, each]) => isDeepStrictEqual(returned[key], each));
    case 'list': return (value as unknown[]).every(each => returned.some((other: unknown) => isDeepStrictEqual(each, other)));
    default: return isDeepStrictEqual(returned, value);
  }
}

function refusal(body: any): Verdict {
  const [cause] = body?.details?.causes ?? [];
  const field = cause?.field ? ` ${cause.field}` : '';
  return { mark: 'r', reason: `${cause?.reason ?? body?.reason ?? 'Unknown'}${field}`, message: body?.message };
}

import { globProblem } from './glob';
import { UnusableInput } from './paths';
import { isObject } from '../../base/plain';
import { nearestName } from '../../base/text/nearest-name';
import { Cluster } from '../../kubernetes/cluster';
import { NOT_ACCEPTABLE } from '../acknowledgements/accepted-findings';

/** Limit of entries in a list, since each is compared with each finding, reference or file. */
const MOST_ENTRIES = 2_000;

type Checks<T> = { readonly [Key in keyof T]-?: (value: unknown, field: string) => T[Key] };

/** Reads settings, each with a function that validates its value. */
export class SettingsReader {
  constructor(private readonly file: string, private readonly lineOf: (field: string) => number) {}

  public read(value: unknown): Configuration {
    const { kubernetes, featureGates, apis, zones, spareGpus, gpusPerNode, outside, acknowledge, ignore } = this.settings<Settings>(value, '', {
      kubernetes: (each, field) => (Array.isArray(each) ? this.texts(each, field) : [this.text(each, field)]),
      featureGates: (each, field) => this.switches(each, field),
      apis: (each, field) => this.texts(each, field),
      zones: (each, field) => this.texts(each, field),
      spareGpus: (each, field) => this.number(each, field),
      gpusPerNode: (each, field) => this.number(each, field),
      outside: (each, field) => this.list(each, field).map((item, index) => this.outsideObject(item, `${field}[${index}]`)),
      acknowledge: (each, field) => this.list(each, field).map((item, index) => this.acknowledged(item, `${field}[${index}]`)),
      ignore: (each, field) => this.list(each, field).map((item, index) => this.glob(item, `${field}[${index}]`)),
    });
    return {
      file: this.file,
      kubernetes: kubernetes ?? [],
      cluster: { featureGates: featureGates ?? {}, apis, zones, spareGpus, gpusPerNode },
      outside: outside ?? [],
      acknowledge: acknowledge ?? [],
      ignore: ignore ?? [],
    };
  }

  private outsideObject(value: unknown, field: string): OutsideObject {
    const { kind, name, namespace } = this.settings<OutsideObject>(value, field, { kind: this.text, name: this.glob, namespace: this.glob });
    return { kind: kind ?? this.refuse(field, 'kind is missing'), name: name ?? '*', namespace };
  }

  private acknowledged(value: unknown, field: string): AcknowledgedFinding {
    const { text, glob } = this;
    const object = (each: unknown, place: string) => text(each, place).split('/').map(part => glob(part, place)).join('/');
    const { id, reason, object: about, file } = this.settings<Omit<AcknowledgedFinding, 'field' | 'line'>>(value, field, { id: text, reason: text, object, file: glob });
    if (id === undefined || !/^AIW[0-9]{4}$/.test(id)) {
      this.refuse(`${field}.id`, 'takes the id of a finding, like AIW2103');
    }
    if (Object.hasOwn(NOT_ACCEPTABLE, id!)) {
      this.refuse(`${field}.id`, `${id} cannot be accepted: ${NOT_ACCEPTABLE[id!]}`);
    }
    return { id: id!, reason: reason ?? this.refuse(field, 'reason is missing: say why the finding is right here'), object: about, file, field, line: this.lineOf(field) };
  }

  private settings<T>(value: unknown, field: string, checks: Checks<T>): Partial<T> {
    if (!isObject(value)) {
      return this.refuse(field, `takes ${Object.keys(checks).join(', ')}`);
    }
    const read = Object.entries(value).map(([key, each]): [string, unknown] => {
      const place = field === '' ? key : `${field}.${key}`;
      if (!Object.hasOwn(checks, key)) {
        const near = nearestName(key, Object.keys(checks));
        this.refuse(place, `is no setting${near ? `; did you mean ${near}?` : `: there are ${Object.keys(checks).join(', ')}`}`);
      }
      return [key, checks[key as keyof T](each, place)];
    });
    return Object.fromEntries(read) as Partial<T>;
  }

  private readonly text = (value: unknown, field: string): string => (typeof value === 'string' && value.trim() !== '' ? value : this.refuse(field, 'takes a text'
    + (typeof value === 'number' ? `: put quotes around ${value}` : '')));

  /** A glob for names of objects and files. */
  private readonly glob = (value: unknown, field: string): string => {
    const text = this.text(value, field);
    const problem = globProblem(text);
    return problem === undefined ? text : this.refuse(field, `takes a glob, and this one ${problem}`);
  };

  private texts(value: unknown, field: string): string[] {
    return this.list(value, field).map((each, index) => this.text(each, `${field}[${index}]`));
  }

  private list(value: unknown, field: string): unknown[] {
    if (!Array.isArray(value)) {
      return this.refuse(field, 'takes a list');
    }
    return value.length <= MOST_ENTRIES ? value : this.refuse(field, `has ${value.length.toLocaleString('en')} entries, and takes ${MOST_ENTRIES.toLocaleString('en')} at most: write globs`);
  }

  private number(value: unknown, field: string): number {
    return Number.isInteger(value) && (value as number) >= 0 ? value as number : this.refuse(field, 'takes a whole number');
  }

  private switches(value: unknown, field: string): { [gate: string]: boolean } {
    const areSwitches = isObject(value) && Object.values(value).every(each => typeof each === 'boolean');
    return areSwitches ? { ...value as { [gate: string]: boolean } } : this.refuse(field, 'takes gates with true or false');
  }

  private refuse(field: string, detail: string): never {
    throw new UnusableInput(`${this.file}:${this.lineOf(field)}: ${field || 'the configuration'} ${detail}`);
  }
}

interface Settings {
  readonly kubernetes: string[];
  readonly featureGates: { readonly [gate: string]: boolean };
  readonly apis: string[];
  readonly zones: string[];
  readonly spareGpus: number;
  readonly gpusPerNode: number;
  readonly outside: OutsideObject[];
  readonly acknowledge: AcknowledgedFinding[];
  readonly ignore: string[];
}

/** The configuration file of a repository. All settings are optional, and the command line has precedence. */
export interface Configuration {
  /** File it was read from; absent when there is none. */
  readonly file?: string;
  readonly kubernetes: readonly string[];
  readonly cluster: Partial<Omit<Cluster, 'minor'>>;
  /** Objects that exist although they are not in the input. Kind, and globs for name and namespace. */
  readonly outside: readonly OutsideObject[];
  readonly acknowledge: readonly AcknowledgedFinding[];
  /** Globs of files that are skipped in folders, relative to the configuration. */
  readonly ignore: readonly string[];
}

export interface OutsideObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface AcknowledgedFinding {
  readonly id: string;
  readonly reason: string;
  /** `Service/ml/router`, `Service/router` for any namespace; globs. */
  readonly object?: string;
  /** Glob of the file, relative to the configuration. */
  readonly file?: string;
  /** Its field path in the configuration. */
  readonly field: string;
  readonly line?: number;
}

import { GivenType, isObjectOrInstance, notOfType } from './given-type';
import { InputProblem } from '../base/errors/invalid-input';
import { nearestName } from '../base/text/nearest-name';

type Rows = { readonly [key: string]: string };

/** jsii's symbol on a compiled class: `{ fqn: 'cdk8s-plus-28.Probe' }`. It is the same in every copy of a library. */
const RTTI = Symbol.for('jsii.rtti');
/** How many factories a message lists. */
const FACTORIES_SHOWN = 6;
/** Limit in characters of the name or value of an enum member; all are shorter. */
const LONGEST_MEMBER = 100;
/** The factory that wraps a bare value, for classes whose parameters are not in the table. */
const FROM_VALUE: { readonly [nameAndType: string]: string } = {
  'cdk8s.Duration number': 'seconds',
  'cdk8s.Size number': 'gibibytes',
  'kplus.Cpu number': 'units',
  'kplus.EnvValue string': 'fromValue',
};
/** How to get instances that are not made by a factory of their own class. */
const MADE_ELSEWHERE: { readonly [name: string]: string } = {
  'kplus.EnvFrom': 'Env.fromConfigMap(…) or Env.fromSecret(…)',
  'kplus.IPersistentVolumeClaim': 'a PersistentVolumeClaim, or PersistentVolumeClaim.fromClaimName(…)',
  'kplus.ISecret': 'a Secret, or Secret.fromSecretName(…)',
  'kplus.IServiceAccount': 'a ServiceAccount, or ServiceAccount.fromServiceAccountName(…)',
  'kplus.IPodSelector': 'a workload, or Pods.select(…)',
  'IWorkload': 'a pattern, or Workload.of(…) of a workload of cdk8s-plus-28',
  'kplus.Container': 'what addContainer(…) returned',
  'constructs.IConstruct': 'a construct',
  'constructs.Construct': 'a construct: a chart or something in one',
};

/** `Probe of cdk8s-plus-28` for `kplus.Probe`. */
function titleOf(name: string): string {
  const library = /^(\w+)\./.exec(name)?.[1];
  const own = name.replace(/^\w+\./, '');
  return library === 'kplus' ? `${own} of cdk8s-plus-28` : library ? `${own} of ${library}` : own;
}

function plainName(name: string): string {
  return name.replace(/^\w+\./, '');
}

export class EnumType implements GivenType {
  public readonly title: string;
  private readonly values: ReadonlySet<string>;

  constructor(private readonly name: string, private readonly members: Rows) {
    this.title = titleOf(name);
    this.values = new Set(Object.values(members));
  }

  public help(value: unknown): string {
    const meant = typeof value === 'string' ? this.meant(value) : undefined;
    return meant ? `use ${plainName(this.name)}.${meant}` : `use one of ${Object.keys(this.members).map(member => `${plainName(this.name)}.${member}`).join(', ')}`;
  }

  public accepts(value: unknown): boolean {
    return this.values.has(value as string);
  }

  public explain(value: unknown, field: string): InputProblem[] {
    if (typeof value !== 'string') {
      return notOfType(this, value, field);
    }
    const supported = `supported values: ${[...this.values].map(each => JSON.stringify(each)).join(', ')}`;
    return this.accepts(value) || isNewer(this.name, value) ? [] : [{ field, reason: 'Unsupported value', value, detail: supported, help: this.help(value) }];
  }

  public read(value: unknown): unknown {
    return value;
  }

  /** The enum member whose name or value was probably meant. */
  private meant(value: string): string | undefined {
    // Different digits mean another version, not a misspelling.
    const version = value.slice(0, LONGEST_MEMBER).replace(/\D/g, '');
    const candidates = [...Object.keys(this.members), ...this.values].filter(each => each.replace(/\D/g, '') === version);
    const near = nearestName(value, candidates);
    return Object.keys(this.members).find(member => member === near || this.members[member] === near);
  }
}

/** Whether the installed cdk8s-plus-28 has a member that the release behind the table did not have. */
function isNewer(name: string, value: string): boolean {
  if (!name.startsWith('kplus.')) {
    return false;
  }
  // Loaded late: the command line checks its options with this module and never needs cdk8s-plus-28.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const installed = (require('cdk8s-plus-28') as { readonly [name: string]: object | undefined })[plainName(name)];
  return Object.values(installed ?? {}).includes(value);
}

/** An instance of a class, a subclass, or the same class in another copy of its library. */
export class ClassType implements GivenType {
  public readonly title: string;
  /** Results by constructor, so that further values of a class are checked by one look-up. */
  private readonly known = new WeakMap<object, boolean>();

  /** @param factories Parameters by the name of the factory; empty texts for classes of other libraries. */
  constructor(private readonly name: string, private readonly factories: Rows) {
    this.title = titleOf(name);
  }

  public help(value: unknown): string {
    const names = Object.keys(this.factories);
    if (MADE_ELSEWHERE[this.name] || names.length === 0) {
      return `give ${MADE_ELSEWHERE[this.name] ?? this.title}`;
    }
    const first = typeof value === 'string' ? nearestName(value, names) ?? this.taking(value) : this.taking(value);
    const ordered = first ? [first, ...names.filter(each => each !== first)] : names;
    const shown = ordered.slice(0, FACTORIES_SHOWN).map(factory => this.call(factory, value));
    return `use ${shown.length > 1 ? `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}` : shown[0]}`;
  }

  /** The factory that would accept the value as its argument. */
  private taking(value: unknown): string | undefined {
    const type = typeof value;
    return FROM_VALUE[`${this.name} ${type}`] ?? Object.keys(this.factories).find(name => this.takes(name, value));
  }

  private takes(factory: string, value: unknown): boolean {
    return new RegExp(`^\\w+: ${typeof value}(; \\w+: \\?.*)?$`).test(this.factories[factory]) && !/; \w+: [^?]/.test(this.factories[factory]);
  }

  private call(factory: string, value: unknown): string {
    const isNumber = typeof value === 'number' && Number.isFinite(value) && FROM_VALUE[`${this.name} number`] === factory;
    const given = isNumber || this.takes(factory, value) ? JSON.stringify(value) : this.factories[factory] === '' && !this.name.includes('.') ? '' : '…';
    return `${plainName(this.name)}.${factory}(${given})`;
  }

  public accepts(value: unknown): boolean {
    return typeof value === 'object' && value !== null && this.isInstance(value);
  }

  public explain(value: unknown, field: string): InputProblem[] {
    return this.accepts(value) ? [] : notOfType(this, value, field);
  }

  public read(value: unknown): unknown {
    return value;
  }

  private isInstance(value: object): boolean {
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === null || prototype === Object.prototype) {
      return false;
    }
    const known = this.known.get(prototype);
    if (known !== undefined) {
      return known;
    }
    const answer = classesOf(prototype).has(plainName(this.name));
    this.known.set(prototype, answer);
    return answer;
  }
}

/** The classes of an instance, by their jsii names and by their own. */
function classesOf(prototype: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (let each: object | null = prototype; each !== null; each = Object.getPrototypeOf(each) as object | null) {
    const { constructor } = each as { constructor?: unknown };
    if (typeof constructor === 'function') {
      names.add(markOf(constructor) ?? constructor.name);
    }
  }
  return names;
}

/** The jsii name of a class; undefined if it has none. */
export function markOf(type: object): string | undefined {
  const mark = Object.hasOwn(type, RTTI) ? (type as { [RTTI]?: { fqn?: string } })[RTTI] : undefined;
  return mark?.fqn?.split('.').at(-1);
}

/** Whether a value is a construct's `node`, and not some other property of that name. */
function isNode(value: unknown): boolean {
  return isObjectOrInstance(value) && isObjectOrInstance(value.root) && typeof value.path === 'string';
}

/** A behavioural interface of jsii: any object that has its members is valid. */
export class InterfaceType implements GivenType {
  public readonly title: string;
  private readonly members: readonly string[];

  /** @param rows Types by member; empty texts where it is enough that the member is there. */
  constructor(private readonly name: string, private readonly rows: Rows, private readonly typeOf: (name: string) => GivenType) {
    this.title = titleOf(name);
    this.members = Object.keys(rows);
  }

  public help(): string {
    return `give ${MADE_ELSEWHERE[this.name] ?? `an object with ${this.members.join(', ')}`}`;
  }

  public accepts(value: unknown): boolean {
    return isObjectOrInstance(value) && this.members.every(member => member in value && this.holds(member, value[member]));
  }

  private holds(member: string, value: unknown): boolean {
    return member === 'node' ? isNode(value) : this.rows[member] === '' || this.typeOf(this.rows[member]).accepts(value);
  }

  public explain(value: unknown, field: string): InputProblem[] {
    return this.accepts(value) ? [] : notOfType(this, value, field);
  }

  public read(value: unknown): unknown {
    return value;
  }
}

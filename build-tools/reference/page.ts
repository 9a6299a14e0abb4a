import { Api, Method, namedBy, Property, StructPart, Type } from './assembly';
import { construction, InLanguages, methodCall, snakeCase, staticCall, structIn } from './languages';
import { defaultInCell, docsInCell, paragraphs, summary, table, typeText } from './text';
import { Topic } from './topics';

const CONSTRUCT = 'constructs.Construct';
/** How people write the libraries that the types of others come from. */
const ALIASES: { readonly [library: string]: string } = { 'cdk8s-plus-28': 'kplus' };

/** A finding that says which constructs it is said of. */
export interface FindingOf {
  readonly id: string;
  readonly title: string;
  readonly appliesTo: readonly string[];
}

/** What pages link to beside each other. */
export interface Around {
  readonly findings: readonly FindingOf[];
  /** The sources of the examples by name. */
  readonly examples: ReadonlyMap<string, string>;
}

/** The page of a topic. */
export class Page {
  private readonly places: ReadonlyMap<string, string>;

  public constructor(private readonly api: Api, private readonly topic: Topic, topics: readonly Topic[], private readonly around: Around) {
    this.places = new Map(topics.flatMap(({ name, types }) => types.map(type => [type.fqn, name] as const)));
  }

  public render(): string {
    const types = this.inReadingOrder();
    return `${[this.head(types), ...types.map(type => this.ofType(type)), this.foot(types)].filter(each => each !== '').join('\n\n')}\n`;
  }

  private head(types: readonly Type[]): string {
    const { title, guide } = this.topic;
    const contents = types.map(type => this.link(type.fqn)).join(', ');
    return [
      '<!-- Written by `npx projen docgen`, from the docstrings of src. -->',
      `# ${title}: reference`,
      `What it is for, and why it is as it is: [${guide.replace(/^.*\/|\.md$/g, '')}](../${guide}). How names are written in each language: [languages](languages.md).`,
      `On this page: ${contents}.`,
    ].join('\n\n');
  }

  /** What tells about the page's constructs elsewhere. */
  private foot(types: readonly Type[]): string {
    const names = types.filter(type => this.isConstruct(type)).map(type => new RegExp(`\\b${type.name}\\b`));
    const findings = this.around.findings.filter(({ appliesTo }) => names.some(name => name.test(appliesTo.join(' '))));
    const used = new RegExp(`\\b(${types.map(type => type.name).join('|')})\\b`);
    const examples = [...this.around.examples].filter(([, source]) => (names.length > 0 ? names : [used]).some(name => name.test(source))).map(([name]) => `[${name}](../../examples/${name}/main.ts)`);
    return [
      ...(findings.length === 0 ? [] : ['## Findings', table(['id', 'what'], findings.map(({ id, title }) => [`[${id}](../rules/${id}.md)`, title]))]),
      ...(examples.length === 0 ? [] : ['## Examples', `${examples.join(', ')}.`]),
    ].join('\n\n');
  }

  /** Constructs first; then what they name, in the order in which they name it. */
  private inReadingOrder(): Type[] {
    const { types, title } = this.topic;
    const roots = [...types.filter(type => type.name === title), ...types.filter(type => this.isConstruct(type)), ...types.filter(type => type.kind === 'class'), ...types];
    const order = new Set<Type>();
    const visit = (type: Type): void => {
      if (!order.has(type)) {
        order.add(type);
        namedBy(type).map(fqn => types.find(each => each.fqn === fqn)).filter(each => each !== undefined).forEach(visit);
      }
    };
    roots.forEach(visit);
    return [...order];
  }

  private isConstruct(type: Type): boolean {
    return type.kind === 'class' && this.api.extends(type, CONSTRUCT);
  }

  private ofType(type: Type): string {
    const parts = [`## ${type.name}`, paragraphs(type.docs)];
    if (type.kind === 'enum') {
      parts.push(table(['member', 'what it is'], (type.members ?? []).map(({ name, docs }) => [`\`${name}\``, docsInCell(docs)])));
    } else if (type.datatype) {
      parts.push(this.ofStruct(type));
    } else {
      parts.push(this.ofClass(type));
    }
    return parts.filter(each => each !== '').join('\n\n');
  }

  private ofStruct(struct: Type): string {
    const written = structIn(this.api, struct);
    return [
      `Python \`${written.python}\` · Java \`${written.java}\` · Go \`${written.go}\``,
      ...this.api.partsOf(struct).map(part => this.ofPart(struct, part)),
    ].join('\n\n');
  }

  /** Properties of the struct in full; those of structs that it extends shortly, with the way there. */
  private ofPart(struct: Type, { from, by, properties }: StructPart): string {
    if (by === struct) {
      const ordered = [...properties].sort((one, other) => Number(one.optional ?? false) - Number(other.optional ?? false));
      const rows = ordered.map(property => this.row(property));
      return [...(from === struct ? [] : [`Of \`${this.foreign(from.fqn)}\`:`]), table(['property', 'type', 'default', 'what it is'], rows)].join('\n\n');
    }
    if (!this.api.isOwn(from.fqn)) {
      return `As every ${this.link(by.fqn)}, of \`${this.foreign(from.fqn)}\`: ${properties.map(({ name }) => `\`${name}\``).join(', ')}.`;
    }
    const rows = properties.map(({ name, optional, docs }) => [named(name), optional ? defaultInCell(docs) : '**required**', summary(docs)]);
    return `As every ${this.link(from.fqn)}:\n\n${table(['property', 'default', 'what it is'], rows)}`;
  }

  private row({ name, type, optional, docs }: Property): string[] {
    return [named(name), this.typeOf(type), optional ? defaultInCell(docs) : '**required**', docsInCell(docs)];
  }

  private ofClass(type: Type): string {
    const { properties = [], methods = [], initializer } = type;
    const constants = properties.filter(each => each.static);
    const members = properties.filter(each => !each.static);
    return [
      initializer === undefined || initializer.protected || type.abstract ? '' : this.ofConstructor(type),
      constants.length === 0 ? '' : table(
        ['constant', 'type', 'what it is'], constants.map(({ name, type: of, docs }) => [`\`${type.name}.${name}\``, this.typeOf(of), docsInCell(docs)]),
      ),
      ...methods.filter(each => each.static).map(method => this.ofMethod(type, method, `${type.name}.`, staticCall(this.api, type, method))),
      members.length === 0 ? '' : table(['property', 'type', 'what it is'], members.map(({ name, type: of, docs }) => [named(name), this.typeOf(of), docsInCell(docs)])),
      ...methods.filter(each => !each.static).map(method => this.ofMethod(type, method, '', methodCall(this.api, type, method))),
    ].filter(each => each !== '').join('\n\n');
  }

  private ofConstructor(type: Type): string {
    const calls = construction(this.api, type);
    const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
    const parameters = (type.initializer?.parameters ?? []).map(each => `- \`${each.name}\` (${this.typeOf(each.type)}${each.optional ? ', may be left out' : ''}): ${docsInCell(each.docs)}`);
    return [
      fence('ts', `${calls.typescript};`), fence('python', calls.python), fence('java', `${calls.java};`), fence('go', calls.go),
      ...(parameters.length === 0 ? [] : [parameters.join('\n')]),
    ].join('\n\n');
  }

  private ofMethod(type: Type, method: Method, prefix: string, calls: InLanguages): string {
    const { name, parameters = [], returns, docs } = method;
    const list = parameters.map(each => `${each.variadic ? '...' : ''}${each.name}${each.optional ? '?' : ''}`).join(', ');
    const lines = parameters.map(each => `- \`${each.name}\` (${this.typeOf(each.type)}${each.optional ? ', may be left out' : ''})${each.docs ? `: ${docsInCell(each.docs)}` : ''}`);
    const given = returns && !(returns.type.fqn === type.fqn && method.static)
      ? [`- returns ${this.typeOf(returns.type)}${returns.optional ? ', or nothing' : ''}${docs?.returns ? `: ${docsInCell({ summary: docs.returns })}` : ''}`] : [];
    return [
      `### ${prefix}${name}(${list})`, paragraphs(docs), [...lines, ...given].join('\n'),
      `Python \`${calls.python}\` · Java \`${calls.java}\` · Go \`${calls.go}\``,
    ].filter(each => each !== '').join('\n\n');
  }

  private typeOf(reference: Property['type']): string {
    return typeText(reference, fqn => this.link(fqn));
  }

  private link(fqn: string): string {
    const place = this.places.get(fqn);
    const name = fqn.split('.').pop()!;
    return place === undefined ? `\`${this.foreign(fqn)}\`` : `[${name}](${place === this.topic.name ? '' : `${place}.md`}#${name.toLowerCase()})`;
  }

  private foreign(fqn: string): string {
    const [library, ...names] = fqn.split('.');
    return [ALIASES[library] ?? library, ...names].join('.');
  }
}

/** A property, with its name in Python where that is another one: people look for either. */
function named(name: string): string {
  const python = snakeCase(name);
  return python === name ? `\`${name}\`` : `\`${name}\`<br>\`${python}\``;
}


/* eslint-disable no-bitwise -- the compiler tells the kind of a symbol and of a type by flags */
import * as path from 'path';
import * as ts from 'typescript';

/*
 * Reads from the compiler the types of all that users may pass: every struct, enum, class and interface that a parameter of a public constructor, static
 * factory or method reaches, of this library and its dependencies. jsii's assembly has the same, but only after a build.
 */

const ROOT = path.join(__dirname, '..');
/** How names of other libraries are written in the table. */
const LIBRARIES: { readonly [library: string]: string } = { 'cdk8s-plus-28': 'kplus', 'cdk8s': 'cdk8s', 'constructs': 'constructs' };

/** Members that the oldest supported releases of the dependencies lack: an object without them is valid too. */
const RECENT: ReadonlySet<string> = new Set(['with']);
/** The row of a struct that accepts further properties. */
const ANY_OTHER = '*';

type Rows = { [key: string]: string };
type Section = { [name: string]: Rows };

/** The table: sections of named types, each with a row for a property, member or parameter list. */
export interface GivenTypes {
  readonly structs: Section;
  readonly enums: Section;
  readonly classes: Section;
  readonly interfaces: Section;
}

const INDEX = path.join(ROOT, 'src/index.ts');

/** The program of `src/index.ts` and all that it imports. */
export function publicProgram(): ts.Program {
  return ts.createProgram([INDEX], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
  });
}

/** Reads `src/index.ts` and all that it exports. */
export function readGivenTypes(program = publicProgram()): GivenTypes {
  const reader = new Reader(program.getTypeChecker());
  reader.readModule(program.getSourceFile(INDEX)!);
  return reader.table;
}

/** The file that holds the table. */
export function renderGivenTypes(table: GivenTypes): string {
  const constants = Object.entries(table).map(([section, types]) =>
    `export const ${section.toUpperCase()}: Section = ${JSON.stringify(sorted(types), null, 2)};\n`);
  return ['// Written by `npm run given` from the types of the public face. docs/validation.md says what they are for.',
    'type Section = { readonly [name: string]: { readonly [key: string]: string } };\n', ...constants].join('\n');
}

function sorted(section: Section): Section {
  return Object.fromEntries(Object.entries(section).sort(([one], [other]) => one < other ? -1 : 1));
}

class Reader {
  public readonly table: GivenTypes = { structs: {}, enums: {}, classes: {}, interfaces: {} };

  constructor(private readonly checker: ts.TypeChecker) {}

  public readModule(file: ts.SourceFile): void {
    for (const exported of this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(file)!)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(exported) : exported;
      if (symbol.flags & ts.SymbolFlags.Class) {
        this.readClass(symbol);
      }
    }
  }

  /** Classes of this library, with their parameters, which are checked. */
  private readClass(symbol: ts.Symbol): void {
    const rows: Rows = this.table.classes[nameOf(symbol)] = {};
    const declaration = symbol.valueDeclaration as ts.ClassDeclaration;
    for (const member of declaration.members) {
      if ((!ts.isMethodDeclaration(member) && !ts.isConstructorDeclaration(member)) || isHidden(member)) {
        continue;
      }
      const isStatic = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static;
      const key = ts.isConstructorDeclaration(member) ? 'new' : `${isStatic ? '' : '#'}${member.name.getText()}`;
      rows[key] = member.parameters.map(parameter => this.readParameter(parameter)).join('; ');
    }
  }

  private readParameter(parameter: ts.ParameterDeclaration): string {
    if (parameter.dotDotDotToken) {
      throw new Error(`${parameter.getSourceFile().fileName}: ${parameter.getText()}: a variadic parameter is not read`);
    }
    const mark = parameter.questionToken !== undefined || parameter.initializer !== undefined ? '?' : '';
    return `${parameter.name.getText()}: ${mark}${this.read(this.checker.getTypeAtLocation(parameter))}`;
  }

  /** The name of a type in the table; adds the types it refers to. */
  private read(given: ts.Type): string {
    const type = this.checker.getNonNullableType(given);
    const simple = simpleType(type);
    if (simple) {
      return simple;
    }
    if (this.checker.isArrayType(type)) {
      return `${this.read(this.checker.getTypeArguments(type as ts.TypeReference)[0])}[]`;
    }
    const values = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    return values && type.getProperties().length === 0 ? `${this.read(values)}{}` : this.readNamed(type);
  }

  private readNamed(type: ts.Type): string {
    const symbol = enumOf(type.symbol);
    if (!symbol || !(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Enum | ts.SymbolFlags.Interface))) {
      throw new Error(`${this.checker.typeToString(type)}: a type that this reader does not know`);
    }
    const name = nameOf(symbol);
    if (symbol.flags & ts.SymbolFlags.Enum) {
      this.table.enums[name] ??= this.readEnum(symbol);
    } else if (symbol.flags & ts.SymbolFlags.Class) {
      this.table.classes[name] ??= this.factoriesOf(symbol);
    } else if (/^I[A-Z]/.test(symbol.name)) {
      // jsii's own convention: an interface of behaviour begins with I.
      this.table.interfaces[name] ??= Object.fromEntries(membersOf(type).map(member => [member.name, this.readMember(member)]));
    } else if (!this.table.structs[name]) {
      this.readStruct(name, type);
    }
    return name;
  }

  /** Text, or a class of this library, whose members are called: what else a member holds is not looked at. */
  private readMember(member: ts.Symbol): string {
    const type = this.checker.getTypeOfSymbol(member);
    const isOwnClass = type.symbol && type.symbol.flags & ts.SymbolFlags.Class && !nameOf(type.symbol).includes('.');
    return simpleType(type) === 'string' || isOwnClass ? this.read(type) : '';
  }

  private readStruct(name: string, type: ts.Type): void {
    const rows: Rows = this.table.structs[name] = {};
    for (const property of type.getProperties()) {
      const text = this.read(this.checker.getTypeOfSymbol(property));
      rows[property.name] = isOptional(property) ? `?${text}` : `${text} ${this.firstSentence(property)}`;
    }
    if (this.checker.getIndexTypeOfType(type, ts.IndexKind.String)) {
      rows[ANY_OTHER] = '?any';
    }
  }

  private readEnum(symbol: ts.Symbol): Rows {
    const members = (symbol.valueDeclaration as ts.EnumDeclaration).members;
    return Object.fromEntries(members.map(member => [member.name.getText(), String(this.checker.getConstantValue(member))]));
  }

  /** For a class of another library: only its factories. */
  private factoriesOf(symbol: ts.Symbol): Rows {
    const own = this.checker.getDeclaredTypeOfSymbol(symbol);
    const members = this.checker.getPropertiesOfType(this.checker.getTypeOfSymbol(symbol));
    const factories = members.filter(member => this.checker.getTypeOfSymbol(member).getCallSignatures().some(call => call.getReturnType() === own));
    return Object.fromEntries(factories.map(member => [member.name, '']));
  }

  private firstSentence(symbol: ts.Symbol): string {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).replace(/\s+/g, ' ').trim();
    return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
  }
}

function simpleType(type: ts.Type): string | undefined {
  const { Any, StringLike, NumberLike, BooleanLike, Enum, EnumLiteral } = ts.TypeFlags;
  if (type.flags & (Enum | EnumLiteral)) {
    return undefined;
  }
  const names: [ts.TypeFlags, string][] = [[Any, 'any'], [StringLike, 'string'], [NumberLike, 'number'], [BooleanLike, 'boolean']];
  return names.find(([flag]) => type.flags & flag)?.[1];
}

/** The type of an enum member is its enum. */
function enumOf(symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol && symbol.flags & ts.SymbolFlags.EnumMember ? (symbol as unknown as { parent: ts.Symbol }).parent : symbol;
}

function membersOf(type: ts.Type): ts.Symbol[] {
  return type.getProperties().filter(member => !isOptional(member) && !RECENT.has(member.name));
}

function isHidden(member: ts.ClassElement): boolean {
  const flags = ts.getCombinedModifierFlags(member);
  return Boolean(flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) || ts.getJSDocTags(member).some(tag => tag.tagName.text === 'internal');
}

function isOptional(symbol: ts.Symbol): boolean {
  return Boolean(symbol.flags & ts.SymbolFlags.Optional);
}

/** `Capacity` for ours, `kplus.Probe` for another library's. */
function nameOf(symbol: ts.Symbol): string {
  const file = symbol.declarations![0].getSourceFile().fileName;
  const library = /node_modules\/([^/]+)\//.exec(file)?.[1];
  if (library === undefined) {
    return symbol.name;
  }
  if (!LIBRARIES[library]) {
    throw new Error(`${symbol.name} of ${library}: a library that this reader does not know`);
  }
  return `${LIBRARIES[library]}.${symbol.name}`;
}

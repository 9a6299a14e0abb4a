/* eslint-disable no-bitwise -- the compiler tells the kind of a type by flags */
import { createRequire } from 'module';
import * as path from 'path';
import * as ts from 'typescript';
import { STRUCTS } from '../../src/given/types.generated';

interface PublicApi {
  exportedDeclarations(program: ts.Program, entry: string): Set<ts.Node>;
}

const { exportedDeclarations } = createRequire(__filename)('../../build-tools/public-api') as PublicApi;
const ROOT = path.resolve(__dirname, '../..');
const ENTRY = path.join(ROOT, 'src/index.ts');

/** Properties that a test cannot assert anything about, each with the reason. */
const EXCEPTIONS: { readonly [property: string]: string } = {};

/** Literals inside of literals that are followed: a container of a role, a claim in a list. */
const MOST_DEPTH = 4;

/** Every test file with what it imports; sources in `extra` are read as if they stood there. */
function testProgram(extra: { readonly [file: string]: string } = {}): ts.Program {
  const { config } = ts.readConfigFile(path.join(ROOT, 'test/tsconfig.json'), file => ts.sys.readFile(file));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, path.join(ROOT, 'test'));
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = file => extra[file] ?? readFile(file);
  host.fileExists = file => file in extra || ts.sys.fileExists(file);
  const roots = Object.keys(extra).length > 0 ? Object.keys(extra) : fileNames.filter(isTest);
  return ts.createProgram([ENTRY, ...roots], options, host);
}

function isTest(file: string): boolean {
  return file.startsWith(path.join(ROOT, 'test') + path.sep);
}

/** The properties that structs declare which users may pass, as `Struct.property`: STRUCTS leaves out what the library only returns. */
function publicProperties(program: ts.Program): Map<ts.Node, string> {
  const structs = [...exportedDeclarations(program, ENTRY)].filter(ts.isInterfaceDeclaration).filter(({ name }) => name.text in STRUCTS);
  return new Map(structs.flatMap(struct => struct.members.filter(ts.isPropertySignature)
    .map((member): [ts.Node, string] => [member, `${struct.name.text}.${member.name.getText()}`])));
}

/** Collects the declarations of properties that object literals set, by the types that the literals are passed for. */
class SetProperties {
  public readonly declarations = new Set<ts.Node>();

  constructor(private readonly checker: ts.TypeChecker) {}

  public readonly visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      this.readLiteral(node);
    } else if (ts.isExpression(node) && (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))) {
      this.readValue(node, this.checker.getContextualType(node));
    }
    ts.forEachChild(node, this.visit);
  };

  private readLiteral(literal: ts.ObjectLiteralExpression): void {
    const target = this.checker.getContextualType(literal);
    for (const member of literal.properties) {
      if (ts.isSpreadAssignment(member)) {
        this.readValue(member.expression, target);
      } else if (member.name && !ts.isComputedPropertyName(member.name)) {
        this.add(target, member.name.text);
      }
    }
  }

  /** A value that is no literal sets what the literals behind its type write out; a struct's own type tells nothing. */
  private readValue(value: ts.Expression, target: ts.Type | undefined): void {
    if (target && constituents(target).some(each => !(each.flags & ts.TypeFlags.Any))) {
      this.readType(this.checker.getTypeAtLocation(value), target, MOST_DEPTH);
    }
  }

  private readType(source: ts.Type, target: ts.Type, depth: number): void {
    const elements = constituents(target).flatMap(each => this.elementsOf(each));
    for (const type of depth > 0 ? constituents(source) : []) {
      for (const element of this.elementsOf(type)) {
        elements.forEach(each => this.readType(element, each, depth - 1));
      }
      for (const property of type.flags & ts.TypeFlags.Object ? type.getProperties() : []) {
        const literal = property.declarations?.find(ts.isObjectLiteralElementLike);
        if (literal) {
          this.add(target, property.name);
          constituents(target).flatMap(each => each.getProperty(property.name) ?? [])
            .forEach(each => this.readType(this.checker.getTypeOfSymbol(property), this.checker.getTypeOfSymbol(each), depth - 1));
        }
      }
    }
  }

  private elementsOf(type: ts.Type): readonly ts.Type[] {
    return this.checker.isArrayType(type) || this.checker.isTupleType(type) ? this.checker.getTypeArguments(type as ts.TypeReference) : [];
  }

  private add(target: ts.Type | undefined, name: string): void {
    for (const type of target ? constituents(target) : []) {
      type.getProperty(name)?.declarations?.forEach(declaration => this.declarations.add(declaration));
    }
  }
}

function constituents(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function untested(program: ts.Program): string[] {
  const set = new SetProperties(program.getTypeChecker());
  program.getSourceFiles().filter(({ fileName }) => isTest(fileName)).forEach(set.visit);
  return [...publicProperties(program)].filter(([declaration]) => !set.declarations.has(declaration)).map(([, name]) => name);
}

test('every property of a public struct is set by a test', () => {
  expect(untested(testProgram()).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
}, 300_000);

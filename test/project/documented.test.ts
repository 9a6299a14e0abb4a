import * as fs from 'fs';
import { createRequire } from 'module';
import * as path from 'path';
import * as ts from 'typescript';
import { publicProgram, readGivenTypes, renderGivenTypes } from '../../build-tools/given-types';

interface PublicApi {
  exportedDeclarations(program: ts.Program, entry: string): Set<ts.Node>;
  isPublic(member: ts.Node): boolean;
}

interface UnionRule {
  unionsOf(member: ts.Node, checker: ts.TypeChecker): ts.Type[];
}

const { exportedDeclarations, isPublic } = createRequire(__filename)('../../build-tools/public-api') as PublicApi;
const { unionsOf } = createRequire(__filename)('../../build-tools/eslint-rules/no-exported-unions') as UnionRule;
const ROOT = path.resolve(__dirname, '../..');

type Declared = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.EnumDeclaration;

function isDeclared(node: ts.Node): node is Declared {
  return ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node);
}

const entry = path.join(ROOT, 'src/index.ts');

function description(node: ts.Node): string {
  return ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).map(doc => ts.getTextOfJSDocComment(doc.comment) ?? '').join('').trim();
}

function place(node: ts.Node, name: string): string {
  const file = node.getSourceFile();
  return `${path.relative(ROOT, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${name}`;
}

/** Members with their names; constructors say what they take by the types of their parameters. */
function membersOf(declared: Declared): [member: ts.Node, name: string][] {
  return [...declared.members]
    .filter(member => !ts.isConstructorDeclaration(member) && isPublic(member))
    .map(member => [member, `${declared.name?.text}.${member.name?.getText()}`]);
}

const program = publicProgram();
const declarations = [...exportedDeclarations(program, entry)].filter(isDeclared);

test('there is an API', () => {
  expect(declarations.map(each => each.name?.text)).toContain('LeaderWorkerGroup');
});

test('every exported class, interface and enum says what it is', () => {
  const silent = declarations.filter(each => description(each) === '').map(each => place(each, each.name?.text ?? ''));
  expect(silent).toEqual([]);
});

test('every public member says what it is', () => {
  const silent = declarations.flatMap(membersOf).filter(([member]) => description(member) === '').map(([member, name]) => place(member, name));
  expect(silent).toEqual([]);
});

test('every optional property of a struct says what happens without it', () => {
  const silent = declarations.filter(ts.isInterfaceDeclaration).flatMap(membersOf)
    .filter(([member]) => ts.isPropertySignature(member) && member.questionToken)
    .filter(([member]) => !ts.getJSDocTags(member).some(tag => tag.tagName.text === 'default'))
    .map(([member, name]) => place(member, name));
  expect(silent).toEqual([]);
});

test('the table of types that props are checked by is up to date: npm run given writes it', () => {
  const written = fs.readFileSync(path.join(ROOT, 'src/given/types.generated.ts'), 'utf8');
  expect(written).toBe(renderGivenTypes(readGivenTypes(program)));
});

// jsii compiles a union without a word, and every other language then sees `any` (build-tools/eslint-rules/no-exported-unions.js).
test('no member of the API is a union', () => {
  const checker = program.getTypeChecker();
  const unions = declarations.filter(each => !ts.isEnumDeclaration(each)).flatMap(each => [...each.members].filter(isPublic))
    .flatMap(member => unionsOf(member, checker).map(type => place(member, `${member.getText().split('\n')[0]} exposes ${checker.typeToString(type)}`)));
  expect(unions).toEqual([]);
});

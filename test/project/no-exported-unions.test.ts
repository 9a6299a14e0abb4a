import { createRequire } from 'module';
import * as path from 'path';
import { Linter, Rule } from 'eslint';
import * as ts from 'typescript';

const load = createRequire(__filename);
const parser = load('@typescript-eslint/parser') as Linter.Parser;
const rule = load('../../build-tools/eslint-rules/no-exported-unions') as Rule.RuleModule;

const ROOT = path.resolve(__dirname, '../..');
const API = path.join(ROOT, 'src/api.ts');
const INDEX = path.join(ROOT, 'src/index.ts');

const OPTIONS: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, strict: true, types: [], noEmit: true };

/** Parsed once: it is most of the work. */
const library = new Map<string, ts.SourceFile | undefined>();

function standard(file: string, parse: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  if (!library.has(file)) {
    library.set(file, parse());
  }
  return library.get(file);
}

/** Lints `src/api.ts` of a library of two files that exist in memory only, beside the real standard library. */
function lint(api: string, index = "export * from './api';"): string[] {
  const sources = new Map([[API, api], [INDEX, index]]);
  const host = ts.createCompilerHost(OPTIONS, true);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = file => sources.has(file) || fileExists(file);
  host.readFile = file => sources.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) => {
    const text = sources.get(file);
    return text === undefined ? standard(file, () => getSourceFile(file, ...rest)) : ts.createSourceFile(file, text, rest[0], true);
  };
  const program = ts.createProgram([INDEX, API], OPTIONS, host);
  const messages = new Linter({ cwd: ROOT, configType: 'flat' }).verify(api, {
    files: ['**/*.ts'],
    languageOptions: { parser, parserOptions: { programs: [program] } },
    plugins: { local: { rules: { 'no-exported-unions': rule } } },
    rules: { 'local/no-exported-unions': 'error' },
  }, { filename: API });
  return messages.map(message => `${message.line}: ${message.message}`);
}

describe('a union in the exported API is refused', () => {
  test.each([
    ['a property', 'export interface Props { readonly port: string | number }', "'Props.port' exposes the union 'string | number'"],
    ['an optional property', 'export interface Props { readonly port?: string | number }', "'Props.port'"],
    ['literals, which want an enum', "export interface Props { readonly mode: 'a' | 'b' }", "'Props.mode'"],
    ['an alias', 'export type Port = string | number; export interface Props { readonly port: Port }', "'Props.port'"],
    ['elements of an array', 'export interface Props { readonly ports: (string | number)[] }', "'Props.ports'"],
    ['elements of a readonly array', 'export interface Props { readonly ports: readonly (string | number)[] }', "'Props.ports'"],
    ['values of a map', 'export interface Props { readonly env: { [key: string]: string | number } }', "'Props.env'"],
    ['a parameter', 'export class Job { public run(port: string | number): void { void port; } }', "'Job.run'"],
    ['a parameter of a static factory', 'export class Job { public static of(port: string | number): void { void port; } }', "'Job.of'"],
    ['a constructor', 'export class Job { constructor(port: string | number) { void port; } }', "'Job.constructor'"],
    ['a protected member', 'export class Job { protected port: string | number = 1; }', "'Job.port'"],
    ['a getter', "export class Job { public get port(): string | number { return 'a'; } }", "'Job.port'"],
    ['an inferred return type', "export class Job { public port(flag: boolean) { return flag ? 'a' : 1; } }", "'Job.port'"],
    ['a promise', 'export class Job { public port(): Promise<string | number> { return Promise.resolve(1); } }', "'Job.port'"],
    ['a base that is not exported', 'class Base { public port: string | number = 1; } export class Job extends Base {}', "'Base.port'"],
  ])('%s', (_what, api, expected) => {
    expect(lint(api)).toEqual([expect.stringContaining(expected)]);
  });

  test('behind `export * as`', () => {
    expect(lint('export interface Props { readonly port: string | number }', "export * as checks from './api';")).toHaveLength(1);
  });

  test('every member is named', () => {
    const messages = lint('export interface Props {\n  readonly a: string | number;\n  readonly b: boolean;\n  readonly c: 1 | 2;\n}');
    expect(messages.map(message => message[0])).toEqual(['2', '4']);
  });
});

describe('what is no union for a caller is left alone', () => {
  test.each([
    ['an optional property', 'export interface Props { readonly port?: number }'],
    ['undefined and null', 'export interface Props { readonly port: number | undefined; readonly host: string | null }'],
    ['booleans and enums', 'export enum Mode { A, B } export interface Props { readonly on?: boolean; readonly mode?: Mode; readonly modes: Mode[] }'],
    ['private members', "export class Job { private mode: 'a' | 'b' = 'a'; public get on() { return this.mode === 'a'; } }"],
    ['internal members', 'export class Job { /** @internal */ public _port: string | number = 1; }'],
    ['a class of other packages', 'export interface Props { readonly at: Date; readonly pattern: RegExp; readonly names: string[] }'],
    ['a class that holds itself', 'export class Tree { public readonly children: Tree[] = []; public parent?: Tree; }'],
  ])('%s', (_what, api) => {
    expect(lint(api)).toEqual([]);
  });

  test('a module that the index does not export', () => {
    expect(lint('export interface Plan { readonly port: string | number }', 'export const VERSION = 1;')).toEqual([]);
  });

  test('names that the index does not pick', () => {
    const api = 'export interface Plan { readonly port: string | number } export interface Props { readonly port: number }';
    expect(lint(api, "export { Props } from './api';")).toEqual([]);
  });
});

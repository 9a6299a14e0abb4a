import * as path from 'path';
import * as ts from 'typescript';
import { Program } from './expression';
import { print } from './printer';

const ROOT = path.resolve(__dirname, '../..');

/** A folder from which the imports of a program resolve as they do for its users. */
const FOLDER = path.join(ROOT, 'cluster/fuzz');

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  stripInternal: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  types: ['node'],
  paths: { 'cdk8s-ai-workloads': [path.join(ROOT, 'src/index.ts')] },
};

/**
 * Asks the compiler whether programs are such as people can write. What it refuses is nobody's input: a program that fails only without a
 * required property is no failure.
 */
export class TypeChecker {
  private version = 0;
  private text = '';
  private readonly file = path.join(FOLDER, 'checked-program.ts');
  private readonly service = ts.createLanguageService(this.host(), ts.createDocumentRegistry());

  /** What the compiler says; nothing when the program is well typed. */
  problems(program: Program): string[] {
    this.version++;
    this.text = print(program);
    return [...this.service.getSyntacticDiagnostics(this.file), ...this.service.getSemanticDiagnostics(this.file)]
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  }

  private host(): ts.LanguageServiceHost {
    return {
      getScriptFileNames: () => [this.file],
      getScriptVersion: file => (file === this.file ? String(this.version) : '0'),
      getScriptSnapshot: file => {
        const text = file === this.file ? this.text : ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => ROOT,
      getCompilationSettings: () => OPTIONS,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: file => file === this.file || ts.sys.fileExists(file),
      readFile: file => (file === this.file ? this.text : ts.sys.readFile(file)),
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    };
  }
}

import * as fs from 'fs';
import * as path from 'path';
import * as ts from 'typescript';
import { Rule } from '../../../../src/lint/rules/rule';
import { folderOf, RULES_FOLDER } from '../fixture';

const OPTIONS: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, esModuleInterop: true };

/** The modules of src/lint/rules from changed sources; what they import from elsewhere is the real thing. */
export class ChangedRules {
  private readonly modules = new Map<string, object>();

  /**
   * @param change makes another source of the source of a file, whose path begins at the folder of the rules.
   * @param globals what changed sources call.
   */
  constructor(
    private readonly change: (file: string, text: string) => string,
    private readonly globals: object,
    private readonly real: (module: string) => unknown,
  ) {}

  /** The rule of a folder. */
  public rule(folder: string): Rule {
    return Object.values(this.load(path.join(RULES_FOLDER, folderOf(folder), 'rule'))).find(each => typeof each === 'object' && 'check' in each) as Rule;
  }

  private load(module: string): object {
    const known = this.modules.get(module);
    if (known) {
      return known;
    }
    const exported = {};
    this.modules.set(module, exported);
    const file = `${module}.ts`;
    const text = this.change(path.relative(RULES_FOLDER, file), fs.readFileSync(file, 'utf8'));
    const code = ts.transpileModule(text, { compilerOptions: OPTIONS }).outputText;
    const run = new Function('exports', 'require', ...Object.keys(this.globals), code);
    run(exported, (name: string) => this.required(name.startsWith('.') ? path.resolve(path.dirname(file), name) : name), ...Object.values(this.globals));
    return exported;
  }

  private required(module: string): unknown {
    return module.startsWith(RULES_FOLDER + path.sep) ? this.load(module) : this.real(module);
  }
}

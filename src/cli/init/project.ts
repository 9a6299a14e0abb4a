import * as fs from 'fs';
import * as path from 'path';
import { CI, CiName, LanguageName, LANGUAGES } from './languages';
import { packageFolder } from '../../lint/report/release';

/** A project that is not written yet: its files by their paths, in the order in which people read them. */
export interface Project {
  readonly files: ReadonlyMap<string, string>;
  /** Commands from the empty folder to checked manifests. */
  readonly commands: readonly string[];
}

/** npm leaves files of this name out of packages, so the template has another one. */
const RENAMED: { readonly [template: string]: string } = { gitignore: '.gitignore' };

/** The files of a project, from the templates of the package. */
export function projectOf(name: string, language: LanguageName, ci: CiName): Project {
  const words = wordsOf(name, language, ci);
  const files = [language, 'common', ci].flatMap(folder => templatesIn(path.join(packageFolder(), 'templates', 'init', folder)));
  const texts = files.map(({ target, text }) => [target, filled(text, words)] as const);
  const { install, synth, lint } = words;
  return { files: new Map(texts.sort(([one], [other]) => one < other ? -1 : 1)), commands: [install, synth, lint] };
}

/** What stands for the places in the templates. Versions are those that this package was built and tested with, and its own. */
function wordsOf(name: string, language: LanguageName, ci: CiName): Readonly<Record<string, string>> {
  const { version, devDependencies } = JSON.parse(fs.readFileSync(path.join(packageFolder(), 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const { githubSetup, gitlabSetup, ciInstall, ...texts } = LANGUAGES[language];
  const ofLanguage = Object.fromEntries(Object.entries(texts).map(([word, text]) => [word, text.replace('{{version}}', version)]));
  return {
    ...ofLanguage,
    ciInstall: ciInstall ?? texts.install,
    githubSetup: githubSetup.map(line => `    ${line}`).join('\n'),
    gitlabSetup: gitlabSetup.map(line => `  ${line}`).join('\n'),
    name,
    language,
    ci: CI[ci],
    version,
    cdk8s: devDependencies.cdk8s,
    cdk8sPlus: devDependencies['cdk8s-plus-28'],
    cdk8sCli: devDependencies['cdk8s-cli'],
    constructs: devDependencies.constructs,
    typescript: devDependencies.typescript,
    typesOfNode: devDependencies['@types/node'],
  };
}

function templatesIn(folder: string): { readonly target: string; readonly text: string }[] {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).map(entry => {
    const file = path.join(entry.parentPath, entry.name);
    const target = path.join(path.dirname(path.relative(folder, file)), RENAMED[entry.name] ?? entry.name);
    return { target: target.split(path.sep).join('/'), text: fs.readFileSync(file, 'utf8') };
  });
}

/** Fills the places of a template; a line of which nothing is left goes with its place. */
function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/^[ \t]*\{\{(\w+)\}\}\n/gm, (line, word: string) => words[word] === '' ? '' : line)
    .replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
      if (words[word] === undefined) {
        throw new Error(`a template has a place {{${word}}} that nothing fills`);
      }
      return words[word];
    });
}

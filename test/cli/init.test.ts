import * as fs from 'fs';
import * as path from 'path';
import { parseAllDocuments } from 'yaml';
import { cdk8sAi, folderOf } from './program';
import { blocks } from '../../build-tools/readme';

const ROOT = path.resolve(__dirname, '../..');
const TEMPLATES = path.join(ROOT, 'templates', 'init');
const read = (...names: string[]) => fs.readFileSync(path.join(...names), 'utf8');
const LANGUAGES = ['typescript', 'python', 'go', 'java'];
const CI: { readonly [name: string]: string } = { github: '.github/workflows/manifests.yml', gitlab: '.gitlab-ci.yml' };
const { version, devDependencies } = JSON.parse(read(ROOT, 'package.json'));

const filesIn = (folder: string) => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => fs.statSync(path.join(folder, name)).isFile()).map(name => name.split(path.sep).join('/')).sort();

/** A project in a folder of its own. */
async function project(language: string, ci = 'github') {
  const folder = folderOf({});
  const run = await cdk8sAi(folder, 'init', 'llm', '--language', language, '--ci', ci);
  expect([run.status, run.stderr]).toEqual([0, '']);
  return { folder: path.join(folder, 'llm'), ...run };
}

const WAYS = LANGUAGES.flatMap(language => Object.keys(CI).map(ci => [language, ci]));

test.each(WAYS)('a project in %s with CI of %s: its files are those that are told, its YAML and JSON can be read, no place is left', async (language, ci) => {
  const { folder, stdout } = await project(language, ci);
  const files = filesIn(folder);
  expect(files.filter(file => !stdout.includes(`  ${file}\n`))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(['.cdk8s-ai.yaml', '.gitignore', '.pre-commit-config.yaml', 'README.md', 'cdk8s.yaml', 'gitops/argo-cd.yaml', 'gitops/flux.yaml', CI[ci]]));
  expect(files.filter(file => Object.values(CI).includes(file))).toEqual([CI[ci]]);
  for (const file of files) {
    const text = read(folder, file);
    expect(`${file}: ${/\{\{\w+\}\}|undefined/.exec(text)?.[0]}`).toBe(`${file}: undefined`);
    expect(/^\n|\n\n$|[^\n]$/.test(text) ? file : '').toBe('');
    if (/\.ya?ml$/.test(file)) {
      expect(parseAllDocuments(text).flatMap(document => [...document.errors, ...document.warnings])).toEqual([]);
    } else if (file.endsWith('.json')) {
      JSON.parse(text);
    }
  }
});

/** Commands that a build server runs. */
function commandsOf(folder: string, ci: string): string[] {
  const [document] = parseAllDocuments(read(folder, CI[ci])).map(each => each.toJS());
  const steps: readonly (string | { readonly run?: string })[] = ci === 'github' ? document.jobs.manifests.steps : document.manifests.script;
  return steps.map(step => typeof step === 'string' ? step : step.run ?? '').filter(text => text !== '').map(text => text.trim());
}

test.each(WAYS)('CI of a project in %s on %s installs, synthesises, compares, lints and tests, as its README says', async (language, ci) => {
  const { folder, stdout } = await project(language, ci);
  const [install, synth, lint, test] = /```shell\n([\s\S]*?)\n```/.exec(read(folder, 'README.md'))![1].split('\n');
  const commands = commandsOf(folder, ci);
  const atEnd = commands.slice(-4);
  expect([atEnd[0], atEnd[1], atEnd[2].replace(/ --\S+( github)?$/, ''), atEnd[3]]).toEqual([synth, 'git add --all dist && git diff --cached --exit-code -- dist', lint, test]);
  expect([install, 'npm ci', 'go mod download']).toContain(commands.at(-5));
  expect(stdout).toContain(`  cd llm\n  ${install}\n  ${synth}\n  ${lint}\n`);
});

test('what its commands name is there: scripts of npm, files of Python, the class of Java', async () => {
  const typescript = await project('typescript');
  const { scripts } = JSON.parse(read(typescript.folder, 'package.json'));
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['synth', 'lint', 'test']));
  const named = Object.values<string>(scripts).join(' ').match(/\S+\.ts\b/g)!;
  expect(named.filter(file => !fs.existsSync(path.join(typescript.folder, file)))).toEqual([]);
  const python = await project('python');
  expect(commandsOf(python.folder, 'github').join(' ').match(/\S+\.(py|txt)\b/g)!.filter(file => !fs.existsSync(path.join(python.folder, file)))).toEqual([]);
  const java = await project('java');
  const [, main] = /<exec\.mainClass>(.*)<\/exec\.mainClass>/.exec(read(java.folder, 'pom.xml'))!;
  expect(fs.existsSync(path.join(java.folder, 'src/main/java', `${main.replace(/\./g, '/')}.java`))).toBe(true);
});

test.each(LANGUAGES)('versions of a project in %s are those of the package', async language => {
  const { folder } = await project(language);
  const texts = Object.fromEntries(filesIn(folder).map(file => [file, read(folder, file)]));
  expect(texts['cdk8s.yaml']).toContain(`  version: ${version}\n`);
  expect(texts['.pre-commit-config.yaml']).toContain(`["cdk8s-ai-workloads@${version}"]`);
  const [file, pinned] = {
    typescript: ['package.json', `"cdk8s-ai-workloads": "${version}"`],
    python: ['requirements.txt', `cdk8s-ai-workloads==${version}\n`],
    go: ['go.mod', `cdk8saiworkloads v${version}\n`],
    java: ['pom.xml', `<version>${version}</version>`],
  }[language]!;
  expect(texts[file]).toContain(pinned);
  if (language === 'typescript') {
    const { dependencies, devDependencies: dev } = JSON.parse(texts['package.json']);
    expect(dependencies.cdk8s).toBe(`^${devDependencies.cdk8s}`);
    expect([dev.typescript, dev['@types/node']]).toEqual([devDependencies.typescript, devDependencies['@types/node']]);
  }
});

test('no command asks the registry for a package of the program\'s name', async () => {
  for (const language of ['python', 'go', 'java']) {
    const { folder } = await project(language);
    expect(filesIn(folder).filter(file => /npx cdk8s-ai/.test(read(folder, file)))).toEqual([]);
  }
});

test('the apps are those that the languages suite runs, and in TypeScript that of the README', () => {
  expect(read(TEMPLATES, 'python/first_group.py')).toBe(read(ROOT, 'languages/python/apps/first_group.py'));
  expect(read(TEMPLATES, 'go/first_group.go')).toBe(read(ROOT, 'languages/go/first_group.go'));
  const ofJava = 'src/main/java/org/example/FirstGroup.java';
  expect(read(TEMPLATES, 'java', ofJava)).toBe(read(ROOT, 'languages/java', ofJava));
  const [, imports, body] = /^([\s\S]*?)\n\n\/\*\*[^\n]*\*\/\nexport function build\(app: App\): void \{\n([\s\S]*)\n\}\n$/.exec(read(TEMPLATES, 'typescript/first-group.ts'))!;
  const program = `${imports}\n\nconst app = new App();\n${body.replace(/^ {2}/gm, '')}\n\nconsole.log(llama.explain());\napp.synth();`;
  expect(program.replace('new LeaderWorkerGroup', 'const llama = new LeaderWorkerGroup')).toBe(blocks('first-group')[0]);
});

test('nothing is overwritten: what is in the way is named, and nothing is written', async () => {
  const folder = folderOf({ 'llm/README.md': 'mine', 'llm/.gitignore': 'dist', 'llm/other': '' });
  const run = await cdk8sAi(folder, 'init', 'llm', '--language', 'go');
  expect(run).toEqual({ status: 2, stdout: '', stderr: 'cdk8s-ai: nothing is written: in the way are llm/.gitignore, llm/README.md\n  move what is there, or name another folder\n' });
  expect(filesIn(folder)).toEqual(['llm/.gitignore', 'llm/README.md', 'llm/other']);
  expect(read(folder, 'llm/README.md')).toBe('mine');
});

test('a file where a folder has to be is in the way, and so is a link that leads nowhere', async () => {
  const folder = folderOf({ 'llm': '', 'other/.github': '' });
  expect((await cdk8sAi(folder, 'init', 'llm', '--language', 'go')).stderr).toContain('in the way is llm\n');
  expect((await cdk8sAi(folder, 'init', 'other', '--language', 'go')).stderr).toContain('in the way is other/.github\n');
  fs.mkdirSync(path.join(folder, 'third'));
  fs.symlinkSync('nowhere', path.join(folder, 'third', 'go.mod'));
  expect((await cdk8sAi(folder, 'init', 'third', '--language', 'go')).stderr).toContain('in the way is third/go.mod\n');
  expect(filesIn(path.join(folder, 'other'))).toEqual(['.github']);
});

test('--dry-run lists the same files and writes nothing', async () => {
  const folder = folderOf({});
  const dry = await cdk8sAi(folder, 'init', '--language', 'python', '--dry-run');
  expect(filesIn(folder)).toEqual([]);
  const run = await cdk8sAi(folder, 'init', '--language', 'python');
  expect([dry.status, dry.stdout]).toEqual([0, run.stdout.replace('Wrote', 'Would write')]);
  expect(run.stdout).not.toContain('  cd ');
  expect(filesIn(folder)).toHaveLength(12);
});

test.each([
  [[], 'init needs a language\n  say --language typescript, python, go or java'],
  [['--language', 'rust'], '--language rust: takes typescript, python, go or java'],
  [['--language', 'go', '--ci', 'jenkins'], '--ci jenkins: takes github or gitlab'],
  [['a', 'b', '--language', 'go'], 'init takes one folder, and got a, b'],
  [['--langage', 'go'], 'unknown option --langage\n  did you mean --language?'],
])('init %j ends with 2 and says why', async (args, message) => {
  const folder = folderOf({});
  const run = await cdk8sAi(folder, 'init', ...args);
  expect(run).toEqual({ status: 2, stdout: '', stderr: `cdk8s-ai: ${message}\n` });
  expect(filesIn(folder)).toEqual([]);
});

test.each([
  ['Llama 70B', 'llama-70b'],
  ['8x', 'x'],
  ['日本', 'ai-workloads'],
])('the folder %s makes a project that registries take: %s', async (folder, name) => {
  const run = await cdk8sAi(folderOf({}), 'init', folder, '--language', 'typescript', '--dry-run');
  expect(run.stdout).toContain(`into ${folder}\n`);
  const place = folderOf({});
  await cdk8sAi(place, 'init', folder, '--language', 'typescript');
  expect(JSON.parse(read(place, folder, 'package.json')).name).toBe(name);
});

test('the GitOps samples and the settings pass the checks', async () => {
  const { folder } = await project('python');
  const run = await cdk8sAi(folder, 'lint', 'gitops', '--severity', 'warning');
  expect([run.status, run.stderr]).toEqual([0, '']);
});

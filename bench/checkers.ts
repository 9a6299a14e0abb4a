/*
 * How many of the mistakes that have a rule here kubeconform and kube-score find in the same YAML, and how many of the manifests that an API server refuses:
 * `npm run checkers`. Prints a table; --write puts it into docs/compared.md, --each also lists what they find of which rule.
 */
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { stringify } from 'yaml';
import { byKubeconform, byKubeScore } from './ask-checkers';
import { CustomResourceDefinition, writeCustomSchemas } from './kubernetes-schemas';
import { ROOT } from './library';
import { foundIn, Mistake, mistakes, Part, Said } from './mistakes';
import { goTool, KUBE_SCORE, KUBECONFORM, schemaFolder } from './other-tools';
import { casesOf } from '../cluster/fuzz-checks/cases';
import { ourVerdict } from '../cluster/fuzz-checks/verdict';
import { customResourceDefinitions } from '../cluster/harness/crds';

const PAGE = path.join(ROOT, 'docs/compared.md');
const TABLE = /(<!-- found by checkers -->\n)[\s\S]*?(\n<!-- end of found by checkers -->)/;
const MINOR = '1.36';
const [CASES, SEED] = [6_000, 20261128];

/** Classes of findings that are counted together. */
const CLASSES: readonly (readonly [title: string, classes: readonly string[]])[] = [
  ['a rule here: the API server refuses it, or drops a field', ['rejected', 'dropped']],
  ['a rule here: accepted, and can never work, or loses data', ['broken', 'lossy']],
  ['a rule here: works until a bad day', ['risky', 'advice']],
];

interface Tools {
  readonly kubeconform: string;
  readonly kubeScore: string;
  readonly schemas: string;
}

async function toolsIn(folder: string): Promise<Tools> {
  const [kubeconform, kubeScore, schemas] = [goTool('kubeconform', KUBECONFORM), goTool('kube-score', KUBE_SCORE), schemaFolder(path.join(folder, 'schemas'), 'all')];
  if (kubeconform === undefined || kubeScore === undefined || schemas === undefined) {
    throw new Error('nothing is compared without both tools and the schemas, which are made with Go');
  }
  writeCustomSchemas(await customResourceDefinitions() as unknown as CustomResourceDefinition[], schemas);
  return { kubeconform, kubeScore, schemas };
}

/** Mutated manifests that a server of the minor refuses, or drops a part of: in the words of the checks here, whose agreement with servers is measured. */
function refused(): { readonly mutation: string; readonly part: Part }[] {
  return casesOf({ cases: CASES, seed: SEED, minors: [MINOR], probes: [] })
    .filter(({ mutation, body }) => mutation !== 'other minors' && ourVerdict(body, MINOR).is !== 'accepted')
    .map(({ mutation, body }, index) => ({ mutation, part: { file: `mutated-${index}`, text: stringify(body) } }));
}

function rowsOfMistakes(all: readonly Mistake[], conform: Said, score: Said): string[] {
  const count = (those: readonly Mistake[], said: Said) => those.filter(each => foundIn(each, said).length > 0).length;
  return CLASSES.map(([title, classes]) => {
    const those = all.filter(each => classes.includes(each.class));
    return `| ${title} | ${those.length} | ${count(those, conform)} | ${count(those, score)} |`;
  });
}

function rowsOfMutated(all: ReturnType<typeof refused>, conform: Said): string[] {
  const row = (title: string, those: typeof all) => `| ${title} | ${those.length} | ${those.filter(({ part }) => conform.has(part)).length} | |`;
  return [row(`changed at random, and a server of ${MINOR} refuses it or drops a part`, all),
    ...[...new Set(all.map(({ mutation }) => mutation))].map(mutation => row(`… of these: ${mutation}`, all.filter(each => each.mutation === mutation)))];
}

function versionOf(module: string): string {
  return module.split('@v')[1];
}

async function main(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'checkers-'));
  try {
    const { kubeconform, kubeScore, schemas } = await toolsIn(folder);
    const [all, mutated] = [mistakes(), refused()];
    const parts = [...new Set(all.flatMap(({ others, bad, good }) => [...others, ...bad, ...good]))];
    const conform = byKubeconform(kubeconform, schemas, parts, path.join(folder, 'fixtures'));
    const score = byKubeScore(kubeScore, MINOR, parts);
    const ofMutated = byKubeconform(kubeconform, schemas, mutated.map(({ part }) => part), path.join(folder, 'mutated'));
    console.error(`${all.length} rules, ${parts.length} manifests; kubeconform has no schema for ${[...new Set([...conform.skipped, ...ofMutated.skipped])].join(', ') || 'none'}`);
    if (process.argv.includes('--each')) {
      all.forEach(each => console.error([each.id, each.class, `kubeconform: ${foundIn(each, conform.said).join(' | ')}`, `kube-score: ${foundIn(each, score).join(' | ')}`].join('\t')));
    }
    const table = [
      `| mistake | how many | kubeconform ${versionOf(KUBECONFORM)} | kube-score ${versionOf(KUBE_SCORE)} |`, '| --- | ---: | ---: | ---: |',
      ...rowsOfMistakes(all, conform.said, score), ...rowsOfMutated(mutated, ofMutated.said),
    ].join('\n');
    console.log(table);
    process.argv.includes('--write') && write(table);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function write(table: string): void {
  const page = fs.readFileSync(PAGE, 'utf8');
  if (!TABLE.test(page)) {
    throw new Error(`${PAGE}: no place for the table between <!-- found by checkers --> and <!-- end of found by checkers -->`);
  }
  fs.writeFileSync(PAGE, page.replace(TABLE, (_all, before: string, after: string) => before + table + after));
}

void main();

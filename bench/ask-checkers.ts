import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { Part, Said } from './mistakes';

const MEGABYTE = 1024 * 1024;
/** Grades of kube-score: 1 critical, 5 warning, 10 all well. */
const WARNING = 5;

interface Resource {
  readonly filename: string;
  readonly kind: string;
  readonly status: 'statusSkipped' | 'statusInvalid' | 'statusError';
  readonly validationErrors?: readonly { readonly path: string; readonly msg: string }[];
  readonly msg: string;
}

interface Conformity {
  readonly said: Said;
  /** Kinds without a schema. */
  readonly skipped: readonly string[];
}

/** Schema validation of each manifest by itself. Kinds without a schema are passed over, and named. */
export function byKubeconform(tool: string, schemas: string, parts: readonly Part[], folder: string): Conformity {
  fs.mkdirSync(folder);
  parts.forEach(({ text }, index) => fs.writeFileSync(path.join(folder, `${index}.yaml`), text));
  const location = path.join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const { stdout, stderr } = spawnSync(tool, ['-n', '2', '-strict', '-verbose', '-ignore-missing-schemas', '-output', 'json', '-schema-location', location, folder],
    { encoding: 'utf8', maxBuffer: 256 * MEGABYTE });
  if (!stdout.startsWith('{')) {
    throw new Error(`kubeconform: ${stderr}`);
  }
  const { resources } = JSON.parse(stdout) as { readonly resources: readonly Resource[] };
  const of = (...statuses: string[]) => resources.filter(({ status }) => statuses.includes(status));
  const partOf = ({ filename }: Resource) => parts[Number.parseInt(path.basename(filename), 10)];
  return {
    said: new Map(of('statusInvalid', 'statusError').map(each => [partOf(each), new Set(problemsOf(each))])),
    skipped: [...new Set(of('statusSkipped').map(({ kind }) => kind))].sort(),
  };
}

function problemsOf({ kind, validationErrors = [], msg }: Resource): string[] {
  const problems = validationErrors.length > 0 ? validationErrors.map(({ path: place, msg: what }) => `${place} ${what}`) : [msg];
  return problems.map(each => `${kind} ${each.replace(/\d+/g, 'N')}`);
}

interface Scored {
  readonly type_meta: { readonly kind: string };
  readonly object_meta: { readonly name?: string };
  readonly checks: readonly { readonly check: { readonly id: string }; readonly grade: number; readonly skipped: boolean }[];
}

/** The checks that are on by default, over the manifests of each file together. A file that it cannot read counts for each of its manifests. */
export function byKubeScore(tool: string, minor: string, parts: readonly Part[]): Said {
  const said = new Map<Part, ReadonlySet<string>>();
  for (const file of new Set(parts.map(part => part.file))) {
    const own = parts.filter(part => part.file === file);
    const input = own.map(({ text }) => text).join('\n---\n');
    const { stdout, stderr } = spawnSync(tool, ['score', '--kubernetes-version', `v${minor}`, '-o', 'json', '-'], { input, encoding: 'utf8', maxBuffer: 64 * MEGABYTE });
    const isRead = /^(\[|null)/.test(stdout);
    own.forEach(part => said.set(part, new Set(isRead ? [] : [`cannot read: ${stderr.split('\n')[0].replace(/\d+/g, 'N')}`])));
    for (const scored of isRead ? JSON.parse(stdout) as Scored[] ?? [] : []) {
      const part = own.find(({ text }) => isOf(scored, text));
      const found = scored.checks.filter(({ grade, skipped }) => !skipped && grade <= WARNING).map(({ check }) => check.id);
      part !== undefined && said.set(part, new Set(found));
    }
  }
  return said;
}

function isOf({ type_meta: { kind }, object_meta: { name } }: Scored, text: string): boolean {
  return new RegExp(`^kind: *["']?${kind}\\b`, 'm').test(text)
    && (name === undefined || new RegExp(`\\bname: *["']?${name}["']?(\\W|$)`, 'm').test(text));
}

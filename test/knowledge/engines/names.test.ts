import { readFileSync, readdirSync } from 'fs';
import * as path from 'path';
import * as ts from 'typescript';
import { ENGINES } from '../../../src/knowledge/engines/engines';

const SOURCES = path.resolve(__dirname, '../../../src');

/** Where the names belong: the data of each engine, and its construct. */
const HOMES = /^(?:knowledge\/engines|engines\/[^/]+)\//;

/** Other things of the same name, each with the reason why it is no question about an engine. */
const EXPLAINED: { readonly [file: string]: string } = {
  'given/aliases.ts': 'what other tools call the property',
  'engines/rendezvous.ts': 'kinds of Rendezvous, the public choice of how pods meet',
  'engines/world.ts': 'kinds of Rendezvous, and the names of the ports that they open',
  'patterns/indexed-training-job/checkpoint.ts': 'kinds of Rendezvous',
  'patterns/indexed-training-job/count.ts': 'kinds of Rendezvous',
  'patterns/indexed-training-job/devices.ts': 'kinds of Rendezvous',
  'patterns/indexed-training-job/explain.ts': 'kinds of Rendezvous',
  'patterns/indexed-training-job/launcher-flags.ts': 'the flags that Rendezvous writes itself, which users may not write',
  'patterns/indexed-training-job/plan.ts': 'kinds of Rendezvous',
  'patterns/indexed-training-job/pods.ts': 'kinds of Rendezvous',
  'patterns/indexed-training-job/size.ts': 'kinds of Rendezvous',
  'patterns/leader-worker-group/consequences.ts': 'kinds of Rendezvous',
  'patterns/leader-worker-group/engine.ts': 'kinds of Rendezvous',
  'patterns/leader-worker-group/entrypoints.ts': 'kinds of Rendezvous',
  'patterns/leader-worker-group/explain.ts': 'kinds of Rendezvous',
  'patterns/leader-worker-group/plan.ts': 'kinds of Rendezvous',
  'patterns/leader-worker-group/previous.ts': 'kinds of Rendezvous',
  'patterns/leader-worker-group/roles.ts': 'kinds of Rendezvous',
  'lint/facts/engine-metrics.ts': 'the tag of an image of vLLM tells which of its metrics there are; no other engine has a table of versions',
};

const NAMES: ReadonlySet<string> = new Set(ENGINES.flatMap(({ name, programs, modules }) => [name, ...programs.map(each => each.name), ...modules]));

/** Texts that are the name of an engine, and patterns that hold one. */
function namesIn(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(path.join(SOURCES, file), 'utf8'), ts.ScriptTarget.ES2022, true);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && NAMES.has(node.text)) {
      found.push(node.getText());
    } else if (ts.isRegularExpressionLiteral(node) && node.text.replaceAll('\\', '').split(/[^A-Za-z.-]+/).some(word => NAMES.has(word))) {
      found.push(node.text);
    } else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && NAMES.has(node.name.text)) {
      found.push(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function sources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map(each => each.split(path.sep).join('/'))
    .filter(each => each.endsWith('.ts') && !each.endsWith('generated.ts') && !HOMES.test(each));
}

test('nobody asks for the name of an engine outside of its data and its construct', () => {
  const places = sources().filter(file => !(file in EXPLAINED)).flatMap(file => namesIn(file).map(text => `src/${file}: ${text}`));
  expect(places).toEqual([]);
});

test.each(Object.keys(EXPLAINED))('%s still has the name that is explained', file => {
  expect(namesIn(file)).not.toEqual([]);
});

test('no two engines share a name, a program or a module', () => {
  const all = ENGINES.flatMap(({ programs, modules }) => [...programs.map(each => each.name), ...modules]);
  expect(all).toEqual([...new Set(all)]);
  expect(new Set(ENGINES.map(({ name }) => name)).size).toBe(ENGINES.length);
});

/*
 * Runs after `jsii-rosetta extract`, before the packages are made: what rosetta writes in Go compiles nowhere (arguments that are left out, pointers of values), so its translations into Go are
 * taken out of the tablet, and the app of the README stands there as docs/go.md shows it, which the languages suite runs. A snippet without one is shown in TypeScript, and said to be that.
 */
import * as fs from 'fs';
import * as path from 'path';
import { ROOT } from './examples';
import { blocks } from './readme';

interface Tablet {
  readonly snippets: Record<string, { readonly translations: Record<string, { source: string }> }>;
}

const TABLET = path.join(ROOT, '.jsii.tabl.json');
const GO_APP = /```go\n(package main\n[\s\S]*?)\n```/;

function main(): void {
  const tablet = JSON.parse(fs.readFileSync(TABLET, 'utf8')) as Tablet;
  const app = blocks('first-group')[0].trim();
  const inGo = GO_APP.exec(fs.readFileSync(path.join(ROOT, 'docs/go.md'), 'utf8'))![1];
  let apps = 0;
  for (const { translations } of Object.values(tablet.snippets)) {
    if (translations.$.source.trim() === app) {
      translations.go.source = inGo;
      apps++;
    } else {
      delete translations.go;
    }
  }
  if (apps !== 1) {
    throw new Error(`the app of the README is in the tablet ${apps} times: without it the package for Go would show one that does not compile`);
  }
  fs.writeFileSync(TABLET, JSON.stringify(tablet));
}

main();

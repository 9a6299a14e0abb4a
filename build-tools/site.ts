/*
 * Builds the documents as a static site into site/dist: docs, README and the examples become pages of site/pages, of which VitePress makes the site. Its packages
 * are those of site/package-lock.json, installed here when they changed. Needs a build (projen compile): the examples run with it.
 */
import { execFileSync } from 'child_process';
import * as crypto from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { exampleNames, ROOT } from './examples';
import { examplePage, galleryIndex } from './site/example-page';
import { pageOf, withLinksOfSite } from './site/links';
import { navigation } from './site/navigation';
import { temporaryFolderOf } from './site/temporary';
import { CATALOGUE } from '../src/cli/catalogue';

const SITE = path.join(ROOT, 'site');
const PAGES = path.join(SITE, 'pages');
const { log } = console;

function write(file: string, text: string): void {
  const place = path.join(PAGES, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
}

/** Documents of the repository by their pages. */
function documents(): ReadonlyMap<string, string> {
  const docs = fs.readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md')).map(file => `docs/${file.split(path.sep).join('/')}`);
  return new Map([...docs, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].sort().map(file => [pageOf(file)!, file]));
}

function writePages(): void {
  fs.rmSync(PAGES, { recursive: true, force: true });
  const all = documents();
  const titles = new Map<string, string>();
  for (const [page, file] of all) {
    const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
    titles.set(page, /^# (.+)$/m.exec(text)?.[1].replace(/`/g, '') ?? page);
    write(page, withLinksOfSite(text, file, page));
  }
  const titlesOf = (folder: string) => [...titles].filter(([page]) => path.posix.dirname(page) === folder && !page.endsWith('index.md'))
    .map(([page, title]) => [title, page.replace(/\.md$/, '')] as const);
  write('navigation.json', JSON.stringify(navigation(titlesOf), undefined, 2));
}

function writeGallery(): void {
  const findings = new Map(CATALOGUE.map(each => [each.id, each]));
  temporaryFolderOf(folder => {
    for (const name of exampleNames()) {
      const { page, files } = examplePage(name, findings, folder);
      write(`gallery/${name}.md`, page);
      files.forEach((text, file) => write(`public/examples/${file}`, text));
    }
  });
  write('gallery/index.md', galleryIndex());
}

/** Installs the packages of the site when its lock file is another one than last time. */
function installPackages(): void {
  const lock = crypto.createHash('sha256').update(fs.readFileSync(path.join(SITE, 'package-lock.json'))).digest('hex');
  const mark = path.join(SITE, 'node_modules', '.installed');
  if (!fs.existsSync(mark) || fs.readFileSync(mark, 'utf8') !== lock) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: SITE, stdio: 'inherit' });
    fs.writeFileSync(mark, lock);
  }
}

function timed(what: string, work: () => void): void {
  const start = Date.now();
  work();
  log(`${what}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

// What examples find is on their pages.
process.env.CDK8S_AI_WORKLOADS_QUIET = '1';
timed('pages', writePages);
timed('gallery', writeGallery);
timed('packages', installPackages);
timed('site', () => execFileSync('npm', ['run', '--silent', 'build'], { cwd: SITE, stdio: 'inherit' }));

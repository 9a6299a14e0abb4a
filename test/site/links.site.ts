import * as fs from 'fs';
import * as path from 'path';
import { pages, SITE } from './served';

interface Page {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

const unescaped = (text: string) => text.replace(/&amp;/g, '&').replace(/&quot;/g, '"').replace(/&#39;/g, "'");

function read(file: string): Page {
  const html = fs.readFileSync(path.join(SITE, file), 'utf8');
  return {
    ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => unescaped(id))),
    links: [...html.matchAll(/<a\b[^>]*\shref="([^"]+)"/g)].map(([, link]) => unescaped(link)),
  };
}

test('every link of every page leads to a page or file of the site, and every anchor to a heading that is there', () => {
  const all = new Map(pages().map(file => [file, read(file)]));
  const broken = [...all].flatMap(([file, { links }]) => links.filter(link => !/^[a-z]+:/.test(link)).filter(link => {
    const { pathname, hash } = new URL(link, `http://site/${file}`);
    const target = decodeURIComponent(pathname).slice(1).replace(/(^|\/)$/, '$1index.html');
    const page = all.get(target);
    return page === undefined ? !fs.existsSync(path.join(SITE, target)) : hash !== '' && !page.ids.has(decodeURIComponent(hash.slice(1)));
  }).map(link => `${file}: ${link}`));
  expect(broken).toEqual([]);
  expect([...all.values()].flatMap(({ links }) => links).length).toBeGreaterThan(10_000);
});

test('nothing of a page is fetched from elsewhere', () => {
  const foreign = pages().flatMap(file => [...fs.readFileSync(path.join(SITE, file), 'utf8').matchAll(/<(?:script|link|img|iframe)\b[^>]*\s(?:src|href)="(https?:[^"]*|\/\/[^"]*)"/g)]
    .map(([, address]) => `${file}: ${address}`));
  expect(foreign).toEqual([]);
});

test('every example, pattern, surrounding and finding has a page', () => {
  const written = new Set(pages());
  const root = path.resolve(__dirname, '../..');
  const names = (folder: string) => fs.readdirSync(path.join(root, folder)).filter(name => name !== 'README.md');
  const expected = [
    ...names('examples').filter(name => fs.existsSync(path.join(root, 'examples', name, 'main.ts'))).map(name => `gallery/${name}.html`),
    ...['patterns', 'surroundings', 'reference', 'rules'].flatMap(folder => names(`docs/${folder}`).map(name => `${folder}/${name.replace(/\.md$/, '.html')}`)),
  ];
  expect(expected.filter(page => !written.has(page))).toEqual([]);
});

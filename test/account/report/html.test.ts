import { createHash } from 'crypto';
import { tagsOf } from './tags';
import { htmlPieces } from '../../../src/account/report/html/page';
import { SCRIPT } from '../../../src/account/report/html/script';
import { STYLE } from '../../../src/account/report/html/style';
import { accountOfObjects, accountOfText, carrier, groups, service } from '../made';
import { manyGroups } from '../many-groups';

const page = (...objects: readonly object[]) => [...htmlPieces(accountOfObjects(...objects))].join('');
const texts = (html: string) => tagsOf(html).texts.map(text => text.trim()).filter(text => text !== '');

describe('the page', () => {
  const html = page(groups(), carrier('Deployment', { container: { image: 'a:latest' } }), service('web', { app: 'nobody' }));
  const { tags } = tagsOf(html);
  const named = (name: string) => tags.filter(tag => tag.name === name);

  test('may do nothing but show itself with its own style and script', () => {
    const policy = named('meta').find(({ attributes }) => attributes.get('http-equiv') === 'Content-Security-Policy')!.attributes.get('content')!;
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual(["default-src 'none'", `style-src ${hash(STYLE)}`, `script-src ${hash(SCRIPT)}`, "base-uri 'none'", "form-action 'none'"]);
    expect(html).toContain(`<style>${STYLE}</style>`);
    expect(html).toContain(`<script>${SCRIPT}</script>`);
  });

  test('asks nobody for anything: it has no address but links to the page of a finding', () => {
    expect(tags.filter(({ attributes }) => attributes.has('src') || attributes.has('srcset') || attributes.has('action') || attributes.has('data'))).toEqual([]);
    const links = tags.flatMap(({ attributes }) => attributes.get('href') ?? []);
    expect(links.filter(link => !/^#[a-z0-9]+$|^https:\/\/github\.com\/cdk8s-ai-workloads\/cdk8s-ai-workloads\/blob\/[a-z0-9.]+\/docs\/rules\/AIW\d{4}\.md$/.test(link))).toEqual([]);
    expect(`${STYLE}${SCRIPT}`).not.toMatch(/url\(|@import|fetch|XMLHttp|innerHTML|eval|https?:/);
  });

  test('has no style and no script in its elements', () => {
    expect(tags.flatMap(({ attributes }) => [...attributes.keys()]).filter(key => key === 'style' || key.startsWith('on'))).toEqual([]);
    expect([named('style').length, named('script').length]).toEqual([1, 1]);
  });

  test('says its language, has one title and headings that descend by one', () => {
    expect(named('html')[0].attributes.get('lang')).toBe('en');
    const levels = tags.filter(({ name }) => /^h[1-6]$/.test(name)).map(({ name }) => Number(name[1]));
    expect(levels.filter(level => level === 1)).toHaveLength(1);
    expect(levels.slice(1).filter((level, index) => level - levels[index] > 1)).toEqual([]);
  });

  test('has each id once, and nothing leads to none', () => {
    const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = tags.flatMap(({ attributes }) => [attributes.get('href')?.replace(/^#/, ''), attributes.get('aria-labelledby'), attributes.get('for'), attributes.get('data-of')])
      .filter(target => target !== undefined && !target.startsWith('https:'));
    expect(targets.filter(target => !ids.includes(target!))).toEqual([]);
  });

  test('can be read without its script: what only works with it is hidden until it runs', () => {
    expect(named('button').length + named('input').length).toBe(2);
    expect(html.indexOf('<div class="tools" hidden>')).toBeLessThan(html.indexOf('<input'));
    expect(html.slice(html.indexOf('<div class="tools" hidden>'), html.indexOf('</div>', html.indexOf('<div class="tools"')))).toContain('<button');
  });

  test('is a text that no build log takes for a command, wherever it is printed', () => {
    expect(html).not.toMatch(/^\s*::|##\[|##vso/m);
  });
});

describe('what stands in it', () => {
  test('a cell for each pod, with its part and index', () => {
    const html = page(...manyGroups(40, 8));
    expect(html.match(/<li class="p0"><span class="hidden-text">leader <\/span>0<\/li>/g)).toHaveLength(40);
    expect(html.match(/<li class="p1"><span class="hidden-text">worker <\/span>[1-7]<\/li>/g)).toHaveLength(280);
    expect(texts(html).filter(text => /^eu-1[abc]$/.test(text))).toEqual(['eu-1a', 'eu-1b', 'eu-1c']);
  });

  test('what forty groups have in common is said once', () => {
    const html = page(...manyGroups(40, 8));
    expect(html.match(/AIW2517<\/a><\/strong>/g)).toHaveLength(1);
    expect(html).toContain('the same of StatefulSet llama-405b-0-worker, StatefulSet llama-405b-1-leader');
    expect(html).toContain(', and 79 more</li>');
  });

  test('errors and warnings lead to where they stand', () => {
    const html = page(carrier('Deployment'), service('web', { app: 'web' }, { trafficDistribution: 'Nowhere' }));
    const [, number] = /<a href="#(f\d+)">error AIW\d+<\/a>/.exec(html)!;
    expect(html).toContain(`id="${number}"`);
  });

  test('bars of known length are filled, others are outlines', () => {
    const html = page(carrier('Deployment', { container: { startupProbe: { httpGet: { port: 80 }, failureThreshold: 30 }, readinessProbe: { httpGet: { port: 80 } } } }));
    expect(html).toMatch(/<rect class="k-main" x="\d+" y="1" width="\d+" height="8"\/>/);
    expect(html).toContain('<span class="length">300 s</span>');
    expect(html).toMatch(/<rect class="open"/);
    expect(html).toContain('<span class="length quiet">not known</span>');
  });

  test('several workloads are listed first, one is not', () => {
    expect(page(carrier('Deployment'), carrier('Deployment', { name: 'b' }))).toContain('<tr data-of="w1"><th scope="row"><a href="#w1"><bdi>ml/b</bdi></a></th>');
    expect(page(carrier('Deployment'))).not.toContain('data-of="');
  });

  test('objects of no workload, and findings about none', () => {
    const html = [...htmlPieces(accountOfText('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\na: [\n'))].join('');
    expect(html).toContain('<p class="quiet">1 ConfigMap</p>');
    expect(html.indexOf('AIW0005')).toBeLessThan(html.indexOf('<main'));
  });
});

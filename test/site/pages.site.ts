import type { Page } from 'playwright-core';
import { pages, serve } from './served';
import { Browser, keepScreenshot } from '../account/browser/browser';

jest.setTimeout(600_000);

const WIDTHS = [1280, 390];
/** Findings are written by one program from one shape: some of them stand for all. */
const OPENED = pages().filter(file => file !== '404.html' && (!file.startsWith('rules/') || /index|AIW2601|AIW4/.test(file)));

const browser = new Browser();
let site: { readonly address: string; close(): Promise<void> };
beforeAll(async () => { site = await serve(); });
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** A page with what went wrong on it. */
async function opened(width: number): Promise<{ readonly page: Page; readonly wrong: string[] }> {
  const page = await browser.blank();
  const wrong: string[] = [];
  page.on('console', message => ['error', 'warning'].includes(message.type()) && wrong.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', error => wrong.push(`${page.url()}: ${error}`));
  page.on('request', request => request.url().startsWith(site.address) || /^(data|blob):/.test(request.url()) || wrong.push(`${page.url()}: asks for ${request.url()}`));
  page.on('response', response => response.status() >= 400 && wrong.push(`${page.url()}: ${response.status()} for ${response.url()}`));
  await page.setViewportSize({ width, height: 900 });
  return { page, wrong };
}

describe.each(WIDTHS)('at %s px', width => {
  test('every page has its heading, fits the screen and logs nothing', async () => {
    const { page, wrong } = await opened(width);
    for (const file of OPENED) {
      await page.goto(`${site.address}/${file}`);
      const { wide, headings, title } = await page.evaluate<{ wide: number; headings: number; title: string }>(
        '({ wide: document.scrollingElement.scrollWidth, headings: document.querySelectorAll("main h1").length, title: document.title })');
      wrong.push(...[wide > width && `is ${wide} px wide`, headings === 0 && 'has no heading', title.startsWith('404') && 'is not found'].filter(each => each !== false).map(each => `${file} ${each}`));
    }
    await page.close();
    expect(wrong).toEqual([]);
    expect(OPENED.length).toBeGreaterThan(120);
  });

  test('a search finds the page of a property, and leads to it', async () => {
    const { page, wrong } = await opened(width);
    await page.goto(`${site.address}/`);
    await page.click('#local-search button');
    await page.fill('.VPLocalSearchBox input', 'tensor_parallel');
    await page.waitForSelector('.VPLocalSearchBox .result');
    const links = await page.evaluate<string[]>('[...document.querySelectorAll(".VPLocalSearchBox .result")].map(each => each.getAttribute("href"))');
    expect(links.some(link => link.startsWith('/reference/engines.html'))).toBe(true);
    await page.click('.VPLocalSearchBox .result[href^="/reference/engines.html"]');
    await page.waitForURL(/reference\/engines/);
    await page.waitForSelector('main h1');
    await page.close();
    expect(wrong).toEqual([]);
  });

  test.each(['index', 'tutorial', 'compared', 'patterns/leader-worker-group', 'gallery/llama-70b-dra', 'reference/leader-worker-group'])('%s: flowcharts are drawn', async name => {
    const { page, wrong } = await opened(width);
    await page.goto(`${site.address}/${name}.html`);
    const count = await page.evaluate<number>('document.querySelectorAll(".picture").length');
    await page.waitForFunction(`document.querySelectorAll(".picture svg").length === ${count}`);
    expect(count > 0).toBe(/patterns|gallery/.test(name));
    expect(await page.evaluate<number>('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(width);
    await keepScreenshot(page, `${name.replace(/\//g, '-')}-${width}`);
    await page.close();
    expect(wrong).toEqual([]);
  });
});

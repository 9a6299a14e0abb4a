import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { pathToFileURL } from 'url';
import { BrowserContext, chromium, Page } from 'playwright-core';

/** Debian's; another one is named by the variable. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Of a machine that shows nothing and talks to nobody. */
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** A page as somebody has it before them. */
export interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

export const LOOKS: readonly Look[] = [{ width: 1280, scheme: 'light' }, { width: 1280, scheme: 'dark' }, { width: 390, scheme: 'light' }, { width: 390, scheme: 'dark' }];

export interface OpenPage {
  readonly page: Page;
  /** Addresses that it asked for, besides its own file. */
  readonly requests: readonly string[];
  /** What it logged as an error or a warning, and what it threw. */
  readonly errors: readonly string[];
}

/** A browser of its own, with an empty profile, for the tests of one file. */
export class Browser {
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'browser-'));
  private readonly contexts = new Map<boolean, Promise<BrowserContext>>();
  private count = 0;

  /** Writes a page, and opens the file. */
  public async open(html: string, { width, scheme }: Look, isScripted = true): Promise<OpenPage> {
    const file = path.join(this.folder, `${this.count++}.html`);
    fs.writeFileSync(file, html);
    const page = await this.blank(isScripted);
    const [requests, errors]: [string[], string[]] = [[], []];
    page.on('request', request => request.url() === pathToFileURL(file).href || requests.push(request.url()));
    page.on('console', message => ['error', 'warning'].includes(message.type()) && errors.push(message.text()));
    page.on('pageerror', error => errors.push(String(error)));
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(pathToFileURL(file).href);
    return { page, requests, errors };
  }

  /** A page of nothing. */
  public async blank(isScripted = true): Promise<Page> {
    let context = this.contexts.get(isScripted);
    if (context === undefined) {
      context = this.start(isScripted);
      this.contexts.set(isScripted, context);
    }
    return (await context).newPage();
  }

  /** Its folder goes after the browser did: one that ends writes its profile, and would make the folder again. */
  public async close(): Promise<void> {
    await Promise.all([...this.contexts.values()].map(async context => (await context).close()));
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  private start(isScripted: boolean): Promise<BrowserContext> {
    if (!fs.existsSync(CHROMIUM)) {
      throw new Error(`there is no ${CHROMIUM}: apt-get install chromium, or name a browser in CHROMIUM`);
    }
    return chromium.launchPersistentContext(path.join(this.folder, `profile-${isScripted}`), {
      executablePath: CHROMIUM, headless: true, args: FLAGS, javaScriptEnabled: isScripted, env: { ...process.env, TMPDIR: this.folder },
    });
  }
}

const IN_PAGE = fs.readFileSync(path.join(__dirname, 'in-page.js'), 'utf8').trim();

/** What in-page.js says of a page. */
export function ask<Answer>(page: Page, question: string, ...given: readonly string[]): Promise<Answer> {
  return page.evaluate<Answer>(`${IN_PAGE}.${question}(${given.map(each => JSON.stringify(each)).join(', ')})`);
}

/** For people to look at: `SCREENSHOTS=/tmp/shots npm run test:browser`. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) {
    await page.screenshot({ path: path.join(folder, `${name}.png`), clip: { x: 0, y: 0, width: page.viewportSize()!.width, height: 3000 }, fullPage: true });
  }
}

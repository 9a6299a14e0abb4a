import { App } from 'cdk8s';
import { ask, Browser, keepScreenshot, LOOKS, OpenPage } from './browser';
import { overlaps, TextBox } from './geometry';
import { allApps } from '../../../build-tools/examples';
import { htmlPieces } from '../../../src/account/report/html/page';
import { PlainObject } from '../../../src/base/plain';
import { accountOfObjects, carrier, service } from '../made';
import { manyGroups } from '../many-groups';

jest.setTimeout(120_000);

/** A name as long as Kubernetes lets it be, without a place to break it, and one that is none. */
const LONG = 'a'.repeat(63);
const long = carrier('StatefulSet', {
  name: `${LONG}.${LONG}.${LONG}.${LONG}`,
  metadata: { namespace: LONG },
  spec: { replicas: 12 },
  pod: { nodeSelector: { [`${LONG}/${LONG}`]: LONG }, containers: ['x', 'y'].map(letter => ({ name: letter.repeat(63), image: `registry.example/${LONG}/${LONG}:${LONG}`, command: ['vllm', 'serve', 'm'.repeat(300)] })) },
});
const strange = carrier('Deployment', { name: '<b>&"\'</b>', container: { name: '</td></table><script>alert(1)</script>', image: '"><img src=x onerror=alert(1)>' } });

function objectsOfExamples(): PlainObject[] {
  return allApps().flatMap(({ build }) => {
    const app = new App();
    build(app);
    return app.charts.flatMap(chart => chart.toJson() as PlainObject[]);
  });
}

/** Pages by what they show. */
const PAGES: { readonly [name: string]: () => readonly object[] } = {
  'forty-groups': () => manyGroups(40, 8),
  'examples': objectsOfExamples,
  'long-names': () => [long, strange, service(LONG, { app: long.metadata }, { type: 'LoadBalancer' })],
  'nothing': () => [],
};

const browser = new Browser();
afterAll(() => browser.close());

describe.each(Object.entries(PAGES))('the page of %s', (name, objects) => {
  let html: string;
  beforeAll(() => {
    const silent = jest.spyOn(console, 'log').mockImplementation();
    html = [...htmlPieces(accountOfObjects(...objects()))].join('');
    silent.mockRestore();
  });

  describe.each(LOOKS)('at $width px, $scheme', look => {
    let opened: OpenPage;
    let boxes: TextBox[];
    beforeAll(async () => {
      opened = await browser.open(html, look);
      boxes = await ask(opened.page, 'textBoxes');
      await keepScreenshot(opened.page, `${name}-${look.width}-${look.scheme}`);
    });

    test('no text stands on another', () => {
      expect(overlaps(boxes)).toEqual([]);
    });

    test('no text leaves its place or the screen, and nothing is wider than that', async () => {
      expect(boxes.filter(({ left, right }) => left < -0.5 || right > look.width + 0.5).map(({ text }) => text)).toEqual([]);
      expect(boxes.filter(({ outside }) => outside > 1.5).map(({ text, outside }) => [text, outside])).toEqual([]);
      expect(await ask(opened.page, 'widthOfAll')).toBeLessThanOrEqual(look.width);
    });

    test('every text can be read against what is behind it', () => {
      expect(boxes.filter(({ contrast }) => contrast < 4.5).map(({ text, contrast }) => [text, contrast])).toEqual([]);
    });

    afterAll(() => opened.page.close());

    test('nothing was asked for, and nothing went wrong', () => {
      expect([opened.requests, opened.errors]).toEqual([[], []]);
    });
  });
});

describe('the page at a keyboard', () => {
  let opened: OpenPage;
  beforeEach(async () => {
    opened = await browser.open([...htmlPieces(accountOfObjects(...manyGroups(2, 2), carrier('Deployment', { container: { image: 'a:latest' } })))].join(''), LOOKS[0]);
  });

  test('every element that does something is reached in its order, and shows it', async () => {
    const { page } = opened;
    const expected = await ask<string[]>(page, 'interactive');
    const reached: string[] = [];
    const unmarked: string[] = [];
    for (let count = 0; count < expected.length; count++) {
      await page.keyboard.press('Tab');
      const { at, outline } = await ask<{ at: string; outline: number }>(page, 'focused');
      reached.push(at);
      unmarked.push(...outline >= 2 ? [] : [at]);
    }
    expect(reached).toEqual(expected);
    expect(unmarked).toEqual([]);
    expect(expected.length).toBeGreaterThan(10);
  });

  test('the first step is past the list, and can be seen', async () => {
    const { page } = opened;
    await ask(page, 'letGo');
    await page.focus('.skip');
    expect((await page.locator('.skip').boundingBox())!.y).toBeGreaterThanOrEqual(0);
  });

  test('the filter leaves what has the text, and says how many', async () => {
    const { page } = opened;
    const shown = () => ask(page, 'shownWorkloads');
    expect(await shown()).toEqual(['w0', 'w1', 'w0', 'w1']);
    await page.fill('#filter', 'ML/Web');
    expect([await shown(), await page.textContent('#found')]).toEqual([['w1', 'w1'], '1 of 2']);
    await page.fill('#filter', '');
    expect([await shown(), await page.textContent('#found')]).toEqual([['w0', 'w1', 'w0', 'w1'], '']);
  });

  test('all is folded and unfolded by one key, one part by its own, and a link opens what it leads into', async () => {
    const { page } = opened;
    const open = () => ask<number>(page, 'openParts');
    const before = await open();
    await page.focus('#fold');
    await page.keyboard.press('Enter');
    expect([before > 0, await open()]).toEqual([true, 0]);
    await page.focus('article summary');
    await page.keyboard.press('Space');
    expect(await open()).toBe(1);
    const target = await ask<string>(page, 'firstFindingLink');
    await page.focus(`nav a[href="${target}"]`);
    await page.keyboard.press('Enter');
    expect(await ask(page, 'isSeen', target)).toBe(true);
  });
});

test('without its script the page says the same, and has no tools that do nothing', async () => {
  const html = [...htmlPieces(accountOfObjects(...manyGroups(3, 4)))].join('');
  const [scripted, plain] = [await browser.open(html, LOOKS[0]), await browser.open(html, LOOKS[0], false)];
  const texts = async ({ page }: OpenPage) => (await ask<TextBox[]>(page, 'textBoxes')).map(({ text }) => text);
  expect(await texts(plain)).toEqual((await texts(scripted)).filter(text => text !== 'Filter' && text !== 'Fold all'));
});

test('on paper it is dark on white, nothing stands on another, and nothing is cut off', async () => {
  const { page } = await browser.open([...htmlPieces(accountOfObjects(...manyGroups(4, 4)))].join(''), { width: 794, scheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const boxes = await ask<TextBox[]>(page, 'textBoxes');
  expect([overlaps(boxes), boxes.filter(({ contrast }) => contrast < 4.5), boxes.filter(({ right }) => right > 794.5)]).toEqual([[], [], []]);
  expect(await ask(page, 'ground')).toBe('rgb(255, 255, 255)');
});

test('bars stand out from what is behind them', async () => {
  for (const look of LOOKS.slice(0, 2)) {
    const { page } = await browser.open([...htmlPieces(accountOfObjects(...manyGroups(1, 8)))].join(''), look);
    const contrasts = await ask<number[]>(page, 'bars');
    expect([contrasts.length > 3, contrasts.filter(each => each < 3)]).toEqual([true, []]);
  }
});

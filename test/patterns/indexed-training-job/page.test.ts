import { App, Chart } from 'cdk8s';
import * as library from '../../../src';
import { pageOf } from '../page';

const { text: PAGE, blocks, run } = pageOf('docs/patterns/indexed-training-job.md');

test('the page shows the manifests that its program writes', () => {
  expect(blocks('yaml')[0]).toBe(run(blocks('ts')[0]).yaml);
});

test('the page shows what its program explains', () => {
  expect(blocks('text')[0]).toBe(run(blocks('ts')[0]).printed);
});

test.each(['pretrain-1-3.pretrain.ml', 'pretrain-1-0.pretrain.ml', '32'])('the handle gives %s, as the page says', expected => {
  const [, statement] = new RegExp(`^(pretrain\\..*?);\\s+// ${expected}$`, 'm').exec(blocks('ts')[0])!;
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const pretrain = new library.IndexedTrainingJob(chart, 'Pretrain', {
    workers: 4, rendezvous: library.Rendezvous.torchrun(), accelerator: library.Accelerator.nvidia(8), container: { image: 'a' },
  });
  expect(String(new Function('pretrain', `return ${statement}`)(pretrain))).toBe(expected);
});

describe('the table of kept restarts', () => {
  const [spot, other] = [library.Capacity.spotKarpenter(), library.Capacity.onDemand()].map(capacity => {
    const job = new library.IndexedTrainingJob(new Chart(new App(), 'prod'), 'Pretrain', {
      workers: 4, restarts: 1, capacity, rendezvous: library.Rendezvous.torchrun(), container: { image: 'a' },
    });
    return job.explain();
  });

  test.each<[string, RegExp]>([
    ['`backoffLimit` (', /backoffLimit \((\d+) restarts \+ (\d+) disruptions\) x (\d) pods = (\d+)/],
    ['an eviction', /(\d+) \/ 3 = (\d+) of them/],
    ['a pod deleted', /(\d+) \/ 4 = (\d+) of them/],
    ['a program that crashes', /started again \d+ \/ 4 = (\d+) times, with ([\d.]+) h of delays/],
  ])('has the numbers of explain() about %s', (row, pattern) => {
    const cells = PAGE.split('\n').find(line => line.startsWith('|') && line.includes(row))!.split('|').slice(2, 4);
    const numbers = (text: string) => (text.match(/\d[\d.]*/g) ?? []).filter(each => each !== '3' || row !== 'an eviction');
    const explained = (text: string) => pattern.exec(text)!.slice(1);
    expect(cells.map(numbers)).toEqual([spot, other].map(text => {
      const found = explained(text);
      return row === 'a pod deleted' ? [found[0], '4', found[1]] : found;
    }));
  });
});

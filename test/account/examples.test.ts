import { App, Chart } from 'cdk8s';
import { accountOfApp } from './made';
import { allApps } from '../../build-tools/examples';
import { Manifest, tally } from '../../build-tools/tally';
import { Range } from '../../src/account/account';
import { Workload } from '../../src/workloads/handle/workload';
import { WORKLOADS } from '../workloads/handle/every-workload';

/** Another account of the same manifests: what the demo counts. */
describe.each(allApps())('the account of $name', example => {
  const app = new App();
  const silent = jest.spyOn(console, 'log').mockImplementation();
  example.build(app);
  silent.mockRestore();
  const account = accountOfApp(app);
  const counted = tally(app.charts.flatMap(chart => chart.toJson() as Manifest[]));

  test('has as many pods as the demo counts', () => {
    expect(account.summary.pods.least).toBe(counted.pods + withRay(account.workloads));
  });

  test('has as many accelerators as the demo counts', () => {
    const devices = account.workloads.some(({ carriers }) => carriers.startsWith('Ray')) ? [] : account.summary.devices.filter(({ name }) => !/rdma|nic|hca/.test(name));
    const isKnown = devices.length > 0 && devices.every(({ count }) => count !== undefined);
    expect(isKnown ? devices.reduce((sum, { count }) => sum + count!.least, 0) : counted.accelerators).toBe(counted.accelerators);
  });

  test('has every pod in a row, once', () => {
    for (const { pods, rows, unlisted, id, sums } of account.workloads) {
      const listed = rows.flatMap(({ cells }) => cells).reduce((sum, { count }) => sum + (count?.least ?? 1), 0) + unlisted;
      // Of groups under an autoscaler one stands for all; indexes of a run may be more than run at a time.
      const isOfOneGroup = rows.some(({ label }) => label.startsWith('each of'));
      const waiting = sums.some(({ topic }) => topic === 'indexes');
      expect([id, isOfOneGroup || waiting || listed === (pods?.least ?? 0)]).toEqual([id, true]);
    }
  });

  test('says no finding twice, and forgets none', () => {
    const ofWorkloads = account.workloads.flatMap(({ findings }) => findings);
    const ofOthers = account.others.objects.flatMap(number => account.objects[number].findings);
    expect([...ofWorkloads, ...ofOthers, ...account.loose].sort((one, other) => one - other)).toEqual(account.findings.map((_, number) => number));
  });
});

/** The demo does not know the kinds of KubeRay. */
function withRay(workloads: readonly { readonly carriers: string; readonly pods?: Range }[]): number {
  return workloads.filter(({ carriers }) => carriers.startsWith('Ray')).reduce((sum, { pods }) => sum + (pods?.least ?? 0), 0);
}

/** The handle of a pattern is compared with what controllers make, on a cluster; its names stand in manifests that know nothing of it. */
describe.each(Object.entries(WORKLOADS))('the account of %s', (_, made) => {
  const app = new App();
  const workload = made(new Chart(app, 'c', { namespace: 'ml' })).workload as Workload;
  const { workloads } = accountOfApp(app);
  const cells = workloads.flatMap(({ rows }) => rows.flatMap(row => row.cells));
  const names = cells.flatMap(({ name, isDrawn }) => (name === undefined || isDrawn ? [] : [name]));

  test('has the names of its pods, where they keep them', () => {
    const known = workload.pods().names;
    expect([...names].sort()).toEqual([...known ?? []].sort());
  });
});

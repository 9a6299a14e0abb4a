import { custom, deployment, findingsIn, onlyFinding, service, template, workload } from '../run/manifests';

const serviceMonitor = custom('monitoring.coreos.com/v1', 'ServiceMonitor');
const podMonitor = custom('monitoring.coreos.com/v1', 'PodMonitor');
const scraping = (labels: object, more: object = {}) => ({ selector: { matchLabels: labels }, ...more });

describe('AIW2127 a monitor that selects no Service', () => {
  const told = 'Service ml/web selects pods by these labels and does not carry them itself';

  test.each<[string, object, object, string[]]>([
    ['labels of its pods', { app: 'web' }, { app: 'web' }, [told]],
    ['some labels of its pods', { app: 'web' }, { app: 'web', tier: 'a' }, [told]],
    ['more than its pods must have', { app: 'web', tier: 'a' }, { app: 'web' }, []],
    ['labels of nobody', { app: 'other' }, { app: 'web' }, []],
  ])('%s', (_, labels, selector, notes) => {
    expect(onlyFinding('AIW2127', serviceMonitor('m', scraping(labels)), service('web', { selector }))).toMatchObject({ class: 'risky', field: 'spec.selector', notes });
  });

  test('a selector of expressions names no label to look for', () => {
    const monitor = serviceMonitor('m', { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } });
    expect(onlyFinding('AIW2127', monitor, service('web', { selector: { app: 'web' } })).notes).toEqual([]);
  });
});

describe('AIW2127 a monitor that selects no pods', () => {
  const elsewhere = (...names: string[]) => podMonitor('m', scraping({ app: 'exporter' }, { namespaceSelector: { matchNames: names } }));

  test('in a namespace of somebody else, or beside pods of other labels', () => {
    const web = deployment('web', workload('web'));
    expect(onlyFinding('AIW2127', elsewhere('gpu-operator'), web)).toMatchObject({ class: 'advice', notes: expect.arrayContaining(['nothing here runs pods in namespace "gpu-operator"']) });
    expect(onlyFinding('AIW2127', elsewhere('gpu-operator', 'ml'), web, deployment('far', workload('far'), { namespace: 'far' })).class).toBe('risky');
  });

  test('the nearest pods are named', () => {
    const monitor = podMonitor('m', scraping({ app: 'llm-router' }));
    expect(onlyFinding('AIW2127', monitor, deployment('llm', workload('llm'))).notes).toEqual(['nearest is Deployment ml/llm: its app is "llm", not "llm-router"']);
  });

  test('ports are not looked for where some of the pods are not known', () => {
    const monitor = podMonitor('m', scraping({ app: 'web' }, { podMetricsEndpoints: [{ port: 'metrics' }] }));
    const ray = custom('ray.io/v1', 'RayCluster')('ray', { headGroupSpec: { template: template({ app: 'web' }) } });
    expect(findingsIn('AIW2127', monitor, deployment('web', workload('web')))).toHaveLength(1);
    expect(findingsIn('AIW2127', monitor, deployment('web', workload('web')), ray)).toEqual([]);
  });

  test('no more than five namespaces are listed', () => {
    expect(onlyFinding('AIW2127', elsewhere('a', 'b', 'c', 'd', 'e', 'f')).message).toMatch(/in namespaces a, b, c, d, e$/);
  });
});

describe('AIW2127 a port that is not there', () => {
  const monitor = serviceMonitor('m', scraping({ app: 'web' }, { endpoints: [{ port: 'metrics' }] }));
  const web = (...ports: object[]) => service('web', { selector: { app: 'web' }, ports }, { labels: { app: 'web' } });

  test('the named ones are listed, or that there are none', () => {
    const pods = deployment('web', workload('web'));
    expect(onlyFinding('AIW2127', monitor, web({ name: 'http', port: 80 }, { port: 81 }), pods)).toMatchObject({ class: 'broken', notes: ['named ports are: http'] });
    // Who runs the pods may have another Service for them.
    expect(onlyFinding('AIW2127', monitor, web({ name: 'http', port: 80 }, { port: 81 }))).toMatchObject({ class: 'advice' });
    expect(onlyFinding('AIW2127', monitor, web({ port: 81 })).notes).toEqual(['named ports are: none']);
    expect(findingsIn('AIW2127', monitor, web({ name: 'metrics', port: 80 }))).toEqual([]);
  });
});

import { ApiObject, App, Chart } from 'cdk8s';
import { Checks, FindingSeverity, KubernetesVersion } from '../../../src';

const service = (spec: object = {}) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'router', namespace: 'ml' }, spec: { selector: { app: 'gone' }, ports: [{ port: 80 }], ...spec } });
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'llm', namespace: 'ml', labels: { app: 'llm' } }, spec: { containers: [{ name: 'main', image: 'registry.example/llm:1' }] } };

describe('Checks.attach', () => {
  const app = () => {
    const chart = new Chart(new App(), 'prod');
    new ApiObject(chart, 'Service', service());
    new ApiObject(chart, 'Pod', pod);
    return chart.node.root as App;
  };

  test('an app without patterns is checked at synth once it is attached', () => {
    const plain = app();
    expect(() => plain.synthYaml()).not.toThrow();
    Checks.attach(plain);
    expect(() => plain.synthYaml()).toThrow(/error\[AIW2103\] service selects no pods\n {2}--> prod\/Service \(Service ml\/router\) {2}spec\.selector/);
  });

  test('attached twice, it reports once', () => {
    const twice = app();
    Checks.attach(twice);
    Checks.attach(twice.node.children[0]);
    expect(() => twice.synthYaml()).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/\[AIW2103[\s\S]*\[AIW2103/) }));
  });
});

describe('Checks.findingsAbout', () => {
  test('findings are data: object, field, reason, remedy', () => {
    expect(Checks.findingsAbout([service(), pod])).toMatchObject([{
      id: 'AIW2103',
      findingClass: 'broken',
      severity: FindingSeverity.ERROR,
      subject: { apiVersion: 'v1', kind: 'Service', namespace: 'ml', name: 'router' },
      field: 'spec.selector',
      message: 'Invalid value: {"app":"gone"}: matches no pod template in namespace "ml"',
      help: expect.any(String),
    }]);
  });

  test('the worst comes first, what is no object is a finding, and a List is taken apart', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [service({ prts: [] }), pod] };
    expect(Checks.findingsAbout([{ kind: 'Service' }, list]).map(each => [each.id, each.field])).toEqual([['AIW0005', undefined], ['AIW1101', 'spec.prts'], ['AIW2103', 'spec.selector']]);
  });

  test('what the minor drops or does not serve', () => {
    const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'gpu' }, spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.nvidia.com' } }] } } };
    const findings = (kubernetes: KubernetesVersion) => Checks.findingsAbout([claim], { kubernetes });
    const ids = (kubernetes: KubernetesVersion) => findings(kubernetes).filter(each => each.severity === FindingSeverity.ERROR).map(each => each.id);
    expect(ids(KubernetesVersion.V1_33)).toEqual(['AIW1106']);
    expect(ids(KubernetesVersion.V1_34)).toEqual([]);
  });

  test('an acknowledgement in an annotation counts', () => {
    const accepted = { ...service(), metadata: { name: 'router', namespace: 'ml', annotations: { 'cdk8s-ai-workloads/acknowledge': 'AIW2103: made elsewhere' } } };
    expect(Checks.findingsAbout([accepted, pod])).toEqual([]);
  });
});

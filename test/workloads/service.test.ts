import { JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, Locality, ServingPort, Target } from '../../src';
import { checkPorts, createHeadlessService, createServingService } from '../../src/workloads/service';
import { chartIn, messageOf } from '../pod/carrier';

const OPTIONS = { name: 'llm', labels: { team: 'nlp' } };
const SELECTOR = { app: 'llm' };
const serving = (ports: ServingPort[], locality?: Locality, chart = chartIn()) => createServingService(chart, 'Service', OPTIONS, SELECTOR, ports, locality);

describe('the Service that gives pods their names', () => {
  test('is headless, and publishes pods before they are ready: a rendezvous waits for names, not for readiness', () => {
    const service = createHeadlessService(chartIn(), 'Names', OPTIONS, SELECTOR, [{ name: 'rendezvous', port: 29500 }]);
    expect(service.apiObject.toJson()).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'llm', namespace: 'ml', labels: { team: 'nlp' } },
      spec: { clusterIP: 'None', publishNotReadyAddresses: true, selector: SELECTOR, ports: [{ name: 'rendezvous', port: 29500, targetPort: 29500 }] },
    });
  });

  test('needs no port', () => {
    expect(createHeadlessService(chartIn(), 'Names', OPTIONS, SELECTOR, []).apiObject.toJson().spec).not.toHaveProperty('ports');
  });
});

describe('the Service for traffic', () => {
  test('sends to ready pods only, at the target port, its name, or the same number', () => {
    const service = serving([
      { name: 'http', port: 80, targetPort: 8000 }, { name: 'metrics', port: 9400, targetPortName: 'metrics' }, { name: 'dns', port: 53, protocol: kplus.Protocol.UDP },
    ]);
    expect(service.apiObject.toJson().spec).toEqual({
      selector: SELECTOR,
      ports: [{ name: 'http', port: 80, targetPort: 8000 }, { name: 'metrics', port: 9400, targetPort: 'metrics' }, { name: 'dns', port: 53, targetPort: 53, protocol: 'UDP' }],
    });
  });

  test('prefers what the target can express', () => {
    const chart = chartIn();
    Target.define(chart, { kubernetes: KubernetesVersion.V1_33 });
    expect(serving([{ port: 80 }], Locality.SAME_ZONE, chart).apiObject.toJson().spec.trafficDistribution).toBe('PreferClose');
    expect(messageOf(() => serving([{ port: 80 }], Locality.SAME_NODE, chart))).toContain('prefer: Forbidden: same-node routing');
    expect(serving([{ port: 80 }], Locality.SAME_NODE).apiObject.toJson().spec.trafficDistribution).toBe('PreferSameNode');
  });

  test('one number over two protocols, and one target behind two ports, are fine', () => {
    expect(() => serving([{ name: 'tcp', port: 53 }, { name: 'udp', port: 53, protocol: kplus.Protocol.UDP }, { name: 'alt', port: 54, targetPort: 53 }])).not.toThrow();
  });

  test.each([
    ['no port', [], 'ports: Required value: a Service needs at least one port'],
    ['port 0', [{ port: 0 }], 'ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive'],
    ['a port above 65535', [{ port: 80, targetPort: 65536 }], 'ports[0].targetPort: Invalid value: 65536'],
    ['half a port', [{ port: 80.5 }], 'ports[0].port: Invalid value: 80.5'],
    ['several ports without names', [{ name: 'a', port: 80 }, { port: 81 }], 'ports[1].name: Required value: with several ports each needs a name'],
    ['an upper-case name', [{ name: 'HTTP', port: 80 }], 'ports[0].name: Invalid value: "HTTP": a lowercase RFC 1123 label must consist of'],
    ['a name twice', [{ name: 'a', port: 80 }, { name: 'a', port: 81 }], 'ports[1]: Duplicate value: "a": has the name, or the number and protocol, of ports[0]'],
    ['a number twice', [{ name: 'a', port: 80 }, { name: 'b', port: 80, protocol: kplus.Protocol.TCP }], 'ports[1]: Duplicate value: "b"'],
    ['a target twice', [{ port: 80, targetPort: 8000, targetPortName: 'http' }], 'ports[0].targetPortName: Forbidden: targetPort 8000 says it as well'],
    ['a target name no container port can have', [{ port: 80, targetPortName: 'http_metrics' }], 'ports[0].targetPortName: Invalid value: "http_metrics": must contain only alpha-numeric characters'],
    ['a node port', [{ port: 80, nodePort: 30080 }], 'ports[0].nodePort: Forbidden: these Services have the type ClusterIP'],
  ] as [string, ServingPort[], string][])('refused: %s', (_, ports, message) => {
    expect(messageOf(() => checkPorts('ports', ports))).toContain(message);
  });
});

describe('the handle', () => {
  test('has the name that clients resolve, with the namespace of the chart or the object\'s own', () => {
    expect(serving([{ port: 80 }])).toMatchObject({ name: 'llm', dns: 'llm.ml.svc' });
    expect(createServingService(chartIn(), 'S', { ...OPTIONS, namespace: 'other' }, SELECTOR, [{ port: 80 }]).dns).toBe('llm.other.svc');
    expect(serving([{ port: 80 }], undefined, chartIn('')).dns).toBe('llm');
  });

  test('gives the object for patches', () => {
    const { apiObject } = serving([{ port: 80 }]);
    apiObject.addJsonPatch(JsonPatch.add('/spec/internalTrafficPolicy', 'Local'));
    expect(apiObject.toJson().spec.internalTrafficPolicy).toBe('Local');
  });
});

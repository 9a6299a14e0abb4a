import { changed, classesOf, helps, LABELS, META, rowsOf, said } from './subject';

const service = { apiVersion: 'v1', kind: 'Service', metadata: META, spec: { selector: LABELS, ports: [{ name: 'http', port: 80, targetPort: 'web' }] } };
const balanced = changed(service, 'spec.type', 'LoadBalancer');

test.each(rowsOf([
  ['spec.ports', [], 'spec.ports: Required value'],
  ['spec.ports[0].port', 0, 'spec.ports[0].port: Invalid value'],
  ['spec.ports[0].targetPort', '8080', 'spec.ports[0].targetPort: Invalid value'],
  ['spec.ports[0].targetPort', 0],
  ['spec.ports[0].protocol', 'HTTP', 'spec.ports[0].protocol: Unsupported value'],
  ['spec.ports[0].appProtocol', 'a b', 'spec.ports[0].appProtocol: Invalid value'],
  ['spec.ports[0].nodePort', 30_080, 'spec.ports[0].nodePort: Forbidden'],
  ['spec.ports', [{ port: 80 }, { port: 81 }], 'spec.ports[0].name: Required value', 'spec.ports[1].name: Required value'],
  ['spec.ports', [{ name: 'a', port: 80 }, { name: 'a', port: 80 }], 'spec.ports[1].name: Duplicate value', 'spec.ports[1]: Duplicate value'],
  ['spec.ports', [{ name: 'a', port: 53 }, { name: 'b', port: 53, protocol: 'UDP' }]],
  ['spec.selector', { 'a b': 'c' }, 'spec.selector: Invalid value'],
  ['spec.type', 'External', 'spec.type: Unsupported value'],
  ['spec.type', 'ExternalName', 'spec.externalName: Required value'],
  ['spec.sessionAffinity', 'Cookie', 'spec.sessionAffinity: Unsupported value'],
  ['spec.internalTrafficPolicy', 'Zone', 'spec.internalTrafficPolicy: Unsupported value'],
  ['spec.externalTrafficPolicy', 'Local', 'spec.externalTrafficPolicy: Invalid value'],
  ['spec.healthCheckNodePort', 30_000, 'spec.healthCheckNodePort: Invalid value'],
  ['spec.loadBalancerClass', 'example.com/lb', 'spec.loadBalancerClass: Forbidden'],
  ['spec.loadBalancerSourceRanges', ['10.0.0.0/8'], 'spec.LoadBalancerSourceRanges: Forbidden'],
  ['spec.allocateLoadBalancerNodePorts', false, 'spec.allocateLoadBalancerNodePorts: Forbidden'],
  ['spec.trafficDistribution', 'PreferZone', 'spec.trafficDistribution: Unsupported value'],
  ['spec.externalIPs', ['127.0.0.1'], 'spec.externalIPs[0]: Invalid value'],
  ['spec.externalIPs', ['1.2.3'], 'spec.externalIPs[0]: Invalid value'],
  ['spec.externalIPs', ['g::1'], 'spec.externalIPs[0]: Invalid value'],
  ['spec.externalIPs', ['1.2.3.4']],
  ['spec.clusterIPs', ['10.0.0.1'], 'spec.clusterIPs: Invalid value'],
  ['spec.clusterIP', 'none', 'spec.clusterIPs[0]: Invalid value'],
  ['spec.ipFamilies', ['IPv4', 'IPv4'], 'spec.ipFamilies[1]: Duplicate value'],
  ['spec.ipFamilies', ['IPv4', 'IPv6'], 'spec.ipFamilyPolicy: Invalid value'],
  ['spec.ipFamilyPolicy', 'Dual', 'spec.ipFamilyPolicy: Unsupported value'],
  ['metadata.annotations', { 'service.kubernetes.io/topology-mode': 'Auto', 'service.kubernetes.io/topology-aware-hints': 'auto' },
    'metadata.annotations[service.kubernetes.io/topology-mode]: Invalid value'],
]))('a Service with %s', (_, path, value, expected) => {
  expect(said(changed(service, path, value))).toEqual(expected);
});

test.each(rowsOf([
  ['spec.ports[0].nodePort', 30_080],
  ['spec.ports[0].nodePort', 8080, 'spec.ports[0].nodePort: Invalid value'],
  ['spec.ports', [{ name: 'a', port: 80, nodePort: 30_080 }, { name: 'b', port: 81, nodePort: 30_080 }], 'spec.ports[1].nodePort: Invalid value'],
  ['spec.ports', [{ name: 'a', port: 53, nodePort: 30_053 }, { name: 'b', port: 53, nodePort: 30_053, protocol: 'UDP' }]],
  ['spec.clusterIP', 'None', 'spec.clusterIPs[0]: Invalid value'],
  ['spec.externalTrafficPolicy', 'Near', 'spec.externalTrafficPolicy: Unsupported value'],
  ['spec.loadBalancerSourceRanges', ['10.0.0.0'], 'spec.LoadBalancerSourceRanges[0]: Invalid value'],
  ['spec.loadBalancerSourceRanges', ['10.0.0.1/8'], 'spec.LoadBalancerSourceRanges[0]: Invalid value'],
  ['spec.loadBalancerClass', 'a b', 'spec.loadBalancerClass: Invalid value'],
]))('a Service of type LoadBalancer with %s', (_, path, value, expected) => {
  expect(said(changed(balanced, path, value))).toEqual(expected);
});

test('addresses that were read leniently are refused by the gate of 1.36', () => {
  const zeros = changed(service, 'spec.externalIPs', ['010.1.2.3']);
  expect([said(zeros, '1.35'), said(zeros, '1.36')]).toEqual([[], ['spec.externalIPs[0]: Invalid value']]);
  const mapped = changed(service, 'spec.externalIPs', ['::ffff:1.2.3.4']);
  expect([said(mapped, '1.35'), said(mapped, '1.36')]).toEqual([[], ['spec.externalIPs[0]: Invalid value']]);
});

test('names and preferences follow the minor', () => {
  const digit = changed(service, 'metadata.name', '1st');
  expect([said(digit, '1.35'), said(digit, '1.36')]).toEqual([['metadata.name: Invalid value'], []]);
  const node = changed(service, 'spec.trafficDistribution', 'PreferSameNode');
  expect([said(node, '1.33'), said(node, '1.34')]).toEqual([['spec.trafficDistribution: Unsupported value'], []]);
});

test('a node port outside the default range names the way out', () => {
  expect(helps(changed(balanced, 'spec.ports[0].nodePort', 8080))).toEqual([expect.stringContaining('--service-node-port-range')]);
});

test('the configuration of an affinity that is not asked for is dropped', () => {
  const configured = changed(service, 'spec.sessionAffinityConfig', { clientIP: { timeoutSeconds: 60 } });
  expect(classesOf(configured)).toEqual(['AIW1204 dropped spec.sessionAffinityConfig']);
  expect(classesOf(changed(configured, 'spec.sessionAffinity', 'None'))).toEqual(['AIW1204 dropped spec.sessionAffinityConfig']);
  expect(classesOf(changed(configured, 'spec.sessionAffinity', 'ClientIP'))).toEqual([]);
});

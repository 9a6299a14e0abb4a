import { changed, LABELS, messages, META, rowsOf, said } from './subject';

/* Choices, limits and allocations of Services, each beside its neighbour that the server takes. */

const port = { name: 'http', port: 80 };
const service = { apiVersion: 'v1', kind: 'Service', metadata: META, spec: { selector: LABELS, ports: [port] } };
const withSpec = (spec: object) => ({ ...service, spec: { ...service.spec, ...spec } });
const nodePorts = withSpec({ type: 'NodePort' });
const balanced = withSpec({ type: 'LoadBalancer' });
const CLIENT_IP = { clientIP: { timeoutSeconds: 60 } };
const RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const [MODE, HINTS] = ['service.kubernetes.io/topology-mode', 'service.kubernetes.io/topology-aware-hints'];

test.each([
  { type: 'ClusterIP' }, { type: 'NodePort' }, { type: 'LoadBalancer' }, { type: '' }, { type: 'ExternalName', externalName: 'a.b.' }, { type: 'ExternalName', externalName: 'a', ports: [] },
  { clusterIP: 'None', ports: [] }, { clusterIP: 'None', ipFamilies: ['IPv6'] }, { clusterIP: '10.0.0.1', ipFamilies: ['IPv4'] }, { clusterIP: 'fd00::1', ipFamilies: ['IPv6'] },
  { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', 'fd00::1'], ipFamilyPolicy: 'RequireDualStack' }, { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', 'fd00::1'], ipFamilyPolicy: 'PreferDualStack' },
  { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack' }, { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' }, { ipFamilyPolicy: 'SingleStack' },
  { clusterIP: 'fd00::1', clusterIPs: ['fd00::1', '10.0.0.1'], ipFamilies: ['IPv6', 'IPv4'], ipFamilyPolicy: 'RequireDualStack' },
  // Without a selector a headless Service has both families.
  { clusterIP: 'None', selector: undefined, ipFamilies: ['IPv4', 'IPv6'] }, { clusterIP: 'None', selector: {}, ipFamilies: ['IPv4', 'IPv6'] },
  { sessionAffinity: 'ClientIP' }, { sessionAffinity: 'None' }, { sessionAffinity: '' }, { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 1 } } },
  { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_400 } } }, { sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } },
  { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: {} } },
  { externalIPs: ['1.2.3.4'], externalTrafficPolicy: 'Local' }, { externalIPs: ['1.2.3.4'], externalTrafficPolicy: 'Cluster' }, { type: 'NodePort', externalTrafficPolicy: 'Local' },
  { internalTrafficPolicy: 'Cluster' }, { internalTrafficPolicy: 'Local' }, { internalTrafficPolicy: null },
  { trafficDistribution: 'PreferClose' }, { trafficDistribution: 'PreferSameZone' }, { trafficDistribution: 'PreferSameNode' }, { trafficDistribution: null },
  { type: 'LoadBalancer', loadBalancerSourceRanges: [' 10.0.0.0/8 '] }, { type: 'LoadBalancer', loadBalancerClass: 'a' }, { type: 'LoadBalancer', allocateLoadBalancerNodePorts: true },
  { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30_000 }, { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 32_767 },
  { ports: [{ port: 1 }] }, { ports: [{ port: 65_535, targetPort: 65_535 }] }, { ports: [{ port: 80, targetPort: '' }] }, { ports: [{ port: 80, targetPort: null }] },
  { ports: [{ port: 80, protocol: 'SCTP' }] }, { ports: [{ port: 80, protocol: 'UDP' }] }, { ports: [{ port: 80, protocol: '' }] }, { ports: [{ port: 80, appProtocol: 'kubernetes.io/ws' }] },
  { ports: [{ ...port, port: 80 }, { name: 'b', port: 81 }] },
  { type: 'NodePort', ports: [{ port: 80, nodePort: 30_000 }] }, { type: 'NodePort', ports: [{ port: 80, nodePort: 32_767 }] }, { type: 'NodePort', ports: [{ port: 80, nodePort: 0 }] },
  { type: 'NodePort', ports: [{ ...port, nodePort: 30_080 }, { name: 'b', port: 81, nodePort: 30_081 }] },
  // The two protocols of a port may have one node port or two.
  { type: 'NodePort', ports: [{ name: 'a', port: 53, nodePort: 30_053 }, { name: 'b', port: 53, protocol: 'UDP', nodePort: 30_054 }] },
  { type: 'NodePort', ports: [{ name: 'a', port: 53, nodePort: 30_053 }, { name: 'b', port: 53, protocol: 'UDP', nodePort: 30_054 }, { name: 'c', port: 53, protocol: 'SCTP', nodePort: 30_053 }] },
  { type: 'NodePort', ports: [{ name: 'a', port: 53 }, { name: 'b', port: 53, protocol: 'UDP', nodePort: 30_053 }] },
])('a Service with %j is taken', spec => {
  expect(messages(withSpec(spec))).toEqual([]);
});

const TYPES = 'supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"';
const FAMILIES = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
const HEALTH = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
const RANGE = 'provided port is not in the valid range. The range of valid ports is 30000-32767';
const ONLY_BALANCER = "Forbidden: may only be used when `type` is 'LoadBalancer'";
const affinity = (seconds: number) => ({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: seconds } } });
const local = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' };

test.each<[object, string[]]>([
  [{ type: 'External' }, [`spec.type: Unsupported value: "External": ${TYPES}`]],
  [{ ports: [] }, ['spec.ports: Required value']],
  [{ type: 'ExternalName', externalName: 'A' }, [expect.stringContaining('spec.externalName: Invalid value: "A": a lowercase RFC 1123 subdomain') as any]],
  [{ type: 'ExternalName', externalName: '.' }, ['spec.externalName: Required value']],
  [{ type: 'ExternalName', externalName: 'a', clusterIP: '10.0.0.1' }, ['spec.clusterIPs: Forbidden: may not be set for ExternalName services']],
  [{ type: 'ExternalName', externalName: 'a', ipFamilies: ['IPv4', 'IPv6'] }, ['spec.ipFamilies: Forbidden: may not be set for ExternalName services']],
  [{ type: 'ExternalName', externalName: 'a', ipFamilyPolicy: 'SingleStack' }, ['spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services']],
  [{ type: 'NodePort', clusterIP: 'None' }, ['spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services']],
  [{ clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.2'] }, ['spec.clusterIPs: Invalid value: ["10.0.0.2"]: first value must match `clusterIP`']],
  [{ clusterIPs: ['10.0.0.2'] }, ['spec.clusterIPs: Invalid value: ["10.0.0.2"]: must be empty when `clusterIP` is not specified']],
  [{ ipFamilies: ['IPv5'] }, ['spec.ipFamilies[0]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"']],
  [{ ipFamilies: ['IPv6', 'IPv6'] }, ['spec.ipFamilies[1]: Duplicate value: "IPv6"']],
  [{ ipFamilyPolicy: 'Dual' }, ['spec.ipFamilyPolicy: Unsupported value: "Dual": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"']],
  [{ ipFamilyPolicy: '' }, ['spec.ipFamilyPolicy: Unsupported value: "": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"']],
  [{ clusterIP: 'None', clusterIPs: ['None', '10.0.0.1'] }, ['spec.clusterIPs: Invalid value: ["None","10.0.0.1"]: \'None\' must be the first and only value']],
  [{ clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', 'None'] }, [expect.stringContaining('spec.clusterIPs[1]: Invalid value: "None": must be a valid IP address') as any]],
  [{ clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', '10.0.0.2'] },
    ['spec.clusterIPs: Invalid value: ["10.0.0.1","10.0.0.2"]: may specify no more than one IP for each IP family']],
  [{ clusterIP: 'fd00::1', clusterIPs: ['fd00::1', 'fd00::2'] }, ['spec.clusterIPs: Invalid value: ["fd00::1","fd00::2"]: may specify no more than one IP for each IP family']],
  [{ clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', 'fd00::1', '10.0.0.2'] },
    ['spec.clusterIPs: Invalid value: ["10.0.0.1","fd00::1","10.0.0.2"]: may only hold up to 2 values']],
  [{ clusterIP: '10.0.0.1', ipFamilies: ['IPv6'] }, ['spec.clusterIPs[0]: Invalid value: "10.0.0.1": expected an IPv6 value as indicated by `ipFamilies[0]`']],
  [{ clusterIP: 'fd00::1', ipFamilies: ['IPv4'] }, ['spec.clusterIPs[0]: Invalid value: "fd00::1": expected an IPv4 value as indicated by `ipFamilies[0]`']],
  [{ clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', 'fd00::1'] }, [`spec.ipFamilyPolicy: Invalid value: "SingleStack": ${FAMILIES} cluster IPs are specified`]],
  [{ ipFamilies: ['IPv4', 'IPv6'] }, [`spec.ipFamilyPolicy: Invalid value: "SingleStack": ${FAMILIES} IP families are specified`]],
  [{ ipFamilies: ['IPv4', 'IPv6'], selector: undefined }, [`spec.ipFamilyPolicy: Invalid value: "SingleStack": ${FAMILIES} IP families are specified`]],
  [{ clusterIP: 'None', ipFamilies: ['IPv4', 'IPv6'] }, [`spec.ipFamilyPolicy: Invalid value: "SingleStack": ${FAMILIES} IP families are specified`]],
  [{ clusterIP: 'None', selector: undefined, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'SingleStack' },
    [`spec.ipFamilyPolicy: Invalid value: "SingleStack": ${FAMILIES} IP families are specified`]],
  // Of what is wrong with addresses and with node ports only the first is said.
  [{ type: 'NodePort', ipFamilies: ['IPv4', 'IPv6'], ports: [{ port: 80, nodePort: 80 }] }, [`spec.ipFamilyPolicy: Invalid value: "SingleStack": ${FAMILIES} IP families are specified`]],
  [{ ipFamilies: ['IPv4', 'IPv4'] }, ['spec.ipFamilies[1]: Duplicate value: "IPv4"']],
  [{ type: 'NodePort', ports: [{ port: 80, nodePort: 29_999 }] }, [`spec.ports[0].nodePort: Invalid value: 29999: ${RANGE}`]],
  [{ type: 'NodePort', ports: [{ port: 80, nodePort: 32_768 }] }, [`spec.ports[0].nodePort: Invalid value: 32768: ${RANGE}`]],
  [{ type: 'NodePort', ports: [{ ...port, nodePort: 80 }, { name: 'b', port: 81, nodePort: 81 }] }, [`spec.ports[0].nodePort: Invalid value: 80: ${RANGE}`]],
  [{ type: 'NodePort', ports: [{ ...port, nodePort: 30_080 }, { name: 'b', port: 81, nodePort: 30_080 }] },
    ['spec.ports[1].nodePort: Invalid value: 30080: provided port is already allocated']],
  [{ type: 'NodePort', ports: [{ ...port, nodePort: 30_080 }, { name: 'b', port: 80, nodePort: 30_080 }] },
    ['spec.ports[1]: Duplicate value: {"name":"b","port":80,"nodePort":30080}', 'spec.ports[1].nodePort: Duplicate value: 30080']],
  [{ ports: [{ port: 80, nodePort: 80 }] }, ['spec.ports[0].nodePort: Forbidden: may not be used when `type` is \'ClusterIP\'']],
  [{ ports: [{ name: 'a', port: 80, protocol: '' }, { name: 'b', port: 80, protocol: 'TCP' }] }, ['spec.ports[1]: Duplicate value: {"name":"b","port":80,"protocol":"TCP"}']],
  [{ ports: [{ port: 65_536 }] }, ['spec.ports[0].port: Invalid value: 65536: must be between 1 and 65535, inclusive', 'spec.ports[0].targetPort: Invalid value: 65536: must be between 1 and 65535, inclusive']],
  [{ ports: [{ port: 80, targetPort: 65_536 }] }, ['spec.ports[0].targetPort: Invalid value: 65536: must be between 1 and 65535, inclusive']],
  [{ ports: [{ port: 80, protocol: 'HTTP' }] }, ['spec.ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"']],
  [{ ...local, healthCheckNodePort: 8080 }, [`spec.healthCheckNodePort: Invalid value: 8080: ${RANGE}`]],
  [{ type: 'LoadBalancer', healthCheckNodePort: 8080 }, [`spec.healthCheckNodePort: Invalid value: 8080: ${HEALTH}`]],
  [{ type: 'LoadBalancer', externalTrafficPolicy: 'Cluster', healthCheckNodePort: 8080 }, [`spec.healthCheckNodePort: Invalid value: 8080: ${HEALTH}`]],
  [{ type: 'NodePort', externalTrafficPolicy: 'Local', healthCheckNodePort: 8080 }, [`spec.healthCheckNodePort: Invalid value: 8080: ${HEALTH}`]],
  [{ sessionAffinity: 'Cookie', sessionAffinityConfig: CLIENT_IP }, ['spec.sessionAffinity: Unsupported value: "Cookie": supported values: "ClientIP", "None"']],
  ...[0, -1, 86_401].map((seconds): [object, string[]] =>
    [affinity(seconds), [`spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: ${seconds}: must be greater than 0 and less than 86400`]]),
  [{ externalTrafficPolicy: 'Local' }, ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services']],
  [{ type: 'ExternalName', externalName: 'a', externalIPs: ['1.2.3.4'], externalTrafficPolicy: 'Local' },
    ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services']],
  [{ type: 'NodePort', externalTrafficPolicy: 'Near' }, ['spec.externalTrafficPolicy: Unsupported value: "Near": supported values: "Cluster", "Local"']],
  [{ internalTrafficPolicy: 'Zone' }, ['spec.internalTrafficPolicy: Unsupported value: "Zone": supported values: "Cluster", "Local"']],
  [{ trafficDistribution: 'x' }, ['spec.trafficDistribution: Unsupported value: "x": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"']],
  [{ loadBalancerClass: 'a b' }, [`spec.loadBalancerClass: ${ONLY_BALANCER}`]],
  [{ allocateLoadBalancerNodePorts: false }, [`spec.allocateLoadBalancerNodePorts: ${ONLY_BALANCER}`]],
])('a Service with %j is refused', (spec, expected) => {
  expect(messages(withSpec(spec))).toEqual(expected);
});

test('before 1.34 a Service prefers what is close', () => {
  expect(messages(withSpec({ trafficDistribution: 'PreferClose' }), '1.33')).toEqual([]);
  expect(messages(withSpec({ trafficDistribution: 'x' }), '1.33')).toEqual(['spec.trafficDistribution: Unsupported value: "x": supported values: "PreferClose"']);
});

const annotated = (body: object, annotations: Record<string, string>) => changed(body, 'metadata.annotations', annotations);
const BAD_RANGE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

test('ranges of a load balancer may stand in its annotation', () => {
  const field = `metadata.annotations[${RANGES}]`;
  expect(messages(annotated(balanced, { [RANGES]: ' 10.0.0.0/8 , 192.168.0.0/16 ' }))).toEqual([]);
  expect(messages(annotated(balanced, { [RANGES]: '10.0.0.0/8, x' }))).toEqual([`${field}: Invalid value: "x": ${BAD_RANGE}`]);
  expect(messages(annotated(balanced, { [RANGES]: '  ' }))).toEqual([]);
  expect(messages(annotated(balanced, { [RANGES]: ',' }))).toEqual([`${field}: Invalid value: "": ${BAD_RANGE}`]);
  expect(messages(annotated(service, { [RANGES]: '' }))).toEqual([`${field}: ${ONLY_BALANCER}`]);
  expect(messages(annotated(service, { other: '' }))).toEqual([]);
});

test('the annotation is not read where there is a list', () => {
  const listed = changed(balanced, 'spec.loadBalancerSourceRanges', ['10.0.0.0/8', 'x']);
  expect(messages(annotated(listed, { [RANGES]: 'y' }))).toEqual([`spec.LoadBalancerSourceRanges[1]: Invalid value: "x": ${BAD_RANGE}`]);
});

test('the old and the new annotation of a topology say the same', () => {
  expect(messages(annotated(service, { [MODE]: 'Auto', [HINTS]: 'Auto' }))).toEqual([]);
  expect(messages(annotated(service, { [MODE]: 'Auto' }))).toEqual([]);
  expect(messages(annotated(service, { [HINTS]: 'Auto' }))).toEqual([]);
  expect(messages(annotated(service, { [MODE]: 'Auto', [HINTS]: 'auto' })))
    .toEqual([`metadata.annotations[${MODE}]: Invalid value: "Auto": must match annotations[${HINTS}] when both are specified`]);
});

test.each(rowsOf([
  ['spec.externalIPs', ['0.0.0.0'], 'spec.externalIPs[0]: Invalid value'],
  ['spec.externalIPs', ['1.2.3.4', 'fe80::1'], 'spec.externalIPs[1]: Invalid value'],
]))('a Service of type NodePort with %s', (_, path, value, expected) => {
  expect(said(changed(nodePorts, path, value))).toEqual(expected);
});

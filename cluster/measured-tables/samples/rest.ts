import { Samples } from '../example';

const BACKEND = 'networking.v1.IngressBackend';
const SLICE = 'discovery.v1.EndpointSlice';
const REQUEST = 'resource.v1.DeviceRequest';
const CONSTRAINT = 'resource.v1.DeviceConstraint';
const ADDRESSES: Readonly<Record<string, string>> = { FQDN: 'a.io', IPv4: '10.1.2.3', IPv6: '2001:db8::1' };

/** Networking, devices and the small kinds. */
export const REST: Samples = {
  fields: {
    'resource.v1.CELDeviceSelector.expression': { value: 'device.driver == "a"' },
    'resource.v1.DeviceClassSpec.extendedResourceName': { value: 'a.io/a' },
    [`${CONSTRAINT}.distinctAttribute`]: { value: 'a.io/a' },
    [`${CONSTRAINT}.matchAttribute`]: { value: 'a.io/a' },
    [`${CONSTRAINT}.requests`]: { value: ['a'] },
    [`${REQUEST}.firstAvailable`]: { beside: around => { delete around(REQUEST).exactly; } },
    [`${REQUEST}.name`]: { value: 'b' },
    'resource.v1.DeviceClaimConfiguration.requests': { value: ['a'] },
    [`${SLICE}.addressType`]: { beside: (around, type) => { around(SLICE).endpoints = [{ addresses: [ADDRESSES[type]] }]; } },
    'discovery.v1.Endpoint.addresses': { value: ['10.1.2.4'] },
    [`${BACKEND}.resource`]: { beside: around => { delete around(BACKEND).service; } },
    'networking.v1.ServiceBackendPort.name': { beside: around => { delete around('networking.v1.ServiceBackendPort').number; } },
    'networking.v1.HTTPIngressPath.path': { value: '/b' },
    'networking.v1.IPBlock.cidr': { value: '10.1.0.0/16' },
    'networking.v1.IPBlock.except': { value: ['10.1.2.0/24'] },
    'networking.v1.NetworkPolicyPort.endPort': { beside: around => { around('networking.v1.NetworkPolicyPort').port = 7; } },
    'node.v1.Overhead.podFixed': { value: { cpu: '7' } },
  },
  siblings: {
    [CONSTRAINT]: (field): Record<string, unknown> => field === 'distinctAttribute' ? {} : { matchAttribute: 'a.io/a' },
    'resource.v1.DeviceClaimConfiguration': () => ({ opaque: { driver: 'a', parameters: { a: 'b' } } }),
    [BACKEND]: (field): Record<string, unknown> => field === 'resource' ? {} : { service: { name: 'a', port: { number: 7 } } },
    'networking.v1.HTTPIngressPath': () => ({ path: '/a', backend: { service: { name: 'a', port: { number: 7 } } } }),
    'networking.v1.IngressServiceBackend': () => ({ port: { number: 7 } }),
  },
};

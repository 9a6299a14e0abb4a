/** The Gateway API. Source: gateway-api apis/v1/register.go (v1.7) */
export const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** The version whose routes the library writes. */
export const GATEWAY_API = `${GATEWAY_GROUP}/v1`;

/** HTTP/2 without TLS, as `appProtocol` of a Service's port: what gRPC needs. Source: KEP-3726; gateway-api geps/gep-1911 (v1.7) */
export const H2C = 'kubernetes.io/h2c';

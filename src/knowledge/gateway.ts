/** The Gateway API. Source: gateway-api apis/v1/register.go (v1.7) */
export const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** The version whose routes the library writes. */
export const GATEWAY_API = `${GATEWAY_GROUP}/v1`;

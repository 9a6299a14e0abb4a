import { Plain, PlainObject } from '../base/plain';

/**
 * The port of the pods behind a Service port: `targetPort`, or `port` where it is unset. Programs in Go write an unset one as 0 or as an empty text, which the API server
 * replaces by `port`.
 *
 * Source: kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Service (v1.36)
 */
export function targetPortOf(port: PlainObject): Plain {
  return isPortSet(port.targetPort) ? port.targetPort : port.port;
}

/** Whether a number or name of a port is set: Go's zero values are not. */
export function isPortSet(port: unknown): boolean {
  return port !== undefined && port !== null && port !== 0 && port !== '';
}

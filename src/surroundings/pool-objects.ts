import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Labels } from '../base/labels';
import { PlainObject } from '../base/plain';
import { POOL_API } from '../knowledge/endpoint-picker';
import { ObjectOptions, createObject } from '../pod/template/plain-api-object';

/** What is installed beside the app, as cdk8s-plus-28's imported objects are: its kind and name, of which checks say that it exists. */
class Imported extends Construct {
  constructor(scope: Construct, id: string, public readonly kind: string, public readonly name: string) {
    super(scope, id);
  }
}

/** Pods that a picker chooses among. */
export interface PooledPods {
  readonly selector: Labels;
  /** Ports of the pods, each of which is one more to choose. */
  readonly ports: readonly number[];
  /** The Service of the picker, with its port. */
  readonly endpointPickerRef: PlainObject;
}

/** An InferencePool. Its endpoint picker comes with a chart of its own. */
export function createInferencePool(scope: Construct, id: string, options: ObjectOptions, pods: PooledPods): ApiObject {
  const { selector, ports, endpointPickerRef } = pods;
  new Imported(scope, 'EndpointPicker', 'Service', String(endpointPickerRef.name));
  return createObject(scope, id, POOL_API, 'InferencePool', options, {
    spec: { selector: { matchLabels: { ...selector } }, targetPorts: ports.map(number => ({ number })), endpointPickerRef: { ...endpointPickerRef } },
  });
}

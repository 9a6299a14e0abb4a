/** A step into a manifest: a field or key, or a place in a list. */
export type Step = string | number;

/** A place in a manifest. */
export interface Site {
  readonly path: readonly Step[];
  readonly value: any;
  /** Whether people choose the keys of the object that stands here, as with labels. */
  readonly isMap: boolean;
}

/** Objects whose keys are no fields. */
const MAPS: ReadonlySet<string> = new Set([
  'labels', 'annotations', 'matchLabels', 'selector', 'data', 'binaryData', 'stringData', 'nodeSelector', 'limits', 'requests', 'overhead', 'podFixed', 'capacity',
  'volumeAttributes', 'parameters', 'options', 'rayStartParams',
]);

/** Never changed: another type or namespace makes it another object, and what names nothing that a user writes. */
const LEFT = /^(apiVersion|kind|metadata\.(namespace|creationTimestamp))$/;

/** Every place below the manifest itself, in its order. */
export function sitesOf(manifest: any): Site[] {
  return below(manifest, []);
}

function below(value: any, path: readonly Step[]): Site[] {
  if (path.length > 0 && LEFT.test(textOf(path))) {
    return [];
  }
  const steps: ReadonlyArray<readonly [Step, any]> = typeof value !== 'object' || value === null ? []
    : Array.isArray(value) ? value.map((each, index) => [index, each] as const) : Object.entries(value);
  const inner = steps.flatMap(([step, each]) => below(each, [...path, step]));
  return path.length === 0 ? inner : [{ path, value, isMap: isMap(path[path.length - 1], value) }, ...inner];
}

/** The selector of a Service is a map, the one of a workload has fields. */
function isMap(step: Step, value: any): boolean {
  return MAPS.has(String(step)) && typeof value === 'object' && value !== null && !Array.isArray(value)
    && !Object.hasOwn(value, 'matchLabels') && !Object.hasOwn(value, 'matchExpressions');
}

/** `spec.ports[0].name`. */
export function textOf(path: readonly Step[]): string {
  return path.map(step => typeof step === 'number' ? `[${step}]` : `.${step}`).join('').slice(1);
}

import { FieldType, Types } from './schema';

/** One step down: a field, in the type that has it. */
export interface Step {
  readonly owner: string;
  readonly name: string;
  readonly type: FieldType;
}

/** A field that a probe can set: one value, or a list or map of them. */
export interface Field {
  /** `spec.containers[*].image`: `[*]` stands for any element of a list of objects. */
  readonly path: string;
  /** The way to it from the object. */
  readonly steps: readonly Step[];
}

/** Says which fields are taken as one value, by what they would hold. */
export type Opaque = (path: string, step: Step) => boolean;

/** All fields of a kind that hold values, in the order of their paths; inner objects appear through the fields they hold. */
export function fieldsOf(types: Types, root: string, opaque: Opaque = () => false): Field[] {
  return below(types, root, [], opaque).sort((one, other) => one.path < other.path ? -1 : 1);
}

function below(types: Types, owner: string, steps: readonly Step[], opaque: Opaque): Field[] {
  return Object.entries(types[owner]).flatMap(([name, type]) => {
    const way = [...steps, { owner, name, type }];
    const path = pathOf(way, types);
    const recursive = way.some(step => step.owner === type.of);
    return types[type.of] === undefined || type.shape === 'map' || recursive || opaque(path, way.at(-1)!)
      ? [{ path, steps: way }]
      : below(types, type.of, way, opaque);
  });
}

function pathOf(steps: readonly Step[], types: Types): string {
  return steps.map(({ name, type }) => type.shape === 'list' && types[type.of] !== undefined ? `${name}[*]` : name).join('.');
}

import { Origin } from '../../../base/findings/origin';
import { isObject, PlainObject } from '../../../base/plain';
import { asObject, asText } from '../../../base/reading';
import { FileObject } from '../file-object';

/** The origin of an object that a program made: the file that it made it from, and the line of a field that the program has left as it was. */
export class RenderedObject implements Origin {
  /**
   * @param rendered the kustomization or chart.
   * @param file what it was made from; the same, where that is not known.
   * @param written the object as that file has it, if it can be read and is in it.
   */
  constructor(
    public readonly body: PlainObject,
    public readonly rendered: string,
    public readonly file: string,
    private readonly written?: FileObject,
  ) {}

  public get origin(): Origin {
    return this;
  }

  /** A field that is missing stands where the nearest one around it does; what was changed or added stands in some other file. */
  public get lineOf(): (field: string) => number | undefined {
    return field => {
      const place = this.written && writtenPlace(field, this.body, this.written.body);
      return place === undefined ? undefined : this.written?.origin.lineOf?.(place);
    };
  }
}

/** `spec`, `containers`, `0`; what is in brackets and no number is a key with dots. */
const STEP = /\[(\d+)\]|\[([^[\]]*)\]|([^.[\]]+)/g;

/** The path of the same value in the file; entries of lists are known by their names, since patches move them. */
function writtenPlace(field: string, rendered: unknown, written: unknown): string | undefined {
  let [made, own, place] = [rendered, written, ''];
  for (const [, index, quoted, key] of field.matchAll(STEP)) {
    const next: Step | undefined = index !== undefined ? ofList(Number(index), made, own) : ofMap(quoted ?? key, made, own, quoted !== undefined);
    if (next === undefined) {
      return place;
    }
    if (next.own === undefined) {
      return undefined;
    }
    [made, own, place] = [next.made, next.own, `${place}${place === '' ? next.path.replace(/^\./, '') : next.path}`];
  }
  return isObject(made) || Array.isArray(made) || made === own ? place : undefined;
}

interface Step {
  readonly made: unknown;
  readonly own: unknown;
  readonly path: string;
}

function ofMap(key: string, made: unknown, own: unknown, isQuoted: boolean): Step | undefined {
  const at = (map: unknown): unknown => (isObject(map) && Object.hasOwn(map, key) ? map[key] ?? undefined : undefined);
  return at(made) === undefined ? undefined : { made: at(made), own: at(own), path: isQuoted ? `[${key}]` : `.${key}` };
}

function ofList(index: number, made: unknown, own: unknown): Step | undefined {
  if (!Array.isArray(made) || made[index] === undefined) {
    return undefined;
  }
  const entries: readonly unknown[] = Array.isArray(own) ? own : [];
  const name = asText(asObject(made[index]).name);
  const place = name === undefined ? index : entries.findIndex(each => asObject(each).name === name);
  return { made: made[index], own: entries[place], path: `[${place}]` };
}

/**
 * The object of a file of which a program made another: of its kind, and with its name or the longest part of it, since prefixes and suffixes
 * are added.
 */
export function writtenAs(made: PlainObject, candidates: readonly FileObject[]): FileObject | undefined {
  const name = nameOf(made);
  const alike = candidates.filter(({ body }) => body.kind === made.kind && nameOf(body) !== '' && name.includes(nameOf(body)));
  const longest = Math.max(...alike.map(({ body }) => nameOf(body).length));
  const [found, ...others] = alike.filter(({ body }) => nameOf(body).length === longest);
  // Two of one name are told apart by their namespaces, if at all.
  const { namespace } = asObject(made.metadata);
  return others.length === 0 ? found : only([found, ...others].filter(({ body }) => asObject(body.metadata).namespace === namespace));
}

function nameOf({ metadata }: PlainObject): string {
  return asText(asObject(metadata).name) ?? '';
}

function only<Each>(list: readonly Each[]): Each | undefined {
  return list.length === 1 ? list[0] : undefined;
}

import { Complain, StructureComplaint, below, belowKey } from './complaint';
import { checkJunctors } from './junctors';
import { checkKeys, checkSet } from './list-type';
import { StructureNode, NodeId, Nodes } from './node';
import { checkEnum, checkNumber, checkText, checkType, complainOfNull } from './scalar';
import { Suggestion, suggestionFor } from '../../../base/findings/fix';
import { Path } from '../../validation/path';

/** A JSON object that was not validated yet. */
export type Unread = Readonly<Record<string, unknown>>;

const NOTHING: ReadonlySet<string> = new Set();

/** Fields that the server keeps at the root and in embedded resources, whatever the schema says. */
const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Limits for the search for misspelt names, which costs an edit distance for each pair. */
const MOST_SUGGESTIONS = 20;
const LONGEST_MISSPELT = 60;

/**
 * Compares a value with a structural schema as the server does: prunes unknown fields, drops nulls, sets defaults and validates, here in one walk.
 * Source: apiextensions-apiserver pkg/apiserver/schema/{pruning,defaulting,listtype}, kube-openapi pkg/validation/validate (v1.36)
 */
export class StructureWalk {
  private suggestions = 0;

  /**
   * `prunes`: unknown fields are reported. Off in the branches of anyOf and its siblings, which know only some fields of their value.
   * `apart`: fields at the root that the caller checks.
   */
  constructor(private readonly nodes: Nodes, private readonly complain: Complain, private readonly prunes = true,
    private readonly apart: ReadonlySet<string> = NOTHING) {}

  public value(value: unknown, id: NodeId, path: Path | undefined, isOpen = false): void {
    const node = this.nodes.at(id);
    if (!checkType(value, node, path, this.complain)) {
      return;
    }
    if (typeof value === 'string') {
      checkText(value, node, path, this.complain, this.nodes.work);
    } else if (typeof value === 'number' || typeof value === 'bigint') {
      checkNumber(Number(value), node, path, this.complain);
    } else if (Array.isArray(value)) {
      this.list(value, node, path, isOpen || node.open === true);
    } else if (typeof value === 'object') {
      this.object(value as Unread, node, path, isOpen || node.open === true);
    }
    checkEnum(value, node, path, this.complain, this.nodes.work);
    if (node.anyOf ?? node.oneOf ?? node.allOf ?? node.not !== undefined) {
      const complaintsOf = (schema: NodeId, plain: unknown) => complaintsAbout(this.nodes, schema, plain, path);
      checkJunctors({ value, node, path, nodes: this.nodes, isSettled: !this.prunes, complaintsOf }, this.complain);
    }
  }

  private list(value: readonly unknown[], node: StructureNode, path: Path | undefined, isOpen: boolean): void {
    if (node.items !== undefined) {
      const items = this.nodes.at(node.items);
      for (let index = 0; index < value.length; index++) {
        const item = value[index];
        const place = path ? path.index(index) : Path.root(`[${index}]`);
        if (item !== null && item !== undefined) {
          this.value(item, node.items, place, isOpen);
        } else if (items.nullable !== true && items.default === undefined) {
          complainOfNull(items, place, this.complain);
        }
      }
    }
    this.size(value.length, path, { noun: 'items', least: node.minItems, most: node.maxItems });
    if (node.set) {
      checkSet(value, path, this.complain, this.nodes.work);
    } else if (node.keys) {
      checkKeys({ value, keys: node.keys, node, nodes: this.nodes, path }, this.complain);
    }
  }

  private object(value: Unread, node: StructureNode, path: Path | undefined, isOpen: boolean): void {
    const { properties, additionalProperties } = node;
    let size = 0;
    const keys = Object.keys(value);
    this.nodes.work?.spend(keys.length);
    for (const key of keys) {
      const child = value[key];
      const id = properties && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      if (child === undefined) {
        continue;
      } else if (path === undefined && this.apart.has(key)) {
        size++;
      } else if (id === undefined) {
        size += this.unknown(key, node, path, isOpen) ? 1 : 0;
      } else if (child !== null) {
        size++;
        this.value(child, id, id === additionalProperties ? belowKey(path, key) : below(path, key));
      } else {
        size += this.null(id, belowKey(path, key)) ? 1 : 0;
      }
    }
    if (node.required) {
      this.required(node.required, value, node, path);
    }
    this.size(size, path, { noun: 'properties', least: node.minProperties, most: node.maxProperties });
  }

  /** A null is dropped or replaced by the default, unless the field is nullable. Returns whether a value remains. */
  private null(id: NodeId, path: Path): boolean {
    const node = this.nodes.at(id);
    if (node.nullable) {
      checkEnum(null, node, path, this.complain, this.nodes.work);
    }
    return node.nullable === true || node.default !== undefined;
  }

  /** Handles a field that the schema does not know; returns whether the server keeps it. */
  private unknown(key: string, node: StructureNode, path: Path | undefined, isOpen: boolean): boolean {
    if (!this.prunes || isOpen || ((node.embedded || path === undefined) && META_FIELDS.has(key))) {
      return true;
    }
    this.complain({ id: 'AIW1101', path: belowKey(path, key), reason: 'Invalid value', value: key, detail: 'unknown field', ...this.suggestion(key, node) });
    return false;
  }

  private suggestion(key: string, { properties }: StructureNode): Suggestion {
    if (!properties || key.length > LONGEST_MISSPELT || ++this.suggestions > MOST_SUGGESTIONS) {
      return {};
    }
    return suggestionFor(key, Object.keys(properties));
  }

  private required(names: readonly string[], value: Unread, node: StructureNode, path: Path | undefined): void {
    this.nodes.work?.spend(names.length);
    for (const name of names) {
      if (!this.isPresent(name, value, node)) {
        this.complain({ id: 'AIW1103', path: below(path, name), reason: 'Required value' });
      }
    }
  }

  private isPresent(name: string, value: Unread, { properties }: StructureNode): boolean {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined && given !== null) {
      return true;
    }
    if (!properties || !Object.hasOwn(properties, name)) {
      return given === null && !this.prunes;
    }
    const child = this.nodes.at(properties[name]);
    return child.default !== undefined || (given === null && child.nullable === true);
  }

  private size(actual: number, path: Path | undefined, { noun, least, most }: { noun: string; least?: number; most?: number }): void {
    if (most !== undefined && actual > most) {
      this.complain({ id: 'AIW1102', path, reason: 'Too many', value: actual, detail: `must have at most ${most} ${most === 1 ? 'item' : 'items'}` });
    }
    if (least !== undefined && actual < least) {
      this.complain({
        id: 'AIW1102', path, reason: 'Invalid value', value: actual, detail: `${path?.toString() ?? ''} in body should have at least ${least} ${noun}`,
      });
    }
  }
}

/** Everything that is wrong, as a list. */
export function complaintsAbout(nodes: Nodes, id: NodeId, value: unknown, path: Path | undefined): readonly StructureComplaint[] {
  const list: StructureComplaint[] = [];
  new StructureWalk(nodes, each => list.push(each), false).value(value, id, path);
  return list;
}

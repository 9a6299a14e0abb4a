import { CelValue, MapValue, NotEvaluated } from '../../../cel/evaluation/values';

/** What every resource has, whatever its schema says, and what is embedded in one. */
export const TYPE_FIELDS: readonly string[] = ['apiVersion', 'kind', 'metadata'];

const NAMES: readonly string[] = ['name', 'generateName'];

/** Metadata as expressions see them: the name, and what it is made of. Source: apiserver pkg/cel/common/schemas.go WithTypeAndObjectMeta (v0.36) */
export class MetadataValue extends MapValue {
  constructor(private readonly raw: Readonly<Record<string, unknown>>) {
    super();
  }

  public get size(): number {
    return this.keys().length;
  }

  public get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string' || !NAMES.includes(key)) {
      throw new NotEvaluated(`metadata but their name: ${String(key)}`);
    }
    const [own, prefix] = [this.text(key), this.text('generateName')];
    // The server makes the name before it looks at rules.
    return own ?? (key === 'name' && prefix !== undefined ? `${prefix}xxxxx` : undefined);
  }

  public keys(): readonly string[] {
    return NAMES.filter(name => this.get(name) !== undefined);
  }

  private text(name: string): string | undefined {
    const value = this.raw[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }
}

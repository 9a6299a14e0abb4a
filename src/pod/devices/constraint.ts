import { splitAttribute } from './names';
import { duplicate, invalid } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { nearestName } from '../../base/text/nearest-name';
import { carriesMistakes } from '../../given/mistakes/carried';
import { STANDARD_DOMAIN, domainOf, owns } from '../../knowledge/drivers';
import { Target } from '../../target-cluster/target';

/**
 * What must hold between the devices of one claim.
 */
export class DeviceConstraint {
  /**
   * All devices have the attribute, and with the same value: MIG devices of one GPU (`gpu.nvidia.com/parentUUID`), a network card beside its GPU
   * (`resource.kubernetes.io/pcieRoot`).
   *
   * @param attribute Attribute with its domain.
   * @param requests Names of the requests it holds for (`request/alternative` for one of `firstAvailable`); all when left out.
   */
  public static sameValue(attribute: string, requests: string[] = []): DeviceConstraint {
    return new DeviceConstraint('sameValue', attribute, requests);
  }

  /**
   * All devices have the attribute, and no two the same value: GPUs of different PCIe roots.
   *
   * @param attribute Attribute with its domain.
   * @param requests Names of the requests it holds for; all when left out.
   */
  public static distinctValues(attribute: string, requests: string[] = []): DeviceConstraint {
    return new DeviceConstraint('distinctValues', attribute, requests);
  }

  /**
   * @internal
   */
  public readonly _requests: readonly string[];

  /**
   * @internal
   */
  public readonly _attribute: string;

  private constructor(private readonly kind: 'sameValue' | 'distinctValues', attribute: string, requests: readonly string[]) {
    this._attribute = attribute;
    const field = `DeviceConstraint.${kind}`;
    const { domain, id } = splitAttribute(`${field}(attribute)`, attribute);
    const known = domainOf(domain);
    if (known && !owns(known.attributes, id)) {
      const near = nearestName(id, Object.keys(known.attributes));
      throw invalid(`${field}(attribute)`, attribute, `${domain === STANDARD_DOMAIN ? 'is no standard attribute' : `the driver ${domain} publishes no attribute "${id}"`} (source: ${known.source})`,
        near ? `did you mean ${domain}/${near}?` : `it has ${Object.keys(known.attributes).join(', ')}`);
    }
    const twice = requests.find((request, index) => requests.indexOf(request) !== index);
    if (twice !== undefined) {
      throw duplicate(`${field}(requests)`, twice, 'is named twice', 'name it once');
    }
    this._requests = [...requests];
  }

  /**
   * @internal
   */
  public _require(target: Target, field: string): void {
    if (this.kind === 'distinctValues') {
      target._require('deviceDistinctAttribute', field);
    }
  }

  /**
   * Exactly one of the two fields: the API server takes both without a word and checks the first only.
   *
   * @internal
   */
  public _render(): PlainObject {
    return compact({
      requests: [...this._requests],
      matchAttribute: this.kind === 'sameValue' ? this._attribute : undefined,
      distinctAttribute: this.kind === 'distinctValues' ? this._attribute : undefined,
    });
  }
}

carriesMistakes(DeviceConstraint, () => DeviceConstraint.sameValue('not-planned.example.com/value'));

import { ModelVariant, ModelVariantsProps } from './props';
import { matchKey, matchesOf } from './variant-matches';
import { atField, duplicate, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { greatestCommonDivisor } from '../../base/numbers';
import { PlainObject } from '../../base/plain';
import { isLate } from '../../given/given-type';
import { collecting } from '../../given/mistakes/collecting';
import { checkNamePart, workloadName } from '../../kubernetes/refused/names';
import { Backend, answeringRole, backendsOf } from '../route-backends';
import { RouteGateway, checkedGateway } from '../route-gateway';
import { checkedHostnames, checkedPath } from '../route-matches';
import { httpRule, renderRouteSpec, backendReference, timeoutSeconds } from '../route-rules';
import { labelsText } from '../texts';

/** A variant with its Services and its share. */
export interface PlannedVariant {
  readonly name: string;
  readonly backends: readonly Backend[];
  /** Name of the model that its engine answers to, where that is known. */
  readonly servedName?: string;
  /** Of each of its Services. */
  readonly weight: number;
  readonly matches: readonly PlainObject[];
}

/** What is shared between whom. */
export interface ModelVariantsPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly variants: readonly PlannedVariant[];
  readonly gateway: RouteGateway;
  readonly hostnames?: readonly string[];
  readonly pathPrefix: string;
  readonly requestSeconds?: number;
  /** Pods of sets of which indexes are shared out, that are in no variant. */
  readonly unrouted: readonly string[];
}

/** Source: gateway-api apis/v1/httproute_types.go HTTPRouteRule, HTTPBackendRef (v1.7) */
const MOST_BACKENDS = 16;
const MOST_RULES = 16;
const MOST_WEIGHT = 1_000_000;

/** Pure: which Services there are, what each gets, and what chooses one. */
export function planModelVariants(id: string, given: ModelVariantsProps, namespace: string | undefined): ModelVariantsPlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    const plain = attempt(() => checkedVariants(props.variants));
    const variants = attempt(() => plain.map((variant, index) => attempt(() => atField(`variants[${index}]`, () => plannedVariant(name, variant)))));
    attempt(() => checkTogether(variants, namespace));
    attempt(() => checkServedNames(variants));
    return {
      name,
      namespace,
      variants: attempt(() => shared(variants)),
      gateway: attempt(() => checkedGateway(props.gateway)),
      hostnames: attempt(() => checkedHostnames(props.hostnames)),
      pathPrefix: attempt(() => checkedPath(props.pathPrefix)),
      requestSeconds: attempt(() => timeoutSeconds('requestTimeout', props.requestTimeout)),
      unrouted: attempt(() => unroutedPods(plain, variants)),
    };
  });
}

/** Whoever shares out indexes may forget one: its pod loads the model and is sent nothing. */
function unroutedPods(given: readonly ModelVariant[], planned: readonly PlannedVariant[]): string[] {
  const reached = new Set(planned.flatMap(({ backends }) => backends.flatMap(({ podNames = [] }) => podNames)));
  const sharedOut = given.filter(({ indexes, part }) => (indexes ?? part?.index) !== undefined);
  const all = sharedOut.flatMap(({ workload: { workload }, part }) => workload._select({ role: answeringRole(workload, part) }).names);
  return [...new Set(all)].filter(name => !reached.has(name));
}

function checkedVariants(variants: readonly ModelVariant[]): readonly ModelVariant[] {
  if (variants.length < 2) {
    throw invalid('variants', variants.length, 'one variant needs no route between variants', 'give two at least, one with weight 0 where it comes later');
  }
  variants.forEach(({ name }, index) => {
    checkNamePart(`variants[${index}].name`, name);
    if (variants.findIndex(other => other.name === name) < index) {
      throw duplicate(`variants[${index}].name`, name, 'another variant has it', 'give each its own');
    }
  });
  if (variants.filter(({ headers, cookie }) => headers ?? cookie).length >= MOST_RULES) {
    throw invalid('variants', variants.length, `a route has at most ${MOST_RULES} rules, one of which is for the weights`, 'choose fewer of them by header');
  }
  return variants;
}

function plannedVariant(name: string, variant: ModelVariant): PlannedVariant {
  const matches = matchesOf(variant);
  const weight = variant.weight ?? (matches.length > 0 ? 0 : 1);
  const servedName = variant.workload.workload._servedName;
  return { name: variant.name, backends: backendsOf(`${name}-${variant.name}`, variant), servedName, matches, weight: wholeNumber('weight', weight, { min: 0, max: MOST_WEIGHT }) };
}

/** Each variant by itself is right. */
function checkTogether(variants: readonly PlannedVariant[], namespace: string | undefined): void {
  if (variants.every(({ weight }) => weight === 0)) {
    throw invalid('variants', 0, 'is the sum of the weights: every request that no header decides would be answered with an error', 'give one of them a weight');
  }
  const seen: { readonly backend: Backend; readonly of: number }[] = [];
  variants.forEach(({ backends, matches }, index) => {
    const field = `variants[${index}]`;
    backends.forEach(backend => {
      checkPlace(field, backend, namespace);
      const twin = seen.find(other => mayOverlap(other.backend.selector, backend.selector));
      if (twin) {
        throw duplicate(field, labelsText(backend.selector), `selects pods of variants[${twin.of}] too (${labelsText(twin.backend.selector)}), which would get both shares`,
          'give each variant pods of its own: a workload each, or disjoint indexes');
      }
    });
    backends.forEach(backend => seen.push({ backend, of: index }));
    const first = matches.length === 0 ? -1 : variants.findIndex(other => matchKey(other.matches) === matchKey(matches));
    if (first !== -1 && first < index) {
      throw duplicate(field, matches.map(({ name, value }) => `${name}: ${value}`).join(', '), `chooses variants[${first}] already, and the first rule wins`, 'give each another value');
    }
  });
}

/**
 * A request names one model, whichever variant the weights give it to: an engine that does not serve it answers 404. Who comes by a header alone may know another name.
 *
 * Source: vllm vllm/entrypoints/openai/serving_engine.py _check_model (0.12.0)
 */
function checkServedNames(variants: readonly PlannedVariant[]): void {
  const shares = variants.map(({ servedName, weight }, index) => ({ servedName, weight, index }))
    .filter(({ servedName, weight }) => weight > 0 && servedName !== undefined && !isLate(servedName));
  const other = shares.find(({ servedName }) => servedName !== shares[0].servedName);
  if (other) {
    throw invalid(`variants[${other.index}].workload`, other.servedName,
      `is the model that its engine answers to, and that of variants[${shares[0].index}] answers to ${JSON.stringify(shares[0].servedName)}: a request names one of them, and the other answers 404`,
      `give both engines servedModelName: '${String(shares[0].servedName).split('/').pop()}', the name that clients ask for`);
  }
}

function checkPlace(field: string, { service, namespace: own }: Backend, namespace: string | undefined): void {
  if (own !== namespace && own !== undefined) {
    throw invalid(`${field}.workload`, own, `is the namespace of ${service}, and the route is in ${namespace ?? 'none that is known'}: it may cross only by a ReferenceGrant`,
      'put the route where the workloads are; the Gateway may be elsewhere');
  }
}

/** Whatever has all labels of one is selected by the other as well. */
function mayOverlap(one: Labels, other: Labels): boolean {
  return contains(one, other) || contains(other, one);
}

function contains(all: Labels, some: Labels): boolean {
  return Object.entries(some).every(([key, value]) => all[key] === value);
}

/**
 * Weights of Services in the proportion of the variants': those of a variant with n Services are multiplied by the least number that every n divides, and
 * divided by n. 90 of one Service and 10 of two are 180, 10 and 10.
 */
function shared(variants: readonly PlannedVariant[]): PlannedVariant[] {
  const count = variants.reduce((sum, { backends }) => sum + backends.length, 0);
  if (count > MOST_BACKENDS) {
    throw invalid('variants', count, `Services are behind one rule, and ${MOST_BACKENDS} may be`, 'give indexes that belong together a workload of their own');
  }
  const common = variants.reduce((sofar, { backends }) => leastCommonMultiple(sofar, backends.length), 1);
  return variants.map((variant, index) => {
    const weight = variant.weight * common / variant.backends.length;
    if (weight > MOST_WEIGHT) {
      throw invalid(`variants[${index}].weight`, variant.weight, `becomes ${weight} for each Service, since other variants have other numbers of them: ${MOST_WEIGHT} at most`,
        'give smaller weights in the same proportion');
    }
    return { ...variant, weight };
  });
}

function leastCommonMultiple(one: number, other: number): number {
  return one * other / greatestCommonDivisor(one, other);
}

/**
 * Rules that headers choose, then the one for all others. All have one path, so those with more headers come first for the gateway; of equals the first rule.
 *
 * Source: gateway-api apis/v1/httproute_types.go HTTPRouteRule.Matches (v1.7)
 */
export function renderRoute(plan: ModelVariantsPlan): PlainObject {
  const chosen = plan.variants.filter(({ matches }) => matches.length > 0);
  return renderRouteSpec(plan, [
    ...chosen.map(({ matches, backends }) => httpRule({ ...plan, headers: matches, backendRefs: references(backends, 1) })),
    httpRule({ ...plan, headers: [], backendRefs: plan.variants.flatMap(({ backends, weight }) => references(backends, weight)) }),
  ]);
}

function references(backends: readonly Backend[], weight: number): PlainObject[] {
  return backends.map(backend => backendReference(backend, weight));
}

import * as kplus from 'cdk8s-plus-28';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { Plain, PlainObject } from '../../base/plain';
import { isLate } from '../../given/given-type';
import { carriesMistakes } from '../../given/mistakes/carried';
import { argumentTokenProblem, valueProblem, hideSecret } from '../../knowledge/environment-problems';
import { checkFileKey, checkSubdomain } from '../../kubernetes/refused/names';
import { lastOf, refusePart } from '../../kubernetes/refused/pod';
import { Path } from '../../kubernetes/validation/path';

/**
 * One environment variable of a container, as data.
 */
export interface EnvVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: Plain;
}

/**
 * A key of a Secret, by object or by name.
 */
export class SecretKey {
  /**
   * A key of a Secret that somebody else creates, by the Secret's name.
   *
   * @param secretName Name of the Secret in the workload's namespace.
   * @param key Key inside it.
   */
  public static fromName(secretName: string, key: string): SecretKey {
    if (!secretName || !key) {
      throw invalid('SecretKey.fromName', { secretName, key }, 'needs the name of the Secret and the key inside it', 'give both');
    }
    checkSubdomain('SecretKey.fromName(secretName)', secretName);
    checkFileKey('SecretKey.fromName(key)', key);
    return new SecretKey(secretName, key);
  }

  /**
   * A key of a Secret of this app, or of an imported one.
   *
   * @param secret The Secret.
   * @param key Key inside it.
   */
  public static fromSecret(secret: kplus.ISecret, key: string): SecretKey {
    return SecretKey.fromName(secret.name, key);
  }

  private constructor(
    /** @internal */ public readonly _secretName: string,
    /** @internal */ public readonly _key: string) {}
}

/** An environment variable filled from a Secret. */
export function secretVariable(name: string, key: SecretKey): EnvVariable {
  return { name, valueFrom: { secretKeyRef: { name: key._secretName, key: key._key } } };
}

/** An environment variable filled from a field of the pod. */
export function fieldVariable(name: string, fieldPath: string): EnvVariable {
  return { name, valueFrom: { fieldRef: { fieldPath } } };
}

/** A label of the pod as a field path. */
export function labelPath(key: string): string {
  return `metadata.labels['${key}']`;
}

/**
 * Checks the variables a user wrote: no injected name shadowed, no shell, no secret in clear.
 *
 * @param field path of the map, like `container.envVariables`
 */
export function checkEnvironment(field: string, variables: readonly EnvVariable[], injected: ReadonlySet<string>): void {
  refuseVariables(field, variables);
  for (const variable of variables) {
    const at = `${field}[${variable.name}]`;
    checkValueGiven(at, variable);
    if (injected.has(variable.name)) {
      throw forbidden(at, `${variable.name} is set by the pattern; a second value would shadow it on plain pods and be dropped by LeaderWorkerSet`,
        'remove it, and read the injected one as $(' + variable.name + ')');
    }
    if (typeof variable.value === 'string') {
      const problem = valueProblem(variable.name, variable.value);
      if (problem) {
        throw invalid(at, problem.shown, problem.detail, problem.help);
      }
    }
  }
}

/** A name is a key of the map, and the source of a value is the variable itself. */
function refuseVariables(field: string, variables: readonly EnvVariable[]): void {
  refusePart(({ field: at }) => {
    const [, index, inner] = /^\[([0-9]+)\]\.(.*)$/.exec(at)!;
    const variable = `${field}[${variables[Number(index)].name}]`;
    return inner === 'name' ? { field, help: 'for example HF_HOME' } : { field: /\./.test(inner) ? `${variable}.${lastOf(inner)}` : variable, help: HELP[lastOf(inner)] ?? 'correct the source of the value' };
  }, ({ validateEnvironment }, scope) => validateEnvironment(variables, scope, Path.root('')));
}

const HELP: { readonly [field: string]: string } = {
  name: 'give the name of the Secret or ConfigMap as kubectl get prints it',
  key: 'give the key as kubectl describe secret prints it',
  valueFrom: 'give text, or one source',
};

/** cdk8s-plus-28 makes a variable without a value of `EnvValue.fromValue(process.env.NOT_SET)`, and the process finds an empty text. */
function checkValueGiven(field: string, { value, valueFrom }: EnvVariable): void {
  if (value === undefined && valueFrom === undefined) {
    throw required(field, 'the variable has no value', "is an environment variable not set? Give text, like EnvValue.fromValue(process.env.NAME ?? '')");
  }
  if (value !== undefined && typeof value !== 'string' && !isLate(value)) {
    throw invalid(field, value, 'expected text', 'give text to EnvValue.fromValue(…)');
  }
}

/** ConfigMaps and Secrets of which every key becomes a variable. */
export function checkSources(field: string, sources: readonly PlainObject[]): void {
  sources.forEach((source, index) => refusePart(({ field: at }) => {
    const last = lastOf(at);
    return at === '' ? { field: `${field}[${index}]`, help: 'use Env.fromConfigMap(…) or Env.fromSecret(…)' }
      : { field: `${field}[${index}].${last}`, help: last === 'prefix' ? 'for example HF_' : HELP[last] };
  }, ({ validateEnvironmentFrom }, scope) => validateEnvironmentFrom([source], scope, Path.root(''))));
}

/** Refuses credentials in a command line. */
export function checkArguments(field: string, words: readonly string[] | undefined): void {
  words?.forEach((word, index) => {
    const problem = argumentTokenProblem(word);
    if (problem) {
      throw invalid(`${field}[${index}]`, hideSecret(word), problem.detail, problem.help);
    }
  });
}

carriesMistakes(SecretKey, () => SecretKey.fromName('not-planned', 'key'));

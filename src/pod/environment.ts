import * as kplus from 'cdk8s-plus-28';
import { checkSubdomain } from './devices/names';
import { Plain, PlainObject } from './plain';
import { forbidden, invalid, required } from '../checks/invalid-input';
import { carriesMistakes } from '../checks/mistakes/carried';
import { isLate } from '../given/given-type';

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

/** A key of a ConfigMap or a Secret. Source: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsConfigMapKey (v1.36) */
export function checkFileKey(field: string, key: string): void {
  if (!/^[-._a-zA-Z0-9]{1,253}$/.test(key) || key === '.' || key.startsWith('..')) {
    throw invalid(field, key, 'is not a key of a Secret or ConfigMap: at most 253 letters, digits, "-", "_" or ".", and neither "." nor ".." at its beginning', 'give the key as kubectl describe secret prints it');
  }
}

/** What is wrong with one literal value; undefined when nothing is. */
export interface EnvProblem {
  readonly detail: string;
  readonly help: string;
}

const SHELL_HELP = 'the kubelet runs no shell: it replaces $(NAME) by an earlier variable and nothing else; compute the value in the command, or let the pattern inject it';

/**
 * Shell syntax in a value. The kubelet looks up the text between `$(` and the first `)` as a variable name, does not find it
 * and passes the text on, so the process gets the literal string.
 *
 * Source: third_party/forked/golang/expansion/expand.go (v1.36)
 */
export function shellProblem(value: string): EnvProblem | undefined {
  for (const match of value.matchAll(/(?<!\$)(\$*)\$\(([^)]*)(\)?)/g)) {
    const escaped = match[1].length % 2 === 1;
    if (!escaped && !/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(match[2])) {
      return { detail: `${JSON.stringify(hideSecret(match[0]))} is shell syntax, which nobody runs in an env value`, help: SHELL_HELP };
    }
    if (!escaped && !match[3]) {
      return { detail: `${JSON.stringify(match[0])} is not closed, so it is passed on as it stands`, help: `write $(${match[2]}), or $$( for the text itself` };
    }
  }
  if (/^\$(\{[A-Za-z_][A-Za-z0-9_]*\}|[A-Za-z_][A-Za-z0-9_]*)$/.test(value)) {
    return { detail: 'is passed on as it stands, since the kubelet knows only the form $(NAME)', help: `write $(${value.replace(/[${}]/g, '')}), or use secretEnv for a secret` };
  }
  if (/^`.*`$/.test(value)) {
    return { detail: 'is shell syntax, which nobody runs in an env value', help: SHELL_HELP };
  }
  return undefined;
}

const TOKEN_HELP = 'put it into a Secret and refer to it: secretEnv: { NAME: SecretKey.fromName("secret", "key") }';

/** Value shapes that are credentials whatever they are called: Hugging Face, OpenAI, GitHub, AWS, Slack, GitLab, NVIDIA. */
const TOKEN_SHAPE = /\b(hf_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{20,}|AKIA[0-9A-Z]{16}|xox[abp]-[A-Za-z0-9-]{10,}|glpat-[A-Za-z0-9_-]{20,}|nvapi-[A-Za-z0-9_-]{20,})/;

/** With the key itself, up to its end where there is one. */
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/;

function holdsCredential(value: string): boolean {
  return TOKEN_SHAPE.test(value) || PRIVATE_KEY.test(value);
}

/** Variable names that hold credentials. EOS_TOKEN and its like are words of a tokenizer. */
const TOKEN_NAME = /(^|_)(TOKEN|PASSWORD|PASSWD|SECRET|API_?KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|CREDENTIAL)$/i;
const TOKENIZER_NAME = /(^|_)(EOS|BOS|PAD|UNK|MASK|SEP|CLS|STOP|START|END|IMAGE|AUDIO|VIDEO|SPECIAL|MAX|NUM)_TOKEN$/i;

/** Switches (HF_HUB_DISABLE_IMPLICIT_TOKEN=1) and words of a tokenizer (<|eot_id|>, [PAD]) are no credentials, whatever the variable is called. */
const NOT_A_CREDENTIAL = /^(|true|false|yes|no|on|off|[01]|<.*>|\[[A-Z]+\])$/i;

function isSecretName(name: string): boolean {
  return TOKEN_NAME.test(name) && !TOKENIZER_NAME.test(name);
}

/** A credential written into the manifest: Git, the API server and every `kubectl describe` would show it. */
export function literalTokenProblem(name: string, value: string): EnvProblem | undefined {
  if (holdsCredential(value)) {
    return { detail: 'is a credential in plain text', help: TOKEN_HELP };
  }
  // A value made from another variable (`Bearer $(HF_TOKEN)`) holds no secret itself.
  const isMade = /(^|[^$])\$\([A-Za-z_][A-Za-z0-9_]*\)/.test(value);
  if (isSecretName(name) && !NOT_A_CREDENTIAL.test(value) && !isMade) {
    return { detail: 'is a literal in a variable whose name says it is a secret', help: TOKEN_HELP };
  }
  return undefined;
}

/** A credential inside an argument or a script. */
export function argumentTokenProblem(argument: string): EnvProblem | undefined {
  return holdsCredential(argument) ? { detail: 'holds a credential in plain text', help: TOKEN_HELP } : undefined;
}

/**
 * What is wrong with the literal value of a variable, and how much of the value may be shown: error messages end in CI logs,
 * so what is called a password is not printed whatever it looks like.
 */
export function valueProblem(name: string, value: string): (EnvProblem & { readonly shown: string }) | undefined {
  const shell = shellProblem(value);
  const token = literalTokenProblem(name, value);
  // A password may begin with a dollar; only what is one piece of shell from end to end may be shown.
  const isAllShell = /^(\$\([^)]*\)|\$\{[A-Za-z_]\w*\}|\$[A-Z_][A-Z0-9_]*|`[^`]*`)$/.test(value);
  if (token && !(shell && isAllShell)) {
    return { ...token, shown: holdsCredential(value) ? hideSecret(value) : '…' };
  }
  return shell ? { ...shell, shown: hideSecret(value) } : undefined;
}

/**
 * Checks the variables a user wrote: no injected name shadowed, no shell, no secret in clear.
 *
 * @param field path of the map, like `container.envVariables`
 */
export function checkEnvironment(field: string, variables: readonly EnvVariable[], injected: ReadonlySet<string>): void {
  for (const variable of variables) {
    const at = `${field}[${variable.name}]`;
    checkVariableName(field, variable.name);
    checkValueGiven(at, variable);
    if (injected.has(variable.name)) {
      throw forbidden(at, `${variable.name} is set by the pattern; a second value would shadow it on plain pods and be dropped by LeaderWorkerSet`,
        'remove it, and read the injected one as $(' + variable.name + ')');
    }
    for (const source of ['secretKeyRef', 'configMapKeyRef'] as const) {
      const reference = (variable.valueFrom as PlainObject | undefined)?.[source] as PlainObject | undefined;
      if (reference) {
        checkSubdomain(`${at}.name`, String(reference.name));
        checkFileKey(`${at}.key`, String(reference.key));
      }
    }
    if (typeof variable.value === 'string') {
      const problem = valueProblem(variable.name, variable.value);
      if (problem) {
        throw invalid(at, problem.shown, problem.detail, problem.help);
      }
    }
  }
}

/** cdk8s-plus-28 makes a variable without a value of `EnvValue.fromValue(process.env.NOT_SET)`, and the process finds an empty text. */
function checkValueGiven(field: string, { value, valueFrom }: EnvVariable): void {
  if (value === undefined && valueFrom === undefined) {
    throw required(field, 'the variable has no value', "is an environment variable not set? Give text, like EnvValue.fromValue(process.env.NAME ?? '')");
  }
  if (value !== undefined && typeof value !== 'string' && !isLate(value)) {
    throw invalid(field, value, 'expected text', 'give text to EnvValue.fromValue(…)');
  }
}

export function checkVariableName(field: string, name: string): void {
  if (!VARIABLE_NAME.test(name)) {
    throw invalid(field, name, 'is not a name of a variable: it must be printable ASCII without "="', 'for example HF_HOME');
  }
}

/** ConfigMaps and Secrets of which every key becomes a variable. Source: pkg/apis/core/validation/validation.go ValidateEnvFrom (v1.36) */
export function checkSources(field: string, sources: readonly PlainObject[]): void {
  sources.forEach(({ configMapRef, secretRef, prefix }, index) => {
    const source = (configMapRef ?? secretRef) as PlainObject | undefined;
    if (source === undefined) {
      throw required(`${field}[${index}]`, 'names neither a ConfigMap nor a Secret', 'use Env.fromConfigMap(…) or Env.fromSecret(…)');
    }
    checkSubdomain(`${field}[${index}].name`, String(source.name));
    if (prefix && !VARIABLE_NAME.test(String(prefix))) {
      throw invalid(`${field}[${index}].prefix`, prefix, 'cannot begin a name of a variable: it must be printable ASCII without "="', 'for example HF_');
    }
  });
}

/** Source: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsRelaxedEnvVarName (v1.36) */
const VARIABLE_NAME = /^[ -<>-~]+$/;

/** Refuses credentials in a command line. */
export function checkArguments(field: string, words: readonly string[] | undefined): void {
  words?.forEach((word, index) => {
    const problem = argumentTokenProblem(word);
    if (problem) {
      throw invalid(`${field}[${index}]`, hideSecret(word), problem.detail, problem.help);
    }
  });
}

/** Shows enough of a value to find it, never a whole credential: error messages end in CI logs. */
export function hideSecret(value: string): string {
  return value
    .replace(new RegExp(PRIVATE_KEY.source, 'g'), '-----BEGIN PRIVATE KEY-----…')
    .replace(new RegExp(TOKEN_SHAPE.source, 'g'), secret => `${secret.slice(0, 5)}…`);
}

carriesMistakes(SecretKey, () => SecretKey.fromName('not-planned', 'key'));

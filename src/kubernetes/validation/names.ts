/*
 * The texts of the API server about names. Each function gives what is wrong with a value, nothing for a good one.
 * Source: apimachinery pkg/util/validation/validation.go, pkg/api/validate/content (v0.36)
 */

/** What is wrong with a value; empty when nothing is. */
export type Texts = readonly string[];

/** A rule for the name of an object. `prefix`: it is a `generateName`, to which a suffix will be added. */
export type NameRule = (name: string, prefix: boolean) => Texts;

const FINE: Texts = Object.freeze([]);

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const LABEL_UNDERSCORE = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const SUBDOMAIN_UNDERSCORE = `${LABEL_UNDERSCORE}(\\.${LABEL_UNDERSCORE})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const KEY = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${KEY})?`;
const C_IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]*';
const ENVIRONMENT = '[-._a-zA-Z][-._a-zA-Z0-9]*';
const CONFIG_KEY = '[-._a-zA-Z0-9]+';
const HEADER = '[-A-Za-z0-9]+';
const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const PERCENT = '[0-9]+%';
const WILDCARD = `\\*\\.${SUBDOMAIN}`;

/** A text with a length and a form. */
function rule(max: number, form: string, says: string, ...examples: readonly string[]): (value: string) => Texts {
  const pattern = new RegExp(`^(?:${form})$`);
  const [tooLong, wrong] = [[maxLength(max)], [regexText(says, form, ...examples)]];
  const both = [...tooLong, ...wrong];
  return value => {
    const isLong = value.length > max;
    return pattern.test(value) ? (isLong ? tooLong : FINE) : isLong ? both : wrong;
  };
}

export function maxLength(max: number): string {
  return `must be no more than ${max} characters`;
}

function regexText(says: string, form: string, ...examples: readonly string[]): string {
  const shown = examples.length === 0 ? '' : `e.g. ${examples.map(each => `'${each}', `).join(' or ')}`;
  return `${says} (${shown}regex used for validation is '${form}')`;
}

export const dnsSubdomain = rule(253, SUBDOMAIN,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character", 'example.com');
export const dnsSubdomainUnderscore = rule(253, SUBDOMAIN_UNDERSCORE,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character", 'example.com');
export const dns1035Label = rule(63, LABEL_1035,
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character", 'my-name', 'abc-123');
export const wildcardSubdomain = rule(253, WILDCARD,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' "
  + 'and end with an alphanumeric character', '*.example.com');
export const labelValue = rule(63, LABEL_VALUE,
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  'MyValue', 'my_value', '12345');
export const cIdentifier = rule(Infinity, C_IDENTIFIER,
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'", 'my_name', 'MY_NAME', 'MyName');
export const httpHeaderName = rule(Infinity, HEADER, "a valid HTTP header must consist of alphanumeric characters or '-'", 'X-Header-Name');
export const httpPath = rule(Infinity, HTTP_PATH, 'Invalid path');
export const percent = rule(Infinity, PERCENT, "a valid percent string must be a numeric string followed by an ending '%'", '1%', '93%');

const label = rule(63, LABEL,
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character", 'my-name', '123-abc');
const DOTS: Texts = ['must not contain dots'];
const LONG_AND_DOTS: Texts = [maxLength(63), ...DOTS];

export function dnsLabel(value: string): Texts {
  const texts = label(value);
  if (value.includes('.') && dnsSubdomain(value).every(text => text === maxLength(253))) {
    return value.length > 63 ? LONG_AND_DOTS : DOTS;
  }
  return texts;
}

const KEY_SAYS = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const KEY_PATTERN = new RegExp(`^(?:${KEY})$`);
const KEY_TEXT = regexText(KEY_SAYS, KEY, 'MyName', 'my.name', '123-abc');

/** Few keys are written many times in one input. */
const goodKeys = new Set<string>();
const MOST_REMEMBERED = 2_000;

/** A label key: `name` or `prefix/name`. */
export function qualifiedName(value: string): Texts {
  if (goodKeys.has(value)) {
    return FINE;
  }
  const texts = keyProblems(value);
  if (texts.length === 0) {
    if (goodKeys.size >= MOST_REMEMBERED) {
      goodKeys.clear();
    }
    goodKeys.add(value);
  }
  return texts;
}

function keyProblems(value: string): Texts {
  const slash = value.indexOf('/');
  if (slash !== -1 && value.includes('/', slash + 1)) {
    return [`a valid label key ${KEY_TEXT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = slash === -1 ? value : value.slice(slash + 1);
  const prefix = slash === -1 ? FINE : slash === 0 ? ['prefix part must be non-empty'] : dnsSubdomain(value.slice(0, slash)).map(text => `prefix part ${text}`);
  if (prefix.length === 0 && name.length <= 63 && KEY_PATTERN.test(name)) {
    return FINE;
  }
  const length = name.length === 0 ? ['name part must be non-empty'] : name.length > 63 ? [`name part ${maxLength(63)}`] : FINE;
  return [...prefix, ...length, ...(KEY_PATTERN.test(name) ? FINE : [`name part ${KEY_TEXT}`])];
}

const PORT_CHARACTERS = /^[-a-z0-9]+$/;
const LETTER = /[a-z]/;

/** Name of a port: an IANA service name. */
export function portName(value: string): Texts {
  if (value.length <= 15 && PORT_CHARACTERS.test(value) && LETTER.test(value) && !value.includes('--') && !value.startsWith('-') && !value.endsWith('-')) {
    return FINE;
  }
  return [
    ...(value.length > 15 ? [maxLength(15)] : []),
    ...(PORT_CHARACTERS.test(value) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(LETTER.test(value) ? [] : ['must contain at least one letter (a-z)']),
    ...(value.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(value.startsWith('-') || value.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
  ];
}

/** What leads out of a directory. */
function upwards(value: string): Texts {
  if (!value.startsWith('.')) {
    return FINE;
  }
  return value === '.' ? ["must not be '.'"] : value === '..' ? ["must not be '..'"] : value.startsWith('..') ? ["must not start with '..'"] : FINE;
}

const strictEnvironmentName = rule(Infinity, ENVIRONMENT,
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  'my.env-name', 'MY_ENV.NAME', 'MyEnvName1');
const PRINTABLE = /^[ -<>-~]*$/;

/** Name of an environment variable: all printable ASCII but `=`, or less with the gate RelaxedEnvironmentVariableValidation off. */
export function environmentName(value: string, isRelaxed: boolean): Texts {
  if (!isRelaxed) {
    const [form, up] = [strictEnvironmentName(value), upwards(value)];
    return up.length === 0 ? form : [...form, ...up];
  }
  if (value === '') {
    return ['environment variable name must be non-empty'];
  }
  return PRINTABLE.test(value) ? FINE : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

const configKey = rule(253, CONFIG_KEY, "a valid config key must consist of alphanumeric characters, '-', '_' or '.'", 'key.name', 'KEY_NAME', 'key-name');

/** Key of a ConfigMap or Secret: it becomes a file name. */
export function configMapKey(value: string): Texts {
  const [form, up] = [configKey(value), upwards(value)];
  return up.length === 0 ? form : [...form, ...up];
}

/** What every name must be, since it stands in URLs. */
export const pathSegment: NameRule = (name, prefix) => {
  if (!prefix && (name === '.' || name === '..')) {
    return [`may not be '${name}'`];
  }
  if (!name.includes('/') && !name.includes('%')) {
    return FINE;
  }
  return ['/', '%'].filter(character => name.includes(character)).map(character => `may not contain '${character}'`);
};

export const subdomainName: NameRule = (name, prefix) => dnsSubdomain(prefix ? withoutDash(name) : name);
export const labelName: NameRule = (name, prefix) => dnsLabel(prefix ? withoutDash(name) : name);
export const label1035Name: NameRule = (name, prefix) => dns1035Label(prefix ? withoutDash(name) : name);
/** For kinds that look at the finished name only. */
export const finishedName: NameRule = (name, prefix) => prefix ? [] : subdomainName(name, false);

/** A `generateName` may end with a dash. Source: apimachinery pkg/api/validation/generic.go maskTrailingDash (v0.36) */
function withoutDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}

/** `acme.io/foo`: the name of a field error's path is the caller's. */
export function domainPrefixedPath(value: string): Texts {
  const slash = value.indexOf('/');
  if (slash <= 0 || slash === value.length - 1) {
    return ['must be a domain-prefixed path (such as "acme.io/foo")'];
  }
  return [...dnsSubdomain(value.slice(0, slash)), ...httpPath(value.slice(slash + 1))];
}

/** The number of a port. */
export function portNumber(port: number): Texts {
  return port >= 1 && port <= 65535 ? FINE : PORT_RANGE;
}

const PORT_RANGE: Texts = [inclusiveRange(1, 65535)];

export function inclusiveRange(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

/** Of the ports of pods, Services and endpoints, in the order of the server's messages. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];

import { CelLibrary, taking } from './signature';
import { isRequestUri } from './url-syntax';
import { Optional, Particular, PlainList } from './values';
import { hasFormat } from '../../schema/custom/formats';
import { dns1035Label, label1035Name, labelName, labelValue, qualifiedName, subdomainName } from '../../validation/names';

/* Named formats of texts. Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/library/format.go (v1.36) */

type Check = (text: string) => readonly string[];

const formatted = (format: string, complaint: string): Check => text => hasFormat(format, text) ? [] : [complaint];

const CHECKS: Readonly<Record<string, Check>> = {
  dns1123Label: text => labelName(text, false),
  dns1123Subdomain: text => subdomainName(text, false),
  dns1035Label,
  qualifiedName,
  dns1123LabelPrefix: text => labelName(text, true),
  dns1123SubdomainPrefix: text => subdomainName(text, true),
  dns1035LabelPrefix: text => label1035Name(text, true),
  labelValue,
  uri: text => isRequestUri(text) ? [] : ['invalid URI for request'],
  uuid: formatted('uuid', 'does not match the UUID format'),
  byte: formatted('byte', 'invalid base64'),
  date: formatted('date', 'invalid date'),
  datetime: formatted('datetime', 'invalid datetime'),
};

class Format extends Particular {
  public readonly typeName = 'kubernetes.NamedFormat';

  constructor(public readonly name: string) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Format && other.name === this.name;
  }
}

const named = (name: string) => new Format(name);

export const FORMATS: CelLibrary = {
  functions: {
    ...Object.fromEntries(Object.keys(CHECKS).map(name => [`format.${name}`, [taking()(() => named(name))]])),
    'format.named': [taking('string')(name => Object.hasOwn(CHECKS, name) ? new Optional(named(name)) : Optional.NONE)],
  },
  methods: {
    validate: [taking(Format, 'string')(({ name }, text) => {
      const problems = CHECKS[name](text);
      return problems.length === 0 ? Optional.NONE : new Optional(new PlainList(problems));
    })],
  },
};

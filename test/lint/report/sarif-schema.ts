import Ajv, { ValidateFunction } from 'ajv';

/** Says whether a log is SARIF. */
export function sarifValidator(): ValidateFunction {
  // Written in draft 4, of which only the two identifying keywords are read differently.
  const { $schema: _draft, id: _id, ...schema } = jest.requireActual('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
  // Ajv compares each entry with each other one; a log lists hundreds of rules. Entries of one kind have their fields in one order here.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (isAsked: boolean, items: readonly unknown[]) => !isAsked || new Set(items.map(each => JSON.stringify(each))).size === items.length,
  });
  return ajv.compile(schema);
}

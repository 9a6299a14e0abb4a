import { refuseAs, refuseText, withoutForm } from '../../../src/kubernetes/refused/refused';
import { dnsLabel, labelValue, qualifiedName } from '../../../src/kubernetes/validation/names';
import { Path } from '../../../src/kubernetes/validation/path';
import { messageOf } from '../../pod/carrier';

describe('the words of the API server', () => {
  test.each([
    [dnsLabel('A'), "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"],
    [labelValue('a b'), "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"],
    [qualifiedName('a/b/c'), "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
      + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"],
    [['must be unique'], 'must be unique'],
  ])('are told without the expression of a form', ([text], said) => expect(withoutForm(text)).toBe(said));

  test('two texts about one value are one problem', () => {
    expect(messageOf(() => refuseText('name', 'A', ['is long', 'is odd'], 'shorten it'))).toBe('name: Invalid value: "A": is long; is odd\n  help: shorten it');
    expect(messageOf(() => refuseAs(({ field }) => ({ field, help: 'shorten it' }), errors => errors.invalidAll(Path.root('name'), 'A', ['is long', 'is odd']))))
      .toBe('name: Invalid value: "A": is long; is odd\n  help: shorten it');
  });

  test('two values are two problems, each at its property', () => {
    const message = messageOf(() => refuseAs(({ field }) => ({ field: `container.${field}`, help: 'mend it' }), errors => {
      errors.invalid(Path.root('a'), 1, 'is odd');
      errors.forbidden(Path.root('b'), 'is not for you');
    }));
    expect(message).toBe('container.a: Invalid value: 1: is odd\n  help: mend it\ncontainer.b: Forbidden: is not for you\n  help: mend it');
  });

  test('what only the writer of the property knows follows, or stands alone; the value is the one that was written', () => {
    const told = { field: 'x', help: 'h', because: 'for a reason', value: 'written' };
    expect(messageOf(() => refuseAs(() => told, errors => errors.invalid(Path.root('a'), 1, 'is odd')))).toBe('x: Invalid value: "written": is odd: for a reason\n  help: h');
    expect(messageOf(() => refuseAs(() => told, errors => errors.required(Path.root('a'))))).toBe('x: Required value: for a reason\n  help: h');
    expect(messageOf(() => refuseAs(() => ({ field: 'x', help: 'h' }), errors => errors.required(Path.root('a'))))).toBe('x: Required value: is not there, or empty\n  help: h');
    expect(messageOf(() => refuseAs(() => ({ field: 'x', help: 'h' }), errors => errors.duplicate(Path.root('a'), 1)))).toBe('x: Duplicate value: 1: is there twice\n  help: h');
  });

  test('nothing wrong is nothing refused', () => {
    expect(() => refuseAs(() => ({ field: 'x', help: 'h' }), () => undefined)).not.toThrow();
    expect(() => refuseText('x', 'a', [], 'h')).not.toThrow();
  });
});

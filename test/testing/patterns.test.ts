import { messageOf, SERVICE, web } from './objects';
import { ObjectMatch, SynthesizedObjects } from '../../src';

const has = (pattern: { [field: string]: any }) => () => web().hasObject(pattern);

describe('what matches', () => {
  const matching: [string, { [field: string]: any }][] = [
    ['a kind', { kind: 'Service' }],
    ['part of a map, at any depth', { metadata: { labels: { team: 'a' } } }],
    ['a whole list, whose maps are compared in part', { spec: { ports: [{ port: 80 }, { name: 'metrics' }] } }],
    ['any value', { metadata: { name: ObjectMatch.anyValue() } }],
    ['no field', { kind: 'Service', spec: { clusterIP: ObjectMatch.absent() } }],
    ['some entries of a list', { spec: { ports: ObjectMatch.arrayWith([{ port: 9090 }]) } }],
    ['entries in their order', { spec: { ports: ObjectMatch.arrayWith([{ port: 80 }, { port: 9090 }]) } }],
    ['anything else', { kind: ObjectMatch.not('Service') }],
    ['a text', { metadata: { name: ObjectMatch.stringLikeRegexp('^w.b$') } }],
    ['a map and nothing beside it', { metadata: ObjectMatch.exact({ name: 'web', namespace: 'ml' }) }],
    ['part of a map inside of one that is exact', { metadata: ObjectMatch.exact({ name: 'web', namespace: 'ml', labels: ObjectMatch.objectLike({}) }) }],
  ];
  test.each(matching)('%s', (_, pattern) => {
    expect(has(pattern)).not.toThrow();
  });
});

describe('what does not match says where and what instead', () => {
  const different: [string, { [field: string]: any }, string][] = [
    ['a value', { kind: 'Deployment', spec: { replicas: 3 } }, 'Deployment ml/web differs:\n    spec.replicas: expected 3, found 2'],
    ['a field that is not there', { kind: 'Deployment', spec: { paused: true } }, 'spec.paused: expected true, found nothing'],
    ['another type', { kind: 'Service', spec: { ports: 80 } }, 'spec.ports: expected 80, found [{"name":"http","port":80}'],
    ['a number that is a text', { kind: 'Deployment', spec: { replicas: '2' } }, 'spec.replicas: expected "2", found 2'],
    ['the length of a list', { kind: 'Service', spec: { ports: [{ port: 80 }] } }, 'spec.ports: expected 1 entry, found 2 entries: [{"name":"http"'],
    ['an entry of a list', { kind: 'Service', spec: { ports: [{ port: 80 }, { port: 9091 }] } }, 'spec.ports[1].port: expected 9091, found 9090'],
    ['an entry anywhere in a list, with the closest', { kind: 'Service', spec: { ports: ObjectMatch.arrayWith([{ name: 'metrics', port: 1 }]) } },
      'spec.ports: expected an entry {"name":"metrics","port":1}, found 2 others\n    spec.ports[1].port: expected 1, found 9090'],
    ['entries in another order', { kind: 'Service', spec: { ports: ObjectMatch.arrayWith([{ port: 9090 }, { port: 80 }]) } },
      'spec.ports: expected an entry {"port":80} after spec.ports[1], found no more entries'],
    ['no value', { kind: 'Deployment', spec: { paused: ObjectMatch.anyValue() } }, 'spec.paused: expected any value, found nothing'],
    ['a field that is to be absent', { kind: 'Service', spec: { selector: ObjectMatch.absent() } }, 'spec.selector: expected nothing, found {"app":"web"}'],
    ['what it must not be', { kind: 'Service', spec: { selector: ObjectMatch.not({ app: 'web' }) } }, 'spec.selector: expected anything but {"app":"web"}, found {"app":"web"}'],
    ['a text', { kind: 'Service', metadata: { name: ObjectMatch.stringLikeRegexp('^x') } }, 'metadata.name: expected text that matches /^x/, found "web"'],
    ['more than is expected', { kind: 'Service', metadata: ObjectMatch.exact({ name: 'web', namespace: 'ml' }) }, 'metadata.labels: expected nothing, found {"team":"a"}'],
    ['a key with dots', { kind: 'Service', metadata: { labels: { 'example.org/team': 'a' } } }, 'metadata.labels["example.org/team"]: expected "a", found nothing'],
    ['a key of every JavaScript object', { kind: 'Service', metadata: { labels: { toString: 'a' } } }, 'metadata.labels.toString: expected "a", found nothing'],
    ['a kind that is not there', { kind: 'Job' }, 'there is no Job; there are:\n  Service ml/web\n  Deployment ml/web'],
  ];
  test.each(different)('%s', (_, pattern, text) => {
    expect(messageOf(has(pattern))).toContain(text);
  });

  test('the pattern is in the first line, matchers in words', () => {
    expect(messageOf(has({ kind: 'Job', metadata: { name: ObjectMatch.stringLikeRegexp('^x'), uid: ObjectMatch.absent() } })))
      .toMatch(/^no object matches \{"kind":"Job","metadata":\{"name":"<text that matches \/\^x\/>","uid":"<nothing>"\}\}\n/);
  });

  test('the closest object comes first, one of the same name before others', () => {
    const many = SynthesizedObjects.fromYaml(['a', 'b', 'c', 'd', 'e'].map(name => SERVICE.replace('name: web', `name: ${name}`)).join('---\n'));
    const message = messageOf(() => many.hasObject({ kind: 'Service', metadata: { name: 'd' }, spec: { type: 'NodePort', selector: { app: 'api' } } }));
    expect(message.match(/\w+ differs/g)).toEqual(['d differs', 'a differs', 'b differs']);
    expect(message).toContain('and 2 more of this kind, which differ as much or more');
  });
});

test('find gives copies of all, only gives the one', () => {
  const objects = web();
  expect(objects.find({ metadata: { name: 'web' } }).map(({ kind }) => kind)).toEqual(['Service', 'Deployment']);
  expect(objects.find({ kind: 'Job' })).toEqual([]);
  const found = objects.only({ kind: 'Service' });
  expect(found.spec.selector).toEqual({ app: 'web' });
  found.spec.selector.app = 'changed';
  expect(objects.only({ kind: 'Service' }).spec.selector).toEqual({ app: 'web' });
  expect(objects.all).toHaveLength(2);
  expect(messageOf(() => objects.only({ metadata: { namespace: 'ml' } })))
    .toBe('2 objects match {"metadata":{"namespace":"ml"}}, not one alone\n  Service ml/web\n  Deployment ml/web\n  help: say more of the one that is meant');
});

test('a count says what was found', () => {
  const objects = web();
  objects.objectCountIs({ kind: 'Service' }, 1);
  objects.objectCountIs({ kind: 'Job' }, 0);
  expect(messageOf(() => objects.objectCountIs({ kind: 'Service' }, 0))).toBe('expected no object that matches {"kind":"Service"}, found 1\n  Service ml/web');
  expect(messageOf(() => objects.objectCountIs({ kind: 'Job' }, 2))).toMatch(/^expected 2 objects that match \{"kind":"Job"\}, found 0\n {2}there is no Job; there are:/);
});

describe('wrong use is told as such', () => {
  const wrong: [string, () => unknown, string][] = [
    ['a name at the top', has({ kind: 'Service', name: 'web' }), 'hasObject(pattern.name): Forbidden: no object has name at its top\n  help: write it where it stands in the manifest: metadata: { name: … }'],
    ['no pattern', has(undefined as never), 'hasObject(pattern): Required value'],
    ['a pattern that is a text', has('Service' as never), 'hasObject(pattern): Invalid value: "Service"'],
    ['something else than data', has({ kind: new Map() }), 'hasObject(pattern[kind]): Invalid value: "a Map": expected data'],
    ['something else in a matcher', has({ kind: ObjectMatch.not(new Map()) }), 'hasObject(pattern[kind]): Invalid value: "a Map": expected data'],
    ['a value that would match anything', has({ kind: 'Service', spec: { type: undefined } }), 'hasObject(spec.type): Required value: is undefined, and would match anything'],
    ['no regular expression', () => ObjectMatch.stringLikeRegexp('('), 'ObjectMatch.stringLikeRegexp(pattern): Invalid value: "(": is no regular expression: /(/: Unterminated group'],
    ['a count that is none', () => web().objectCountIs({ kind: 'Service' }, 'one' as never), 'objectCountIs(count): Invalid value: "one"'],
  ];
  test.each(wrong)('%s', (_, body, text) => {
    expect(body).toThrow(expect.objectContaining({ name: 'InvalidInput', message: expect.stringContaining(text) }));
  });
});

test('a pattern that holds itself ends with an error', () => {
  const pattern: { [field: string]: any } = { kind: 'Service' };
  pattern.spec = pattern;
  expect(has(pattern)).toThrow(expect.objectContaining({ name: 'InvalidInput' }));
});

import { createRequire } from 'module';
import { DEPLOYMENT, groupApp, messageOf, SERVICE, web } from './objects';
import { FindingSeverity, KubernetesVersion } from '../../src';
import type { matchers as Matchers } from '../../testing';
import '../../testing/jest';

/*
 * The matchers over the sources; test/project/testing-kit.slow.test.ts has them out of the package, as users do.
 */

const yaml = [SERVICE, DEPLOYMENT].join('---\n');

describe('what expect gains', () => {
  test('an app, a chart, data, a text, and what the kit made of them', () => {
    expect(groupApp()).toContainObject({ kind: 'StatefulSet', metadata: { name: 'llm-0-leader' } });
    expect(groupApp().charts[0]).toContainObject({ kind: 'StatefulSet' });
    expect(web().all).toContainObject({ kind: 'Service' });
    expect(yaml).toContainObject({ kind: 'Service' });
    expect(web()).toContainObject({ kind: 'Service' });
    expect(web()).not.toContainObject({ kind: 'Job' });
  });

  test('a minor, findings, changes', () => {
    expect(groupApp()).toBeAcceptedBy(KubernetesVersion.V1_34);
    expect(groupApp()).toHaveNoFindings(FindingSeverity.ERROR);
    expect(groupApp()).not.toHaveNoFindings();
    expect(groupApp()).toRestartNothingAgainst(groupApp());
    expect(groupApp({ image: 'registry.example/serve:2' })).not.toRestartNothingAgainst(groupApp());
    expect(groupApp({ image: 'registry.example/serve:2' })).toLoseNothingAgainst(groupApp());
  });
});

describe('what fails says why', () => {
  const failing: [string, () => unknown, string][] = [
    ['no such object', () => expect(yaml).toContainObject({ kind: 'Deployment', spec: { replicas: 3 } }), 'spec.replicas: expected 3, found 2'],
    ['an object too many', () => expect(yaml).not.toContainObject({ metadata: { name: 'web' } }), 'expected no object that matches {"metadata":{"name":"web"}}, found\n  Service ml/web\n  Deployment ml/web'],
    ['a field that is dropped', () => expect(yaml.replace('port: 80', 'port: 80, prt: 1')).toBeAcceptedBy(KubernetesVersion.V1_34), 'spec.ports[0].prt'],
    ['accepted all the same', () => expect(yaml).not.toBeAcceptedBy(KubernetesVersion.V1_34), 'expected that an API server of Kubernetes 1.34 does not take'],
    ['findings', () => expect(SERVICE).toHaveNoFindings(), 'the checks find '],
    ['a restart', () => expect(yaml.replace('web:1', 'web:2')).toRestartNothingAgainst(yaml), 'Deployment ml/web: 2 pods'],
    ['no restart', () => expect(yaml).not.toRestartNothingAgainst(yaml), 'expected that the change restarts pods, but it restarts none'],
    ['no loss', () => expect(yaml).not.toLoseNothingAgainst(yaml), 'but all stay where they are'],
  ];
  test.each(failing)('%s', (_, body, text) => {
    expect(messageOf(body)).toContain(text);
  });
});

test('wrong use is an error, with `not` as well', () => {
  expect(() => expect({}).not.toContainObject({ kind: 'Service' })).toThrow('SynthesizedObjects.of(scope)');
  expect(() => expect(yaml).not.toContainObject({ name: 'web' })).toThrow('no object has name at its top');
  expect(() => expect('a: b: c').not.toContainObject({ kind: 'Service' })).toThrow('mapping values are not allowed');
});

test('the types name every matcher', () => {
  const { matchers } = createRequire(__filename)('../../testing') as { matchers: typeof Matchers };
  expect(Object.keys(matchers).sort()).toEqual(['toBeAcceptedBy', 'toContainObject', 'toHaveNoFindings', 'toLoseNothingAgainst', 'toRestartNothingAgainst']);
});

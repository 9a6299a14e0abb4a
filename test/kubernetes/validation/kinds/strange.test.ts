import * as fc from 'fast-check';
import { KIND_VALIDATIONS } from '../../../../src/kubernetes/validation/kinds/kinds';
import { validateUpdate } from '../../../../src/kubernetes/validation/update';
import { validateObject } from '../../../../src/kubernetes/validation/validate';
import { runs } from '../../../hygiene/runs';

const KEYS = [
  'metadata', 'name', 'spec', 'selector', 'template', 'ports', 'devices', 'requests', 'metrics', 'behavior', 'rules', 'data', 'type', 'labels', 'matchLabels', 'schedule', 'jobTemplate',
  'strategy', 'rollingUpdate', 'clusterIPs', 'exactly', 'firstAvailable', 'config', 'opaque', 'containers', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '',
];
const strange = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 5 }, fc.constantFrom(null, true, -1, 1.5, 2 ** 53, '', 'x', 'None', '1Gi', '5%', '\u0000', 'é'.repeat(300)), tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 6 }).map(entries => {
    const map = {};
    entries.forEach(([key, value]) => Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true }));
    return map;
  }),
})).map;

test.each([...KIND_VALIDATIONS.keys()])('%s of any shape is an answer, never an exception', type => {
  const [group, kind] = type.includes('/') ? type.split('/') : ['', type];
  const version = type === 'autoscaling/HorizontalPodAutoscaler' ? 'v2' : 'v1';
  const head = { apiVersion: group === '' ? version : `${group}/${version}`, kind };
  fc.assert(fc.property(strange, strange, (one, other) => {
    const bodies = [one, other].map(body => ({ ...(body as object), ...head }) as any);
    bodies.forEach(body => validateObject(body, { minor: '1.36' }, ({ field, message }) => expect([typeof field, typeof message]).toEqual(['string', 'string'])));
    expect(() => validateUpdate(bodies[0], bodies[1], { minor: '1.36' }, ({ message }) => expect(message).not.toBe(''))).not.toThrow();
  }), { numRuns: runs(200) });
});

test.each([undefined, null, 5, 'x', [], {}])('a body without a kind (%j) says nothing', metadata => {
  const found: unknown[] = [];
  validateObject({ metadata } as any, { minor: '1.36' }, problem => found.push(problem));
  expect(found).toEqual([]);
});

import { packedShapes } from '../../../cluster/measured-tables/shapes';
import { typeShape } from '../../../src/kubernetes/schema/shapes';
import { SHAPES } from '../../../src/kubernetes/schema/shapes.generated';

const TYPES = {
  'core.v1.Pod': { kind: 'string', spec: 'core.v1.PodSpec' },
  'core.v1.PodSpec': { containers: '[]core.v1.Container!', nodeSelector: '{}string', os: 'string!=linux|windows', since: 'int32@2', until: 'int32@0-4' },
  'core.v1.Container': { inner: 'core.v1.Container', name: 'string!' },
  'core.v1.PodList': { items: '[]core.v1.Pod!' },
};
const SERVED = { all: { 'v1 Pod': 'kkkk n core.v1.Pod', 'v1beta1 Pod': '---- 1.16 v1 Pod' } };

test('types that some kind holds are packed, each once, with what servers insist on', () => {
  const demands = { all: { 'core.v1.PodSpec.containers': 'r', 'core.v1.PodSpec.os=': 'r', 'core.v1.PodSpec.os': 'k' } };
  expect(packedShapes({ types: TYPES, served: SERVED, demands })).toEqual({
    'core.v1.Container': 'inner:core.v1.Container name:string',
    'core.v1.Pod': 'kind:string spec:core.v1.PodSpec',
    'core.v1.PodSpec': 'containers:[]core.v1.Container! nodeSelector:{}string os:string=linux|windows since:int32@2 until:int32@0-4',
  });
});

test('every packed type is read, and every type it refers to is there', () => {
  for (const name of Object.keys(SHAPES)) {
    for (const field of typeShape(name)!.fields.values()) {
      expect([name, field.name, field.scalar ?? field.type?.name]).toEqual([name, field.name, expect.any(String)]);
    }
  }
});

test('the packed types stay small', () => {
  expect(JSON.stringify(SHAPES).length).toBeLessThan(150_000);
});

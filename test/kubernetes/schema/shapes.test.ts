import { typeShape } from '../../../src/kubernetes/schema/shapes';

test.each([
  ['core.v1.Container', 'image', { holdsTexts: true, isText: true }],
  ['core.v1.Container', 'args', { holdsTexts: true, isText: false }],
  ['core.v1.PodSpec', 'nodeSelector', { holdsTexts: true, isText: false }],
  ['core.v1.Container', 'resources', { holdsTexts: false, isText: false }],
  ['core.v1.ContainerPort', 'containerPort', { holdsTexts: false, isText: false }],
  // Of closed lists not every text fits.
  ['networking.v1.HTTPIngressPath', 'pathType', { holdsTexts: false, isText: false }],
])('%s.%s says whether any text fits: %j', (type, field, expected) => {
  expect(typeShape(type)!.fields.get(field)).toMatchObject(expected);
});

import { ADMISSION_SAMPLES } from './samples/admission';
import { changed, messages, rowsOf, said } from './subject';

const [remote, local] = ADMISSION_SAMPLES['apiregistration.k8s.io/v1 APIService'].map(body => ({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', ...body }));
const certificate = Buffer.from('x').toString('base64');

test.each(rowsOf([
  ['metadata.labels', {}],
  ['metadata.name', 'v1.metrics.example.com', 'metadata.name: Invalid value'],
  ['metadata.name', undefined, 'metadata.name: Required value'],
  ['metadata.name', 'a/b', 'metadata.name: Invalid value'],
  ['metadata', { generateName: 'v1-' }, 'metadata.generateName: Invalid value', 'metadata.name: Invalid value'],
  ['spec.version', 'V1', 'metadata.name: Invalid value', 'spec.version: Invalid value'],
  ['spec.group', '', 'metadata.name: Invalid value', 'spec.group: Required value'],
  ['spec.group', 'A', 'metadata.name: Invalid value', 'spec.group: Invalid value'],
  ['spec.groupPriorityMinimum', 20001, 'spec.groupPriorityMinimum: Invalid value'],
  ['spec.versionPriority', 0, 'spec.versionPriority: Invalid value'],
  ['spec.service.name', '', 'spec.service.name: Required value'],
  ['spec.service.namespace', undefined, 'spec.service.namespace: Required value'],
  ['spec.service.port', 65536, 'spec.service.port: Invalid value'],
  ['spec.caBundle', certificate, 'spec.insecureSkipTLSVerify: Invalid value'],
]))('an APIService with %s', (_, path, value, expected) => {
  expect(said(changed(remote, path, value))).toEqual(expected);
});

test.each(rowsOf([
  ['spec.caBundle', certificate, 'spec.caBundle: Invalid value'],
  ['spec.insecureSkipTLSVerify', true, 'spec.insecureSkipTLSVerify: Invalid value'],
  ['spec.insecureSkipTLSVerify', false],
]))('a local APIService with %s', (_, path, value, expected) => {
  expect(said(changed(local, path, value))).toEqual(expected);
});

test('the name says what it must be', () => {
  expect(messages(changed(local, 'metadata.name', 'v2.local.example.com'))).toEqual([
    'metadata.name: Invalid value: "v2.local.example.com": must be `spec.version+"."+spec.group`: "v1.local.example.com"',
  ]);
});

import { checkImage, checkMirror, mirrored } from '../../../src/pod/container/image';
import { carry, messageOf } from '../carrier';

const DIGEST = `sha256:${'a1'.repeat(32)}`;

describe('pulling from a mirror', () => {
  test.each([
    ['vllm/vllm-openai:v0.18.0', 'mirror.example/vllm/vllm-openai:v0.18.0'],
    ['ubuntu', 'mirror.example/library/ubuntu'],
    ['ubuntu:22.04', 'mirror.example/library/ubuntu:22.04'],
    ['docker.io/ubuntu:22.04', 'mirror.example/library/ubuntu:22.04'],
    ['docker.io/library/ubuntu', 'mirror.example/library/ubuntu'],
    ['docker.io/rayproject/ray:2.9', 'mirror.example/rayproject/ray:2.9'],
    ['ghcr.io/org/team/image:1', 'mirror.example/org/team/image:1'],
    ['nvcr.io/nvidia/pytorch:25.01-py3', 'mirror.example/nvidia/pytorch:25.01-py3'],
    ['localhost/image', 'mirror.example/image'],
    ['registry:5000/image:1', 'mirror.example/image:1'],
    [`quay.io/org/image@${DIGEST}`, `mirror.example/org/image@${DIGEST}`],
    [`ubuntu:22.04@${DIGEST}`, `mirror.example/library/ubuntu:22.04@${DIGEST}`],
  ])('%s becomes %s', (image, expected) => {
    expect(mirrored(image, 'mirror.example')).toBe(expected);
    expect(mirrored(image, undefined)).toBe(image);
  });

  test('a mirror with a path, once', () => {
    expect(mirrored('ubuntu', 'mirror.example:5000/hub')).toBe('mirror.example:5000/hub/library/ubuntu');
    expect(mirrored('mirror.example:5000/hub/library/ubuntu', 'mirror.example:5000/hub')).toBe('mirror.example:5000/hub/library/ubuntu');
  });

  test('every container of a pod comes from it', () => {
    const { pod } = carry({
      registryMirror: 'mirror.example', container: { image: 'vllm/vllm-openai:v1' }, containers: [{ name: 'p', image: 'envoy:v1' }], sidecars: [{ image: 'fluent:1' }], initContainers: [{ image: 'quay.io/a/b:1' }],
    }, { variation: { sidecars: [{ spec: { name: 'wait', image: 'vllm/vllm-openai:v1' } }] } });
    expect([...pod().containers, ...pod().initContainers].map(container => container.image)).toEqual([
      'mirror.example/vllm/vllm-openai:v1', 'mirror.example/library/envoy:v1', 'mirror.example/vllm/vllm-openai:v1', 'mirror.example/library/fluent:1', 'mirror.example/a/b:1',
    ]);
  });

  test.each(['https://mirror.example', 'mirror.example/', 'mirror example', 'Mirror.example', ''])('"%s" is no mirror', mirror => {
    expect(messageOf(() => checkMirror('registryMirror', mirror))).toContain(`registryMirror: Invalid value: ${JSON.stringify(mirror)}: must be a registry host`);
    expect(messageOf(() => carry({ registryMirror: mirror }))).toContain('prod: registryMirror: Invalid value');
  });
});

describe('image references', () => {
  test.each(['a', 'ubuntu:22.04', 'a/b/c', 'registry.example:5000/a_b/c__d/e-f.g:V1.0_x', `a/b@${DIGEST}`, `ghcr.io/a/b:1@${DIGEST}`, 'localhost/a', 'Registry.Example/a/b'])('%s', image => {
    expect(checkImage('container.image', image)).toBe(image);
  });

  test.each([
    ['', 'is not an image reference'],
    [' ', 'is not an image reference'],
    ['my image', 'is not an image reference'],
    ['vLLM/vllm-openai:v1', '"vLLM" may hold only lower-case letters'],
    ['ghcr.io/Org/image', '"Org" may hold only lower-case letters'],
    ['https://ghcr.io/a/b', 'is not an image reference'],
    ['a//b', 'is not an image reference'],
    ['a:', 'is not an image reference'],
    ['a:tag:tag', 'is not an image reference'],
    ['a@sha256:123', 'is not an image reference'],
    ['/a', 'is not an image reference'],
    ['a/', 'is not an image reference'],
    ['-a', 'is not an image reference'],
    ['a:-tag', 'is not an image reference'],
    [`a:${'t'.repeat(129)}`, 'is not an image reference'],
  ])('"%s" is none: %s', (image, detail) => {
    const message = messageOf(() => checkImage('container.image', image));
    expect(message).toContain(`container.image: Invalid value: ${JSON.stringify(image)}: `);
    expect(message).toContain(detail);
    expect(message).toContain('help: give registry/repository:tag');
  });
});

import { brief, messages } from './asked';

const gates = { ClusterTrustBundleProjection: true, PodCertificateRequest: true };
const projected = (source: object) => brief(messages({ volumes: [{ name: 'v', projected: { sources: [source] } }] }, { gates }))
  .map(text => text.replace(/^template\.spec\.volumes\[0\]\.projected\.?(sources\[0\]\.?)?/, ''));
const certificate = (fields: object) => projected({ podCertificate: { signerName: 'a.b/c', keyType: 'ED25519', keyPath: 'k', ...fields } }).map(text => text.replace(/^podCertificate\.?/, ''));

describe('a source of a projected volume', () => {
  test.each<[object, string[]]>([
    [{ secret: { name: 'a', items: [{ key: 'a', path: '' }, { key: 'b', path: '' }] } },
      ['secret.items[0].path: Required value', 'secret.items[1].path: Required value']],
    [{ secret: { name: '', items: [{ key: '', path: '/x' }, { key: 'b', path: '/x' }] } },
      [
        'secret.name: Required value',
        'secret.items[0].key: Required value',
        'secret.items[0].path: Invalid value: "/x": must be a relative path',
        'secret.items[1].path: Invalid value: "/x": must be a relative path',
        ': Invalid value: "": conflicting duplicate paths',
      ]],
    [{ downwardAPI: { items: [{ path: 'x', fieldRef: { fieldPath: 'metadata.name' } }, { path: 'x', fieldRef: { fieldPath: 'metadata.uid' } }, { path: '' }, { path: '' }] } },
      [
        ': Invalid value: "x": conflicting duplicate paths',
        'downwardAPI.path: Required value',
        'downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
        'downwardAPI.path: Required value',
        'downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
      ]],
    [{ secret: { name: 'a' }, configMap: { name: 'a' }, downwardAPI: {} }, [': Forbidden: may not specify more than 1 volume type per source']],
    [{ serviceAccountToken: { path: 't' } }, []], [{ serviceAccountToken: { path: 't', expirationSeconds: 600 } }, []],
    [{ serviceAccountToken: { path: 't', expirationSeconds: 599 } },
      ['serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes']],
    [{ serviceAccountToken: { path: 't', expirationSeconds: 4294967296 } }, []],
    [{ serviceAccountToken: { path: 't', expirationSeconds: 4294967297 } },
      ['serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds']],
    [{ serviceAccountToken: { path: '' } }, ['path: Required value']],
    [{ serviceAccountToken: { path: '..a' } }, ['path: Invalid value: "..a": must not start with \'..\'']],
    [{ serviceAccountToken: { path: '/a' } }, ['path: Invalid value: "/a": must be a relative path']],
    [{ clusterTrustBundle: { path: 'ca', name: 'a' } }, []],
    [{ clusterTrustBundle: { path: 'ca', name: 'a', signerName: 'a.b/c' } },
      ['clusterTrustBundle: Invalid value: {"path":"ca","name":"a","signerName":"a.b/c"}: only one of name and signerName may be used']],
    [{ clusterTrustBundle: { path: 'ca' } }, ['clusterTrustBundle: Required value: either name or signerName must be specified']],
    [{ clusterTrustBundle: { path: 'ca', name: 'A' } },
      ['clusterTrustBundle.name: Invalid value: "A": not a valid clustertrustbundlename: a lowercase RFC 1123 subdomain']],
    [{ clusterTrustBundle: { path: 'ca', name: '' } },
      [
        'clusterTrustBundle.name: Required value: must be a valid object name',
        'clusterTrustBundle.name: Invalid value: "": not a valid clustertrustbundlename: a lowercase RFC 1123 subdomain',
      ]],
    [{ clusterTrustBundle: { path: 'ca', name: 'a.b:c' } }, []],
    [{ clusterTrustBundle: { path: 'ca', name: 'a.b:C' } },
      ['clusterTrustBundle.name: Invalid value: "a.b:C": not a valid clustertrustbundlename: a lowercase RFC 1123 subdomain']],
    [{ clusterTrustBundle: { path: 'ca', name: 'a', labelSelector: { matchLabels: { a: 'b' } } } },
      ['clusterTrustBundle.labelSelector: Invalid value: {"matchLabels":{"a":"b"}}: labelSelector must be unset if name is specified']],
    [{ clusterTrustBundle: { path: 'ca', signerName: 'a.b/c', labelSelector: { matchLabels: { '-': 'b' } } } },
      ['clusterTrustBundle.labelSelector.matchLabels: Invalid value: "-": name part']],
    [{ clusterTrustBundle: { path: '', name: 'a' } }, ['clusterTrustBundle.path: Required value']],
    [{ clusterTrustBundle: { path: '..a', name: 'a' } }, ['clusterTrustBundle.path: Invalid value: "..a": must not start with \'..\'']],
  ])('%j', (source, expected) => {
    expect(projected(source)).toEqual(expected);
  });
});

describe('a certificate of a pod', () => {
  test.each<[object, string[]]>([
    [{}, []], [{ keyPath: '' }, [': Required value: specify at least one of credentialBundlePath, keyPath, and certificateChainPath']],
    [{ credentialBundlePath: 'b', certificateChainPath: 'c' }, []],
    [{ credentialBundlePath: '/b' }, ['credentialBundlePath: Invalid value: "/b": must be a relative path']],
    [{ keyPath: '..k' }, ['keyPath: Invalid value: "..k": must not start with \'..\'']],
    [{ credentialBundlePath: 'k' }, [': Invalid value: "k": conflicting duplicate paths']], [{ keyType: 'RSA3072' }, []],
    [{ keyType: 'RSA4096' }, []], [{ keyType: 'ECDSAP256' }, []], [{ keyType: 'ECDSAP384' }, []], [{ keyType: 'ECDSAP521' }, []],
    [{ keyType: '' }, ['keyType: Unsupported value: "": supported values: "RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"']],
    [{ maxExpirationSeconds: 3600 }, []],
    [{ maxExpirationSeconds: 3599 }, ['maxExpirationSeconds: Invalid value: 3599: if provided, maxExpirationSeconds must be >= 3600']],
    [{ maxExpirationSeconds: 7862400 }, []],
    [{ maxExpirationSeconds: 7862401 }, ['maxExpirationSeconds: Invalid value: 7862401: if provided, maxExpirationSeconds must be <= 7862400']],
    [{ signerName: 'kubernetes.io/a', maxExpirationSeconds: 86400 }, []],
    [{ signerName: 'kubernetes.io/a', maxExpirationSeconds: 86401 },
      ['maxExpirationSeconds: Invalid value: 86401: if provided, maxExpirationSeconds must be <= 86400']],
    [{ signerName: 'x.kubernetes.io/a', maxExpirationSeconds: 86400 }, []],
    [{ signerName: 'x.kubernetes.io/a', maxExpirationSeconds: 86401 },
      ['maxExpirationSeconds: Invalid value: 86401: if provided, maxExpirationSeconds must be <= 86400']],
    [{ signerName: 'xkubernetes.io/a', maxExpirationSeconds: 86401 }, []], [{ signerName: 'kubernetes.io.x/a', maxExpirationSeconds: 86401 }, []],
    [{ userAnnotations: { 'a.b/c': 'd', 'A.B/D': 'e' } }, []],
    [{ userAnnotations: { a: 'b' } }, ['userAnnotations: Invalid value: "a": must be a domain-prefixed key (such as "acme.io/foo")']],
    [{ userAnnotations: { '-': 'b' } }, ['userAnnotations: Invalid value: "-": name part']],
    [{ userAnnotations: { '-/a': 'b' } }, ['userAnnotations: Invalid value: "-/a": prefix part a lowercase RFC 1123 subdomain']],
    [{ userAnnotations: { '': 'b' } }, ['userAnnotations: Required value']],
  ])('%j', (fields, expected) => {
    expect(certificate(fields)).toEqual(expected);
  });

  test.each<[object, string[]]>([
    [{ userAnnotations: { 'a.b/c': 'd'.repeat(262139) } }, []],
    [{ userAnnotations: { 'a.b/c': 'd'.repeat(262140) } }, ['userAnnotations: Too long: may not be more than 262144 bytes']],
    [{ userAnnotations: { 'a.b/c': 'd'.repeat(131072), 'a.b/d': 'd'.repeat(131072) } },
      ['userAnnotations: Too long: may not be more than 262144 bytes']],
  ])('has annotations of a size, %#', (fields, expected) => {
    expect(certificate(fields)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['', ['Required value']], ['a', ['Invalid value: "a": must be a fully qualified domain and path of the form \'example.com/signer-name\'']],
    ['a/b', ['Invalid value: "a": should be a domain with at least two segments separated by dots']],
    ['a.b/c/d', ['Invalid value: "a.b/c/d": must be a fully qualified domain and path of the form \'example.com/signer-name\'']],
    ['a.b/', ['Invalid value: "": validating label "": a lowercase RFC 1123 subdomain']],
    ['/a',
      [
        'Invalid value: "": validating label "": a lowercase RFC 1123 label',
        'Invalid value: "": should be a domain with at least two segments separated by dots',
      ]],
    ['A.b/c', ['Invalid value: "A.b": validating label "A": a lowercase RFC 1123 label']],
    ['a.B/c', ['Invalid value: "a.B": validating label "B": a lowercase RFC 1123 label']],
    ['a.b/C', ['Invalid value: "C": validating label "C": a lowercase RFC 1123 subdomain']],
    ['a.b/c.D', ['Invalid value: "c.D": validating label "D": a lowercase RFC 1123 subdomain']], ['a.b/c.d', []],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}/a`, []],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(62)}/a`, ['Too long: may not be more than 253 bytes']],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}/${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
      []],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}/${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}.${'e'.repeat(64)}`,
      ['Too long: may not be more than 571 bytes']],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}/${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}.${'e'.repeat(63)}`,
      []],
  ])('of the signer %j', (signerName, expected) => {
    expect(certificate({ signerName }).map(text => text.replace(/^signerName: /, ''))).toEqual(expected);
  });
});

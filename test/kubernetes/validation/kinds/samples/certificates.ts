/* Requests for certificates, as every server of 1.36 accepts them, with each field in at least one of them. */

/** Of `openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj '/O=system:nodes/CN=system:node:gpu-1'`. */
const request = 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIdE1JR1ZBZ0VBTURNeEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVhTUJnR0ExVUVBd3dSYzNsegpkR1Z0'
  + 'T201dlpHVTZaM0IxTFRFd1dUQVRCZ2NxaGtqT1BRSUJCZ2dxaGtqT1BRTUJCd05DQUFSRmRrYkRSZEpCClZTSXhSWVJKZW9zd3h1OVZWWEpBMnBKZWplVGRFVTFmRmQ1Nkk4K3lSNzdj'
  + 'Q3FnYnhYM1RDTysrVmZzUExtUkMKbzdOVklERTlsRzZXb0FBd0NnWUlLb1pJemowRUF3SURSd0F3UkFJZ2FwTHBSR1llTHR1RitVdm85SmQxUUJDVgp5SmlLNUcrRG4yOGRlSE1GL2dV'
  + 'Q0lGMlJlb1YxYzl1b2JQOTRTWlEwL0lFWGQ1QTVPQ0RaWTNjYXdiQW8yYXdVCi0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';

type Sample = Readonly<Record<string, any>>;

export const CERTIFICATE_SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'certificates.k8s.io/v1 CertificateSigningRequest': [
    {
      metadata: { name: 'sample', labels: { app: 'llm' }, annotations: { 'example.com/note': 'x' }, finalizers: ['example.com/hold'] },
      spec: { request, signerName: 'kubernetes.io/kube-apiserver-client-kubelet', expirationSeconds: 3600, usages: ['digital signature', 'client auth'] },
    },
    { metadata: { generateName: 'sample-' }, spec: { request, signerName: 'example.com/inference', usages: ['key encipherment', 'server auth', 'any'] } },
  ],
};

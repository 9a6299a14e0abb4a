/* Kinds of admission and of the aggregation of APIs, as every server of 1.36 accepts them, with each field in at least one of them. */
const metadata = { name: 'sample', labels: { app: 'llm' } };
const selector = { matchLabels: { app: 'llm' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['x'] }] };
const rule = { apiGroups: ['apps', ''], apiVersions: ['v1', 'v1beta1'], operations: ['CREATE', 'UPDATE'], resources: ['deployments', 'pods/ephemeralcontainers'], scope: 'Namespaced' };
const matchConditions = [
  { name: 'not-system', expression: '!request.userInfo.username.startsWith("system:")' }, { name: 'example.com/kept', expression: 'has(object.metadata.labels) && request.namespace != "kube-system"' },
];
const webhook = {
  name: 'pods.example.com',
  admissionReviewVersions: ['v1', 'v1beta1'],
  sideEffects: 'None',
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  timeoutSeconds: 5,
  namespaceSelector: selector,
  objectSelector: { matchLabels: { a: 'b' } },
  clientConfig: { service: { name: 'hooks', namespace: 'system', path: '/validate/pods', port: 8443 } },
  rules: [rule, { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }],
  matchConditions,
};
const byUrl = { name: 'b.example.com', admissionReviewVersions: ['v1'], sideEffects: 'NoneOnDryRun', clientConfig: { url: 'https://hooks.example.com:8443/pods' } };
const matchConstraints = {
  matchPolicy: 'Exact', namespaceSelector: selector, objectSelector: selector, resourceRules: [{ ...rule, resourceNames: ['a', 'b'] }], excludeResourceRules: [{ ...rule, scope: '*' }],
};
const variables = [{ name: 'replicas', expression: 'object.spec.replicas' }, { name: 'many', expression: 'variables.replicas > 5' }];
const paramKind = { apiVersion: 'rules.example.com/v1', kind: 'ReplicaLimit' };
const paramRef = { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' };
const selected = { selector, parameterNotFoundAction: 'Allow' };

type Sample = Readonly<Record<string, any>>;

export const ADMISSION_SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': [{ metadata, webhooks: [webhook, byUrl] }],
  'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration': [{ metadata, webhooks: [{ ...webhook, reinvocationPolicy: 'IfNeeded' }, byUrl] }],
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy': [
    {
      metadata,
      spec: {
        failurePolicy: 'Ignore',
        paramKind,
        matchConstraints,
        matchConditions,
        variables,
        validations: [
          { expression: 'variables.replicas <= params.maxReplicas', message: 'too many', reason: 'Invalid' },
          { expression: 'object.spec.template.spec.containers.all(c, c.image.startsWith("registry/"))', messageExpression: '"at most " + string(params.maxReplicas)' },
          { expression: 'authorizer.group("apps").resource("deployments").check("create").allowed()' },
        ],
        auditAnnotations: [{ key: 'replicas', valueExpression: '"replicas: " + string(variables.replicas)' }, { key: 'none', valueExpression: 'null' }],
      },
    },
  ],
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding': [
    { metadata, spec: { policyName: 'limits', validationActions: ['Deny', 'Audit'], paramRef, matchResources: matchConstraints } },
    { metadata, spec: { policyName: 'limits', validationActions: ['Warn'], paramRef: selected } },
  ],
  'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy': [
    {
      metadata,
      spec: {
        failurePolicy: 'Fail',
        paramKind,
        matchConstraints,
        matchConditions,
        variables,
        mutations: [
          { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "add", path: "/metadata/labels/a", value: "a"}]' } },
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"a": "b"}}}' } },
        ],
        reinvocationPolicy: 'IfNeeded',
      },
    },
  ],
  'admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding': [{ metadata, spec: { policyName: 'limits', paramRef, matchResources: matchConstraints } }],
  'apiregistration.k8s.io/v1 APIService': [
    {
      metadata: { name: 'v1beta1.metrics.example.com', labels: { app: 'llm' } },
      spec: {
        group: 'metrics.example.com',
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 50,
        insecureSkipTLSVerify: true,
        service: { name: 'adapter', namespace: 'system', port: 6443 },
      },
    },
    { metadata: { name: 'v1.local.example.com' }, spec: { group: 'local.example.com', version: 'v1', groupPriorityMinimum: 20000, versionPriority: 1000 } },
  ],
};

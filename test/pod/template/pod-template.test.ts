import * as kplus from 'cdk8s-plus-28';
import { IMAGE, carry, chartIn, messageOf } from '../carrier';

describe('none of cdk8s-plus-28\'s defaults is inherited', () => {
  test('three lines give a container that asks for nothing nobody asked for', () => {
    expect(carry().pod()).toEqual({
      restartPolicy: 'Always',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      terminationGracePeriodSeconds: 30,
      containers: [{
        name: 'main',
        image: IMAGE,
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['AUDIT_WRITE', 'MKNOD', 'NET_RAW', 'SETFCAP', 'SYS_CHROOT'] } },
      }],
    });
  });

  test('a port brings no startup probe, and containers added later no figures either', () => {
    const { template, pod } = carry({ container: { image: IMAGE, portNumber: 8000 } });
    template.addContainer({ name: 'proxy', image: 'envoy:v1', portNumber: 9000 });
    template.addInitContainer({ name: 'fetch', image: 'busybox:1' });
    template.addSidecar({ name: 'logs', image: 'fluent:1' });
    for (const container of [...pod().containers, ...pod().initContainers]) {
      expect(Object.keys(container).filter(key => !['name', 'image', 'ports', 'securityContext', 'restartPolicy'].includes(key))).toEqual([]);
      expect(container.securityContext).not.toHaveProperty('runAsNonRoot');
      expect(container.securityContext).not.toHaveProperty('readOnlyRootFilesystem');
    }
    expect(pod().containers[0].ports).toEqual([{ containerPort: 8000 }]);
  });

  test('what the user asks for in the same structs is kept, including false and 0', () => {
    const { pod, main } = carry({
      container: {
        image: IMAGE,
        imagePullPolicy: kplus.ImagePullPolicy.NEVER,
        securityContext: { ensureNonRoot: false, readOnlyRootFilesystem: false, user: 0 },
      },
      securityContext: { ensureNonRoot: true, user: 1000, fsGroup: 0, fsGroupChangePolicy: kplus.FsGroupChangePolicy.ON_ROOT_MISMATCH, sysctls: [{ name: 'net.core.somaxconn', value: '1024' }] },
      automountServiceAccountToken: true,
    });
    expect(main().imagePullPolicy).toBe('Never');
    expect(main().securityContext).toMatchObject({ runAsNonRoot: false, readOnlyRootFilesystem: false, runAsUser: 0 });
    expect(pod().automountServiceAccountToken).toBe(true);
    expect(pod().securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 0,
      fsGroupChangePolicy: 'OnRootMismatch',
      sysctls: [{ name: 'net.core.somaxconn', value: '1024' }],
      seccompProfile: { type: 'RuntimeDefault' },
    });
  });
});

describe('what else cdk8s-plus-28 offers', () => {
  test('service account, pull secrets by object and by name, host aliases and DNS', () => {
    const chart = chartIn();
    const { pod } = carry({
      serviceAccount: kplus.ServiceAccount.fromServiceAccountName(chart, 'Account', 'trainer'),
      dockerRegistryAuth: kplus.Secret.fromSecretName(chart, 'Auth', 'regcred') as any,
      imagePullSecretNames: ['ngc', 'regcred'],
      hostAliases: [{ ip: '10.0.0.1', hostnames: ['license'] }],
      dns: { policy: kplus.DnsPolicy.NONE, nameservers: ['10.0.0.53'], options: [{ name: 'ndots', value: '2' }], hostnameAsFQDN: true },
    }, { chart });
    expect(pod()).toMatchObject({
      serviceAccountName: 'trainer',
      automountServiceAccountToken: false,
      imagePullSecrets: [{ name: 'regcred' }, { name: 'ngc' }],
      hostAliases: [{ ip: '10.0.0.1', hostnames: ['license'] }],
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['10.0.0.53'], options: [{ name: 'ndots', value: '2' }] },
      setHostnameAsFQDN: true,
    });
    expect(pod()).not.toHaveProperty('dns');
  });

  test('the host\'s network keeps cluster names resolvable; a policy of the user stands', () => {
    expect(carry({ hostNetwork: true }).pod()).toMatchObject({ hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' });
    expect(carry({ hostNetwork: true, dns: { policy: kplus.DnsPolicy.DEFAULT } }).pod().dnsPolicy).toBe('Default');
    expect(carry().pod()).not.toHaveProperty('hostNetwork');
  });

  test('class names of the pod', () => {
    expect(carry({ priorityClassName: 'research', runtimeClassName: 'nvidia', schedulerName: 'volcano' }).pod())
      .toMatchObject({ priorityClassName: 'research', runtimeClassName: 'nvidia', schedulerName: 'volcano' });
  });

  test('selectors and peers go by the pattern\'s labels, never by a hash of the construct path', () => {
    const chart = chartIn();
    const { template, manifests } = carry({ container: { image: IMAGE, portNumber: 8000 } }, { chart });
    const client = new kplus.Deployment(chart, 'Client', { containers: [{ image: 'x:1', portNumber: 80 }] });
    template.connections.allowFrom(client);
    template.connections.allowTo(kplus.NetworkPolicyIpBlock.ipv4(chart, 'Out', '10.0.0.0/8'));
    template.connections.isolate();
    client.scheduling.colocate(template);
    const ours = { matchLabels: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/role': 'leader' } };
    const all = manifests();
    const policies = all.filter(each => each.kind === 'NetworkPolicy');
    expect(policies.filter(each => JSON.stringify(each.spec.podSelector) === JSON.stringify(ours)).map(each => each.spec.policyTypes)).toEqual([['Ingress'], ['Egress'], ['Egress', 'Ingress']]);
    expect(policies.find(each => each.spec.ingress)!.spec.ingress[0].ports).toEqual([{ port: 8000, protocol: 'TCP' }]);
    expect(policies.every(each => each.metadata.namespace === 'ml')).toBe(true);
    expect(all.find(each => each.kind === 'Deployment')!.spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0])
      .toEqual({ labelSelector: ours, namespaces: ['ml'], topologyKey: 'kubernetes.io/hostname' });
    expect(JSON.stringify(all.find(each => each.kind === 'StatefulSet'))).not.toContain('cdk8s.io/metadata.addr');
  });

  test('a Service of cdk8s-plus-28 selects the pods and knows their ports', () => {
    const { chart, template, manifests } = carry({ container: { image: IMAGE, portNumber: 8000 } });
    new kplus.Service(chart, 'Own', { selector: template, ports: [{ port: 80, targetPort: 8000 }] });
    expect(manifests().find(each => each.kind === 'Service')!.spec.selector).toEqual({ 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/role': 'leader' });
  });

  test.each(['hostname', 'subdomain'])('dns.%s is refused: the controller would overwrite it', field => {
    expect(messageOf(() => carry({ dns: { [field]: 'x' } }))).toContain(`prod: dns.${field}: Forbidden: pods of a workload get their names from it`);
  });

  test('no name server at all is refused at the property', () => {
    expect(messageOf(() => carry({ dns: { policy: kplus.DnsPolicy.NONE } }))).toContain('prod: dns.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None');
    expect(carry({ dns: { policy: kplus.DnsPolicy.NONE, nameservers: ['10.0.0.1'] } }).pod()).toMatchObject({ dnsPolicy: 'None' });
  });

  test('what cdk8s-plus-28 itself refuses late is a typed error with the path', () => {
    const { set } = carry({ dns: { searches: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } });
    expect(messageOf(() => set.toJson())).toContain('prod/Pods: dns: Invalid value: "": There can be at most 6 search domains specified');
  });

  test('another restart policy than the pattern\'s is refused', () => {
    expect(messageOf(() => carry({ restartPolicy: kplus.RestartPolicy.NEVER }))).toContain('prod: restartPolicy: Forbidden: these pods need Always, not Never');
  });
});

describe('metadata', () => {
  test('labels for people may be the user\'s, identity is the pattern\'s', () => {
    const { template, podTemplate } = carry({ podMetadata: { labels: { 'team': 'nlp', 'app.kubernetes.io/name': 'chat' }, annotations: { note: 'x' } } }, { variation: { annotations: { more: 'y' } } });
    template.podMetadata.addLabel('cdk8s-ai-workloads/role', 'worker');
    template.podMetadata.addLabel('late', 'yes');
    expect(podTemplate().metadata).toEqual({
      labels: { 'app.kubernetes.io/name': 'chat', 'team': 'nlp', 'late': 'yes', 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/role': 'leader' },
      annotations: { note: 'x', more: 'y' },
    });
  });

  test.each([
    ['an identity label', { 'cdk8s-ai-workloads/group': '1' }, 'podMetadata.labels[cdk8s-ai-workloads/group]: Forbidden: carries identity'],
    ['a value with spaces', { team: 'natural language' }, 'podMetadata.labels[team]: Invalid value: "natural language": a valid label must be an empty string or consist of alphanumeric characters'],
    ['a value of 64 characters', { team: 't'.repeat(64) }, 'must be no more than 63 characters'],
    ['a key with a space', { 'my team': 'nlp' }, 'podMetadata.labels: Invalid value: "my team": name part must consist of alphanumeric characters'],
  ])('refused: %s', (_, labels, message) => {
    expect(messageOf(() => carry({ podMetadata: { labels: labels as unknown as { [key: string]: string } } }))).toContain(message);
  });

  test.each(['name', 'namespace'])('a %s of pods is refused: their controller decides it', key => {
    expect(messageOf(() => carry({ podMetadata: { [key]: 'x' } }))).toContain(`podMetadata.${key}: Forbidden: pods are named by their controller`);
  });
});

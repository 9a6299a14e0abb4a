import { pod, template } from './asked';

const selector = { matchLabels: { app: 'a' } };

describe('affinity', () => {
  const required = (nodeSelectorTerms: object[]) => ({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } });
  const node = (term: object) => template({ affinity: required([term]) })
    .map(text => text.replace('affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].', ''));

  test.each<[object, string[]]>([
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }, []],
    [{ matchExpressions: [{ key: 'a', operator: 'In' }, { key: '-', operator: 'Exists', values: ['a'] }] },
      ['matchExpressions[0].values: Required', 'matchExpressions[1].values: Forbidden', 'matchExpressions[1].key: Invalid']],
    [{ matchExpressions: [{ key: 'a', operator: 'Gt', values: [] }, { key: 'a', operator: 'x' }] }, ['matchExpressions[0].values: Required', 'matchExpressions[1].operator: Invalid']],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['-'] }] }, ['matchExpressions[0].values[0]: Invalid']],
    [{ matchFields: [{ key: 'a', operator: 'Exists' }] }, ['matchFields[0].operator: Invalid', 'matchFields[0].key: Invalid']],
    [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['A', 'b'] }] }, ['matchFields[0].values: Required', 'matchFields[0].values[0]: Invalid']],
  ])('to nodes: %j', (term, expected) => {
    expect(node(term)).toEqual(expected);
  });

  test('a required one has terms, a preferred one a weight, and its values may be anything', () => {
    const path = 'affinity.nodeAffinity';
    expect(template({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } } })).toEqual([`${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required`]);
    const preference = { matchExpressions: [{ key: 'a', operator: 'In', values: ['-'] }] };
    expect(template({ affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, preference }] } } }))
      .toEqual([`${path}.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid`]);
  });

  const term = (fields: object, asked = {}, ask = template) => ask({ affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', ...fields }] } } }, asked)
    .map(text => text.replace(/^affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution\[0\]\.?/, ''));

  test.each<[object, string[]]>([
    [{ labelSelector: selector, namespaces: ['a'] }, []], [{ topologyKey: '' }, ['topologyKey: Required', 'topologyKey: Invalid', 'topologyKey: Invalid']],
    [{ labelSelector: { matchExpressions: [{ key: 'a', operator: 'x' }] } }, ['labelSelector.matchExpressions[0].operator: Invalid']],
    [{ namespaceSelector: { matchLabels: { a: '-' } }, namespaces: ['A'] }, ['namespaceSelector.matchLabels: Invalid', 'namespace: Invalid']],
    [{ matchLabelKeys: ['a'] }, ['matchLabelKeys: Forbidden']], [{ labelSelector: selector, matchLabelKeys: ['-'] }, ['matchLabelKeys[0]: Invalid']],
    [{ labelSelector: selector, matchLabelKeys: ['a'], mismatchLabelKeys: ['a'] }, ['matchLabelKeys[0]: Invalid']],
  ])('to pods: %j', (fields, expected) => {
    expect(term(fields)).toEqual(expected);
  });

  test('a key of the pod is added to its selector, and cannot be in it before', () => {
    const fields = { labelSelector: selector, matchLabelKeys: ['app'] };
    expect(term(fields, { metadata: { labels: { app: 'a' } } })).toEqual([]);
    expect(term(fields, { metadata: { name: 'a', labels: { app: 'a' } } }, pod)).toEqual(['[0]: Invalid']);
    expect(term(fields, { metadata: { name: 'a' } }, pod)).toEqual([]);
    const exists = { key: 'app', operator: 'Exists' };
    expect(term({ ...fields, labelSelector: { matchExpressions: [exists] } })).toEqual([]);
    expect(term({ ...fields, labelSelector: { matchExpressions: [exists, exists] } })).toEqual(['[0]: Invalid']);
  });
});

describe('spread', () => {
  const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector };
  const spread = (fields: object, asked = {}, ask = template) => ask({ topologySpreadConstraints: [{ ...constraint, ...fields }] }, asked).map(text => text.replace(/^topologySpreadConstraints\[0\]\.?/, ''));

  test.each<[object, string[]]>([
    [{}, []], [{ maxSkew: 0 }, ['maxSkew: Invalid']], [{ topologyKey: '' }, ['topologyKey: Required']], [{ whenUnsatisfiable: 'x' }, ['whenUnsatisfiable: NotSupported']],
    [{ minDomains: 0, whenUnsatisfiable: 'ScheduleAnyway' }, ['minDomains: Invalid', 'minDomains: Invalid']], [{ nodeAffinityPolicy: 'x', nodeTaintsPolicy: 'Honor' }, ['nodeAffinityPolicy: NotSupported']],
    [{ labelSelector: { matchLabels: { '-': 'a' } } }, ['labelSelector.matchLabels: Invalid']], [{ labelSelector: null, matchLabelKeys: ['a'] }, ['matchLabelKeys: Forbidden']],
  ])('%j', (fields, expected) => {
    expect(spread(fields)).toEqual(expected);
  });

  test('a key is in one of key list and selector; since 1.34 only a pod’s is', () => {
    const fields = { matchLabelKeys: ['app'] };
    expect([spread(fields, { minor: '1.33' }), spread(fields, { minor: '1.34' })]).toEqual([['matchLabelKeys[0]: Invalid'], []]);
    expect(spread(fields, { metadata: { name: 'a', labels: { app: 'a' } } }, pod)).toEqual(['[0]: Invalid']);
    expect(spread(fields, { gates: { MatchLabelKeysInPodTopologySpread: false } })).toEqual([]);
  });

  test('two of one kind', () => {
    expect(template({ topologySpreadConstraints: [constraint, { ...constraint, maxSkew: 2 }] })).toEqual(['topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate']);
  });
});

describe('tolerations', () => {
  test.each<[object, string[]]>([
    [{ operator: 'Exists' }, []], [{ key: 'a', value: 'b' }, []], [{}, ['operator: Invalid']], [{ key: '-', operator: 'Exists' }, ['key: Invalid']],
    [{ key: 'a', operator: 'Exists', value: 'b' }, ['operator: Invalid']], [{ key: 'a', value: '-' }, ['operator: Invalid']], [{ key: 'a', operator: 'x' }, ['operator: NotSupported']],
    [{ key: 'a', tolerationSeconds: 1, effect: 'NoSchedule' }, ['effect: Invalid']], [{ key: 'a', effect: 'x' }, ['effect: NotSupported']], [{ key: 'a', operator: 'Gt', value: '1' }, ['operator: NotSupported']],
  ])('%j', (toleration, expected) => {
    expect(template({ tolerations: [toleration] }).map(text => text.replace('tolerations[0].', ''))).toEqual(expected);
  });

  test.each(['1', '-5', '0'])('compare with the number %s where the gate is on', value => {
    expect(template({ tolerations: [{ key: 'a', operator: 'Lt', value }] }, { gates: { TaintTolerationComparisonOperators: true } })).toEqual([]);
  });

  test.each(['', '01', '-0', '1.5', '9223372036854775808', '1'.repeat(1_000)])('do not compare with %s', value => {
    expect(template({ tolerations: [{ key: 'a', operator: 'Lt', value }] }, { gates: { TaintTolerationComparisonOperators: true } })).toEqual(['tolerations[0].value: Invalid']);
  });
});

describe('the rest of a spec', () => {
  test.each<[object, string[]]>([
    [{ restartPolicy: 'x', dnsPolicy: 'y' }, ['restartPolicy: NotSupported', 'dnsPolicy: NotSupported']], [{ nodeSelector: { a: '-' } }, ['nodeSelector: Invalid']],
    [{ dnsPolicy: 'None' }, ['dnsConfig: Required']], [{ dnsPolicy: 'None', dnsConfig: {} }, ['dnsConfig.nameservers: Required']],
    [{ dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.1', '1.1.1.1', 'x'] } }, ['dnsConfig.nameservers: Invalid', 'dnsConfig.nameservers[3]: Invalid']],
    [{ dnsConfig: { searches: ['a_b', '.', 'a.'], options: [{ value: '1' }] } }, ['dnsConfig.options[0]: Required']],
    [{ dnsConfig: { searches: Array(33).fill('a') } }, ['dnsConfig.searches: Invalid']], [{ dnsConfig: { searches: Array(10).fill('a'.repeat(210)) } }, ['dnsConfig.searches: Invalid']],
    // 10 x 204 and 9 blanks are one more than 2,048; of 203 and a half it is just enough.
    [{ dnsConfig: { searches: Array(10).fill('a'.repeat(204)) } }, ['dnsConfig.searches: Invalid']],
    [{ dnsConfig: { searches: [...Array(9).fill('a'.repeat(204)), 'a'.repeat(203)] } }, []],
    [{ hostAliases: [{ ip: '1', hostnames: ['A'] }] }, ['hostAliases[0].ip: Invalid', 'hostAliases[0].hostnames[0]: Invalid']],
    [{ readinessGates: [{ conditionType: 'a b' }] }, ['readinessGates[0].conditionType: Invalid']],
    [{ schedulingGates: [{ name: 'a' }, { name: 'a' }, { name: '-' }] }, ['schedulingGates[1]: Duplicate', 'schedulingGates[2]: Invalid']],
    [{ serviceAccountName: 'A', nodeName: 'B', hostname: 'a.b', subdomain: 'A' }, ['serviceAccountName: Invalid', 'nodeName: Invalid', 'hostname: Invalid', 'subdomain: Invalid']],
    [{ serviceAccount: 'A' }, ['serviceAccountName: Invalid']], [{ serviceAccount: 'A', serviceAccountName: 'a' }, []],
    [{ activeDeadlineSeconds: 0 }, ['activeDeadlineSeconds: Invalid']], [{ priorityClassName: 'A', runtimeClassName: '', preemptionPolicy: 'x' },
      ['priorityClassName: Invalid', 'runtimeClassName: Invalid', 'preemptionPolicy: NotSupported']],
    [{ preemptionPolicy: '' }, ['preemptionPolicy: Required']], [{ overhead: { cpu: '-1' } }, ['overhead.limits[cpu]: Invalid']], [{ os: { name: 'x' } }, ['os: NotSupported']], [{ os: {} }, ['os.name: Required']],
    [{ hostnameOverride: 'A', setHostnameAsFQDN: true, hostNetwork: true }, ['hostnameOverride: Forbidden', 'hostnameOverride: Forbidden', 'hostnameOverride: Invalid']],
    [{ hostnameOverride: 'a'.repeat(65) }, ['hostnameOverride: TooLong']],
  ])('%j', (spec, expected) => {
    expect(template(spec)).toEqual(expected);
  });

  test('what the minor drops is not looked at', () => {
    expect(template({ hostnameOverride: 'A', resources: { limits: { x: '1' } } }, { minor: '1.33' })).toEqual([]);
    expect(template({ schedulingGroup: {} })).toEqual([]);
    expect(template({ schedulingGroup: {} }, { gates: { GenericWorkload: true } })).toEqual(['schedulingGroup.podGroupName: Invalid']);
  });

  test('addresses are read strictly since 1.36', () => {
    const spec = { hostAliases: [{ ip: '010.0.0.1' }] };
    expect([template(spec, { minor: '1.35' }), template(spec)]).toEqual([[], ['hostAliases[0].ip: Invalid']]);
  });
});

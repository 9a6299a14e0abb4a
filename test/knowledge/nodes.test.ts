import { AWS_NODES, AZURE_NODES, EKS_AUTO_NODES, isKnownOfNodes, normalizedLabel, providerOf, refusedLabel } from '../../src/knowledge/karpenter';
import { MACHINES, devicesOfNodes } from '../../src/knowledge/machine-devices';
import { nodeLostSeconds } from '../../src/knowledge/node-loss';
import { PRODUCT_LABELS } from '../../src/knowledge/node-products';
import { isOnOneNode } from '../../src/knowledge/node-volumes';
import { CAPACITY_LABELS, SPOT_NODES } from '../../src/knowledge/spot-nodes';
import { KNOWN_TAINTS } from '../../src/knowledge/taints';

/* Every row of the tables about nodes, written out: a row that is lost or changed is noticed by no other test. */

describe('taints', () => {
  test.each([
    ['google.com/tpu', 'present', 'NoSchedule'], ['cloud.google.com/gke-spot', 'true', 'NoSchedule'], ['kubernetes.azure.com/scalesetpriority', 'spot', 'NoSchedule'],
    ['karpenter.sh/disrupted', '', 'NoSchedule'], ['karpenter.sh/unregistered', '', 'NoExecute'],
    ['node.kubernetes.io/not-ready', '', 'NoSchedule,NoExecute'], ['node.kubernetes.io/unreachable', '', 'NoSchedule,NoExecute'],
    ...['memory-pressure', 'disk-pressure', 'pid-pressure', 'network-unavailable', 'unschedulable'].map(name => [`node.kubernetes.io/${name}`, '', 'NoSchedule']),
  ])('%s has the value "%s" and the effects %s', (key, value, effects) => {
    expect(KNOWN_TAINTS.find(each => each.key === key)!.fixed).toEqual({ value, effects: effects.split(',') });
  });

  test('of the others people choose value and effect', () => {
    expect(KNOWN_TAINTS.filter(({ fixed }) => fixed === undefined).map(({ key }) => key)).toEqual([
      'nvidia.com/gpu', 'amd.com/gpu', 'habana.ai/gaudi', 'aws.amazon.com/neuron', 'node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master',
      'node.kubernetes.io/out-of-service', 'node.cloudprovider.kubernetes.io/uninitialized', 'node.cloudprovider.kubernetes.io/shutdown',
    ]);
    expect(KNOWN_TAINTS).toHaveLength(21);
  });
});

describe('nodes that are sold at short notice', () => {
  test.each<[string, object, string[], string[] | undefined, number]>([
    ['spot nodes of Karpenter', { 'karpenter.sh/capacity-type': 'spot' }, [], undefined, 120],
    ['spot nodes of Karpenter on Azure', { 'karpenter.sh/capacity-type': 'spot' }, [], ['kubernetes.azure.com', 'karpenter.azure.com'], 30],
    ['spot nodes of EKS managed node groups', { 'eks.amazonaws.com/capacityType': 'SPOT' }, [], undefined, 120],
    ['Spot VMs of GKE', { 'cloud.google.com/gke-spot': 'true' }, ['cloud.google.com/gke-spot=true:NoSchedule'], undefined, 15],
    ['Spot VMs of GKE', { 'cloud.google.com/gke-provisioning': 'spot' }, ['cloud.google.com/gke-spot=true:NoSchedule'], undefined, 15],
    ['spot nodes of AKS', { 'kubernetes.azure.com/scalesetpriority': 'spot' }, ['kubernetes.azure.com/scalesetpriority=spot:NoSchedule'], undefined, 30],
  ])('%s with %j tolerate %j and have %s, %d s', (title, nodeLabels, tolerations, domains, noticeSeconds) => {
    const found = SPOT_NODES.filter(each => each.title === title && JSON.stringify(each.nodeLabels) === JSON.stringify(nodeLabels));
    const tolerated = found.map(each => (each.tolerations ?? []).map(({ key, value, effect }) => `${key}=${value}:${effect}`));

    expect(tolerated).toEqual([tolerations]);
    expect(found.map(each => [each.domains, each.noticeSeconds])).toEqual([[domains, noticeSeconds]]);
  });

  test('each taint that they tolerate is one that their nodes have', () => {
    const tolerated = SPOT_NODES.flatMap(({ tolerations = [] }) => tolerations.map(({ key, value, effect }) => [key, { value, effects: [effect] }]));

    expect(tolerated.map(([key]) => [key, KNOWN_TAINTS.find(each => each.key === key)?.fixed])).toEqual(tolerated);
  });

  test('labels of providers have these values and no others', () => {
    expect([...CAPACITY_LABELS]).toEqual([
      ['karpenter.sh/capacity-type', ['spot', 'on-demand', 'reserved']],
      ['cloud.google.com/gke-spot', ['true']],
      ['cloud.google.com/gke-provisioning', ['spot', 'standard', 'preemptible']],
      ['eks.amazonaws.com/capacityType', ['SPOT', 'ON_DEMAND', 'CAPACITY_BLOCK']],
      ['kubernetes.azure.com/scalesetpriority', ['spot', 'regular']],
    ]);
    const asked = SPOT_NODES.flatMap(({ nodeLabels }) => Object.entries(nodeLabels));
    expect(asked.filter(([key, value]) => !CAPACITY_LABELS.get(key)?.includes(value))).toEqual([]);
  });
});

describe('Karpenter', () => {
  const WELL_KNOWN = [
    'karpenter.sh/nodepool', 'topology.kubernetes.io/zone', 'topology.kubernetes.io/region', 'node.kubernetes.io/instance-type', 'kubernetes.io/arch', 'kubernetes.io/os',
    'karpenter.sh/capacity-type', 'node.kubernetes.io/windows-build',
  ];

  test.each([
    ['beta.kubernetes.io/arch', 'kubernetes.io/arch'], ['beta.kubernetes.io/os', 'kubernetes.io/os'], ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
    ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'], ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
    ['topology.kubernetes.io/zone', 'topology.kubernetes.io/zone'], ['mine/zone', 'mine/zone'],
  ])('looks for %s as %s', (key, normal) => {
    expect(normalizedLabel(key)).toBe(normal);
  });

  test.each([['karpenter.k8s.aws', AWS_NODES], ['eks.amazonaws.com', EKS_AUTO_NODES], ['karpenter.azure.com', AZURE_NODES], ['karpenter.k8s.gcp', undefined]])('nodes of the group %s', (group, provider) => {
    expect(providerOf(group)).toBe(provider);
  });

  test('providers have node classes and labels of GPUs of their own', () => {
    expect([AWS_NODES, EKS_AUTO_NODES, AZURE_NODES].map(({ kind, gpus, accelerators, isAws }) => [kind, gpus, accelerators?.count, isAws])).toEqual([
      ['EC2NodeClass', {
        name: 'karpenter.k8s.aws/instance-gpu-name',
        manufacturer: 'karpenter.k8s.aws/instance-gpu-manufacturer',
        count: 'karpenter.k8s.aws/instance-gpu-count',
        memory: 'karpenter.k8s.aws/instance-gpu-memory',
      }, 'karpenter.k8s.aws/instance-accelerator-count', true],
      ['NodeClass', {
        name: 'eks.amazonaws.com/instance-gpu-name',
        manufacturer: 'eks.amazonaws.com/instance-gpu-manufacturer',
        count: 'eks.amazonaws.com/instance-gpu-count',
        memory: 'eks.amazonaws.com/instance-gpu-memory',
      }, undefined, true],
      ['AKSNodeClass', { name: 'karpenter.azure.com/sku-gpu-name', manufacturer: 'karpenter.azure.com/sku-gpu-manufacturer', count: 'karpenter.azure.com/sku-gpu-count' }, undefined, undefined],
    ]);
  });

  test.each<[string, string, boolean]>([
    ...WELL_KNOWN.map((key): [string, string, boolean] => [key, 'karpenter.azure.com', true]),
    ['karpenter.k8s.aws/instance-family', 'karpenter.k8s.aws', true], ['topology.k8s.aws/zone-id', 'karpenter.k8s.aws', true], ['karpenter.azure.com/sku-name', 'karpenter.k8s.aws', false],
    ['eks.amazonaws.com/instance-family', 'eks.amazonaws.com', true], ['topology.k8s.aws/zone-id', 'eks.amazonaws.com', true], ['eks.amazonaws.com/capacityType', 'eks.amazonaws.com', false],
    ['eks.amazonaws.com/nodegroup', 'eks.amazonaws.com', false], ['karpenter.azure.com/sku-name', 'karpenter.azure.com', true], ['kubernetes.azure.com/mode', 'karpenter.azure.com', true],
    ['topology.k8s.aws/zone-id', 'karpenter.azure.com', false], ['mine/label', 'karpenter.k8s.aws', false], ['label', 'karpenter.k8s.aws', false],
    ['acme.example/size', 'acme.example', true], ['karpenter.acme.example/size', 'acme.example', true], ['other.example/size', 'acme.example', false], ['karpenter.sh/other', 'acme.example', false],
  ])('%s on nodes of %s is known: %s', (key, group, isKnown) => {
    expect(isKnownOfNodes(key, group)).toBe(isKnown);
  });

  test.each<[string, string | undefined]>([
    ['karpenter.sh/nodepool', 'Karpenter writes it itself, with the name of the pool'], ['kubernetes.io/hostname', 'it names one node'],
    ['karpenter.sh/mine', 'labels of this domain are Karpenter\'s own'], ['mine.karpenter.sh/label', 'labels of this domain are Karpenter\'s own'],
    ...WELL_KNOWN.slice(1).map((key): [string, undefined] => [key, undefined]),
    ['mykarpenter.sh/label', undefined], ['karpenter.k8s.aws/instance-family', undefined], ['mine/label', undefined], ['label', undefined],
  ])('refuses %s: %s', (key, why) => {
    expect(refusedLabel(key)).toBe(why);
  });
});

describe('machines', () => {
  const NVIDIA = 'nvidia.com/gpu';

  test.each<[string, string, number, string]>([
    [NVIDIA, 'p3.', 1, '2xlarge'], [NVIDIA, 'p3.', 4, '8xlarge'], [NVIDIA, 'p3.', 8, '16xlarge'], [NVIDIA, '', 8, 'p3dn.24xlarge p4d.24xlarge p4de.24xlarge'],
    [NVIDIA, 'p5.', 1, '4xlarge'], [NVIDIA, '', 8, 'p5.48xlarge p5e.48xlarge p5en.48xlarge p6-b200.48xlarge p6-b300.48xlarge'],
    [NVIDIA, 'g4dn.', 1, 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge'], [NVIDIA, 'g4dn.', 4, '12xlarge'], [NVIDIA, 'g4dn.', 8, 'metal'],
    ...['g5.', 'g6.', 'g6e.'].flatMap((prefix): [string, string, number, string][] => [
      [NVIDIA, prefix, 1, 'xlarge 2xlarge 4xlarge 8xlarge 16xlarge'], [NVIDIA, prefix, 4, '12xlarge 24xlarge'], [NVIDIA, prefix, 8, '48xlarge'],
    ]),
    [NVIDIA, 'g5g.', 1, 'xlarge 2xlarge 4xlarge 8xlarge'], [NVIDIA, 'g5g.', 2, '16xlarge metal'], [NVIDIA, 'gr6.', 1, '4xlarge 8xlarge'],
    ...['g7.', 'g7e.'].flatMap((prefix): [string, string, number, string][] => [
      [NVIDIA, prefix, 1, '2xlarge 4xlarge 8xlarge'], [NVIDIA, prefix, 2, '12xlarge'], [NVIDIA, prefix, 4, '24xlarge'], [NVIDIA, prefix, 8, '48xlarge'],
    ]),
    ['amd.com/gpu', 'g4ad.', 1, 'xlarge 2xlarge 4xlarge'], ['amd.com/gpu', 'g4ad.', 2, '8xlarge'], ['amd.com/gpu', 'g4ad.', 4, '16xlarge'],
    ['aws.amazon.com/neuron', 'inf1.', 1, 'xlarge 2xlarge'], ['aws.amazon.com/neuron', 'inf1.', 4, '6xlarge'], ['aws.amazon.com/neuron', 'inf1.', 16, '24xlarge'],
    ['aws.amazon.com/neuron', 'inf2.', 1, 'xlarge 8xlarge'], ['aws.amazon.com/neuron', 'inf2.', 6, '24xlarge'], ['aws.amazon.com/neuron', 'inf2.', 12, '48xlarge'],
    ['aws.amazon.com/neuron', 'trn1.', 1, '2xlarge'], ['aws.amazon.com/neuron', '', 16, 'trn1.32xlarge trn1n.32xlarge trn2.48xlarge'],
    [NVIDIA, 'Standard_NC', 1, '4as_T4_v3 8as_T4_v3 16as_T4_v3 6s_v3 24ads_A100_v4 40ads_H100_v5'], [NVIDIA, 'Standard_NC', 2, '12s_v3 48ads_A100_v4 80adis_H100_v5'],
    [NVIDIA, 'Standard_NC', 4, '64as_T4_v3 24s_v3 24rs_v3 96ads_A100_v4'], [NVIDIA, 'Standard_NCC', 1, '40ads_H100_v5'],
    [NVIDIA, 'Standard_ND', 4, '128isr_NDR_GB200_v6'], [NVIDIA, 'Standard_ND', 8, '96asr_v4 96amsr_A100_v4 96isr_H100_v5 96isr_H200_v5'], ['amd.com/gpu', 'Standard_ND', 8, '96isr_MI300X_v5'],
    [NVIDIA, 'a2-', 1, 'highgpu-1g ultragpu-1g'], [NVIDIA, 'a2-', 2, 'highgpu-2g ultragpu-2g'], [NVIDIA, 'a2-', 4, 'highgpu-4g ultragpu-4g'], [NVIDIA, 'a2-', 8, 'highgpu-8g ultragpu-8g'],
    [NVIDIA, 'a2-', 16, 'megagpu-16g'], [NVIDIA, 'a3-', 1, 'highgpu-1g'], [NVIDIA, 'a3-', 2, 'highgpu-2g'], [NVIDIA, 'a3-', 4, 'highgpu-4g'], [NVIDIA, 'a3-', 8, 'highgpu-8g megagpu-8g ultragpu-8g'],
    [NVIDIA, 'a4-', 8, 'highgpu-8g'], [NVIDIA, 'a4x-', 4, 'highgpu-4g highgpu-4g-nolssd'],
    [NVIDIA, 'g2-standard-', 1, '4 8 12 16 32'], [NVIDIA, 'g2-standard-', 2, '24'], [NVIDIA, 'g2-standard-', 4, '48'], [NVIDIA, 'g2-standard-', 8, '96'],
    [NVIDIA, 'g4-standard-', 1, '48'], [NVIDIA, 'g4-standard-', 2, '96'], [NVIDIA, 'g4-standard-', 4, '192'], [NVIDIA, 'g4-standard-', 8, '384'],
    ['google.com/tpu', '', 4, 'ct4p-hightpu-4t ct5p-hightpu-4t'], ['google.com/tpu', 'ct5lp-hightpu-', 1, '1t'], ['google.com/tpu', 'ct5lp-hightpu-', 4, '4t'], ['google.com/tpu', 'ct5lp-hightpu-', 8, '8t'],
    ['google.com/tpu', 'ct6e-standard-', 1, '1t'], ['google.com/tpu', 'ct6e-standard-', 4, '4t'], ['google.com/tpu', 'ct6e-standard-', 8, '8t'], ['google.com/tpu', 'tpu7x-standard-', 1, '1t'],
    ['google.com/tpu', 'tpu7x-standard-', 4, '4t'],
  ])('%s of %s… : %d each, %s', (resource, prefix, devices, ends) => {
    const names = ends.split(' ').map(end => prefix + end);
    const found = names.map(name => [name, MACHINES.get(name)?.resource, MACHINES.get(name)?.devices]);

    expect(found).toEqual(names.map(name => [name, resource, devices]));
  });

  test('there are no others', () => {
    expect(MACHINES.size).toBe(140);
  });

  test.each([['inf1.24xlarge', 64], ['inf2.48xlarge', 24], ['trn1.32xlarge', 32], ['trn1n.32xlarge', 32], ['trn2.48xlarge', 128]])('%s has %d cores', (type, most) => {
    expect(devicesOfNodes('node.kubernetes.io/instance-type', type, 'aws.amazon.com/neuroncore')).toEqual({ most });
  });

  test.each<[string, Record<string, number | undefined>]>([
    ['nvidia.com/gpu.count', { 'nvidia.com/gpu': 4, 'amd.com/gpu': undefined, 'google.com/tpu': undefined }],
    ['cloud.google.com/gke-accelerator-count', { 'nvidia.com/gpu': 4, 'amd.com/gpu': undefined, 'google.com/tpu': 4 }],
    ...['karpenter.k8s.aws/instance-gpu-count', 'eks.amazonaws.com/instance-gpu-count', 'karpenter.azure.com/sku-gpu-count'].map((key): [string, Record<string, number | undefined>] =>
      [key, { 'nvidia.com/gpu': 4, 'amd.com/gpu': 4, 'google.com/tpu': undefined }]),
  ])('%s counts %j', (key, counts) => {
    expect(Object.fromEntries(Object.keys(counts).map(resource => [resource, devicesOfNodes(key, '4', resource)?.most]))).toEqual(counts);
  });

  test.each<[string, string, Record<string, number>]>([
    ['cloud.google.com/gke-accelerator', NVIDIA, {
      'nvidia-tesla-p4': 4,
      'nvidia-tesla-p100': 4,
      'nvidia-tesla-t4': 4,
      'nvidia-tesla-v100': 8,
      'nvidia-l4': 8,
      'nvidia-tesla-a100': 16,
      'nvidia-a100-80gb': 8,
      'nvidia-h100-80gb': 8,
      'nvidia-h100-mega-80gb': 8,
      'nvidia-h200-141gb': 8,
      'nvidia-b200': 8,
      'nvidia-gb200': 4,
      'nvidia-rtx-pro-6000': 8,
    }],
    ['cloud.google.com/gke-tpu-accelerator', 'google.com/tpu', {
      'tpu-v4-podslice': 4, 'tpu-v5-lite-podslice': 8, 'tpu-v5-lite-device': 8, 'tpu-v5p-slice': 4, 'tpu-v6e-slice': 8, 'tpu7x': 4,
    }],
  ])('nodes with %s have of %s at most %j', (key, resource, most) => {
    const found = PRODUCT_LABELS.get(key)!.map(value => [value, devicesOfNodes(key, value, resource)?.most]);

    expect(Object.fromEntries(found.filter(([, count]) => count !== undefined))).toEqual(most);
  });
});

describe('values of labels of devices', () => {
  test.each<[string, string[]]>([
    ['nvidia.com/gpu.family', ['tesla', 'fermi', 'kepler', 'maxwell', 'pascal', 'volta', 'turing', 'ampere', 'ada-lovelace', 'hopper', 'blackwell']],
    ['cloud.google.com/gke-accelerator', [
      'nvidia-tesla-k80', 'nvidia-tesla-p4', 'nvidia-tesla-p100', 'nvidia-tesla-v100', 'nvidia-tesla-t4', 'nvidia-tesla-a100', 'nvidia-a100-80gb', 'nvidia-l4', 'nvidia-h100-80gb',
      'nvidia-h100-mega-80gb', 'nvidia-h200-141gb', 'nvidia-b200', 'nvidia-gb200', 'nvidia-rtx-pro-6000',
    ]],
    ['cloud.google.com/gke-tpu-accelerator', ['tpu-v4-podslice', 'tpu-v5-lite-podslice', 'tpu-v5-lite-device', 'tpu-v5p-slice', 'tpu-v6e-slice', 'tpu7x']],
    ...['karpenter.k8s.aws/instance-gpu-name', 'eks.amazonaws.com/instance-gpu-name'].map((key): [string, string[]] => [key, [
      't4', 't4g', 'a10g', 'l4', 'l40s', 'rtx-pro-4500', 'rtx-pro-server-6000', 'v100', 'a100', 'h100', 'h200', 'b200', 'b300', 'radeon-pro-v520', 'inferentia', 'inferentia2', 'trainium', 'trainium2',
    ]]),
  ])('%s: %j', (key, values) => {
    expect(PRODUCT_LABELS.get(key)).toEqual(values);
  });
});

describe('volumes that are on one node', () => {
  test.each([
    ['rancher.io/local-path', true], ['kubernetes.io/no-provisioner', true], ['openebs.io/local', true], ['k8s.io/minikube-hostpath', true], ['microk8s.io/hostpath', true],
    ['docker.io/hostpath', true], ['topolvm.io', true], ['ebs.csi.aws.com', false],
  ])('provisioner %s: %s', (provisioner, isOne) => {
    expect([isOnOneNode('fast', provisioner), isOnOneNode('local-path', provisioner), isOnOneNode(undefined, provisioner)]).toEqual([isOne, isOne, isOne]);
  });

  test.each([
    ['local-path', true], ['local-storage', true], ['openebs-hostpath', true], ['microk8s-hostpath', true], ['hostpath', true], ['standard', false], [undefined, false],
  ])('class %s: %s', (className, isOne) => {
    expect(isOnOneNode(className, undefined)).toBe(isOne);
  });
});

test('a node is silent for 50 s and its pods stay 300 s, or as long as they tolerate', () => {
  expect([undefined, 300, 10, 0].map(nodeLostSeconds)).toEqual([
    { seconds: 350, sum: '50 + 300 = 350 s' }, { seconds: 350, sum: '50 + 300 = 350 s' }, { seconds: 60, sum: '50 + 10 = 60 s' }, { seconds: 50, sum: '50 + 0 = 50 s' },
  ]);
});

import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { build, container, namesOf, torchrun, valueOf } from './build';
import {
  Accelerator, CapabilityProfile, Capacity, Checkpoint, DefaultSet, IndexedTrainingJobProps, Placement, Rendezvous, SecurityProfile, TargetProps,
} from '../../../src';

describe('environment', () => {
  test('ours comes first, so that the user\'s variables may refer to it', () => {
    const { main } = build({ container: { ...container, envVariables: { MY_RANK: kplus.EnvValue.fromValue('$(JOB_COMPLETION_INDEX)') } } });
    expect(namesOf(main.env)).toEqual(['JOB_COMPLETION_INDEX', 'LEADER_ADDRESS', 'WORKER_COUNT', 'RUN_ID', 'MY_RANK']);
    expect(main.env[0].valueFrom.fieldRef.fieldPath).toBe("metadata.labels['batch.kubernetes.io/job-completion-index']");
  });

  test('init containers and sidecars have it too', () => {
    const { pod } = build({ initContainers: [{ image: 'a' }], sidecars: [{ image: 'b', name: 'log' }] });
    pod.initContainers.forEach((each: any) => expect(valueOf(each.env, 'LEADER_ADDRESS')).toBe('pretrain-1-0.pretrain.ml'));
    expect(pod.initContainers).toHaveLength(2);
  });

  test.each<[string, Partial<IndexedTrainingJobProps>, { [name: string]: string }]>([
    ['torchrun', { rendezvous: torchrun, accelerator: Accelerator.nvidia(8) },
      { PET_NNODES: '4', PET_NPROC_PER_NODE: '8', PET_NODE_RANK: '$(JOB_COMPLETION_INDEX)', PET_MASTER_ADDR: '$(LEADER_ADDRESS)', PET_MASTER_PORT: '29500' }],
    ['elastic torchrun', { rendezvous: torchrun, elastic: { minWorkers: 2 } },
      { PET_NNODES: '2:4', PET_RDZV_BACKEND: 'c10d', PET_RDZV_ENDPOINT: '$(LEADER_ADDRESS):29500', PET_RDZV_ID: 'pretrain-1', PET_MAX_RESTARTS: '3' }],
    ['elastic torchrun that is not to restart, whose agents still outlive a lost peer', { rendezvous: torchrun, elastic: { minWorkers: 2 }, restarts: 0 }, { PET_MAX_RESTARTS: '1' }],
    ['JAX', { rendezvous: Rendezvous.jax(), accelerator: Accelerator.nvidia(8) },
      { JAX_COORDINATOR_ADDRESS: '$(LEADER_ADDRESS):29500', JAX_NUM_PROCESSES: '4', JAX_PROCESS_ID: '$(JOB_COMPLETION_INDEX)' }],
    ['a checkpoint', { checkpoint: Checkpoint.onClaimName('ckpt', '/ckpt') }, { CHECKPOINT_DIR: '/ckpt' }],
    ['the wrapper', { wrapExit: true }, { EXIT_CODE_FILE: '/tmp/exit-code' }],
  ])('of %s', (_, props, expected) => {
    const { main } = build(props);
    for (const [name, value] of Object.entries(expected)) {
      expect([name, valueOf(main.env, name)]).toEqual([name, value]);
    }
  });

  describe('of agents that are told by somebody else how often they start their processes again', () => {
    const elastic = { rendezvous: torchrun, elastic: { minWorkers: 2 } };
    const command = ['torchrun', '--max-restarts=7', 'train.py'];
    const envVariables = { PET_MAX_RESTARTS: kplus.EnvValue.fromValue('7') };

    test.each<[string, Partial<IndexedTrainingJobProps>, TargetProps, (string | undefined)[]]>([
      ['a flag', { ...elastic, container: { ...container, command } }, {}, [undefined]],
      ['a variable', { ...elastic, container: { ...container, envVariables } }, {}, ['7']],
      ['the first default set', elastic, { defaults: DefaultSet.V1 }, [undefined]],
      ['torchrun itself, where all must be there', { rendezvous: torchrun }, {}, [undefined]],
    ])('%s', (_, props, target, values) => {
      const { main } = build(props, target);
      const given = main.env.filter(({ name }: any) => name === 'PET_MAX_RESTARTS').map(({ value }: any) => value);
      expect(given).toEqual(values.filter(each => each !== undefined));
    });
  });

  test.each<[string, Partial<IndexedTrainingJobProps>]>([
    ['JOB_COMPLETION_INDEX', {}], ['LEADER_ADDRESS', {}], ['WORKER_COUNT', {}], ['RUN_ID', {}], ['PET_NNODES', { rendezvous: torchrun }],
    ['PET_RDZV_ENDPOINT', { rendezvous: torchrun }], ['JAX_PROCESS_ID', { rendezvous: Rendezvous.jax() }],
    ['CHECKPOINT_DIR', { checkpoint: Checkpoint.onClaimName('ckpt', '/ckpt') }], ['EXIT_CODE_FILE', { wrapExit: true }],
    ['TF_CONFIG', { rendezvous: Rendezvous.tensorFlow() }],
  ])('a variable of the user cannot shadow %s', (name, props) => {
    const shadowing = { ...container, envVariables: { [name]: kplus.EnvValue.fromValue('9') } };
    expect(() => build({ ...props, container: shadowing })).toThrow(`container.envVariables[${name}]: Forbidden: ${name} is set by the pattern`);
    const withSidecar = () => build({ ...props, sidecars: [{ image: 'registry.example/log:1', envVariables: shadowing.envVariables, name: 'log' }] });
    // A sidecar is no part of the world, and may have one of its own.
    return props.rendezvous ? expect(withSidecar).not.toThrow() : expect(withSidecar).toThrow(`sidecars[0].envVariables[${name}]: Forbidden`);
  });

  test('names that this run does not inject are free', () => {
    const free = { ...container, envVariables: { CHECKPOINT_DIR: kplus.EnvValue.fromValue('/data'), JAX_PROCESS_ID: kplus.EnvValue.fromValue('0') } };
    expect(valueOf(build({ container: free }).main.env, 'CHECKPOINT_DIR')).toBe('/data');
  });

  test('a variable added later is checked at synth', () => {
    expect(() => build({}, {}, job => job.pods.mainContainer.env.addVariable('RUN_ID', kplus.EnvValue.fromValue('9'))))
      .toThrow(/prod\/Pretrain\/Pods {2}container\.envVariables\[RUN_ID\]\n +Forbidden: RUN_ID is set by the pattern/);
  });

  test('a literal token and shell syntax are refused', () => {
    const env = (name: string, value: string) => ({ container: { ...container, envVariables: { [name]: kplus.EnvValue.fromValue(value) } } });
    expect(() => build(env('HF_TOKEN', 'abc'))).toThrow('prod/Pretrain: container.envVariables[HF_TOKEN]: Invalid value');
    expect(() => build(env('RANK', '$(hostname | cut -d- -f2)'))).toThrow('is shell syntax, which nobody runs in an env value');
  });
});

describe('the pods', () => {
  test('hold their devices, tolerate their taint and are kept from consolidation', () => {
    const { spec, main, pod } = build({ accelerator: Accelerator.nvidia(8) });
    expect(main.resources.limits['nvidia.com/gpu']).toBe('8');
    expect(pod.tolerations).toEqual([{ key: 'nvidia.com/gpu', operator: 'Exists' }]);
    expect(spec.template.metadata.annotations).toEqual({ 'karpenter.sh/do-not-disrupt': 'true' });
    expect(build({ podMetadata: { annotations: { 'karpenter.sh/do-not-disrupt': '4h' } } }).spec.template.metadata.annotations)
      .toEqual({ 'karpenter.sh/do-not-disrupt': '4h' });
    expect(build({ doNotDisrupt: false }).spec.template.metadata).not.toHaveProperty('annotations');
  });

  test.each<[string, Capacity, object, object[]]>([
    ['Karpenter', Capacity.spotKarpenter(), { 'karpenter.sh/capacity-type': 'spot' }, []],
    ['GKE', Capacity.spotGke(), { 'cloud.google.com/gke-spot': 'true' }, [{ key: 'cloud.google.com/gke-spot', operator: 'Equal', value: 'true', effect: 'NoSchedule' }]],
    ['AKS', Capacity.spotAks(), { 'kubernetes.azure.com/scalesetpriority': 'spot' },
      [{ key: 'kubernetes.azure.com/scalesetpriority', operator: 'Equal', value: 'spot', effect: 'NoSchedule' }]],
  ])('run on spot nodes of %s', (_, capacity, labels, tolerations) => {
    const { pod } = build({ capacity });
    expect(pod.nodeSelector).toEqual(labels);
    expect(pod.tolerations ?? []).toEqual(tolerations);
  });

  test('an exclusive domain keeps other runs of the name out', () => {
    const { pod } = build({ placement: Placement.exclusiveDomain('example.com/block') });
    expect(pod.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution).toEqual([{
      topologyKey: 'example.com/block',
      labelSelector: {
        matchLabels: { 'cdk8s-ai-workloads/name': 'pretrain' },
        matchExpressions: [{ key: 'cdk8s-ai-workloads/run', operator: 'NotIn', values: ['1'] }],
      },
    }]);
  });

  test('nodes without zones get no zone affinity', () => {
    expect(build({}, { zones: [] }).pod).not.toHaveProperty('affinity');
  });

  test('the checkpoint is mounted in the main container and in the upload, whose time is part of the grace period', () => {
    const upload = { container: { image: 'rclone/rclone:1' }, time: Duration.seconds(60) };
    const { pod, main } = build({ checkpoint: Checkpoint.onClaimName('ckpt', '/ckpt', { upload }), sidecars: [{ image: 'proxy', name: 'proxy' }] });
    const mount = { name: 'checkpoint', mountPath: '/ckpt' };
    expect(main.volumeMounts).toContainEqual(mount);
    expect(namesOf(pod.initContainers)).toEqual(['proxy', 'checkpoint-upload']);
    expect(pod.initContainers[1]).toMatchObject({ restartPolicy: 'Always', volumeMounts: [mount] });
    expect(pod.volumes.filter((volume: any) => volume.name === 'checkpoint')).toMatchObject([{ persistentVolumeClaim: { claimName: 'ckpt' } }]);
    expect(pod.terminationGracePeriodSeconds).toBe(95);
  });

  test('a hardened pod can write the exit code', () => {
    const { main, pod } = build({ wrapExit: true, security: SecurityProfile.hardened({ user: 1000 }) });
    expect(main.volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
    expect(namesOf(pod.volumes)).toContain('tmp');
  });
});

describe('MPI', () => {
  const mpi = { rendezvous: Rendezvous.mpi({ sshSecretName: 'mpi-ssh-key' }), workers: 2, accelerator: Accelerator.nvidia(8) };
  const run = { ...container, command: ['mpirun', '-np', '16', 'train'] };

  test('has a host file with a slot for each device, the key, sshd everywhere and readiness on its port', () => {
    const { of, pod, main, spec } = build({ ...mpi, container: run });
    expect(of('ConfigMap')).toMatchObject({
      metadata: { name: 'pretrain-1-hostfile', namespace: 'ml' },
      data: { hostfile: 'pretrain-1-0.pretrain.ml slots=8\npretrain-1-1.pretrain.ml slots=8\n' },
    });
    expect(pod.volumes).toContainEqual({ name: 'mpi-hostfile', configMap: { name: 'pretrain-1-hostfile' } });
    expect(pod.volumes.find((volume: any) => volume.name === 'mpi-ssh').secret.secretName).toBe('mpi-ssh-key');
    expect(main.readinessProbe).toEqual({ tcpSocket: { port: 2222 }, periodSeconds: 5 });
    expect(main.ports).toEqual([{ name: 'ssh', containerPort: 2222 }]);
    expect(main.command[2]).toContain('/usr/sbin/sshd');
    expect(spec.successPolicy).toEqual({ rules: [{ succeededIndexes: '0' }] });
  });

  test.each<[CapabilityProfile | undefined, string[]]>([
    [undefined, ['AUDIT_WRITE', 'SYS_CHROOT']],
    [CapabilityProfile.RDMA, ['AUDIT_WRITE', 'IPC_LOCK', 'SYS_CHROOT']],
    [CapabilityProfile.SSHD_RDMA, ['AUDIT_WRITE', 'IPC_LOCK', 'SYS_CHROOT']],
  ])('with the profile %s gets what sshd needs', (capabilityProfile, added) => {
    expect(build({ ...mpi, container: { ...run, capabilityProfile } }).main.securityContext.capabilities.add).toEqual(added);
  });
});

describe('cdk8s-plus-28', () => {
  test('adds containers, volumes and scheduling to every worker', () => {
    const { pod } = build({}, {}, job => {
      const volume = kplus.Volume.fromEmptyDir(job, 'Scratch', 'scratch');
      job.pods.addContainer({ image: 'metrics', name: 'metrics' });
      job.pods.mainContainer.mount('/scratch', volume);
      job.pods.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('pool', 'train')));
    });
    expect(namesOf(pod.containers)).toEqual(['main', 'metrics']);
    expect(namesOf(pod.volumes)).toContain('scratch');
    expect(pod.affinity).toHaveProperty('nodeAffinity');
    expect(pod.affinity).toHaveProperty('podAffinity');
  });

  test('isolates and connects the workers', () => {
    const { of } = build({ isolate: true });
    expect(of('NetworkPolicy').spec.podSelector).toEqual({ matchLabels: { 'cdk8s-ai-workloads/name': 'pretrain' } });
  });

  test('a sidecar among the main containers is refused: the Job would never complete', () => {
    expect(() => build({ container: { ...container, restartPolicy: kplus.ContainerRestartPolicy.ALWAYS } })).toThrow('container.restartPolicy: Forbidden');
  });
});

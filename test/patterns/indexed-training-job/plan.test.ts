import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { container, mpi, plan, servers, torchrun } from './build';
import { Accelerator, Capacity, Checkpoint, IndexedTrainingJobProps, Rendezvous, TrainingBackend } from '../../../src';
import { runs } from '../../hygiene/runs';

describe('size', () => {
  test.each<[string, Partial<IndexedTrainingJobProps>, number, number, number]>([
    ['torchrun runs a process for each accelerator', { workers: 4, rendezvous: torchrun, accelerator: Accelerator.nvidia(8) }, 4, 8, 32],
    ['MPI has a slot for each accelerator', { workers: 3, rendezvous: mpi, accelerator: Accelerator.amd(4) }, 3, 4, 12],
    ['torchrun on CPUs runs one process', { workers: 4, rendezvous: torchrun }, 4, 1, 4],
    ['JAX drives all devices with one process', { workers: 4, rendezvous: Rendezvous.jax(), accelerator: Accelerator.nvidia(8) }, 4, 1, 4],
    ['plain pods count as one process', { workers: 4, accelerator: Accelerator.nvidia(8) }, 4, 1, 4],
    ['given processes win over the accelerator count', { workers: 4, processesPerPod: 2, rendezvous: torchrun, accelerator: Accelerator.nvidia(8) }, 4, 2, 8],
    ['workers follow from the world size', { worldSize: 32, rendezvous: torchrun, accelerator: Accelerator.nvidia(8) }, 4, 8, 32],
    ['workers and world size may agree', { workers: 4, worldSize: 32, rendezvous: torchrun, accelerator: Accelerator.nvidia(8) }, 4, 8, 32],
  ])('%s', (_, props, workers, processesPerPod, worldSize) => {
    expect(plan(props).size).toMatchObject({ workers, processesPerPod, worldSize });
  });

  test('several TPU slices may make one world', () => {
    expect(plan({ workers: 8, rendezvous: Rendezvous.jax(), accelerator: Accelerator.tpu(4, { type: 'tpu-v5p-slice', topology: '2x2x4' }) }).size.workers).toBe(8);
  });

  test('the sum names its parts', () => {
    const { size } = plan({ workers: 4, rendezvous: torchrun, accelerator: Accelerator.nvidia(8) });
    expect(size.sum).toBe('4 workers x 8 processes (one for each nvidia.com/gpu) = 32');
    expect(size.devices).toBe('4 workers x 8 nvidia.com/gpu = 32');
  });

  test('any whole workers and processes give their product, and the world size gives the workers back', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 16 }), (workers, processesPerPod) => {
      const forward = plan({ workers, processesPerPod, rendezvous: torchrun }).size;
      const back = plan({ worldSize: forward.worldSize, processesPerPod, rendezvous: torchrun }).size;
      expect([forward.worldSize, back.workers]).toEqual([workers * processesPerPod, workers]);
    }), { numRuns: runs(1000) });
  });

  test('any world size that does not divide is refused with the quotient', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 2, max: 16 }), (worldSize, processesPerPod) => {
      fc.pre(worldSize % processesPerPod !== 0);
      expect(() => plan({ worldSize, processesPerPod, rendezvous: torchrun }))
        .toThrow(`worldSize: Invalid value: ${worldSize}: does not divide by ${processesPerPod} processes for each pod (given)`);
    }), { numRuns: runs(1000) });
  });
});

describe('refused sizes', () => {
  test.each<[string, Partial<IndexedTrainingJobProps>, string]>([
    ['neither workers nor world size', { workers: undefined }, 'workers: Required value: says how many pods train'],
    ['no workers', { workers: 0 }, 'workers: Invalid value: 0: must be a whole number between 1 and 100000'],
    ['half a worker', { workers: 1.5 }, 'workers: Invalid value: 1.5: must be a whole number'],
    ['more than an Indexed Job holds', { workers: 100_001 }, 'workers: Invalid value: 100001'],
    ['a world size that does not divide', { worldSize: 33, rendezvous: torchrun, accelerator: Accelerator.nvidia(8) },
      'worldSize: Invalid value: 33: does not divide by 8 processes for each pod (one for each nvidia.com/gpu): 33 / 8 = 4.125\n  help: use 32 or 40'],
    ['a world size below one pod', { worldSize: 3, rendezvous: torchrun, processesPerPod: 8 }, 'help: use 8'],
    ['a world size that contradicts the workers', { workers: 4, worldSize: 30, rendezvous: torchrun, accelerator: Accelerator.nvidia(8) },
      'worldSize: Invalid value: 30: is not 4 workers x 8 processes (one for each nvidia.com/gpu) = 32'],
    ['several JAX processes in a pod', { rendezvous: Rendezvous.jax(), processesPerPod: 8 }, 'processesPerPod: Invalid value: 8: must be 1: one JAX process of a pod drives all of its devices'],
    ['several TensorFlow tasks in a pod', { rendezvous: servers(0), processesPerPod: 2 }, 'processesPerPod: Invalid value: 2: must be 1: TF_CONFIG has one task for each pod'],
    ['parameter servers without a worker', { workers: 3, rendezvous: servers(2) }, 'workers: Invalid value: 3: is less than 1 chief + 2 parameter servers + 1 worker = 4'],
    ['workers that do not fill their TPU slices', { workers: 6, rendezvous: Rendezvous.jax(), accelerator: Accelerator.tpu(4, { type: 'tpu-v5p-slice', topology: '2x2x4' }) },
      'workers: Invalid value: 6: does not fill slices of 2x2x4 = 16 chips / 4 chips for each pod = 4 pods\n  help: give a multiple of 4'],
    ['an elastic plain run', { elastic: { minWorkers: 1 } }, 'elastic: Forbidden: only torchrun can run with fewer nodes (--nnodes min:max); the rendezvous is plain'],
    ['an elastic run on the network of the host', { rendezvous: torchrun, elastic: { minWorkers: 1 }, hostNetwork: true }, "elastic: Forbidden: with hostNetwork a pod's own name is the node's"],
    ['an elastic JobSet', { rendezvous: torchrun, elastic: { minWorkers: 1 }, backend: TrainingBackend.jobSet() }, 'elastic: Forbidden: a JobSet restarts all workers when one fails'],
    ['an elastic minimum above the workers', { workers: 4, rendezvous: torchrun, elastic: { minWorkers: 5 } }, 'elastic.minWorkers: Invalid value: 5: must be a whole number between 1 and 4'],
  ])('%s', (_, props, message) => {
    expect(() => plan(props)).toThrow(message);
  });
});

describe("torchrun's own flags", () => {
  const nodes = { workers: 4, rendezvous: torchrun, accelerator: Accelerator.nvidia(8) };
  const flags = (...command: string[]) => plan({ ...nodes, container: { ...container, command } });

  test('may repeat what is planned', () => {
    expect(flags('python', '-m', 'torch.distributed.run', '--nproc_per_node=8', '--nnodes', '4', 'train.py').size.worldSize).toBe(32);
  });

  test('that belong to the script are not looked at', () => {
    expect(flags('torchrun', 'train.py', '--nnodes=9', '--master-addr=elsewhere').size.workers).toBe(4);
  });

  test('that name no number are left alone', () => {
    expect(flags('torchrun', '--nproc-per-node=gpu', 'train.py').size.worldSize).toBe(32);
  });

  test.each([
    [['torchrun', '--nproc_per_node=4', 'train.py'], 'container.command[1]: Invalid value: "4": --nproc_per_node wins over PET_NPROC_PER_NODE'],
    [['torchrun', '--nproc-per-node', '4', 'train.py'], 'container.command[1]: Invalid value: "4": --nproc_per_node wins'],
    [['torchrun', '--nnodes=2', 'train.py'], 'container.command[1]: Invalid value: "2": --nnodes wins over PET_NNODES=4, and there are 4 workers'],
    [['torchrun', '--standalone', 'train.py'], 'container.command[1]: Forbidden: --standalone wins over the variable that the pattern sets'],
    [['/opt/bin/torchrun', '--master_addr=10.0.0.1', 'train.py'], 'container.command[1]: Forbidden: --master_addr wins'],
  ])('%j is refused', (command, message) => {
    expect(() => flags(...command)).toThrow(message);
  });
});

describe("mpirun's own count", () => {
  const nodes = { workers: 3, rendezvous: mpi, accelerator: Accelerator.nvidia(4) };
  const run = (...command: string[]) => plan({ ...nodes, container: { ...container, command } });

  test.each([
    [['mpirun', '-np', '12', 'train']],
    [['mpirun', 'train', '-n', '5']],
    [['mpirun', '-x', 'A', 'train']],
    [['sh', '-c', 'mpirun -np 5 train']],
  ])('%j is fine', command => {
    expect(run(...command).size.worldSize).toBe(12);
  });

  test.each([
    [['mpirun', '-np', '16', 'train'], 'container.command[2]: Invalid value: "16": -np is not 3 workers x 4 processes (one for each nvidia.com/gpu) = 12'],
    [['/usr/bin/mpiexec', '-n', '3', 'train'], 'container.command[2]: Invalid value: "3": -n is not 3 workers x 4 processes'],
  ])('%j is refused', (command, message) => {
    expect(() => run(...command)).toThrow(message);
  });
});

describe('grace period', () => {
  const ckpt = (options = {}) => Checkpoint.onClaimName('ckpt', '/ckpt', options);
  const upload = (seconds: number) => ({ upload: { container: { image: 'rclone/rclone:1' }, time: Duration.seconds(seconds) } });

  test.each<[string, Partial<IndexedTrainingJobProps>, number, string]>([
    ['nothing to save', {}, 30, "30 s, Kubernetes' default"],
    ['a save', { checkpoint: ckpt() }, 35, 'save 30 s + margin 5 s = 35 s'],
    ['a save and an upload', { checkpoint: ckpt(upload(60)) }, 95, 'save 30 s + sidecar checkpoint-upload 60 s + margin 5 s = 95 s'],
    ['a preStop sleep before both', { checkpoint: ckpt(upload(20)), container: { ...container, preStopSleep: Duration.seconds(5) } }, 60,
      'preStop 5 s + save 30 s + sidecar checkpoint-upload 20 s + margin 5 s = 60 s'],
    ['all of it inside the notice of Karpenter', { checkpoint: ckpt(upload(85)), capacity: Capacity.spotKarpenter() }, 120, 'save 30 s + sidecar checkpoint-upload 85 s + margin 5 s = 120 s'],
    ['a save cut to the notice of AKS', { checkpoint: ckpt(), capacity: Capacity.spotAks() }, 30, 'save 25 s + margin 5 s = 30 s'],
    ['a save cut to what GKE leaves', { checkpoint: ckpt(), capacity: Capacity.spotGke() }, 15, '15 s, the notice of Spot VMs of GKE (save 10 s + margin 5 s = 15 s, raised to 30 s, is more)'],
    ['a preStop sleep on AKS', { container: { ...container, preStopSleep: Duration.seconds(5) }, capacity: Capacity.spotAks() }, 30, '30 s, the notice of spot nodes of AKS (preStop 5 s + main container 30 s = 35 s, is more)'],
    ['nothing to save on GKE', { capacity: Capacity.spotGke() }, 15, "15 s, the notice of Spot VMs of GKE (30 s, Kubernetes' default, is more)"],
    ['more than 30 s without torchrun', { checkpoint: ckpt({ saveTime: Duration.seconds(90) }) }, 95, 'save 90 s + margin 5 s = 95 s'],
  ])('%s', (_, props, seconds, sum) => {
    const { pod } = plan(props);
    expect(pod.graceSeconds).toBe(seconds);
    expect(pod.graceSum).toBe(sum);
  });

  test.each<[string, Partial<IndexedTrainingJobProps>, string]>([
    ['saving longer than torchrun waits', { rendezvous: torchrun, checkpoint: ckpt({ saveTime: Duration.seconds(31) }) },
      "checkpoint.saveTime: Invalid value: \"31s\": is more than the 30 s after which torchrun's agent kills its children"],
    ['600 s of grace on a notice of 120 s', { capacity: Capacity.spotKarpenter(), terminationGracePeriod: Duration.minutes(10) },
      'terminationGracePeriod: Invalid value: "600s": is more than the 120 s that spot nodes of Karpenter leave a pod after the stop signal'],
    ['an upload that does not fit the notice', { capacity: Capacity.spotKarpenter(), checkpoint: ckpt({ saveTime: Duration.seconds(30), ...upload(90) }) },
      'checkpoint: Invalid value: "125s": save 30 s + upload 90 s + margin 5 s = 125 s is more than the 120 s'],
    ['a grace period below its parts', { checkpoint: ckpt(), terminationGracePeriod: Duration.seconds(20) }, 'terminationGracePeriod: Invalid value: "20s": the grace period of 20 s must be more than save 30 s = 30 s'],
    ['no time to save', { checkpoint: ckpt({ saveTime: Duration.seconds(0) }) }, 'checkpoint.saveTime: Invalid value: "0s"'],
    ['a node label that contradicts the capacity', { capacity: Capacity.spotKarpenter(), nodeLabels: { 'karpenter.sh/capacity-type': 'on-demand' } },
      'nodeLabels[karpenter.sh/capacity-type]: Invalid value: "on-demand": capacity asks for karpenter.sh/capacity-type=spot'],
  ])('refuses %s', (_, props, message) => {
    expect(() => plan(props)).toThrow(message);
  });

  test.each([
    ['ckpt', 'ckpt', 'Checkpoint.onClaimName(mountPath): Invalid value: "ckpt": must be an absolute folder'],
    ['ckpt', '/dev/shm/x', 'Checkpoint.onClaimName(mountPath): Invalid value: "/dev/shm/x": must be an absolute folder of its own, outside /dev'],
    ['Ckpt', '/ckpt', 'Checkpoint.onClaimName(claimName): Invalid value: "Ckpt": a lowercase RFC 1123 subdomain must consist of'],
  ])('refuses claim %s at %s', (name, path, message) => {
    expect(() => Checkpoint.onClaimName(name, path)).toThrow(message);
  });

  test('spot nodes need a label and a notice', () => {
    expect(() => Capacity.spot({ nodeLabels: {}, notice: Duration.seconds(60) })).toThrow('Capacity.spot(nodeLabels): Invalid value: {}: names no label');
    expect(() => Capacity.spot({ nodeLabels: { spot: 'yes' }, notice: Duration.seconds(0) })).toThrow('Capacity.spot(notice): Invalid value: "0s": must be a whole number of seconds of at least 1');
  });
});

describe('claims of a checkpoint', () => {
  const claim = (...accessModes: kplus.PersistentVolumeAccessMode[]) =>
    Checkpoint.onClaim(new kplus.PersistentVolumeClaim(new Chart(new App(), 'c'), 'Ckpt', { accessModes, metadata: { name: 'ckpt' } }), '/ckpt');

  test('one pod only is refused for two workers, with both numbers', () => {
    const checkpoint = claim(kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD);
    expect(() => plan({ workers: 2, checkpoint })).toThrow('checkpoint.claim: Forbidden: claim "ckpt" is ReadWriteOncePod: one pod may use it, and there are 2 workers');
    expect(plan({ workers: 1, checkpoint }).checkpoint?.oneNodeOnly).toBe(false);
  });

  test('one node only is noted for several workers, and shared claims are fine', () => {
    expect(plan({ workers: 2, checkpoint: claim(kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE) }).checkpoint?.oneNodeOnly).toBe(true);
    expect(plan({ workers: 2, checkpoint: claim(kplus.PersistentVolumeAccessMode.READ_WRITE_MANY) }).checkpoint?.oneNodeOnly).toBe(false);
  });

  test('read-only is refused', () => {
    expect(() => plan({ checkpoint: claim(kplus.PersistentVolumeAccessMode.READ_ONLY_MANY) })).toThrow('checkpoint.claim: Forbidden: claim "ckpt" is ReadOnlyMany');
  });

  test('a path that the container mounts already is refused', () => {
    const chart = new Chart(new App(), 'c');
    const volumeMounts = [{ path: '/ckpt', volume: kplus.Volume.fromEmptyDir(chart, 'V', 'scratch') }];
    expect(() => plan({ container: { ...container, volumeMounts }, checkpoint: Checkpoint.onClaimName('ckpt', '/ckpt') }))
      .toThrow('checkpoint.mountPath: Duplicate value: "/ckpt"');
  });
});

import { App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { build, container } from './build';
import { Accelerator, Checkpoint, IndexedTrainingJob, IndexedTrainingJobProps, Placement } from '../../../src';
import { adviceOf } from '../../../src/base/findings/construct-checks';
import { severityOf } from '../../../src/base/findings/finding';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

describe('advice', () => {
  const idsOf = (props: Partial<IndexedTrainingJobProps>) => adviceOf(build(props).job).map(finding => finding.id);

  test('a claim that one node can mount is a risk for several workers', () => {
    const idsFor = (workers: number, mode: kplus.PersistentVolumeAccessMode, placement?: Placement) => {
      const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
      const claim = new kplus.PersistentVolumeClaim(chart, 'Ckpt', { accessModes: [mode] });
      return adviceOf(new IndexedTrainingJob(chart, 'Pretrain', { workers, container, placement, checkpoint: Checkpoint.onClaim(claim, '/ckpt') })).map(finding => finding.id);
    };
    expect(idsFor(4, kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE)).toEqual(['AIW3203']);
    expect(idsFor(4, kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE, Placement.sameDomain('kubernetes.io/hostname'))).toEqual([]);
    expect(idsFor(1, kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE)).toEqual([]);
    expect(idsFor(4, kplus.PersistentVolumeAccessMode.READ_WRITE_MANY)).toEqual([]);
  });

  test('a user namespace with NVIDIA devices is a risk', () => {
    expect(idsOf({ hostUsers: false, accelerator: Accelerator.nvidia(1) })).toContain('AIW3201');
  });
});

describe('the claim of a checkpoint', () => {
  const errorsOf = (checkpoint: (chart: Chart) => Checkpoint) => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    new IndexedTrainingJob(chart, 'Pretrain', { workers: 2, container, checkpoint: checkpoint(chart) });
    return findingsOf(chart).filter(finding => severityOf(finding.class) === 'error').map(finding => finding.message);
  };
  const claim = (scope: Chart) => new kplus.PersistentVolumeClaim(scope, 'Ckpt', {
    metadata: { name: 'ckpt' }, accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY], storage: Size.gibibytes(100),
  });

  test('may be an object of the app, or exist elsewhere under its name', () => {
    expect(errorsOf(chart => Checkpoint.onClaim(claim(chart), '/ckpt'))).toEqual([]);
    expect(errorsOf(() => Checkpoint.onClaimName('ckpt', '/ckpt'))).toEqual([]);
  });

  test('may not be an object of another namespace', () => {
    const elsewhere = new Chart(new App(), 'other', { namespace: 'other' });
    expect(errorsOf(() => Checkpoint.onClaim(claim(elsewhere), '/ckpt'))).toEqual(['Not found: "ckpt": no PersistentVolumeClaim of this name in namespace "ml"']);
  });
});

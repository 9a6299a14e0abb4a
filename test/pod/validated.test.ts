import { JsonPatch, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IMAGE, chartIn, messageOf } from './carrier';
import { LeaderWorkerGroup } from '../../src';

describe('what only the whole tree can tell is an error at synth', () => {
  test.each([
    [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD, 2, 'error[AIW3105]'],
    [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD, 1, undefined],
    [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY, 2, undefined],
  ])('a claim that is %s under %d pods', (accessMode, size, error) => {
    const chart = chartIn();
    const claim = new kplus.PersistentVolumeClaim(chart, 'Weights', { metadata: { name: 'weights' }, accessModes: [accessMode], storage: Size.gibibytes(100) });
    const volume = kplus.Volume.fromPersistentVolumeClaim(chart, 'Volume', claim);
    new LeaderWorkerGroup(chart, 'Llm', { size, container: { image: IMAGE, volumeMounts: [{ path: '/weights', volume }] } });
    const synth = () => Testing.synth(chart);
    if (error) {
      expect(messageOf(synth)).toContain(error);
    } else {
      expect(synth).not.toThrow();
    }
  });

  test('a raw block device in a pod with its own user namespace, brought in by a patch', () => {
    const chart = chartIn();
    const llm = new LeaderWorkerGroup(chart, 'Llm', { size: 1, hostUsers: false, container: { image: IMAGE }, claims: [{ name: 'disk', size: '1Ti', mountPath: '/disk' }] });
    expect(() => Testing.synth(chart)).not.toThrow();
    llm.apiObjects[0].addJsonPatch(JsonPatch.add('/spec/template/spec/containers/0/volumeDevices', [{ name: 'disk', devicePath: '/dev/xvda' }]));
    expect(messageOf(() => Testing.synth(chart))).toContain('error[AIW3107]');
  });

  test('a variable that was added after construction', () => {
    const chart = chartIn();
    const llm = new LeaderWorkerGroup(chart, 'Llm', { size: 1, container: { image: IMAGE } });
    llm.leader.mainContainer.env.addVariable('LWS_GROUP_SIZE', kplus.EnvValue.fromValue('9'));
    expect(messageOf(() => Testing.synth(chart))).toMatch(/container\.envVariables\[LWS_GROUP_SIZE\][^]*LWS_GROUP_SIZE is set by the pattern/);
  });
});

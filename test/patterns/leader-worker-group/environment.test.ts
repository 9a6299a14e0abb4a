import { Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, llm } from './group';
import { PodTemplate, Rendezvous, SecretKey } from '../../../src';

const own = kplus.EnvValue.fromValue('mine');

describe.each(Object.keys(BACKENDS))('%s', kind => {
  const props = { backend: BACKENDS[kind], rendezvous: Rendezvous.ray() };
  const late = (change: (leader: PodTemplate, worker: PodTemplate) => void) => {
    const { chart, group } = llm(props);
    change(group.leader, group.worker!);
    return () => Testing.synth(chart);
  };

  test.each(['LWS_LEADER_ADDRESS', 'LWS_GROUP_SIZE', 'LWS_WORKER_INDEX', 'LWS_GROUP_INDEX', 'RAY_ADDRESS'])('%s cannot be shadowed when the group is made', name => {
    expect(() => llm({ ...props, container: { image: 'i:1', envVariables: { [name]: own } } })).toThrow(`container.envVariables[${name}]: Forbidden: ${name} is set by the pattern`);
    expect(() => llm({ ...props, container: { image: 'i:1', secretEnv: { [name]: SecretKey.fromName('s', 'k') } } })).toThrow(`container.secretEnv: Duplicate value: "${name}"`);
  });

  test('nor later: the synth fails and says where', () => {
    expect(late(leader => leader.mainContainer.env.addVariable('LWS_GROUP_SIZE', own))).toThrow(/container\.envVariables\[LWS_GROUP_SIZE\][\s\S]*is set by the pattern/);
    expect(late((_, worker) => worker.mainContainer.env.addVariable('RAY_ADDRESS', own))).toThrow(/container\.envVariables\[RAY_ADDRESS\][\s\S]*is set by the pattern/);
  });

  test('nor in another container of the pod', () => {
    expect(late(leader => leader.addContainer({ image: 'x:1', name: 'x' }).env.addVariable('LWS_WORKER_INDEX', own))).toThrow(/containers\[0\]\.envVariables\[LWS_WORKER_INDEX\][\s\S]*is set by the pattern/);
    expect(() => llm(props).group.leader.addSidecar({ image: 'x:1', envVariables: { LWS_WORKER_INDEX: own } })).toThrow('sidecars[0].envVariables[LWS_WORKER_INDEX]: Forbidden');
  });

  test('a value of shell syntax set later fails the synth as well', () => {
    expect(late(leader => leader.mainContainer.env.addVariable('RANK', kplus.EnvValue.fromValue('$(hostname)-$(echo 1)')))).toThrow(/envVariables\[RANK\][\s\S]*is shell syntax/);
  });

  test('other names are free, early and late', () => {
    expect(late(leader => leader.mainContainer.env.addVariable('MINE', own))).not.toThrow();
  });
});

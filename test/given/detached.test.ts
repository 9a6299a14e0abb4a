import { App, Chart, Lazy } from 'cdk8s';
import { BASES, Plain, makerOf } from './hostile-constructs';
import { detached } from '../../src/given/detached';
import { Accelerator, DeviceRequest, GroupRole, LeaderWorkerGroup, LeaderWorkerGroupProps, ResourceClaimTemplate, Target } from '../../src/index';

/** Changes everything that is reachable from props without asking anybody: texts, numbers, entries of lists and maps. */
function spoil(value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach(spoil);
    value.push('spoilt');
  } else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    const struct = value as Plain;
    for (const [key, inner] of Object.entries(struct)) {
      spoil(inner);
      struct[key] = typeof inner === 'string' ? 'spoilt' : typeof inner === 'number' ? 77 : inner;
    }
    struct.spoilt = 'spoilt';
  }
}

test.each(Object.keys(BASES))('what the caller does to the props of %s afterwards changes nothing', owner => {
  const [app, untouched] = [new App(), new App()];
  const props = BASES[owner]();
  new (makerOf(owner))(new Chart(app, 'prod', { namespace: 'ml' }), 'Odd', props);
  spoil(props);
  new (makerOf(owner))(new Chart(untouched, 'prod', { namespace: 'ml' }), 'Odd', BASES[owner]());
  expect(props.spoilt).toBe('spoilt');
  expect(app.synthYaml()).toBe(untouched.synthYaml());
});

test('nor to the arguments of methods, factories and targets', () => {
  const app = new App();
  const zones = ['eu-1a'];
  Target.define(app, { zones });
  const chart = new Chart(app, 'prod');
  const group = new LeaderWorkerGroup(chart, 'Llm', BASES.LeaderWorkerGroup() as unknown as LeaderWorkerGroupProps);
  const [ports, args, cel, nodeLabels] = [[{ port: 81 }], ['--a'], ['true'], { pool: 'a' }];
  group.addService('Leaders', { role: GroupRole.LEADER, ports });
  group.leader.addSidecar({ name: 'late', image: 'registry.example/late:1', args });
  new ResourceClaimTemplate(chart, 'Gpus', { requests: [DeviceRequest.nvidia({ cel })] });
  const accelerator = Accelerator.nvidia(1, { nodeLabels });
  const before = app.synthYaml();
  [zones, ports, args, cel, nodeLabels].forEach(spoil);
  expect(app.synthYaml()).toBe(before);
  Target.of(chart).zones!.push('spoilt');
  expect(Target.of(chart).zones).toEqual(['eu-1a']);
  expect(accelerator.nodeLabels).toEqual({ pool: 'a' });
});

test('copies hold the same instances and late values; what cannot be copied stays', () => {
  const [date, late, token] = [new Date(0), Lazy.any({ produce: () => 1 }), { resolve: () => 1 }];
  const given = { list: [{ date }], late, token, none: undefined, nothing: null };
  const copy = detached(given);
  expect(copy).toEqual(given);
  expect([copy === given, copy.list === given.list, copy.list[0] === given.list[0]]).toEqual([false, false, false]);
  expect([copy.list[0].date, copy.late, copy.token]).toEqual([date, late, token]);
  expect([copy.list[0].date === date, copy.late === late, copy.token === token]).toEqual([true, true, true]);
  const round: Plain = {};
  round.itself = round;
  expect(detached(round)).toHaveProperty('itself.itself');
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(detached({ proxy }).proxy === proxy).toBe(true);
});

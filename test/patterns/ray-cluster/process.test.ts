import { build } from './build';
import { Accelerator, RayRecovery, SecretKey } from '../../../src';
import { SHOW, run } from '../../engines/kubelet';

/** The main container of a role. */
const main = (role: string, props = {}) => build(props).templates[role].spec.containers[0];
/** `ray` of an image, whose head answers at the third call. */
const ANSWERS_LATE = `[ "$1" = start ] && { ${SHOW}; exit 0; }; [ "$call" -ge 3 ]`;
const SILENT = '[ "$1" = start ]';

test('a worker asks until the control store answers, and then becomes the node', () => {
  const { status, out, calls } = run(main('worker'), {}, { ray: ANSWERS_LATE });
  expect(status).toBe(0);
  expect(calls.filter(call => call.startsWith('ray health-check'))).toEqual(Array(3).fill('ray health-check --address lab-head-svc.ml.svc:6379'));
  expect(calls.filter(call => call.startsWith('sleep'))).toEqual(['sleep 5', 'sleep 5']);
  expect(out).toMatch(/^<start><--address=lab-head-svc\.ml\.svc:6379><--num-cpus=8>.*<--block>\n$/);
});

test('a worker whose head does not come ends, to be started again', () => {
  const { status, err, calls } = run(main('worker'), {}, { ray: SILENT });
  expect(status).toBe(1);
  expect(err).toContain('no Ray head at lab-head-svc.ml.svc:6379 after 300 s');
  expect(calls.filter(call => call.startsWith('ray'))).toHaveLength(60);
  expect(calls.filter(call => call.startsWith('ray start'))).toEqual([]);
});

test('resources come through the shell as JSON', () => {
  const { out } = run(main('worker', { workers: [{ replicas: 1, accelerator: Accelerator.gaudi(8) }] }), {}, { ray: SHOW.replace('for', '[ "$1" = start ] || exit 0; for') });
  expect(out).toContain('<--resources={"HPU":8}>');
});

test('the head asks nobody, and reads the password of its Redis where it starts', () => {
  const container = main('head', { recovery: RayRecovery.redis('redis:6379', { password: SecretKey.fromName('redis', 'password') }) });
  const env = container.env.map((each: any) => (each.valueFrom ? { name: each.name, value: 'a b$c' } : each));
  const { out, calls } = run({ ...container, env }, {}, { ray: SHOW });
  expect(calls).toHaveLength(1);
  expect(out).toMatch(/^<start><--head><--port=6379>.*<--redis-password=a b\$c><--block>\n$/);
});

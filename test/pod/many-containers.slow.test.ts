import { IMAGE, chartIn } from './carrier';
import type * as Templates from '../../src/pod/template/pod-template';
import { counted } from '../hygiene/steps';

/** What a pod with so many sidecars costs to make. */
function steps(count: number): number {
  const [{ PodTemplate }, stepsOf] = counted(() => jest.requireActual<typeof Templates>('../../src/pod/template/pod-template'));
  const sidecars = Array.from({ length: count }, (_, index) => ({ name: `s${index}`, image: IMAGE }));
  const plan = { memory: { sum: '' }, graceSeconds: 30, graceSum: '' };
  const chart = chartIn();
  return stepsOf(() => PodTemplate._create(chart, 'Pods', { container: { image: IMAGE }, sidecars }, { selector: {}, reserved: [], restartPolicy: 'Always', plan }));
}

test('twice the containers take twice the work: a name is not looked for among all others', () => {
  expect(steps(400) / steps(200)).toBeLessThan(2.1);
});
